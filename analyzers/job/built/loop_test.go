package built

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// albumentedScript trains on images and masks that albumentations changes; %s stands for the transforms.
const albumentedScript = `import cv2, torch
import albumentations as A
from albumentations.pytorch import ToTensorV2
from torch import nn
from torch.utils.data import DataLoader, Dataset

class Masks(Dataset):
    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 100

    def __getitem__(self, i):
        image = cv2.cvtColor(cv2.imread("image.jpg"), cv2.COLOR_BGR2RGB)
        out = self.transform(image=image, mask=cv2.imread("mask.png", 0))
        return out["image"], out["mask"].long()

net = nn.Conv2d(3, 4, 3, padding=1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in DataLoader(Masks(A.Compose([%s, A.Normalize(), ToTensorV2()])), batch_size=8):
    loss = nn.functional.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`

func TestAlbumentations(t *testing.T) {
	for name, c := range map[string][2]string{
		"a size":               {"A.Resize(256, 192)", "8x3x256x192"},
		"a size by name":       {"A.RandomResizedCrop(size=(64, 48), scale=(0.5, 1.0))", "8x3x64x48"},
		"then colours":         {"A.Resize(64, 48), A.HorizontalFlip(p=0.5), A.OneOf([A.Blur(), A.GaussNoise()], p=0.2)", "8x3x64x48"},
		"then a crop":          {"A.Resize(64, 64), A.RandomRotate90(), A.RandomCrop(32, 16)", "8x3x32x16"},
		"then margins":         {"A.Resize(64, 64), A.PadIfNeeded(32, 96)", "8x3x64x96"},
		"a crop by chance":     {"A.Resize(64, 64), A.RandomCrop(32, 16, p=0.5)", "?"},
		"one of several crops": {"A.Resize(64, 64), A.OneOf([A.RandomCrop(32, 16), A.Blur()])", "?"},
		"turned":               {"A.Resize(64, 48), A.RandomRotate90()", "?"},
		"turned to fit":        {"A.Resize(64, 48), A.Affine(rotate=30, fit_output=True)", "?"},
		"no size":              {"A.HorizontalFlip()", "?"},
		"one not known":        {"A.Resize(64, 48), A.RandomScale()", "?"},
	} {
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+fmt.Sprintf(albumentedScript, c[0])), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		} else if strings.Contains(gap.Reason, "raises") {
			got = gap.Reason
		}
		if got != c[1] {
			t.Errorf("%s: %s, want %s (%v)", name, got, c[1], gap)
		}
	}
}

// feedScript trains a small network on what a loader gives; %s stands for what makes the loader, what stands in the
// loop before the loss, and what the model is given.
const feedScript = `import torch
from torch import nn
from torch.utils.data import DataLoader, Subset, random_split
from torchvision import datasets
from torchvision import transforms as T

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, x, y=None):
        return self.conv(x).mean((2, 3))

model = Net()
%s
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    for x, y in loader:
%s
        loss = nn.functional.cross_entropy(%s, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
`

// TestFed: what the training loop gives a model of the project's own, or where following it ends, and why.
func TestFed(t *testing.T) {
	const cifar, folder = "data = datasets.CIFAR10('.', transform=%s)\nloader = DataLoader(data, batch_size=32)", "data = datasets.ImageFolder('.', transform=%s)\nloader = DataLoader(data, batch_size=4)"
	of := func(loader, transform string) string { return fmt.Sprintf(loader, transform) }
	for _, c := range []struct{ name, loader, before, given, want string }{
		{"images of CIFAR", of(cifar, "T.ToTensor()"), "", "model(x)", "32x3x32x32"},
		{"on the way to the card", of(cifar, "T.ToTensor()"), "        x = x.to('cuda', non_blocking=True).float()", "model(x.cuda())", "32x3x32x32"},
		{"an old Variable", of(cifar, "T.ToTensor()"), "        x = torch.autograd.Variable(x)", "model(x)", "32x3x32x32"},
		{"by a name of forward's", of(cifar, "T.ToTensor()"), "", "model(x=x)", "x 32x3x32x32"},
		{"several transforms", of(cifar, "T.Compose([T.RandomHorizontalFlip(), T.Resize(224), T.ToTensor(), T.Normalize([0.5], [0.5])])"), "", "model(x)", "32x3x224x224"},
		{"a crop of a part", of(cifar, "T.Compose([T.RandomCrop((24, 16), padding=4), T.ToTensor()])"), "", "model(x)", "32x3x24x16"},
		{"a crop in the middle", of(folder, "T.Compose([T.Resize(256), T.CenterCrop(224), T.ToTensor()])"), "", "model(x)", "4x3x224x224"},
		{"a random part", of(folder, "T.Compose([T.RandomResizedCrop(size=160), T.ToTensor()])"), "", "model(x)", "4x3x160x160"},
		{"both edges", of(folder, "T.Compose([T.Resize((128, 64)), T.ToTensor()])"), "", "model(x)", "4x3x128x64"},
		{"a shorter edge of files", of(folder, "T.Compose([T.Resize(256), T.ToTensor()])"), "", "model(x)", "? an argument is not known: the size of an image (train.py:20)"},
		{"a shorter edge of what is no square", of(folder, "T.Compose([T.Resize((128, 64)), T.Resize(32), T.ToTensor()])"), "", "model(x)", "4x3x64x32"},
		{"files as they are", of(folder, "T.ToTensor()"), "", "model(x)", "? an argument is not known: the size of an image lies in its file (train.py:20)"},
		{"a bound for the longer edge", of(cifar, "T.Compose([T.Resize(64, max_size=80), T.ToTensor()])"), "", "model(x)", "? an argument is not known: the size of an image (train.py:20)"},
		{"a size that nobody knows", of(cifar, "T.Compose([T.Resize(int(input())), T.ToTensor()])"), "", "model(x)", "? an argument is not known: input()"},
		{"transforms that are the layers of a module", of(cifar, "T.Compose([T.ToTensor(), nn.Sequential(T.Resize((16, 8)), T.Normalize([0.5], [0.5]))])"), "", "model(x)", "32x3x16x8"},
		{"a size of three numbers", of(cifar, "T.Compose([T.Resize((1, 2, 3)), T.ToTensor()])"), "", "model(x)", "? the program raises ValueError: If size is a sequence, it should have 1 or 2 values"},
		{"grey", of(cifar, "T.Compose([T.Grayscale(), T.ToTensor()])"), "", "model(x)", "? the program raises RuntimeError: torch.nn.functional.conv2d: Given groups=1, weight of size [8, 3, 3, 3], expected input[32, 1, 32, 32] to have 3 channels, but got 1 channels instead"},
		{"grey in three channels", of(cifar, "T.Compose([T.Grayscale(num_output_channels=3), T.ToTensor()])"), "", "model(x)", "32x3x32x32"},
		{"grey in who knows how many", of(cifar, "T.Compose([T.Grayscale(int(input())), T.ToTensor()])"), "", "model(x)", "32x3x32x32"},
		{"a turn that makes it larger", of(cifar, "T.Compose([T.RandomRotation(30, expand=True), T.ToTensor()])"), "", "model(x)", "? an argument is not known: the size of a turned image (train.py:20)"},
		{"a turn", of(cifar, "T.Compose([T.RandomRotation(30), T.ToTensor()])"), "", "model(x)", "32x3x32x32"},
		{"margins", of(cifar, "T.Compose([T.Pad(4), T.ToTensor()])"), "", "model(x)", "32x3x40x40"},
		{"no tensor", of(cifar, "T.Compose([T.Resize(64)])"), "", "model(x)", "? the program raises TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists"},
		{"no transform", "data = datasets.CIFAR10('.')\nloader = DataLoader(data, batch_size=32)", "", "model(x)", "? the program raises TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists"},
		{"a function of the project's", of(cifar, "T.Compose([lambda i: i, T.ToTensor()])"), "", "model(x)", "32x3x32x32"},
		{"transforms of another library", "import imgaug\n" + of(cifar, "imgaug.Compose([imgaug.Resize(8, 8)])"), "", "model(x)", "? an argument is not known: imgaug.Compose is not known"},
		{"albumentations, which wants names", "import albumentations\n" + of(cifar, "albumentations.Compose([albumentations.Resize(8, 8)])"), "", "model(x)", "? the program raises KeyError: You have to pass data to augmentations as named arguments, for example: aug(image=image)"},
		{"a list that somebody makes", "import other\n" + of(cifar, "T.Compose(other.transforms())"), "", "model(x)", "? what is walked over is not known: other.transforms is not known"},
		{"digits", "data = datasets.MNIST('.', transform=T.ToTensor())\nloader = DataLoader(data, 64)", "", "model(x)", "? the program raises RuntimeError: torch.nn.functional.conv2d: Given groups=1, weight of size [8, 3, 3, 3], expected input[64, 1, 28, 28] to have 3 channels, but got 1 channels instead"},
		{"images that are made up", "data = datasets.FakeData(100, (3, 40, 24), 10, T.ToTensor())\nloader = DataLoader(data, batch_size=4)", "", "model(x)", "4x3x40x24"},
		{"as many batches as the data gives", of(cifar, "T.ToTensor()"), "        x, y = x[:len(loader) - 1555], y[:8]", "model(x)", "8x3x32x32"},
		{"as many batches as a part of the data gives", "data, rest = random_split(datasets.CIFAR10('.', transform=T.ToTensor()), [45000, 5000])\nloader = DataLoader(data, batch_size=32)", "        x = x[:len(loader)]", "model(x)", "? an argument is not known: how many batches a loader has"},
		{"as many as its test part gives", "data = datasets.CIFAR10('.', train=False, transform=T.ToTensor())\nloader = DataLoader(data, batch_size=32)", "        x, y = x[:len(data) - 9992], y[:8]", "model(x)", "8x3x32x32"},
		{"compiled with settings", of(cifar, "T.ToTensor()"), "        x = torch.compile(nn.Identity(), dynamic=True)(x)[:8]\n        y = y[:8]", "torch.compile(model, fullgraph=True)(x)", "8x3x32x32"},
		{"any accelerator", of(cifar, "T.ToTensor()"), "        x = x.to(torch.accelerator.current_accelerator()) if torch.accelerator.is_available() else x[:1]", "model(x)", "32x3x32x32"},
		{"a schedule that an object holds", "class Schedule:\n    def __init__(self, n):\n        self.betas = self.made(n).to('cuda')\n        self.left = 1. - self.betas\n        self.kept = torch.cumprod(self.left, dim=0)\n    def made(self, n):\n        return torch.linspace(1e-4, 0.02, n)\nschedule = Schedule(1000)\n" + of(cifar, "T.ToTensor()"),
			"        x = x * torch.sqrt(schedule.kept[torch.randint(0, 1000, (32,))])[:, None, None, None]", "model(x)", "32x3x32x32"},
		{"a schedule out of a file", "class Schedule:\n    def __init__(self, path):\n        self.left = 1. - torch.load(path)\nschedule = Schedule('betas.pt')\n" + of(cifar, "T.ToTensor()"),
			"        x = x * schedule.left", "model(x)", "? an argument is not known: computed from something unknown (train.py:18)"},
		{"a part of the data", "data = Subset(datasets.CIFAR10('.', transform=T.ToTensor()), range(100))\nloader = DataLoader(data, batch_size=32)", "", "model(x)", "32x3x32x32"},
		{"the larger part", "data, rest = random_split(datasets.CIFAR10('.', transform=T.ToTensor()), [45000, 5000])\nloader = DataLoader(data, batch_size=32)", "", "model(x)", "32x3x32x32"},
		{"the first part", "parts = random_split(datasets.CIFAR10('.', transform=T.ToTensor()), [45000, 5000])\nloader = DataLoader(parts[0], batch_size=32)", "", "model(x)", "32x3x32x32"},
		{"a transform that is set later", "data = datasets.ImageFolder('.')\ndata.transform = T.Compose([T.Resize((24, 16)), T.ToTensor()])\nloader = DataLoader(data, batch_size=4)", "", "model(x)", "4x3x24x16"},
		{"a transform that is perhaps set later", "data = datasets.ImageFolder('.', T.Compose([T.Resize((8, 8)), T.ToTensor()]))\nif input():\n    data.transform = T.Compose([T.Resize((24, 16)), T.ToTensor()])\nloader = DataLoader(data, batch_size=4)", "", "model(x)",
			"? an argument is not known: whether transform is set, only the run can tell (train.py:18)"},
		{"a heir of a folder", "class Own(datasets.ImageFolder):\n    def __init__(self, root, transform=None):\n        super(Own, self).__init__(root, transform)\nloader = DataLoader(Own('.', T.Compose([T.Resize(40), T.RandomCrop(32), T.ToTensor()])), batch_size=4)",
			"", "model(x)", "4x3x32x32"},
		{"a heir that opens its files", "class Own(datasets.ImageFolder):\n    def __init__(self, root, side):\n        super().__init__(root)\n        self.size = len(self.samples)\n        self.names = self.classes\n" +
			"        self.cut = T.Compose([T.Resize((side, 2 * side)), T.ToTensor()])\n    def __getitem__(self, i):\n        path, y = self.samples[i]\n        return self.cut(self.loader(path)), y\n" +
			"loader = DataLoader(Own('.', 16), batch_size=4)", "", "model(x)", "4x3x16x32"},
		{"a heir with what only files say", "class Own(datasets.ImageFolder):\n    def __getitem__(self, i):\n        return T.ToTensor()(self.loader(self.samples[i][0])), 0\nloader = DataLoader(Own('.'), batch_size=4)",
			"", "model(x)", "? an argument is not known: the size of an image lies in its file (train.py:18)"},
		{"a heir of digits", "from PIL import Image\nclass Own(datasets.MNIST):\n    def __getitem__(self, i):\n        x = Image.fromarray(self.data[i].numpy(), mode='L')\n        return self.transform(x).expand(3, -1, -1), int(self.targets[i])\n" +
			"loader = DataLoader(Own('.', transform=T.ToTensor()), batch_size=4)", "", "model(x)", "4x3x28x28"},
		{"a heir of letters", "from PIL import Image\nclass Own(datasets.EMNIST):\n    def __getitem__(self, i):\n        return self.data[i].expand(3, -1, -1).float(), 0\n" +
			"loader = DataLoader(Own('.', 'letters'), batch_size=4)", "", "model(x)", "? an argument is not known: how many items a dataset has"},
		{"uniform noise for each image", "noise = torch.distributions.Uniform(-1, 1).sample\n" + of(cifar, "T.ToTensor()"), "        x = x + noise((x.size(0), 3, 32, 32))", "model(x)", "32x3x32x32"},
		{"noise with a width for each image", "wide = torch.distributions.Normal(torch.zeros(32, 1), 2.0)\n" + of(cifar, "T.ToTensor()"),
			"        x = x + wide.rsample((3, 8)).reshape(32, 3, 8, 1).repeat(1, 1, 4, 1)", "model(x)", "32x3x32x32"},
		{"a dataset of the project's", "class Own(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n        return load(i)\nloader = DataLoader(Own(), batch_size=32)", "", "model(x)", "? the program raises NameError: name 'load' is not defined"},
		{"a dataset that nobody knows", "import other\nloader = DataLoader(other.Data(), batch_size=32)", "", "model(x)", "? what is walked over is not known: other.Data is not known"},
		{"a function that puts items together", "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=32, collate_fn=pad)", "", "model(x)", "? what is called here is not known: nothing seen here binds it (train.py:17)"},
		{"a sampler of the project's that draws so many", "import random\nclass Draw:\n    def __init__(self, data, n):\n        self.data, self.n = data, n\n    def __iter__(self):\n        while True:\n" +
			"            yield random.sample(range(len(self.data)), self.n)\ndata = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_sampler=Draw(data, 24))", "", "model(x)", "24x3x32x32"},
		{"a sampler of the project's of two streams without an end", "import itertools\ndef endless(a):\n    while True:\n        yield a\ndef grouped(a, n):\n    return zip(*([iter(a)] * n))\nclass Both:\n    def __iter__(self):\n" +
			"        one, other = iter(range(40)), itertools.chain.from_iterable(endless(range(7)))\n        return (a + b for a, b in zip(grouped(one, 6), grouped(other, 2)))\n" +
			"data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_sampler=Both())", "", "model(x)", "8x3x32x32"},
		{"a sampler of the project's of which only the run knows", "class Draw:\n    def __iter__(self):\n        yield list(range(int(input())))\n" +
			"data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_sampler=Draw())", "", "model(x)", "? the bound of a range is not known: input()"},
		{"images that are turned by chance", of(cifar, "T.ToTensor()"), "        x = torch.rot90(x, torch.randint(0, 4, (1,))[0], (2, 3))", "model(x)", "32x3x32x32"},
		{"images that are no squares and turned by chance", of(cifar, "T.ToTensor()"), "        x = torch.rot90(x[..., :16], torch.randint(0, 4, (1,))[0], (2, 3))", "model(x)", "? torch.rot90: argument \"k\" is not a known whole number"},
		{"labels that are turned by chance", "import random\n" + of(cifar, "T.ToTensor()"), "        if random.random() < 0.1:\n            y = 9 - y", "model(x)", "32x3x32x32"},
		{"a batch that is skipped, only the run knows when", of(cifar, "T.ToTensor()"), "        if input():\n            continue", "model(x)", "32x3x32x32"},
		{"an end of which only the run knows", of(cifar, "T.ToTensor()"), "        if input():\n            break", "model(x)", "32x3x32x32"},
		{"a refusal of which only the run knows", of(cifar, "T.ToTensor()"), "        if input():\n            raise ValueError(x)", "model(x)", "32x3x32x32"},
		{"larger images by chance", "import random\n" + of(cifar, "T.ToTensor()"), "        if random.random() < 0.1:\n            x = nn.functional.interpolate(x, size=64)", "model(x)", "? what decides which way the program goes is not known: random.random: only a run knows"},
		{"rounds of which only the run knows how many", of(cifar, "T.ToTensor()"), "        while input():\n            x = x + model(x).mean()", "model(x)", "? how often the program goes round is not known: input()"},
		{"many ways, each the same", of(cifar, "T.ToTensor()"), strings.Repeat("        if input():\n            y = y + 0\n", 5), "model(x)", "32x3x32x32"},
		{"many ways, and one takes more", of(cifar, "T.ToTensor()"), strings.Repeat("        if input():\n            y = y + 0\n", 5) + "        if input():\n            x = nn.functional.interpolate(x, size=64)\n", "model(x)", "? what decides which way the program goes is not known: input()"},
		{"too many ways", of(cifar, "T.ToTensor()"), strings.Repeat("        if input():\n            y = y + 0\n", 17), "model(x)", "? what decides which way the program goes is not known: input()"},
		{"rows that an array of numbers picks", "import numpy as np\nkept = np.zeros((50, 20, 3, 8, 8), dtype=np.float32)\n" + of(cifar, "T.ToTensor()"), "        at = np.random.randint(0, 1000, size=(16,))\n        x, y = torch.from_numpy(kept[at // 20, at % 20]), y[:16]", "model(x)", "16x3x8x8"},
		{"rows that a mask picks", "import numpy as np\nkept = np.zeros((50, 3, 8, 8), dtype=np.float32)\n" + of(cifar, "T.ToTensor()"), "        x = torch.from_numpy(kept[np.random.rand(50) > 0.5])", "model(x)", "? an argument is not known: torch.from_numpy: what lies elsewhere (train.py:23)"},
		{"none that does", "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=32, collate_fn=None)", "", "model(x)", "32x3x32x32"},
		{"a batch size that nobody knows", "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=int(input()))", "", "model(x)", "? the bound of a range is not known: input()"},
		{"another size on the way", of(cifar, "T.ToTensor()"), "        x = nn.functional.interpolate(x, size=64)", "model(x)", "32x3x64x64"},
		{"another shape on the way", of(cifar, "T.ToTensor()"), "        x = x.flatten(1)", "model(x)", "? the program raises RuntimeError: torch.nn.functional.conv2d: Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [32, 3072]"},
		{"another type on the way", of(cifar, "T.ToTensor()"), "        x = x.to(torch.bfloat16)", "model(x)", "? the program raises RuntimeError: torch.nn.functional.conv2d: Input type (BFloat16) and weight type (Float) should be the same"},
		{"half precision on the way", of(cifar, "T.ToTensor()"), "        x = x.half()", "model(x)", "? the program raises RuntimeError: torch.nn.functional.conv2d: Input type (Half) and weight type (Float) should be the same"},
		{"the labels", of(cifar, "T.ToTensor()"), "", "model(y)", "? the program raises RuntimeError: torch.nn.functional.conv2d: Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [32]"},
		{"a part of a batch", of(cifar, "T.ToTensor()"), "        x = x[:4]", "model(x)", "? the program raises RuntimeError: torch.nn.functional.cross_entropy: Expected input batch_size (4) to match target batch_size (32)."},
		{"two inputs", of(cifar, "T.ToTensor()"), "", "model(x, x)", "32x3x32x32, 32x3x32x32"},
		{"arguments that are spread", of(cifar, "T.ToTensor()"), "", "model(*others)", "? what is walked over is not known: nothing seen here binds others (train.py:20)"},
		{"nothing", of(cifar, "T.ToTensor()"), "", "model()", "? the program raises TypeError: forward() missing required arguments: 'x'"},
		{"inputs of two sizes", of(cifar, "T.ToTensor()"), "        x2 = next(iter(DataLoader(datasets.MNIST('.', transform=T.ToTensor()), batch_size=8)))[0]\n        both = model(x) + model(x, x)", "both",
			"32x3x32x32"},
		{"twice the same", of(cifar, "T.ToTensor()"), "", "model(x) + model(x)", "32x3x32x32"},
		{"another network is called", of(cifar, "T.ToTensor()"), "        other = nn.Linear(4, 4)", "other(x)", "? the program raises RuntimeError: torch.nn.functional.linear: mat1 and mat2 shapes cannot be multiplied (3072x32 and 4x4)"},
		{"results that go round in a list", of(cifar, "T.ToTensor()"), "        outs = [model(x)]", "outs[0]", "32x3x32x32"},
	} {
		body := strings.TrimRight(c.before, "\n")
		if body == "" {
			body = "        pass"
		}
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+fmt.Sprintf(feedScript, c.loader, body, c.given)), 0)
		var got string
		if gap != nil {
			got = "? " + gap.Reason
		} else {
			got = step.Inputs[0]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// stepHead is what the scripts of TestSteps begin with.
const stepHead = `import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import datasets, transforms as T


class Net(nn.Module):
    def __init__(self, given=3, width=32):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(given, width, 3), nn.BatchNorm2d(width), nn.ReLU(), nn.Conv2d(width, width, 3), nn.ReLU())
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        return self.head(self.conv(x).mean((2, 3)))


`

// TestSteps: what torch 2.10 (2.15 for micro-batches) allocates at most in the forward and the backward passes of the
// third lap, on a CPU, as its dispatcher sees storages come and go, without the optimizers' states.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name, script      string
		forward, backward int64
	}{
		{"zero_grad before the forward pass", `data = datasets.CIFAR10(".", transform=T.ToTensor())
loader = DataLoader(data, batch_size=32)
model = Net()
opt = torch.optim.Adam(model.parameters())
criterion = nn.CrossEntropyLoss()
for epoch in range(3):
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()
`, 14231476, 17444064},
		{"a module around the network that holds its optimizer, fed by a loader of the project's", `from tqdm import tqdm
class Batches(DataLoader):
    def __iter__(self):
        return iter(tqdm(super().__iter__()))
class Kept(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.__setattr__(key, value)
class Learner(nn.Module):
    def __init__(self, net, optimizer, criterion):
        super().__init__()
        self.net, self.optimizer, self.criterion = net, optimizer, criterion
    def forward(self, x):
        return self.net(x)
class Coach:
    def __init__(self, learner):
        self.learner = learner
    def train(self, batches):
        for x, y in batches:
            self.learner.optimizer.zero_grad()
            loss = self.learner.criterion(self.learner(x), y)
            loss.backward()
            self.learner.optimizer.step()
def made():
    all = Kept()
    all["batches"] = Batches(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=32)
    model = Net()
    all["coach"] = Coach(Learner(model, torch.optim.Adam(model.parameters()), nn.CrossEntropyLoss()))
    return all
def main(batches, coach):
    for epoch in range(3):
        coach.train(batches)
main(**made())
`, 14231476, 17444064},
		{"batches of an iterator that is made where the first one fails", `def train(model, loader, opt, criterion):
    for step in range(1000):
        try:
            x, y = next(batches)
        except:
            batches = iter(loader)
            x, y = next(batches)
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()


model = Net()
train(model, DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=32), torch.optim.Adam(model.parameters()), nn.CrossEntropyLoss())
`, 14231476, 17444064},
		{"globals of a module that a function trains, one of them wrapped or not", `data = datasets.CIFAR10(".", transform=T.ToTensor())
loader = DataLoader(data, batch_size=32)
model = Net()
if len(data) > 10:
    model = nn.DataParallel(model)
opt = torch.optim.Adam(model.parameters())
criterion = nn.CrossEntropyLoss()


def train():
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()


for epoch in range(3):
    train()
`, 14231476, 17444064},
		{"a function within the function that makes all it trains with", `def main():
    data = datasets.CIFAR10(".", transform=T.ToTensor())
    loader = DataLoader(data, batch_size=32)
    model = Net()
    opt = torch.optim.Adam(model.parameters())
    criterion = nn.CrossEntropyLoss()

    def train(epoch):
        for x, y in loader:
            opt.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            opt.step()

    for epoch in range(3):
        train(epoch)


main()
`, 14231476, 17444064},
		{"gradients of the last step in the forward pass, and a variable", `data = datasets.CIFAR10(".", transform=T.ToTensor())
loader = DataLoader(data, batch_size=32)
model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    for i, (x, y) in enumerate(loader):
        out = model(x)
        loss = nn.functional.cross_entropy(out, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(i, len(loader), loss.item())
`, 14274908, 17445344},
		{"a dataset of its own, in functions", `class Pairs(Dataset):
    def __init__(self, root, size):
        self.files = sorted(__import__("glob").glob(root + "/*.jpg"))
        self.transform = T.Compose([T.Resize((size, size)), T.ToTensor()])

    def __getitem__(self, i):
        from PIL import Image
        image = Image.open(self.files[i]).convert("RGB")
        return {"image": self.transform(image), "label": torch.zeros(10), "name": self.files[i]}

    def __len__(self):
        return len(self.files)


def train(model, loader, opt, criterion):
    model.train()
    total = 0.0
    for batch in loader:
        image, label = batch["image"] * 2 - 1, batch["label"]
        logits = model(image)
        loss = criterion(logits, label) + 0.1 * nn.functional.l1_loss(torch.sigmoid(logits), label)
        loss.backward()
        opt.step()
        opt.zero_grad()
        total += loss.item()
    return total


def main():
    model = Net(width=64)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loader = DataLoader(Pairs("data", 48), batch_size=16, shuffle=True)
    for epoch in range(2):
        train(model, loader, opt, nn.BCEWithLogitsLoss())


main()
`, 34239028, 42171488},
		{"two optimizers in turn", `data = datasets.CIFAR10(".", transform=T.ToTensor())
loader = DataLoader(data, batch_size=32)
model = Net()
generator = nn.Sequential(nn.ConvTranspose2d(16, 32, 4, 1, 0), nn.ReLU(), nn.ConvTranspose2d(32, 3, 8, 8), nn.Tanh())
critic = Net(width=16)
first = torch.optim.Adam(generator.parameters())
second = torch.optim.Adam(critic.parameters())
for epoch in range(3):
    for x, _ in loader:
        z = torch.randn(x.size(0), 16, 1, 1)
        fake = generator(z)
        second.zero_grad()
        loss = nn.functional.softplus(critic(fake.detach())).mean() + nn.functional.softplus(-critic(x)).mean()
        loss.backward()
        second.step()
        first.zero_grad()
        g = nn.functional.softplus(-critic(fake)).mean()
        g.backward()
        first.step()
`, 13216964, 14823276},
		{"a teacher", `data = datasets.CIFAR10(".", transform=T.ToTensor())
loader = DataLoader(data, batch_size=32)
model = Net()
teacher = Net(width=48)
for p in teacher.parameters():
    p.requires_grad = False
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for epoch in range(3):
    for x, y in loader:
        with torch.no_grad():
            target = teacher(x)
        loss = nn.functional.mse_loss(model(x), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
`, 14367432, 17537868},
		{"micro-batches, behind which the optimizer steps, cut out of what a function makes", `def batch():
    images = torch.randint(0, 256, (8, 3, 33, 32))
    return images[:, :, 1:].float() / 255, torch.randint(0, 10, (8,))


model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for it in range(3):
    for micro in range(4):
        x, y = batch()
        loss = nn.functional.cross_entropy(model(x), y) / 4
        loss.backward()
    opt.step()
    opt.zero_grad()
`, 3632028, 4434848},
		{"a loop of the script itself, which its import runs too", `model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
it = 0
while it < 3:
    it += 1
    loss = model(torch.randn(16, 3, 32, 32)).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
`, 7179100, 8743904},
		{"micro-batches that a batch is split into", `class Noise(Dataset):
    def __len__(self):
        return 96

    def __getitem__(self, i):
        return torch.randn(3, 32, 32), torch.randint(0, 10, ())


data = DataLoader(Noise(), batch_size=32)
model = Net()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in data:
    for some, label in zip(x.split(8), y.split(8)):
        loss = nn.functional.cross_entropy(model(some), label)
        (loss / 4).backward()
    opt.step()
    opt.zero_grad()
`, 3927132, 4729956},
		{"a frozen network beside, which its constructor puts together part by part", `class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        layers = nn.Sequential(nn.Linear(10, 64), nn.ReLU(), nn.Linear(64, 256), nn.ReLU())
        self.first = nn.Sequential()
        self.second = nn.Sequential()
        for i in range(2):
            self.first.add_module(str(i), layers[i])
        for i in range(2, 4):
            self.second.add_module(str(i), layers[i])
        for p in self.parameters():
            p.requires_grad = False

    def forward(self, x):
        first = self.first(x)
        return first, self.second(first)


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.add_module("judge", Judge())
        self.criterion = nn.L1Loss()

    def __call__(self, x, y):
        a, b = self.judge(x), self.judge(y)
        return self.criterion(a[0], b[0]) + self.criterion(a[1], b[1])


model = Net()
loss_of = Perceptual()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for it in range(3):
    x, y = torch.randn(16, 3, 32, 32), torch.randn(16, 10)
    loss = loss_of(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
`, 7249116, 8813920},
	} {
		j := jobOf(t, "\n-- train.py --\n"+stepHead+c.script)
		agrees(t, c.name, j, c.forward, c.backward, 0.001)
	}
}

// agrees holds the first steps of a job against what torch had at most in each phase, in bytes; off is the part that
// may differ.
func agrees(t *testing.T, name string, j *job.Job, forward, backward int64, off float64) {
	t.Helper()
	step, gap := train(j, model.Training{Device: tensor.CPU})
	if gap != nil {
		t.Errorf("%s: %v", name, gap)
		return
	}
	for _, phase := range [][2]int64{{step.Forward.Bytes, forward}, {step.Backward.Bytes, backward}} {
		if differs := math.Abs(float64(phase[0]-phase[1])) / float64(phase[1]); differs > off {
			t.Errorf("%s: %d bytes, torch has %d: %.2f %% off", name, phase[0], phase[1], 100*differs)
		}
	}
}
