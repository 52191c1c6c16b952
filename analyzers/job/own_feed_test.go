package job

import (
	"fmt"
	"strings"
	"testing"
)

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

// TestFeeds: what the training step gives a model of the project's own, or where that is not known, and why.
func TestFeeds(t *testing.T) {
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
		{"a shorter edge of files", of(folder, "T.Compose([T.Resize(256), T.ToTensor()])"), "", "model(x)", "? the size of its images, which lies in their files"},
		{"a shorter edge of what is no square", of(folder, "T.Compose([T.Resize((128, 64)), T.Resize(32), T.ToTensor()])"), "", "model(x)", "? the size of its images, which lies in their files"},
		{"files as they are", of(folder, "T.ToTensor()"), "", "model(x)", "? the size of its images, which lies in their files"},
		{"a bound for the longer edge", of(cifar, "T.Compose([T.Resize(64, max_size=80), T.ToTensor()])"), "", "model(x)", "? the size that Resize makes"},
		{"a size that nobody knows", of(cifar, "T.Compose([T.Resize(int(input())), T.ToTensor()])"), "", "model(x)", "? the size that Resize makes"},
		{"a size of three numbers", of(cifar, "T.Compose([T.Resize((1, 2, 3)), T.ToTensor()])"), "", "model(x)", "? the size that Resize makes"},
		{"grey", of(cifar, "T.Compose([T.Grayscale(), T.ToTensor()])"), "", "model(x)", "32x1x32x32"},
		{"grey in three channels", of(cifar, "T.Compose([T.Grayscale(num_output_channels=3), T.ToTensor()])"), "", "model(x)", "32x3x32x32"},
		{"grey in who knows how many", of(cifar, "T.Compose([T.Grayscale(int(input())), T.ToTensor()])"), "", "model(x)", "? how many channels Grayscale makes"},
		{"a turn that makes it larger", of(cifar, "T.Compose([T.RandomRotation(30, expand=True), T.ToTensor()])"), "", "model(x)", "? the size that RandomRotation makes"},
		{"a turn", of(cifar, "T.Compose([T.RandomRotation(30), T.ToTensor()])"), "", "model(x)", "32x3x32x32"},
		{"margins", of(cifar, "T.Compose([T.Pad(4), T.ToTensor()])"), "", "model(x)", "? the size that Pad makes"},
		{"no tensor", of(cifar, "T.Compose([T.Resize(64)])"), "", "model(x)", "? which transform makes tensors of its images"},
		{"no transform", "data = datasets.CIFAR10('.')\nloader = DataLoader(data, batch_size=32)", "", "model(x)", "? which transform makes tensors of its images"},
		{"a function of the project's", of(cifar, "T.Compose([lambda i: i, T.ToTensor()])"), "", "model(x)", "? one of the transforms of its images"},
		{"transforms of another library", "import albumentations\n" + of(cifar, "albumentations.Compose([albumentations.Resize(8, 8)])"), "", "model(x)", "? what a transform makes of its images"},
		{"a list that somebody makes", "import other\n" + of(cifar, "T.Compose(other.transforms())"), "", "model(x)", "? which transforms its images pass"},
		{"digits", "data = datasets.MNIST('.', transform=T.ToTensor())\nloader = DataLoader(data, 64)", "", "model(x)", "64x1x28x28"},
		{"a part of the data", "data = Subset(datasets.CIFAR10('.', transform=T.ToTensor()), range(100))\nloader = DataLoader(data, batch_size=32)", "", "model(x)", "32x3x32x32"},
		{"the larger part", "data, rest = random_split(datasets.CIFAR10('.', transform=T.ToTensor()), [45000, 5000])\nloader = DataLoader(data, batch_size=32)", "", "model(x)", "32x3x32x32"},
		{"the first part", "parts = random_split(datasets.CIFAR10('.', transform=T.ToTensor()), [45000, 5000])\nloader = DataLoader(parts[0], batch_size=32)", "", "model(x)", "32x3x32x32"},
		{"a dataset of the project's", "class Own(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n        return load(i)\nloader = DataLoader(Own(), batch_size=32)", "", "model(x)", "? the size of what Own gives"},
		{"a dataset that nobody knows", "import other\nloader = DataLoader(other.Data(), batch_size=32)", "", "model(x)", "? the size of what Data gives"},
		{"a function that puts items together", "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=32, collate_fn=pad)", "", "model(x)", "? what collate_fn puts together"},
		{"none that does", "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=32, collate_fn=None)", "", "model(x)", "32x3x32x32"},
		{"a batch size that nobody knows", "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=int(input()))", "", "model(x)", "? the batch size"},
		{"another size on the way", of(cifar, "T.ToTensor()"), "        x = nn.functional.interpolate(x, size=64)", "model(x)", "? the size of what torch.nn.functional.interpolate gives"},
		{"another shape on the way", of(cifar, "T.ToTensor()"), "        x = x.flatten(1)", "model(x)", "? what .flatten() gives"},
		{"another type on the way", of(cifar, "T.ToTensor()"), "        x = x.to(torch.bfloat16)", "model(x)", "? what .to() gives"},
		{"half precision on the way", of(cifar, "T.ToTensor()"), "        x = x.half()", "model(x)", "? what .half() gives"},
		{"the labels", of(cifar, "T.ToTensor()"), "", "model(y)", "? the size of what it is given"},
		{"a part of a batch", of(cifar, "T.ToTensor()"), "        x = x[:4]", "model(x)", "? the size of what it is given"},
		{"two inputs", of(cifar, "T.ToTensor()"), "", "model(x, x)", "32x3x32x32 32x3x32x32"},
		{"arguments that are spread", of(cifar, "T.ToTensor()"), "", "model(*others)", "? not all of what it is given is seen"},
		{"nothing", of(cifar, "T.ToTensor()"), "", "model()", "? it is given nothing"},
		{"inputs of two sizes", of(cifar, "T.ToTensor()"), "        x2 = next(iter(DataLoader(datasets.MNIST('.', transform=T.ToTensor()), batch_size=8)))[0]\n        both = model(x) + model(x, x)", "both",
			"? it is called with inputs of several sizes"},
		{"twice the same", of(cifar, "T.ToTensor()"), "", "model(x) + model(x)", "32x3x32x32"},
		{"another network is called", of(cifar, "T.ToTensor()"), "        other = nn.Linear(4, 4)", "other(x)", "? where the training step calls it is not seen"},
		{"results that go round in a list", of(cifar, "T.ToTensor()"), "        outs = [model(x)]", "outs[0]", "32x3x32x32"},
	} {
		body := strings.TrimRight(c.before, "\n")
		if body == "" {
			body = "        pass"
		}
		jobs := Find(workspace("-- train.py --\n" + fmt.Sprintf(feedScript, c.loader, body, c.given)))
		if len(jobs) != 1 || len(jobs[0].Own) != 1 {
			t.Errorf("%s: %d jobs", c.name, len(jobs))
			continue
		}
		own, got := jobs[0].Own[0], ""
		for _, f := range own.Feeds {
			got += strings.TrimSpace(f.Name+" ") + map[bool]string{true: " "}[f.Name != ""] + fmt.Sprintf("%dx%dx%dx%d ", f.Batch, f.Channels, f.Height, f.Width)
		}
		if own.Unfed != nil {
			got = "? " + own.Unfed.Why
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
