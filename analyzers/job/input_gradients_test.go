package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestChangesInputs: a script whose gradients are those of what a network is fed trains no weights: a saliency map, an
// attack, a picture that an optimizer changes. One that optimizes weights beside it, a prompt that is put in front of a
// text, or weights that somebody keeps as tensors does train.
func TestChangesInputs(t *testing.T) {
	const script = `
import torch
from torch import nn
from torch.optim import Adam, SGD

def perceive(model, image, label, loader):
BODY

if __name__ == "__main__":
    model = nn.Sequential(nn.Linear(4, 4))
    perceive(model, torch.rand(1, 4), torch.zeros(1, 4), [1, 2])
`
	for _, c := range []struct {
		name, body string
		jobs       int
	}{
		{"saliency", "image.requires_grad = True\nloss = (model(image) - label).sum()\nloss.backward()\nshown = image.grad.abs()", 0},
		{"attack", "for _ in range(3):\n    image.requires_grad = True\n    model(image).sum().backward()\n    image = (image + 0.1 * torch.sign(image.grad)).detach()", 0},
		{"excited filter", "picture = torch.rand((1, 4), requires_grad=True)\noptimizer = Adam([picture], lr=0.1)\nfor i in range(20):\n    optimizer.zero_grad()\n    loss = -model(picture).sum()\n    loss.backward()\n    optimizer.step()", 0},
		{"style", "picture = image.clone()\noptimizer = torch.optim.LBFGS([picture.requires_grad_()])\ndef closure():\n    loss = model(picture).sum()\n    loss.backward()\n    return loss\nfor i in range(20):\n    optimizer.step(closure)", 0},
		{"weights", "optimizer = Adam(model.parameters(), lr=0.1)\nfor i in loader:\n    optimizer.zero_grad()\n    model(image).sum().backward()\n    optimizer.step()", 1},
		{"attacked weights", "optimizer = Adam(model.parameters(), lr=0.1)\nfor i in loader:\n    image.requires_grad = True\n    model(image).sum().backward()\n    image = image + image.grad.sign()\n    optimizer.zero_grad()\n    model(image).sum().backward()\n    optimizer.step()", 1},
		{"prompt", "prompt = torch.rand((1, 4), requires_grad=True)\noptimizer = Adam([prompt], lr=0.1)\nfor i in loader:\n    optimizer.zero_grad()\n    model(torch.cat([prompt, image])).sum().backward()\n    optimizer.step()", 1},
		{"line", "w = torch.zeros(4, requires_grad=True)\nb = torch.zeros(1, requires_grad=True)\noptimizer = SGD([w, b], lr=0.1)\nfor i in loader:\n    optimizer.zero_grad()\n    ((image * w).sum() + b - label).pow(2).sum().backward()\n    optimizer.step()", 1},
		{"by hand", "w = torch.zeros(4, requires_grad=True)\nfor i in loader:\n    image.requires_grad = True\n    (model(image) * w).sum().backward()\n    print(image.grad)\n    w.data -= 0.1 * w.grad", 1},
	} {
		text := strings.Replace(script, "BODY", "    "+strings.ReplaceAll(c.body, "\n", "\n    "), 1)
		files := map[string]*source.File{"show.py": source.New("show.py", []byte(text)), "run.sh": source.New("run.sh", []byte("python show.py --layer 3\n"))}
		found := Find(&Workspace{Paths: []string{"run.sh", "show.py"}, Open: func(p string) *source.File { return files[p] }})
		if len(found) != c.jobs {
			t.Errorf("%s: %d jobs, want %d", c.name, len(found), c.jobs)
		}
	}
}
