package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/model"
)

const scriptHead = `
-- train.py --
import argparse
import glob
import os
import sys
import time

import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
from torchvision import datasets, transforms as T
from torchvision.io import ImageReadMode, read_image
import torchvision.transforms.functional as TF


class Net(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.a = nn.Conv2d(3, width, 3)

    def forward(self, x):
        return self.a(x).mean((1, 2, 3))


def steps(model, loader, opt):
    for x in loader:
        x = (x[0] if isinstance(x, (list, tuple)) else x).cuda()
        loss = model(x).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


`

// TestFromStart: what the abstract run forgets on the way to the loop is there where the script is followed from its
// start; where a statement on the way may do something to a model that is not known, it is not followed.
func TestFromStart(t *testing.T) {
	const data = "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=16)\n"
	const end = "opt = torch.optim.SGD(model.parameters(), lr=0.1)\nsteps(model, loader, opt)\n"
	const late = "for epoch in range(2):\n    if epoch == 0:\n        opt = torch.optim.Adam(model.parameters())\n    steps(model, loader, opt)\n"
	for _, c := range []struct{ name, script, want string }{
		{"parameters that a loop collects", data + "model = Net().cuda()\nheld = []\nfor name, p in model.named_parameters():\n    if p.requires_grad:\n        held.append(p)\n" +
			"opt = torch.optim.Adam(held)\nsteps(model, loader, opt)\n", "16x3x32x32"},
		{"an optimizer that is made in the first epoch", data + "model = Net().cuda()\nfor epoch in range(3):\n    if epoch == 0:\n        opt = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    elif epoch == 2:\n        opt = torch.optim.SGD(model.parameters(), lr=0.01)\n    steps(model, loader, opt)\n", "16x3x32x32"},
		{"epochs of which nobody knows how many are left", data + "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nbegun = torch.load('last.pt')['epoch']\n" +
			"held = list(model.parameters())\nopt = torch.optim.SGD([p for p in held if p.ndim > 0], lr=0.1)\nfor epoch in range(begun, begun + 5):\n    steps(model, loader, opt)\n", "16x3x32x32"},
		{"a model that a function changes", data + "def surgeon(m):\n    m.a = nn.Conv2d(3, 4, 1)\n    return [p for p in m.parameters()]\nmodel = Net().cuda()\nopt = torch.optim.SGD(surgeon(model), lr=0.1)\nsteps(model, loader, opt)\n", "16x3x32x32"},
		{"by the command line", "def options():\n    p = argparse.ArgumentParser()\n    p.add_argument('--batch', type=int, default=4)\n    p.add_argument('--side', type=int, default=24)\n    return p.parse_args()\n" +
			"def main():\n    a = options()\n    sizes = {}\n    for name in ['side']:\n        sizes[name] = getattr(a, name)\n    data = datasets.CIFAR10('.', transform=T.Compose([T.Resize(sizes['side']), T.ToTensor()]))\n" +
			"    model = Net().cuda()\n    held = []\n    for name, p in model.named_parameters():\n        if p.requires_grad:\n            held.append(p)\n    steps(model, DataLoader(data, batch_size=a.batch), torch.optim.Adam(held))\nif __name__ == '__main__':\n    main()\n", "4x3x24x24"},
		{"what a library does to a model", data + "import surgery\nmodel = Net().cuda()\nsurgery.cut(model)\n" + late, "?"},
		{"what nobody knows says which model it is", data + "model = Net().cuda()\nif os.path.exists('wide'):\n    model = Net(64).cuda()\n" + late, "?"},
		{"a model that may lie elsewhere", data + "model = Net().cuda()\nother = Net(64)\n" + late, "?"},
		{"a model whose type says where it lies", data + "model = Net().type(torch.cuda.FloatTensor)\nother = Net(64).type('torch.cuda.FloatTensor')\n" + late, "16x3x32x32"},
		{"a model whose type is that of the host", data + "model = Net().cuda()\nother = Net(64).type(torch.FloatTensor)\n" + late, "?"},
		{"options that may be set in part", data + "class Options:\n    width = 8\n    def read(self, path):\n        for key, value in torch.load(path).items():\n            setattr(self, key, value)\noptions = Options()\noptions.read('last')\n" +
			"model = Net(options.width).cuda()\n" + late, "?"},
		{"what is said before all that", data + "import banner\ntext = banner.shown('hello')[int(input())]\nmodel = Net().cuda()\n" + late, "16x3x32x32"},
		{"a model of each fold", data + "for width in [8, 16]:\n    model = Net(width).cuda()\n    held = []\n    for name, p in model.named_parameters():\n        if p.requires_grad:\n            held.append(p)\n    opt = torch.optim.Adam(held)\n    steps(model, loader, opt)\n", "?"},
		{"an exception of its own", data + "model = Net().cuda()\nif len(loader) > 1:\n    raise ValueError('too many')\n" + late, "?"},
		{"a bar that reads the clock", data + "last = time.time()\ndef bar(n):\n    global last\n    passed = time.time() - last\n    text = ''\n    for unit in [86400, 3600, 60, 1]:\n        if int(passed / unit) > 0:\n            text += str(int(passed / unit))\n            passed -= unit\n" +
			"    sys.stdout.write(text)\nmodel = Net().cuda()\nopt = torch.optim.Adam(model.parameters())\nfor n, (x, y) in enumerate(loader):\n    loss = model(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n    bar(n)\n", "16x3x32x32"},
		{"images of a dataset in its arrays", "data = datasets.CIFAR10('.')\nimages = torch.from_numpy(data.data.transpose((0, 3, 1, 2)) / 255.0).float()\nloader = DataLoader(images, batch_size=8)\nmodel = Net().cuda()\n" + end, "8x3x32x32"},
		{"faces", "data = datasets.CelebA('.', transform=T.Compose([T.CenterCrop(148), T.Resize(64), T.ToTensor()]))\nloader = DataLoader(data, batch_size=8)\nmodel = Net().cuda()\n" + end, "8x3x64x64"},
	} {
		feeds(t, c.name, c.script, c.want)
	}
}

// feeds holds what a script gives its model in a step to what is expected: "?" where that is not known.
func feeds(t *testing.T, name, script, want string) {
	t.Helper()
	step, gap := fromStart(jobOf(t, scriptHead+script), model.Training{}, nil, nil)
	got := "?"
	if gap == nil {
		got = step.Inputs[0]
	}
	if got != want {
		t.Errorf("%s: %s (%+v), want %s", name, got, gap, want)
	}
}

// TestFollowedOnce: the step by which the models of a script were found is that of its own batch, on no card in
// particular; for another batch or card it is followed anew.
func TestFollowedOnce(t *testing.T) {
	j := jobOf(t, scriptHead+"data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=16)\n"+
		"model = Net().cuda()\nfor name, p in model.named_parameters():\n    p.requires_grad = name.endswith('weight')\n"+
		"opt = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)\nsteps(model, loader, opt)\n")
	models := Of(j)
	if models.step == nil {
		t.Fatal("the script was not followed for its models")
	}
	for batch, want := range map[int]string{0: "16x3x32x32", 1: "1x3x32x32", 4: "4x3x32x32"} {
		step, gap := models.TrainOn(j, batch, "")
		if gap != nil || step.Inputs[0] != want || (step == models.step) != (batch == 0) {
			t.Errorf("%d: %s (%+v), want %s", batch, step.Inputs, gap, want)
		}
	}
	if step, gap := models.TrainOn(j, 0, "A100-80GB"); gap != nil || step == models.step {
		t.Errorf("the step of a card is that of none (%+v)", gap)
	}
}

// TestBeforeTheLoop: what was computed with gradients before the loop, and is named still, keeps its activations.
func TestBeforeTheLoop(t *testing.T) {
	const script = scriptHead + "data = datasets.CIFAR10('.', transform=T.ToTensor())\nloader = DataLoader(data, batch_size=16)\nmodel, teacher = Net().cuda(), Net().cuda()\nheld = []\nfor x in [1, 2]:\n    held.append(x)\n" +
		"target = MADE\nfor epoch in range(2):\n    if epoch == 0:\n        opt = torch.optim.Adam(model.parameters())\n    steps(model, loader, opt)\n"
	bytes := func(made string) int64 {
		step, gap := fromStart(jobOf(t, strings.Replace(script, "MADE", made, 1)), model.Training{}, nil, nil)
		if gap != nil {
			t.Fatalf("%s: %+v", made, gap)
		}
		return step.Forward.Bytes
	}
	without := bytes("teacher(torch.zeros(2, 3, 64, 64).cuda()).detach()")
	if with := bytes("teacher(torch.zeros(2, 3, 64, 64).cuda())"); with-without != 4*2*3*64*64 {
		t.Errorf("it keeps %d bytes", with-without)
	}
	if with := bytes("teacher(torch.zeros(2, 3, 64, 64).cuda())\ntarget = target.sum().item()"); with != without {
		t.Errorf("nobody names it, and it keeps %d bytes", with-without)
	}
}

// TestCollected: of what a loop collects that goes round as often as only a run knows, one thing is like another,
// unless some are left out.
func TestCollected(t *testing.T) {
	const end = "model = Net().cuda()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nsteps(model, DataLoader(Own('files'), batch_size=8), opt)\n"
	own := func(init, item string) string {
		return "class Own(Dataset):\n    def __init__(self, root):\n" + init + "    def __len__(self):\n        return len(self.held)\n    def __getitem__(self, i):\n" + item + "\n"
	}
	const opened = "        img = Image.open(self.held[i]).convert('RGB')\n"
	const listed = "        self.held = []\n        for name in os.listdir(root):\n            self.held.append(os.path.join(root, name))\n"
	for _, c := range []struct{ name, script, want string }{
		{"files of a folder", own(listed, opened+"        return T.Compose([T.Resize((32, 48)), T.ToTensor()])(img)\n"), "8x3x32x48"},
		{"some of the files", own("        self.held = []\n        for name in os.listdir(root):\n            if name.endswith('.png'):\n                self.held.append(os.path.join(root, name))\n",
			opened+"        return T.Compose([T.Resize((32, 48)), T.ToTensor()])(img)\n"), "8x3x32x48"},
		{"files of several patterns", own("        self.held = []\n        for end in ['png', 'jpg']:\n            self.held.extend(glob.glob(root + '/*.' + end))\n",
			opened+"        return T.Compose([T.Resize((32, 48)), T.ToTensor()])(img)\n"), "8x3x32x48"},
		{"a super that is bound to nothing", own("        super(Own).__init__()\n"+listed, opened+"        return T.Compose([T.Resize((32, 48)), T.ToTensor()])(img)\n"), "8x3x32x48"},
		{"halves of a tensor of a file", own(listed, "        img = read_image(self.held[i], ImageReadMode.RGB)\n        return T.Resize((32, 48))(img[:, :, img.size(-1) // 2:] / 127.5 - 1)\n"), "8x3x32x48"},
		{"channels of a tensor of a file", own(listed, "        img = read_image(self.held[i], ImageReadMode.RGB_ALPHA)\n        assert img.size()[0] == 4 and img.dim() == 3\n        return T.Resize((32, 48))(img[:3].float())\n"), "8x3x32x48"},
		{"a part of a tensor of a file", own(listed, "        img = read_image(self.held[i], ImageReadMode.RGB)\n        return img[:, :, img.size(-1) // 2:].float()\n"), "?"},
		{"as large as they are", own(listed, opened+"        return T.ToTensor()(img)\n"), "?"},
		{"squares of them", own(listed, opened+"        side = min(img.size[0], img.size[1])\n        return T.Compose([T.CenterCrop(side), T.Resize(40), T.ToTensor()])(img)\n"), "8x3x40x40"},
		{"their shorter side", own(listed, opened+"        return T.Compose([T.Resize(40), T.ToTensor()])(img)\n"), "?"},
		{"a crop by its parameters", own(listed, opened+"        top, left, high, wide = T.RandomCrop.get_params(img, output_size=(24, 20))\n        return TF.to_tensor(TF.crop(img, top, left, high, wide))\n"), "8x3x24x20"},
		{"a crop that is drawn", own(listed, opened+"        box = T.RandomResizedCrop.get_params(img, (0.1, 1.0), (0.7, 1.3))\n        return TF.to_tensor(TF.crop(img, *box))\n"), "?"},
		{"windows of a series", own("        table = np.zeros((5000, 3, 4), dtype=np.float32)\n        n = int(np.loadtxt(root))\n        self.held = []\n        for i in range(n):\n            self.held.append(table[i:i + 12].transpose(1, 0, 2))\n",
			"        return torch.tensor(self.held[i])\n"), "8x3x12x4"},
		{"windows, some of them", own("        table = np.zeros((5000, 3, 4), dtype=np.float32)\n        n = int(np.loadtxt(root))\n        self.held = []\n        for i in range(n):\n            if i % 3:\n                self.held.append(table[i:i + 12].transpose(1, 0, 2))\n            else:\n                self.held.append(table[i:i + 24].transpose(1, 0, 2))\n",
			"        return torch.tensor(self.held[i])\n"), "?"},
	} {
		step, gap := Train(jobOf(t, scriptHead+c.script+end), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != c.want {
			t.Errorf("%s: %s (%+v), want %s", c.name, got, gap, c.want)
		}
	}
}

// TestTokensCollected: windows of a text's tokens are as long as the program cuts them, whatever the text.
func TestTokensCollected(t *testing.T) {
	const script = "\n-- train.py --\nimport tiktoken, torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, Dataset\nclass Windows(Dataset):\n    def __init__(self, text, tok, n):\n" +
		"        self.xs, self.ys = [], []\n        ids = tok.encode(text, allowed_special={'<|endoftext|>'})\n        for i in range(0, len(ids) - n, n):\n            self.xs.append(torch.tensor(ids[i:i + n]))\n" +
		"            self.ys.append(torch.tensor(ids[i + 1:i + n + LAST]))\n    def __len__(self):\n        return len(self.xs)\n    def __getitem__(self, i):\n        return self.xs[i], self.ys[i]\n" +
		"class Net(nn.Module):\n    def __init__(self, vocab):\n        super().__init__()\n        self.emb = nn.Embedding(vocab, 16)\n        self.head = nn.Linear(16, vocab)\n    def forward(self, x):\n        return self.head(self.emb(x))\n" +
		"with open('book.txt') as f:\n    text = f.read()\ntok = tiktoken.get_encoding('gpt2')\nmodel = Net(tok.n_vocab).cuda()\nopt = torch.optim.AdamW(model.parameters())\n" +
		"for x, y in DataLoader(Windows(text, tok, 32), batch_size=4, drop_last=True):\n    loss = nn.functional.cross_entropy(model(x.cuda()).flatten(0, 1), y.cuda().flatten())\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	step, gap := Train(jobOf(t, strings.Replace(script, "LAST", "1", 1)), 0)
	if gap != nil || step.Inputs[0] != "4x32" || step.Models[0].Parameters != 50257*33 {
		t.Errorf("%+v, %+v", step, gap)
	}
	if _, gap := Train(jobOf(t, strings.Replace(script, "LAST", "2", 1)), 0); gap == nil {
		t.Errorf("targets that are longer: %+v", gap)
	}
}

// TestTensorsAlone: a script that trains tensors and no module has no model whose answer could be given.
func TestTensorsAlone(t *testing.T) {
	j := jobOf(t, "\n-- train.py --\nimport torch\nx = torch.rand(20, 1)\ny = 2 * x + 5\nw = torch.randn(1, requires_grad=True)\nb = torch.zeros(1, requires_grad=True)\n"+
		"opt = torch.optim.SGD([w, b], lr=0.1)\nfor i in range(100):\n    loss = (0.5 * (y - (w * x + b)) ** 2).mean()\n    loss.backward()\n    opt.step()\n    opt.zero_grad()\n")
	if models := Of(j); models != nil && len(models.List) == 0 {
		t.Errorf("%+v", models)
	}
}
