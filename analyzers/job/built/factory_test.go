package built

import (
	"strings"
	"testing"
)

// TestOptimizersOfOneFactory: a function that makes an optimizer of what it is given, for each of two models.
func TestOptimizersOfOneFactory(t *testing.T) {
	const script = `
-- nets/gan.py --
import torch
from torch import nn

class Generator(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Linear(n, int(torch.tensor((n, 1)).prod()))

    def forward(self, x):
        return self.net(x)

class Discriminator(Generator):
    pass
-- load.py --
import torch

def load(kind):
    name, part = kind.split("-")
    package = __import__("nets." + name)
    return getattr(getattr(package, name), {"g": "Generator", "d": "Discriminator"}[part])

def optimizer(model, kind="adam"):
    if kind == "sgd":
        return torch.optim.SGD(model.parameters(), lr=0.1)
    return torch.optim.Adam(model.parameters(), lr=1e-3)
-- train.py --
import torch
from load import load, optimizer

g = load("gan-g")(8)
d = load("gan-d")(8)
first, second = optimizer(g), optimizer(d)
data = torch.utils.data.TensorDataset(torch.randn(64, 8))
drawn = torch.Generator().manual_seed(0)
for (x,) in torch.utils.data.DataLoader(data, batch_size=4, generator=drawn):
    fake = g(torch.rand(4, 8, generator=drawn))
    first.zero_grad()
    d(fake).mean().backward()
    first.step()
    second.zero_grad()
    (d(x) - d(fake.detach())).mean().backward()
    second.step()
`
	models := Of(jobOf(t, script))
	if models == nil || len(models.List) != 2 || models.Open() != nil || models.List[0].Answer.Parameters != 72 || models.List[1].Name != "Discriminator" {
		t.Fatalf("%+v %+v %v %v", models, models.Open(), models.List[0].Answer, models.List[1].Name)
	}
	if step, gap := Train(jobOf(t, script), 0); gap != nil || strings.Join(step.Inputs, " ") != "4x8 4x8" {
		t.Errorf("%+v, %+v", step, gap)
	}
	for name, c := range map[string][]string{
		"one of them, perhaps": {"first, second = optimizer(g), optimizer(d)", "first = optimizer(g)\nsecond = first\nif input():\n    second = optimizer(d)"},
		"one call for either":  {"first, second = optimizer(g), optimizer(d)", "first = second = optimizer(g if input() else d)"},
	} {
		if models := Of(jobOf(t, replaced(t, script, c...))); models.Open() == nil {
			t.Errorf("%s: %+v", name, models)
		}
	}
}

// TestEnumerations: the name and the value of a member that an option is compared with.
func TestEnumerations(t *testing.T) {
	const script = `
-- train.py --
import argparse
import enum
import torch
from torch import nn
from torchvision import datasets

class Kind(enum.Enum):
    WIDE = 8,
    SLIM = 2,

class Fill(str, enum.Enum):
    HE = "he"
    ZERO = "zero"

class Net(nn.Module):
    def __init__(self, width, fill):
        super().__init__()
        self.net = nn.Conv2d(1, width, 3)
        if fill == Fill.HE:
            nn.init.kaiming_normal_(self.net.weight)
        elif fill != Fill.ZERO:
            raise ValueError(fill)

    def forward(self, x):
        return self.net(x)

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default=Kind.SLIM.name)
args = parser.parse_args()
if args.kind == Kind.WIDE.name:
    model = Net(8, Fill.HE)
elif args.kind == Kind.SLIM.name:
    model = Net(2, Fill.HE)
else:
    raise ValueError(args.kind)
optimizer = torch.optim.Adam(model.parameters())
for x in torch.utils.data.DataLoader(datasets.MovingMNIST(".", split="train", split_ratio=4), batch_size=3):
    loss = model(x.float().flatten(0, 1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	j := jobOf(t, script)
	models := Of(j)
	if models == nil || models.Open() != nil || models.List[0].Answer.Parameters != 20 {
		t.Fatalf("%+v", models)
	}
	if step, gap := Train(j, 0); gap != nil || step.Inputs[0] != "12x1x64x64" {
		t.Errorf("%+v, %+v", step, gap)
	}
}
