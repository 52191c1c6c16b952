package built

import (
	"fmt"
	"strings"
	"testing"
)

// TestMismatch: where torch refuses the forward pass of the one model that a script trains. Where two
// models train, or what is fed is not known, nothing is told.
func TestMismatch(t *testing.T) {
	const data = "loader = DataLoader(datasets.CIFAR10('.', transform=T.ToTensor()), batch_size=16)\n"
	const wide = "class Wide(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n        self.out = nn.Linear(n, 10)\n    def forward(self, x):\n        return self.out(x.flatten(1))\n\n\n"
	const end = "opt = torch.optim.SGD(model.parameters(), lr=0.1)\nsteps(model, loader, opt)\n"
	_, script, _ := strings.Cut(scriptHead+wide, "-- train.py --\n")
	forward, _, _ := strings.Cut(script, "return self.out")
	refused := fmt.Sprintf("Wide 16x3x32x32 train.py:%d torch.nn.functional.linear: mat1 and mat2 shapes cannot be multiplied (16x3072 and 784x10)",
		1+strings.Count(forward, "\n"))
	for name, c := range map[string]struct{ script, want string }{
		"of another dataset":            {wide + data + "model = Wide(28 * 28).cuda()\n" + end, refused},
		"in a function":                 {wide + "def main():\n    " + data + "    model = Wide(28 * 28).cuda()\n    " + strings.Replace(end, "\n", "\n    ", 1) + "main()\n", refused},
		"as wide as the images":         {wide + data + "model = Wide(3 * 32 * 32).cuda()\n" + end, ""},
		"images of who knows what":      {wide + "loader = DataLoader(read('.'), batch_size=16)\nmodel = Wide(28 * 28).cuda()\n" + end, ""},
		"a width that only a run knows": {wide + data + "model = Wide(int(input())).cuda()\n" + end, ""},
		"behind the model":              {wide + data + "model = Wide(3 * 32 * 32).cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x, y in loader:\n    loss = (model(x.cuda()) @ torch.zeros(7, 7).cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n", ""},
		"an exception of its own":       {wide + data + "model = Wide(28 * 28).cuda()\nmodel.out.in_features = None\nraise SystemExit\n" + end, ""},
		"one of two models":             {wide + data + "model = Wide(28 * 28).cuda()\nother = Net().cuda()\nopt = torch.optim.SGD([*model.parameters(), *other.parameters()], lr=0.1)\n" + "for x, y in loader:\n    loss = model(x.cuda()).mean() + other(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n", ""},
	} {
		got := ""
		if r := Mismatch(jobOf(t, scriptHead+c.script)); r != nil {
			got = fmt.Sprintf("%s %s %s:%d %s", r.Model, r.Fed, r.At.File.Path, r.At.Line(), r.Reason)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
