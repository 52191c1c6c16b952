package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestSizeTransformed: what torchvision's transforms make of the size of each image, one after the other, in a class of
// the project's.
func TestSizeTransformed(t *testing.T) {
	const project = `-- data/changes.py --
from torchvision import transforms as T
class Change:
    def __init__(self, size, mode, flip=0.5):
        todo = [T.RandomHorizontalFlip(flip)] if flip else []
        if mode == "part":
            todo.append(T.RandomResizedCrop(size))
        else:
            todo.extend([T.Resize(size), T.RandAugment()])
        LAST
        self.all = T.Compose(todo + [T.ToTensor(), T.Normalize([0.5], [0.5])])
    def __call__(self, image):
        return CALL
-- data/make.py --
from torchvision.datasets import ImageFolder
from data.changes import Change
kinds = {"folder": ImageFolder}
def make(a, kind="folder"):
    return kinds[kind]("images", Change(a.size, a.mode))
-- train.py --
import argparse, torch
from torchvision import models
from data.make import make
p = argparse.ArgumentParser()
p.add_argument("--size", type=int, nargs="+", default=(224, 192))
p.add_argument("--mode", default="part")
a = p.parse_args()
net = models.resnet18()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in torch.utils.data.DataLoader(make(a), batch_size=4):
    torch.nn.functional.cross_entropy(net(x), y).backward()
    opt.step()
`
	const plain = "self.all(image)"
	small := strings.NewReplacer("ImageFolder", "CIFAR10", "\"images\", Change(", "\"images\", transform=Change(").Replace(project)
	for call, want := range map[string]string{ // images that are 32 pixels wide and high
		" --mode all --size 96": "96 @ run.sh:1", " --mode none": "32",
	} {
		text := "-- run.sh --\npython train.py" + call + "\n" + strings.NewReplacer("LAST", "pass", "CALL", plain).Replace(small)
		text = strings.Replace(text, "todo.extend([T.Resize(size), T.RandAugment()])", "todo.extend(([T.Resize(size)] if mode == \"all\" else []) + [T.RandAugment()])", 1)
		if got := show(find(t, text), dialect.ImageSize); got != want && !strings.HasPrefix(got, want+" @") {
			t.Errorf("%s: %s, want %s", call, got, want)
		}
	}
	for _, c := range []struct{ name, command, last, call, want string }{
		{"the default", "", "pass", plain, "224x192 @ train.py:5"},
		{"of the command line", " --size 96 96", "pass", plain, "96 @ run.sh:1"},
		{"both sides", " --mode all", "pass", plain, "224x192 @ train.py:5"},
		{"the shorter side alone", " --mode all --size 96", "pass", plain, ""},
		{"the shorter side alone, and a part of that", " --mode all --size 96", "todo.append(T.CenterCrop(64))", plain, "64 @ data/changes.py:9"},
		{"one that only the run knows", "", "todo.append(T.Pad(int(input())))", plain, ""},
		{"a library's that is not known", "", "import other; todo.append(other.Cut(3))", plain, ""},
		{"more than the transforms", "", "pass", "self.all(image)[:, ::2]", ""},
		{"of something else", "", "pass", "self.all(image.crop((0, 0, 8, 8)))", ""},
	} {
		text := "-- run.sh --\npython train.py" + c.command + "\n" + strings.NewReplacer("LAST", c.last, "CALL", c.call).Replace(project)
		got := show(find(t, text), dialect.ImageSize)
		if got != c.want && !(c.want == "" && got == "?") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSizeOfHeldOut: a dataset that is called one for validation crops for itself.
func TestSizeOfHeldOut(t *testing.T) {
	const project = `-- pairs.py --
from PIL import Image
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms
class TrainPairs(Dataset):
    def __init__(self, files, crop):
        self.files = files
        self.whole = transforms.Compose([transforms.RandomCrop(crop), transforms.ToTensor()])
    def __getitem__(self, i):
        return self.whole(Image.open(self.files[i]))
    def loader(self, size):
        return DataLoader(self, batch_size=size)
class ValidationDataset(Dataset):
    def __init__(self, files, crop):
        self.files, self.crop = files, crop
    def __getitem__(self, i):
        return transforms.CenterCrop(self.crop)(Image.open(self.files[i]))
-- train.py --
import glob, torch
from pairs import TrainPairs, ValidationDataset
net = torch.nn.Conv2d(3, 3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
held = ValidationDataset(glob.glob("held/*"), 400)
for x in TrainPairs(glob.glob("images/*"), 88).loader(4):
    net(x).mean().backward()
    opt.step()
`
	for crop, want := range map[string]string{"88": "88 @ train.py:6", "int(input())": "?"} {
		if got := show(find(t, "-- run.sh --\npython train.py\n"+strings.Replace(project, "88", crop, 1)), dialect.ImageSize); got != want {
			t.Errorf("%s: %q, want %q", crop, got, want)
		}
	}
}
