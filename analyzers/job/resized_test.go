package job

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// The size of images is what the dataset of the project brings them to, where all that it does to them ends in one
// size.
func TestSizeOfDataset(t *testing.T) {
	const script = `-- train.py --
import torch
from torch.utils.data import DataLoader
from data import Photos
from diffusers import UNet2DConditionModel
model = UNet2DConditionModel.from_pretrained("runwayml/stable-diffusion-v1-5", subfolder="unet")
loader = DataLoader(Photos("photos", size=384), batch_size=2)
opt = torch.optim.AdamW(model.parameters(), lr=1e-4)
for x in loader:
    model(x).sum().backward()
    opt.step()
-- data.py --
from PIL import Image
from torch.utils.data import Dataset
from torchvision import transforms

class Photos(Dataset):
    def __init__(self, root, size=512, transform=None):
        self.paths = sorted(find(root))
        self.size = size
`
	const item = "    def __getitem__(self, i):\n        image = Image.open(self.paths[i])\n"
	for name, c := range map[string]struct{ text, want string }{
		"crop":             {"        self.go = transforms.Compose([transforms.Resize(size), transforms.CenterCrop(size)])\n" + item + "        return self.go(image)\n", "384 @ train.py:6"},
		"height and width": {"        self.go = transforms.Compose([transforms.Resize((size, 128))])\n" + item + "        return self.go(image)\n", "384x128 @ train.py:6"},
		"both of its own":  {item + "        return transforms.Resize((self.size, 128))(image)\n", "384x128 @ train.py:6"},
		"a height alone":   {"        self.go = transforms.Compose([transforms.Resize((size, self.wide))])\n" + item + "        return self.go(image)\n", "?"},
		"last of a list": {"        self.go = transforms.Compose([transforms.Resize((400, 400)), transforms.RandomCrop(size)])\n" + item + "        return self.go(image)\n",
			"384 @ train.py:6"},
		"a module of them": {"        self.go = torch.nn.Sequential(transforms.RandomCrop(size), transforms.RandomHorizontalFlip())\n" + item + "        return self.go(transforms.ToTensor()(image))\n",
			"384 @ train.py:6"},
		"PIL": {item + "        if image.width > image.height:\n            image = image.crop((0, 0, image.height, image.height))\n" +
			"        image = image.resize((self.size, self.size), resample=Image.BICUBIC)\n        return transforms.ToTensor()(image)\n", "384 @ train.py:6"},
		"PIL, by a pair":        {"        self.both = (size, size)\n" + item + "        return transforms.ToTensor()(image.resize(self.both))\n", "384 @ train.py:6"},
		"PIL, by a pair of two": {"        self.both = (size, 200)\n" + item + "        return transforms.ToTensor()(image.resize(self.both))\n", "?"},
		"numbers":               {item + "        return transforms.ToTensor()(image.resize((200, 200)))\n", "200 (the dataset)"},
		"two numbers":           {item + "        return transforms.ToTensor()(image.resize((200, 100)))\n", "?"},
		"OpenCV": {"        import cv2\n        self.cut = cv2\n    def __getitem__(self, i):\n        import cv2\n        image = cv2.imread(self.paths[i])\n" +
			"        image = cv2.resize(image, (self.size, self.size))\n        return transforms.ToTensor()(image)\n", "384 @ train.py:6"},
		"keeps the size": {"        self.go = transforms.Compose([transforms.RandomCrop(size), transforms.RandomHorizontalFlip(), transforms.ToTensor()])\n" + item +
			"        x = self.go(image)\n        x = x * 2 - 1\n        return {'x': x, 'name': self.paths[i]}\n", "384 @ train.py:6"},
		"cut by a slice":                   {item + "        image = image.resize((self.size, self.size))\n        return transforms.ToTensor()(image)[:, :64]\n", "?"},
		"made smaller":                     {item + "        image = image.resize((self.size, self.size))\n        return image.reduce(2)\n", "?"},
		"by who knows what":                {item + "        image = image.resize((self.size, self.size))\n        return tile(image)\n", "?"},
		"never applied":                    {"        self.go = transforms.CenterCrop(size)\n" + item + "        return transforms.ToTensor()(image)\n", "?"},
		"another picture":                  {item + "        mask = image.resize((self.size, self.size))\n        return image, mask\n", "?"},
		"only some":                        {item + "        if image.width == 1024:\n            return image\n        return image.resize((self.size, self.size))\n", "?"},
		"only in training":                 {item + "        if self.train:\n            image = transforms.RandomCrop(self.size)(image)\n        return image\n", "?"},
		"one of several":                   {"        self.go = transforms.RandomChoice([transforms.CenterCrop(256), transforms.RandomCrop(size)])\n" + item + "        return self.go(image)\n", "?"},
		"a function of its own at the end": {"        self.go = transforms.Compose([transforms.CenterCrop(size), transforms.Lambda(half)])\n" + item + "        return self.go(image)\n", "?"},
		"with its mask afterwards":         {item + "        image = image.resize((self.size, self.size))\n        image, mask = joint(image, load(i))\n        return image, mask\n", "?"},
		"in place afterwards":              {item + "        image = image.resize((self.size, self.size))\n        image.thumbnail((64, 64))\n        return transforms.ToTensor()(image)\n", "?"},
		"by a list of its own":             {item + "        image = image.resize((self.size, self.size))\n        for go in self.more:\n            image = go(image)\n        return image\n", "?"},
		"made by name":                     {item + "        go = transforms.Compose([transforms.CenterCrop(self.size), transforms.ToTensor()])\n        return go(image), i\n", "384 @ train.py:6"},
		"doubled again and again": {item + "        image = image.resize((self.size, self.size))\n" + strings.Repeat("        image = tile(image) + tile(image)\n", 60) +
			"        return image\n", "?"},
		"another one's size": {item + "        return image.resize((other.size, other.size))\n", "?"},
		"a size nobody set":  {item + "        return image.resize((self.side, self.side))\n", "?"},
		"one side alone":     {"        self.go = transforms.Resize(size)\n" + item + "        return self.go(image)\n", "?"},
		"two sizes":          {item + "        if i % 2:\n            return transforms.CenterCrop(64)(image)\n        return transforms.CenterCrop(self.size)(image)\n", "?"},
		"cut afterwards":     {item + "        image = image.resize((self.size, self.size))\n        return cut(image.crop(box(image)))\n", "?"},
		"handed over":        {"        self.transform = transform\n" + item + "        return self.transform(image.resize((self.size, self.size)))\n", "?"},
		"width and height":   {item + "        return image.resize((self.size, self.height))\n", "?"},
		"only perhaps":       {item + "        image = image.crop(box(image))\n        if i:\n            image = image.resize((self.size, self.size))\n        return image\n", "?"},
	} {
		if got := show(find(t, script+c.text), dialect.ImageSize); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// A tokenizer cuts texts off in a module that the script imports, in a function that only dataset.map is given.
func TestCutInImportedModule(t *testing.T) {
	const script = `-- train.py --
from trainer import Tuner
Tuner(max_length=640).train()
-- trainer.py --
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments
from prepare import prepared

class Tuner:
    def __init__(self, max_length):
        self.max_length = max_length
        self.tokenizer = AutoTokenizer.from_pretrained("gpt2")

    def train(self):
        model = AutoModelForCausalLM.from_pretrained("gpt2")
        data = prepared(load_dataset("imdb", split="train"), self.tokenizer, self.max_length)
        Trainer(model=model, args=TrainingArguments("out"), train_dataset=data).train()
-- prepare.py --
def prepared(data, tokenizer, limit):
    def tokenize(row):
        return tokenizer(row["text"]%s)
    return data.map(tokenize, batched=True)
`
	for how, want := range map[string]string{", truncation=True, max_length=limit": "640 @ train.py:2", ", max_length=limit": "?"} {
		if got := show(find(t, fmt.Sprintf(script, how)), dialect.SeqLen); got != want {
			t.Errorf("%s: %s, want %s", how, got, want)
		}
	}
}
