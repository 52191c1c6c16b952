package built

import (
	"fmt"
	"strings"
	"testing"
)

// filesScript trains on images and labels that a dataset of the project's reads; %s stands for what makes the loader,
// for what gives an item, for what stands in the loop and for what the loader is called there.
const filesScript = `
-- train.py --
import csv, json, random
from xml.etree.ElementTree import parse
from other import other
import numpy as np
import pandas as pd
import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms as T


class Files(Dataset):
    def __init__(self):
        self.rows = pd.read_csv("rows.csv")
        self.labels = json.load(open("labels.json"))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        image = Image.open(self.rows[i]).convert("RGB")
%s


class Pairs:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iter__(self):
        a, b = iter(self.a), iter(self.b)
        for i in range(len(self)):
            yield next(a)[0], next(b)[1]

    def __len__(self):
        return min(len(self.a), len(self.b))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.out = nn.Linear(8, 4)

    def forward(self, x):
        return self.out(self.conv(x).mean((2, 3)))


data = Files()
loader = DataLoader(data, batch_size=8)
model = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in %s:
    optimizer.zero_grad()
%s
    loss.backward()
    optimizer.step()
`

// TestFiles: what only files know does not matter where what is fed is the same whatever they hold.
func TestFiles(t *testing.T) {
	const resized, plain = "        return T.ToTensor()(T.Resize((32, 48))(image)), self.labels[i]", "    loss = criterion(model(x), y)"
	for _, c := range []struct{ name, item, loader, loop, want string }{
		{"labels of a file", resized, "loader", plain, "8x3x32x48 assumed"},
		{"to the card and back", resized, "loader", "    y = y.to('cuda').long().view(-1)\n    pred = model(x)\n    hits = (pred.argmax(1) == y).sum().item()\n    loss = criterion(pred, y)", "8x3x32x48 assumed"},
		{"a mask as large as what is given", resized, "loader", "    loss = nn.functional.mse_loss(model(x), y)", "8x3x32x48 assumed"},
		{"by name", resized, "loader", "    loss = nn.BCEWithLogitsLoss()(model(x), target=y)", "8x3x32x48 assumed"},
		{"a label that is a whole number", "        return T.ToTensor()(T.Resize((32, 48))(image)), int(self.labels[i])", "loader", plain, "8x3x32x48"},
		{"a loss of its own", resized, "loader", "    loss = (model(x) * y).mean()", "an argument is not known"},
		{"what the network is given", resized, "loader", "    loss = criterion(model(y), y)", "an argument is not known"},
		{"a generator over as many as there are", resized, "Pairs(loader, loader)", plain, "8x3x32x48 assumed"},
		{"a range of as many as there are", resized, "((next(iter(loader))) for _ in range(len(loader)))", plain, "8x3x32x48 assumed"},
		{"cut and then of a size", "        image = T.ToTensor()(image)\n        half = image.size(-1) // 2\n        left = T.Normalize([0.5], [0.5])(image[:, :, :half])\n        return T.Resize((16, 24))(left), 1",
			"loader", plain, "8x3x16x24"},
		{"a crop of an array", "        image = np.array(image)\n        y, x = random.randint(0, image.shape[0] - 64), random.randint(0, image.shape[1] - 64)\n        return torch.from_numpy(image[y:y + 64, x:x + 64]).permute(2, 0, 1).float(), 1",
			"loader", plain, "8x3x64x64"},
		{"rows of a pickle", "        image = Image.fromarray(self.labels['data'].reshape(-1, 3, 32, 48).transpose(0, 2, 3, 1)[i])\n        return T.ToTensor()(image), self.labels[i]",
			"loader", plain, "8x3x32x48 assumed"},
		{"planes of a row", "        row = self.labels['data']\n        planes = [row[i, n * 1024:(n + 1) * 1024].reshape(32, 32) for n in range(3)]\n        return T.ToTensor()(Image.fromarray(np.dstack(planes))), self.labels[i]",
			"loader", plain, "8x3x32x32 assumed"},
		{"a row that is no image", "        return torch.from_numpy(self.labels['data'].reshape(-1, 3, 32, 32)[i]), 1", "loader", plain, "an argument is not known"},
		{"too many channels for what was passed over", "        kind = {'a': image, 'b': []}[self.labels[i]]\n        return T.ToTensor()(T.Resize((32, 48))(image.convert('L'))), 1", "loader", plain,
			"the program raises"},
		{"boxes of an annotation", "        boxes = []\n        for one in parse(self.rows[i]).getroot().iter('object'):\n            if one.find('difficult') is None:\n                continue\n            boxes.append(float(one.find('x').text))\n        image = T.ToTensor()(T.Resize((32, 48))(image))\n        target = torch.zeros(len(boxes), 4)\n        for n, box in enumerate(boxes):\n            target[n] = box\n        return image, target",
			"loader", "    loss = nn.functional.mse_loss(model(x), y)", "8x3x32x48 assumed"},
		{"a grid that is filled in", "        image, grid = T.ToTensor()(T.Resize((32, 48))(image)), torch.zeros(4)\n        for one in self.labels[i]:\n            if grid[one['j']] == 0:\n                grid[one['j']] = one['x']\n        return image, grid", "loader",
			"    loss = ((model(x) - y) ** 2).mean()", "8x3x32x48"},
		{"boxes that are filled in, which nobody counts", "        boxes = []\n        for one in parse(self.rows[i]).getroot().iter('object'):\n            boxes.append(float(one.find('x').text))\n        target = torch.tensor(boxes)\n        return T.ToTensor()(T.Resize((32, 48))(image)), target",
			"loader", "    loss = (model(x).sum(1) * y).mean()", "an argument is not known"},
		{"an image that what is not followed changes", "        image = T.ToTensor()(T.Resize((32, 48))(image))\n        for one in parse(self.rows[i]):\n            image = other(image, one)\n        return image, 1", "loader", plain, "an argument is not known"},
		{"a crop that is tried until it lies well", "        while True:\n            if random.random() > 0.5:\n                continue\n            break\n        return T.ToTensor()(T.Resize((32, 48))(image)), 1", "loader", plain, "8x3x32x48"},
		{"more tries than all ways have decisions", "        for _ in range(50):\n            if random.random() > 0.5:\n                image = T.Resize((64, 64))(image)\n        return T.ToTensor()(T.Resize((32, 48))(image)), 1", "loader", plain, "8x3x32x48"},
		{"one of many decisions that says how large it is", "        for _ in range(50):\n            if random.random() > 0.5:\n                image = T.Resize((64, 64))(image)\n        return T.ToTensor()(T.Resize((32, 48) if random.random() > 0.5 else (16, 24))(image)), 1", "loader", plain, "what"},
		{"as large as it is", "        return T.ToTensor()(image), 1", "loader", plain, "an argument is not known: the size of an image lies in its file"},
		{"the shorter edge", "        return T.ToTensor()(T.Resize(64)(image)), 1", "loader", plain, "an argument is not known: the size of an image"},
	} {
		step, gap := Train(jobOf(t, fmt.Sprintf(filesScript, c.item, c.loader, c.loop)), 0)
		var got string
		if gap != nil {
			got = gap.Reason
		} else if got = step.Inputs[0]; step.Targets {
			got += " assumed"
		}
		if gap != nil && gap.Raised {
			t.Errorf("%s: the program raises %s", c.name, got)
		}
		if gap == nil && got != c.want || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
