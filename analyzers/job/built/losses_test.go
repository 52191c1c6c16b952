package built

import (
	"strings"
	"testing"
)

// labelled trains on images whose labels stand in a file.
const labelled = `import pandas as pd
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset
from torchvision import datasets, transforms as T


class Images(Dataset):
    def __init__(self):
        self.images = datasets.CIFAR10(".", transform=T.ToTensor())
        self.labels = [LABELS[k] for k in pd.read_csv("labels.csv")["label"]]

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return {"image": self.images[i][0], "label": self.labels[i]}


LABELS = pd.read_json("labels.json")


class Loss(nn.Module):
    def __init__(self, gamma=2.0):
        super().__init__()
        self.gamma = gamma

    def forward(self, pred, target):
FORWARD


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, CLASSES, 3)

    def forward(self, x):
        return self.conv(x).mean((2, 3))


criterion = LOSS
for rate in [1e-3]:
    model = Net().cuda()
    opt = torch.optim.Adam(model.parameters(), lr=rate)
    losses = []
    for batch in DataLoader(Images(), batch_size=16):
        out = model(batch["image"].cuda())
        loss = criterion(out, batch["label"].cuda())
        opt.zero_grad()
        loss.backward()
        AFTER
        opt.step()
`

// TestLabelsThatFilesTell: what a loss compares with is of the shape that it takes, also where the loss is a class of
// the project's; what it weighs classes with changes nothing.
func TestLabelsThatFilesTell(t *testing.T) {
	const focal = "        target = target.type_as(pred)\n        p = pred * target + (1 - pred) * (1 - target)\n" +
		"        return (F.binary_cross_entropy(pred, target, reduction='none') * (1 - p).pow(self.gamma)).mean()"
	const classes = "        p = torch.exp(-F.cross_entropy(pred, target, reduction='none'))\n        return ((1 - p) ** self.gamma * F.cross_entropy(pred, target, reduction='none')).mean()"
	const both = "        return F.cross_entropy(pred, target) + F.mse_loss(pred, target)"
	const none = "        return ((pred - target.type_as(pred)) ** 2).mean()"
	usual := []string{"FORWARD", focal, "LOSS", "Loss()", "AFTER", "losses.append(loss.item())", "CLASSES", "4"}
	for name, c := range map[string]struct {
		changes  []string
		followed bool
	}{
		"a loss of the project's":          {nil, true},
		"one of classes":                   {[]string{"FORWARD", classes}, true},
		"one of both kinds, each its own":  {[]string{"FORWARD", both}, true},
		"one of no loss that is known":     {[]string{"FORWARD", none}, false},
		"torch's own":                      {[]string{"LOSS", "nn.CrossEntropyLoss()"}, true},
		"with weights of classes":          {[]string{"LOSS", "nn.CrossEntropyLoss(weight=torch.tensor([1 / n for n in LABELS.counts], dtype=torch.float))"}, true},
		"with a weight of the positive":    {[]string{"LOSS", "nn.BCEWithLogitsLoss(pos_weight=LABELS.share)"}, true},
		"a list that keeps the loss":       {[]string{"AFTER", "losses.append(loss)"}, true},
		"a list that keeps all it gave":    {[]string{"AFTER", "losses.append(out)"}, false},
		"a list of somebody who is called": {[]string{"AFTER", "LABELS.note(loss)"}, false},
	} {
		text := strings.NewReplacer(append(c.changes[:len(c.changes):len(c.changes)], usual...)...).Replace(labelled)
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+text), 0)
		switch {
		case (gap == nil) != c.followed:
			t.Errorf("%s: %+v", name, gap)
		case gap == nil && (!step.Targets || step.Inputs[0] != "16x3x32x32"):
			t.Errorf("%s: targets %t, inputs %v", name, step.Targets, step.Inputs)
		}
	}
}

// recasting trains a model that is held in half precision; CAST is done in each step.
const recasting = `import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64))

    def forward(self, x):
        return self.net(x)


def in_full(model):
    for p in model.parameters():
        p.data = p.data.float()
        p.grad.data = p.grad.data.float()


model = Net().half().cuda()
BEFORE
opt = torch.optim.Adam(model.parameters())
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(8000, 64)), batch_size=800)
for (x,) in loader:
    with torch.autocast("cuda", dtype=torch.float16):
        loss = model(x.cuda()).mean()
    opt.zero_grad()
    loss.backward()
    CAST
    opt.step()
`

// TestRecast: a model whose parameters are cast in each step has what it was made with at the least, and fp32 at the
// most; a cast before that is one of all of it.
func TestRecast(t *testing.T) {
	const parameters = 2 * (64*64 + 64)
	for name, c := range map[string]struct {
		before, cast string
		recast       bool
		least, most  int64 // bytes of parameters
	}{
		"in each step":   {"", "in_full(model)", true, 2 * parameters, 4 * parameters},
		"never":          {"", "pass", false, 2 * parameters, 0},
		"before":         {"for p in model.parameters():\n    p.data = p.data.float()", "pass", false, 4 * parameters, 0},
		"gradients only": {"", "for p in model.parameters():\n        p.grad.data = p.grad.data.float()", false, 2 * parameters, 0},
	} {
		j := jobOf(t, "\n-- train.py --\n"+strings.NewReplacer("BEFORE", c.before, "CAST", c.cast).Replace(recasting))
		models := Of(j)
		if gap := models.Open(); gap != nil {
			t.Errorf("%s: %+v", name, gap)
			continue
		}
		full := HeldInFull(j, 0, "")
		if got := models.List[0].Answer.ParameterBytes; got != c.least || (Recast(j) != nil) != c.recast || (full != nil) != c.recast {
			t.Errorf("%s: %d bytes, recast %+v, in full %t", name, got, Recast(j), full != nil)
			continue
		}
		if full != nil && full.Models.List[0].Answer.ParameterBytes != c.most {
			t.Errorf("%s: %d bytes at the most, want %d", name, full.Models.List[0].Answer.ParameterBytes, c.most)
		}
	}
}
