package built

import (
	"strings"
	"testing"
)

// fitted trains with Lightning what TestFit trains by hand: %s stand for what the module does besides, and for the
// trainer's options.
const fitted = `import torch
from torch import nn
import lightning as L
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T


class Data(L.LightningDataModule):
    def __init__(self, batch_size=4):
        super().__init__()
        self.batch_size = batch_size

    def setup(self, stage):
        self.train = datasets.CIFAR10(".", transform=T.ToTensor())

    def train_dataloader(self):
        return DataLoader(self.train, batch_size=self.batch_size)


class Net(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.Conv2d(32, 32, 3), nn.ReLU())
        self.head = nn.Linear(32, 10)

    def forward(self, x):
        return self.head(self.net(x).mean((2, 3)))

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = nn.functional.cross_entropy(self(x), y)
        self.log("loss", loss)
        return LOSS

    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), lr=1e-3)
        return OPTIMIZERS
MORE

if __name__ == "__main__":
    trainer = L.Trainer(max_epochs=2, devices=1OPTIONS)
    trainer.fit(Net(), GIVEN)
`

// byHand is the same training without Lightning.
const byHand = `import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.Conv2d(32, 32, 3), nn.ReLU())
        self.head = nn.Linear(32, 10)

    def forward(self, x):
        return self.head(self.net(x).mean((2, 3)))


model = Net().cuda()
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
for x, y in DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=32):
    x, y = x.cuda(), y.cuda()
    with torch.autocast("cuda", dtype=torch.float16, enabled=AUTOCAST):
        loss = nn.functional.cross_entropy(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
`

// TestFit: what Lightning's Trainer takes for a step is what the same steps written by hand take.
func TestFit(t *testing.T) {
	usual := []string{"LOSS", "loss", "OPTIMIZERS", "opt", "MORE", "", "OPTIONS", "", "GIVEN", "datamodule=Data(batch_size=32)"}
	for name, c := range map[string]struct {
		changes  []string
		autocast string
		want     string // why it is not followed; "" where it is
	}{
		"a data module":              {nil, "False", ""},
		"a data module alone":        {[]string{"GIVEN", "Data(batch_size=32)"}, "False", ""},
		"a loader":                   {[]string{"GIVEN", "DataLoader(datasets.CIFAR10('.', transform=T.ToTensor()), batch_size=32)"}, "False", ""},
		"loaders by their name":      {[]string{"GIVEN", "train_dataloaders=DataLoader(datasets.CIFAR10('.', transform=T.ToTensor()), 32)"}, "False", ""},
		"a step after eight batches": {[]string{"OPTIONS", ", accumulate_grad_batches=8"}, "eight", ""},
		"half precision":             {[]string{"OPTIONS", ", precision='16-mixed'"}, "True", ""},
		"a dictionary":               {[]string{"LOSS", "{'loss': loss}", "OPTIMIZERS", "{'optimizer': opt, 'lr_scheduler': torch.optim.lr_scheduler.StepLR(opt, self.trainer.max_epochs)}"}, "False", ""},
		"lists":                      {[]string{"OPTIMIZERS", "[opt], [torch.optim.lr_scheduler.StepLR(opt, 3)]"}, "False", ""},
		"a trainer there is":         {[]string{"OPTIMIZERS", "opt if self.trainer is not None else None"}, "False", ""},
		"a start of its own":         {[]string{"MORE", "\n    def on_train_start(self):\n        self.seen = 0\n\n    def on_train_batch_start(self, batch, batch_idx):\n        self.seen += 1\n"}, "False", ""},
		"a start that is lost":       {[]string{"MORE", "\n    def on_fit_start(self):\n        self.other()\n"}, "", "other"},
		"batches that it skips":      {[]string{"MORE", "\n    def on_train_batch_start(self, batch, batch_idx):\n        return -1\n"}, "", "an epoch that is skipped"},
		"by hand":                    {[]string{"MORE", "\n    def backward(self, loss):\n        loss.backward()\n"}, "", "where its training loop is"},
		"metrics that count": {[]string{"MORE", "\n    def setup(self, stage):\n        self.hits, self.mean = torchmetrics.Accuracy(task='multiclass', num_classes=10), torchmetrics.MeanMetric()\n" +
			"\n    def on_train_start(self):\n        self.hits.reset()\n        self.hits(torch.zeros(2, 10), torch.zeros(2)), self.mean.update(self.mean.compute())\n", "import lightning as L", "import lightning as L\nimport torchmetrics"}, "False", ""},
		"a metric that has a graph":   {[]string{"MORE", "\n    def on_train_start(self):\n        torchmetrics.MeanSquaredError()(torch.ones(2, requires_grad=True), torch.zeros(2))\n", "import lightning as L", "import lightning as L\nimport torchmetrics"}, "", "a metric that has a graph"},
		"metrics that would have one": {[]string{"MORE", "\n    def on_train_start(self):\n        mse = torchmetrics.MeanSquaredError()\n        mse(torch.zeros(2), torch.zeros(2)), mse.update(torch.ones(2, requires_grad=True), torch.zeros(2))\n        with torch.no_grad():\n            mse(preds=torch.ones(2, requires_grad=True), target=torch.zeros(2))\n", "import lightning as L", "import lightning as L\nimport torchmetrics"}, "False", ""},
		"metrics that keep all":       {[]string{"MORE", "\n    def on_train_start(self):\n        torchmetrics.CatMetric()(torch.zeros(2))\n", "import lightning as L", "import lightning as L\nimport torchmetrics"}, "", "forward"},
		"a step of its own":           {[]string{"MORE", "\n    def optimizer_step(self, *args, **kwargs):\n        pass\n"}, "", "where its training loop is"},
		"a network that is handed over": {[]string{"class Net(L.LightningModule)", "class Net(nn.Module)", "trainer.fit(Net(), ", "trainer.fit(Around(Net()), ",
			"MORE", "\n\nclass Around(L.LightningModule):\n    def __init__(self, inner):\n        super().__init__()\n        self.inner = inner\n\n    def training_step(self, batch, batch_idx):\n" +
				"        x, y = batch\n        return nn.functional.cross_entropy(self.inner(x), y)\n\n    def configure_optimizers(self):\n        return torch.optim.AdamW(self.inner.parameters(), lr=1e-3)\n"}, "False", ""},
		"what is prepared before it": {[]string{"    def setup(self, stage):\n        self.train = datasets.CIFAR10(\".\", transform=T.ToTensor())",
			"    def prepare_data(self):\n        datasets.CIFAR10(\".\", download=True)\n        self.kept = T.ToTensor()\n        with open(\"labels.txt\") as f:\n            self.names = f.read().split()\n\n" +
				"    def setup(self, stage):\n        self.train = datasets.CIFAR10(\".\", transform=self.kept)"}, "False", ""},
		"the optimizer that transformers had": {[]string{"torch.optim.AdamW", "transformers.AdamW", "import lightning as L", "import lightning as L\nimport transformers"}, "False", ""},
		"several optimizers":                  {[]string{"OPTIMIZERS", "[opt, torch.optim.SGD(self.head.parameters(), lr=0.1)]"}, "", "several optimizers"},
		"steps of who knows how many batches": {[]string{"OPTIONS", ", accumulate_grad_batches=int(input())"}, "", "after how many batches Lightning takes a step"},
		"pure half precision":                 {[]string{"OPTIONS", ", precision='bf16-true'"}, "", "in which precision Lightning trains"},
	} {
		text := strings.NewReplacer(append(c.changes[:len(c.changes):len(c.changes)], usual...)...).Replace(fitted)
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+text), 0)
		switch {
		case c.want != "" && (gap == nil || gap.Raised && name != "a start that is lost" || !strings.Contains(gap.Reason, c.want)):
			t.Errorf("%s: %v", name, gap)
		case c.want != "":
		case gap != nil:
			t.Errorf("%s: %s", name, gap.Reason)
		default:
			hand := strings.Replace(byHand, "AUTOCAST", c.autocast, 1)
			if c.autocast == "eight" { // all batches but the first are like the second of two
				hand = strings.NewReplacer("for x, y in DataLoader", "for i, (x, y) in enumerate(DataLoader", "batch_size=32):", "batch_size=32)):",
					"AUTOCAST", "False", "    opt.zero_grad()\n", "    if i % 2 == 0:\n        opt.zero_grad()\n",
					"    opt.step()\n", "    if (i + 1) % 2 == 0:\n        opt.step()\n").Replace(byHand)
			}
			other, gap := Train(jobOf(t, "\n-- train.py --\n"+hand), 0)
			if gap != nil {
				t.Fatal(gap.Reason)
			}
			if step.Training != other.Training || step.Inputs[0] == "" || step.Weights != other.Weights {
				t.Errorf("%s: %+v, by hand %+v", name, step.Training, other.Training)
			}
		}
	}
}

// adversaries are two networks that a Lightning module trains in turn, by steps of its own: STEPS, over batches x.
const adversaries = `import torch
from torch import nn
import lightning as L
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T


class Pair(LIGHTNING):
    def __init__(self):
        super().__init__()
        self.gen = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 3, 3, padding=1))
        self.disc = nn.Sequential(nn.Conv2d(3, 96, 3), nn.ReLU(), nn.Conv2d(96, 1, 3))
        self.automatic_optimization = False
`

const adversariesFitted = `
    def training_step(self, batch):
        x, _ = batch
        opt_g, opt_d = self.optimizers()
        self.toggle_optimizer(opt_g)
        loss = -self.disc(self.gen(x)).mean()
        opt_g.zero_grad()
        self.manual_backward(loss)
        opt_g.step()
        self.untoggle_optimizer(opt_g)
        loss = self.disc(self.gen(x).detach()).mean() - self.disc(x).mean()
        opt_d.zero_grad()
        self.manual_backward(loss)
        self.clip_gradients(opt_d, 0.5)
        opt_d.step()
        self.lr_schedulers().step()

    def configure_optimizers(self):
        opt_g, opt_d = torch.optim.Adam(self.gen.parameters()), torch.optim.Adam(self.disc.parameters())
        return [opt_g, opt_d], [{"scheduler": torch.optim.lr_scheduler.StepLR(opt_g, 3), "interval": "step"}]

    def train_dataloader(self):
        return DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=32)


L.Trainer(max_epochs=2, devices=1).fit(Pair())
`

const adversariesByHand = `

def step(pair, x):
    for p in pair.disc.parameters():
        p.requires_grad = False
    loss = -pair.disc(pair.gen(x)).mean()
    opt_g.zero_grad()
    loss.backward()
    opt_g.step()
    for p in pair.disc.parameters():
        p.requires_grad = True
    loss = pair.disc(pair.gen(x).detach()).mean() - pair.disc(x).mean()
    opt_d.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(pair.disc.parameters(), 0.5)
    opt_d.step()


pair = Pair().cuda()
opt_g, opt_d = torch.optim.Adam(pair.gen.parameters()), torch.optim.Adam(pair.disc.parameters())
for batch in DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=32):
    x, y = batch
    batch = x, y = x.cuda(), y.cuda()
    step(pair, x)
`

// TestFitByHand: a module that steps several optimizers in its training_step takes what the same steps take without
// Lightning.
func TestFitByHand(t *testing.T) {
	fitted := strings.ReplaceAll(adversaries, "LIGHTNING", "L.LightningModule") + adversariesFitted
	step, gap := Train(jobOf(t, "\n-- train.py --\n"+fitted), 0)
	if gap != nil {
		t.Fatal(gap.Reason)
	}
	hand := strings.ReplaceAll(adversaries, "LIGHTNING", "nn.Module") + adversariesByHand
	other, gap := Train(jobOf(t, "\n-- train.py --\n"+hand), 0)
	if gap != nil {
		t.Fatal(gap.Reason)
	}
	if step.Training != other.Training || step.Weights != other.Weights {
		t.Errorf("%+v, by hand %+v", step.Training, other.Training)
	}
}

// folds trains a model in each fold of a cross-validation; MAKE makes it, AFTER stands behind that.
const folds = `import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T


class Net(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)

    def forward(self, x):
        return self.conv(x).mean((2, 3))


def main(k=5):
    models = []
    data = datasets.CIFAR10(".", transform=T.ToTensor())
    for fold in range(k):
        MAKE
        opt = torch.optim.Adam(PARAMETERS, lr=1e-3)
        for x, y in DataLoader(data, batch_size=32):
            loss = nn.functional.cross_entropy(model(x.cuda()), y.cuda())
            opt.zero_grad()
            loss.backward()
            opt.step()


main()
`

// TestFolds: a model that is made anew in each fold is one; those that differ, or are kept and trained together, are
// several.
func TestFolds(t *testing.T) {
	for name, c := range map[string]struct {
		make, parameters string
		known            bool
	}{
		"anew":           {"model = Net(8).cuda()", "model.parameters()", true},
		"its options":    {"model = Net(**dict(width=8)).cuda()", "model.parameters()", true},
		"by its fold":    {"model = Net(8 + fold).cuda()", "model.parameters()", false},
		"all of them":    {"model = Net(8).cuda()\n        models.append(model)", "[p for m in models for p in m.parameters()]", false},
		"the first ones": {"model = Net(8).cuda() if fold else Net(16).cuda()", "model.parameters()", false},
	} {
		j := jobOf(t, "\n-- train.py --\n"+strings.NewReplacer("MAKE", c.make, "PARAMETERS", c.parameters).Replace(folds))
		step, gap := Train(j, 0)
		if (gap == nil) != c.known {
			t.Errorf("%s: %v", name, gap)
		}
		if c.known && (step.Inputs[0] != "32x3x32x32" || len(j.Own) != 1) {
			t.Errorf("%s: %d models, given %s", name, len(j.Own), step.Inputs[0])
		}
	}
}

// TestFitByConfig: the trainer, the data and the module may be what a config names.
func TestFitByConfig(t *testing.T) {
	const head, tail = `if __name__ == "__main__":`, "main()\n"
	text := strings.NewReplacer("LOSS", "loss", "OPTIMIZERS", "opt", "MORE", "", "OPTIONS", "", "GIVEN", "").Replace(fitted)
	nets, _, _ := strings.Cut(text, head)
	j := jobOf(t, "\n-- nets.py --\n"+nets+`
-- conf/main.yaml --
data:
  _target_: nets.Data
  batch_size: 32
net:
  _target_: nets.Net
trainer:
  _target_: lightning.pytorch.trainer.Trainer
  max_epochs: 3
  devices: 1
-- train.py --
import hydra
from lightning import Trainer


@hydra.main(version_base=None, config_path="conf", config_name="main")
def main(cfg):
    data = hydra.utils.instantiate(cfg.data)
    net = hydra.utils.instantiate(cfg.net)
    trainer: Trainer = hydra.utils.instantiate(cfg.trainer)
    trainer.fit(model=net, datamodule=data)


if __name__ == "__main__":
    `+tail)
	step, gap := Train(j, 0)
	if gap != nil || step.Inputs[0] != "32x3x32x32" {
		t.Errorf("%+v %v", step, gap)
	}
}

// rebuilt trains a model that its owner makes, and makes once more for what comes behind the training.
const rebuilt = `import os
import sys
import torch
from torch import nn
from torchvision import datasets, transforms as T

class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, width, 3), nn.Flatten(), nn.LazyLinear(10) if width < 0 else nn.Linear(width * 900, 10))
    def forward(self, x):
        return self.body(x)

class Solver:
    def __init__(self, loader, width):
        self.loader, self.width, self.old = loader, width, []
        self.build()
    def build(self):
        self.net = Net(self.width).cuda()
        self.optimizer = torch.optim.Adam(self.net.parameters())
    def train(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.net(x.cuda()), y.cuda()).backward()
            self.optimizer.step()
        AFTER

data = datasets.CIFAR10('.', transform=T.ToTensor())
loader = torch.utils.data.DataLoader(data, batch_size=4)
MAIN
`

// TestRebuilt: a model that takes the place of one like it is that one; what is made behind the loop changes none of
// its steps.
func TestRebuilt(t *testing.T) {
	const one = "solver = Solver(loader, 8)\nsolver.train()"
	for name, c := range map[string]struct {
		after, main string
		single      bool
	}{
		"for the best weights":    {"self.build()\n        self.net.load_state_dict(torch.load('best.pt'))", one, true},
		"under a condition":       {"if os.path.exists('best.pt'):\n            self.build()", one, true},
		"never":                   {"pass", one, true},
		"of another size":         {"if os.path.exists('best.pt'):\n            self.width = 16\n            self.build()", one, true},
		"kept beside the new one": {"if os.path.exists('best.pt'):\n            self.old.append(self.net)\n            self.build()", one, true},
		"of another owner":        {"pass", "first = Solver(loader, 8)\nsolver = Solver(loader, 8)\nsolver.train()", true},
	} {
		j := jobOf(t, "\n-- train.py --\n"+strings.NewReplacer("AFTER", c.after, "MAIN", c.main).Replace(rebuilt))
		if _, gap := Train(j, 0); (gap == nil) != c.single {
			t.Errorf("%s: followed %v (%+v), want %v", name, gap == nil, gap, c.single)
		}
	}
}

// twoFitted is a GAN whose optimizers Lightning lets step in turn, as until 2.0; twoByHand is what that does, written
// out.
const twoFitted = `import pytorch_lightning as pl, torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets
from torchvision import transforms as T


class GAN(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.gen = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 784))
        self.disc = nn.Sequential(nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 1))

    def training_step(self, batch, batch_idx, optimizer_idx):
        x, _ = batch
        z = torch.randn(x.size(0), 16).type_as(x)
        if optimizer_idx == 0:
            return {"loss": -self.disc(self.gen(z)).mean()}
        return self.disc(self.gen(z).detach()).mean() - self.disc(x.flatten(1)).mean()

    def configure_optimizers(self):
        return [torch.optim.Adam(self.gen.parameters()), torch.optim.Adam(self.disc.parameters())]OPTIONS


pl.Trainer(gpus=1, max_epochs=2).fit(GAN(), DataLoader(datasets.MNIST(".", transform=T.ToTensor()), batch_size=256))
`

const twoByHand = `import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets
from torchvision import transforms as T


class GAN(nn.Module):
    def __init__(self):
        super().__init__()
        self.gen = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 784))
        self.disc = nn.Sequential(nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 1))

    def step(self, x, first):
        z = torch.randn(x.size(0), 16).type_as(x)
        if first:
            return -self.disc(self.gen(z)).mean()
        return self.disc(self.gen(z).detach()).mean() - self.disc(x.flatten(1)).mean()


net = GAN().cuda()
opt_g, opt_d = torch.optim.Adam(net.gen.parameters()), torch.optim.Adam(net.disc.parameters())
for batch in DataLoader(datasets.MNIST(".", transform=T.ToTensor()), batch_size=256):
    batch = [batch[0].cuda(), batch[1].cuda()]
    for p in net.disc.parameters():
        p.requires_grad = False
    loss = net.step(batch[0], True)
    opt_g.zero_grad()
    loss.backward()
    opt_g.step()
    for p in net.disc.parameters():
        p.requires_grad = True
    for p in net.gen.parameters():
        p.requires_grad = False
    loss = net.step(batch[0], False)
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()
    for p in net.gen.parameters():
        p.requires_grad = True
`

// TestFitInTurn: several optimizers of one module step in turn, each with the parameters of the others without
// gradients.
func TestFitInTurn(t *testing.T) {
	other, gap := Train(jobOf(t, "\n-- train.py --\n"+twoByHand), 0)
	if gap != nil {
		t.Fatal(gap.Reason)
	}
	for options, want := range map[string]string{"": "", ", []": "", "  # both": ""} {
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+strings.Replace(twoFitted, "OPTIONS", options, 1)), 0)
		if gap != nil {
			t.Errorf("%q: %s, want %s", options, gap.Reason, want)
			continue
		}
		if step.Training != other.Training || step.Weights != other.Weights {
			t.Errorf("%q: %+v, by hand %+v", options, step.Training, other.Training)
		}
	}
}
