package job

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// A folder called datasets is the project's own package, not the library of that name, where nothing of the library is
// used.
func TestOwnPackageOfLibrarysName(t *testing.T) {
	const project = `-- main.py --
from core.trainer import Trainer
if __name__ == '__main__':
    Trainer().run()
-- core/__init__.py --
-- core/trainer.py --
import torch
from datasets import get_loader%s
class Trainer:
    def __init__(self):
        self.model = torch.nn.Linear(8, 8)
        self.loader, self.others = get_loader(16)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)
    def run(self):
        for x, y in self.loader:
            self.model(x).sum().backward()
            self.opt.step()
-- datasets/%s.py --
import torch
from torch.utils.data import DataLoader
def get_loader(size):
    return DataLoader(data, batch_size=size), DataLoader(others, batch_size=size)
`
	for name, c := range map[string]struct{ more, file, want string }{
		"own":         {"", "__init__", "16 @ core/trainer.py:6"},
		"library's":   {", load_dataset", "__init__", "?"},
		"not package": {"", "loading", "?"}, // the installed package comes first
	} {
		if got := show(find(t, fmt.Sprintf(project, c.more, c.file)), dialect.MicroBatch); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A file called after what it imports means the one beside the program, where that is started.
func TestImportOfOwnName(t *testing.T) {
	const project = `-- train.py --
import torch
from model.net import make
net = make(%s)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.utils.data.DataLoader(data, batch_size=8):
    net(x).sum().backward()
    opt.step()
-- model/__init__.py --
-- model/net.py --
from net import *
-- net.py --
import torch
def make(n):
    return torch.nn.Linear(n, n)
`
	j := find(t, fmt.Sprintf(project, "4"))
	if len(j.Own) != 1 || j.Own[0].Made.At.File == nil || j.Own[0].Made.At.File.Path != "net.py" {
		t.Errorf("%d models", len(j.Own))
	}
}

// What stands in a package that somebody calls diffusers is the project's own, where the package is no copy of the
// library's: that lists all that it holds.
func TestInsideOwnPackageOfLibrarysName(t *testing.T) {
	const project = `-- PACKAGE/__init__.py --
INIT
-- PACKAGE/small/__init__.py --
-- PACKAGE/small/net.py --
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(8, 8)
    def forward(self, x):
        return self.a(x)
-- PACKAGE/small/train.py --
import torch
from PACKAGE.small.net import Net
model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.utils.data.DataLoader([1], batch_size=4):
    opt.zero_grad()
    model(x).sum().backward()
    opt.step()
`
	for _, c := range []struct {
		folder, init string
		own          bool
	}{
		{"diffusers", `__version__ = "0.1.0"`, true},
		{"diffusers", strings.Repeat("from .models import UNet2DModel\n", 100), false},
		{"peft", "from .small import net", true},
		{"peft", `__version__ = "0.4.0"`, false},
	} {
		j := find(t, strings.NewReplacer("PACKAGE", c.folder, "INIT", c.init).Replace(project))
		if own := len(j.Own) == 1 && j.Own[0].Name == "Net"; own != c.own {
			t.Errorf("%s that begins with %.30q: %v", c.folder, c.init, own)
		}
	}
}

// A folder called lightning beside a script is the project's own where the script takes nothing of the library's from
// it.
func TestOwnLightning(t *testing.T) {
	const project = `-- run.sh --
python main.py fit --config a.yaml
-- a.yaml --
model:
  class_path: lightning.Net
data:
  class_path: lightning.data.Data
  init_args:
    batch_size: 5
trainer:
  max_steps: 10
-- main.py --
from pytorch_lightning.cli import LightningCLI
from lightning import Net%s
LightningCLI()
-- lightning/__init__.py --
from .net import Net
-- lightning/net.py --
import pytorch_lightning as pl, torch
class Net(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 2)
    def training_step(self, batch, i):
        return self.a(batch).sum()
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
-- lightning/data.py --
import pytorch_lightning as pl
from torch.utils.data import DataLoader
class Data(pl.LightningDataModule):
    def __init__(self, batch_size):
        super().__init__()
        self.batch_size = batch_size
    def train_dataloader(self):
        return DataLoader([1], batch_size=self.batch_size)
`
	for more, want := range map[string]string{"": "5 @ a.yaml:6", "\nfrom lightning.pytorch import Trainer": "?"} {
		got := show(find(t, fmt.Sprintf(project, more)), dialect.MicroBatch)
		if got != want {
			t.Errorf("%q: %s, want %s", more, got, want)
		}
	}
}
