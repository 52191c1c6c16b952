package built

import (
	"fmt"
	"strings"
	"testing"
)

// rerunScript has an operation of its own whose backward pass differentiates again; %s stand for its forward pass and
// its call.
const rerunScript = "-- train.py --\nimport torch\nfrom torch import nn\nclass Own(torch.autograd.Function):\n    @staticmethod\n%s" +
	"    @staticmethod\n    def backward(ctx, g):\n        x = ctx.saved_tensors[0].detach().requires_grad_()\n        with torch.enable_grad():\n            out = ctx.fn(x)\n" +
	"        return None, None, torch.autograd.grad(out, x, g)[0]\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.body = nn.Linear(8, 16)\n" +
	"        self.head = nn.Linear(32, 4)\n    def forward(self, x):\n        return self.head(%s)\nmodel = Net()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
	"for step in range(3):\n    opt.zero_grad()\n    model(torch.zeros(2, 8)).sum().backward()\n    opt.step()\n"

// TestOwnOperationsThatRunAgain: only an operation that hands its function so many arguments is checkpointing; another
// one may do anything with a number that comes second.
func TestOwnOperationsThatRunAgain(t *testing.T) {
	const checkpointing = "    def forward(ctx, fn, length, *args):\n        ctx.fn = fn\n        ctx.save_for_backward(*args[:length])\n        with torch.no_grad():\n            return fn(*args[:length])\n"
	const other = "    def forward(ctx, fn, times, x):\n        ctx.fn = fn\n        ctx.save_for_backward(x)\n        with torch.no_grad():\n            return torch.cat([fn(x) for _ in range(times + 1)], 1)\n"
	for _, c := range []struct{ name, forward, call string }{
		{"checkpointing", checkpointing, "torch.cat([self.body(x), Own.apply(torch.tanh, 1, self.body(x))], 1)"},
		{"another operation", other, "Own.apply(torch.tanh, 1, self.body(x))"},
	} {
		job := jobOf(t, "\n"+fmt.Sprintf(rerunScript, c.forward, c.call))
		if refused := Mismatch(job); refused != nil {
			t.Errorf("%s: refused: %s", c.name, refused.Reason)
		}
		if _, gap := Train(job, 0); gap != nil && strings.Contains(gap.Reason, "raises") {
			t.Errorf("%s: %s", c.name, gap.Reason)
		}
	}
}
