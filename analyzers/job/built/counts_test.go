package built

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
)

// countsScript trains on a folder of images; %s stands for what the model is made with.
const countsScript = `
-- net.py --
from torch import nn


class Net(nn.Module):
    def __init__(self, num_classes, width=8):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)
        self.fc = nn.Linear(width, num_classes)

    def forward(self, x):
        return self.fc(self.conv(x).mean((2, 3)))


class Wide(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)

    def forward(self, x):
        return self.conv(x).mean((2, 3))


-- train.py --
import argparse
import json
import os
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets
from torchvision import transforms as T
from net import Net, Wide


def main():
    data = datasets.ImageFolder("train", T.Compose([T.Resize((64, 64)), T.ToTensor()]))
    files = json.load(open("all.json"))
    %s
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in DataLoader(data, batch_size=16):
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
`

// TestAssuming: what a program counts in its data is taken to lie between two ends, where a word says what it counts
// and a layer is as wide as that.
func TestAssuming(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"the classes of a folder", "net = Net(len(data.classes))", "len(data.classes) 2 to 1000: 242 to 9224"},
		{"by a name", "num_classes = len(os.listdir('train'))\n    net = Net(num_classes)", "num_classes 2 to 1000: 242 to 9224"},
		{"one more than that", "net = Net(len(data.classes) + 1)", "len(data.classes) 2 to 1000: 251 to 9233"},
		{"once more in a layer behind", "net = Net(len(data.classes))\n    net.fc = nn.Linear(8, len(data.classes) * 2)", "len(data.classes) 2 to 1000: 260 to 18224"},
		{"twice that", "num_classes = len(data.classes)\n    net = nn.Sequential(Net(2 * num_classes), nn.Linear(2 * num_classes, 3))", "num_classes 2 to 1000: 275 to 24227"},
		{"read off what is not known", "net = Net(files.num_classes)", "files.num_classes 2 to 1000: 242 to 9224"},
		{"a vocabulary", "vocab_size = len(files['vocab'])\n    net = Net(vocab_size)", "vocab_size 2 to 50000: 242 to 450224"},
		{"what it decides, too", "n = len(data.classes)\n    net = Net(n, width=8 if n > 100 else 4)", "n 2 to 1000: 122 to 9224"},
		{"what it decides, counted once more", "net = Net(len(data.classes), width=8 if len(data.classes) > 100 else 4)", "len(data.classes) 2 to 1000: 122 to 9224"},
		{"two of them", "net = nn.Sequential(Net(len(data.classes)), nn.Unflatten(1, (1, -1)), nn.Flatten(), nn.Linear(len(data.classes), len(files['labels'])))",
			"len(data.classes) 2 to 1000, len(files['labels']) 2 to 1000: 248 to 1010224"},
		{"how wide it is inside, which no word says", "net = Wide(len(files['rows']))", "none"},
		{"of no layer", "num_classes = len(data.classes)\n    net = Net(10)", "none"},
		{"what else is not known", "net = Net(len(data.classes), width=files['width'])", "none"},
	} {
		if got := assumed(jobOf(t, fmt.Sprintf(countsScript, c.script))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAssumingInLibrary: a Trainer's module is as wide as what is counted, too, or as what somebody else has counted.
func TestAssumingInLibrary(t *testing.T) {
	for counted, want := range map[string]string{
		"num_classes = len(os.listdir('train'))":    "num_classes 2 to 1000: 10210 to 43144",
		"num_classes = settings.load().num_classes": "num_classes 2 to 1000: 10210 to 43144",
	} {
		script := strings.NewReplacer("def __init__(self):", "def __init__(self, n):", "nn.Linear(32, 10)", "nn.Linear(32, n if isinstance(n, int) else len(n))", "LOSS", "loss", "OPTIMIZERS", "opt", "MORE", "", "OPTIONS", "",
			"    trainer.fit(Net(), GIVEN)", "    "+counted+"\n    trainer.fit(Net(num_classes), Data(batch_size=32))", "import torch\n", "import os\nimport settings\nimport torch\n").Replace(fitted)
		if got := assumed(jobOf(t, "\n-- train.py --\n"+script)); got != want {
			t.Errorf("%s: %s, want %s", counted, got, want)
		}
	}
}

// assumed is what is counted, from where to where that is taken to lie, and how many parameters the models have then.
func assumed(j *job.Job) string {
	low, high, list := Assuming(j, 0, "")
	if low == nil {
		return "none"
	}
	var words []string
	for _, one := range list {
		words = append(words, fmt.Sprintf("%s %d to %d", one.Name, one.Low, one.High))
	}
	return fmt.Sprintf("%s: %d to %d", strings.Join(words, ", "), low.Models.parameters(), high.Models.parameters())
}

// TestPicked: how many elements a mask picks, only values tell. A job is followed with one of them and with all.
func TestPicked(t *testing.T) {
	const masked = `
-- train.py --
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T

net = nn.Conv2d(3, 8, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, _ in DataLoader(datasets.CIFAR10("data", transform=T.ToTensor()), batch_size=4):
    y = net(x.cuda())
    %s
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	for _, c := range []struct{ script, want string }{
		{"loss = y[y > 0].mean()", "elements that masks pick 1 to 28800"},
		{"loss = y.masked_select(y > 0).sum()", "elements that masks pick 1 to 28800"},
		{"hard = (y.sum(1) > 0).nonzero()\n    loss = y[hard[:, 0]].mean()", "elements that masks pick 1 to 3600"},
		{"loss = y[y > 0].view(2, -1).mean()", "none"},
		{"loss = y.mean()", "none"},
	} {
		j := jobOf(t, fmt.Sprintf(masked, c.script))
		low, high, list := Assuming(j, 0, "")
		got := "none"
		if low != nil {
			if got = fmt.Sprintf("%s %d to %d", list[0].Name, list[0].Low, list[0].High); low.Step.Training.Forward.Bytes >= high.Step.Training.Forward.Bytes {
				t.Errorf("%s: %d and %d", c.script, low.Step.Training.Forward.Bytes, high.Step.Training.Forward.Bytes)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.script, got, c.want)
		}
		step, gap := Train(j, 0)
		switch needs := strings.Contains(c.script, ">"); {
		case needs && (gap == nil || !gap.Picks):
			t.Errorf("%s: the step is known, or what a mask picks is not what is missing: %+v", c.script, gap)
		case !needs && step == nil:
			t.Errorf("%s: %+v", c.script, gap)
		}
	}
}
