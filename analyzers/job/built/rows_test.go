package built

import (
	"strings"
	"testing"
)

// TestRows: what a dataset of Hugging Face's gives is what the program's own functions make of a row, be they defined
// within another function; what nobody makes is not known.
func TestRows(t *testing.T) {
	const script = `
-- train.py --
import torch
from datasets import load_dataset, load_from_disk
from torch import nn
from torchvision import transforms as T


def main():
    side = 24
    tf = T.Compose([T.Resize((side, side)), T.ToTensor()])

    def change(rows):
        return {"x": [tf(image.convert("RGB")) for image in rows["image"]], "y": rows["label"]}

    data = OPENED("some/pictures"SPLIT
    CHANGED
    loader = torch.utils.data.DataLoader(data, batch_size=4)
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5)).cuda()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = nn.functional.cross_entropy(model(batch["x"].cuda()), batch["y"].cuda())
        opt.zero_grad()
        loss.backward()
        opt.step()


main()
`
	const part = ", split='train')"
	const onDisk = ")" // of load_from_disk, which says nothing of parts
	for _, c := range []struct{ split, changed, want string }{
		{onDisk, "data = data.with_transform(change)", "4x3x24x24"},
		{onDisk, "data = data['train'].with_transform(change)", "4x3x24x24"},
		{onDisk, "data = data.with_transform(change)['validation']", "4x3x24x24"},
		{onDisk, "data = data.with_transform(change)['column']", "?"},
		{part, "data.set_transform(change)", "4x3x24x24"},
		{part, "data = data.shuffle(seed=1).with_transform(change)", "4x3x24x24"},
		{")['train']", "data = data.map(change, batched=True, remove_columns=['image'])", "4x3x24x24"},
		{part, "data = data.train_test_split(0.1)['train'].with_transform(change)", "4x3x24x24"},
		{part, "data = data.map(lambda row: {'x': tf(row['image'].convert('RGB')), 'y': row['label']})", "4x3x24x24"},
		{part, "data = data.map(lambda row: {'z': tf(row['image'].convert('RGB')), 'y': row['label']})", "?"},
		{part, "data = data.map(lambda row: {'x': T.ToTensor()(row['image'].convert('RGB')), 'y': row['label']})", "?"},
		{part, "data = data.map(lambda rows: {'x': [], 'y': []}, batched=True)", "?"},
		{part, "data = data.with_transform(other)", "?"},
		{part, "pass", "?"},
	} {
		opened := "load_dataset"
		if c.split == onDisk {
			opened = "load_from_disk"
		}
		filled := strings.NewReplacer("OPENED", opened, "SPLIT", c.split, "CHANGED", c.changed).Replace(script)
		step, gap := Train(jobOf(t, filled), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != c.want || gap != nil && gap.Raised {
			t.Errorf("%s: %s (%+v), want %s", c.changed, got, gap, c.want)
		}
	}
}

// TestFilledWithAnUnknownNumber: with which number a collate_fn fills what stands behind the end changes no shape.
func TestFilledWithAnUnknownNumber(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn
from tokenizers import Tokenizer

pad = Tokenizer.from_file("words.json").token_to_id("[PAD]")


def together(rows):
    return torch.full((len(rows), 48), pad, dtype=torch.long), FILLED


loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.zeros(100, 3)), batch_size=6, collate_fn=together)
model = nn.Sequential(nn.Embedding(900, 16), nn.Flatten(), nn.Linear(48 * 16, 5)).cuda()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for ids, more in loader:
    loss = model(ids.cuda()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
`
	for filled, want := range map[string]string{
		"torch.zeros(len(rows), 9).fill_(pad)":                            "6x48",
		"nn.functional.pad(torch.zeros(len(rows), 9), (0, 1), value=pad)": "6x48",
		"torch.full((len(rows), pad), 0, dtype=torch.long)":               "?",
	} {
		step, gap := Train(jobOf(t, strings.Replace(script, "FILLED", filled, 1)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != want {
			t.Errorf("%s: %s (%+v), want %s", filled, got, gap, want)
		}
	}
}

// TestNumbersOfWords: a dictionary whose keys only a file tells gives whole numbers where the program numbers them, and
// nobody knows what otherwise.
func TestNumbersOfWords(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn

with open("book.txt") as f:
    text = f.read()
chars = sorted(set(text))
NUMBERED
data = torch.tensor([FOUND for c in text], dtype=torch.long)


def batch():
    at = torch.randint(len(data) - 8, (4,))
    return torch.stack([data[i:i + 8] for i in at])


model = nn.Embedding(50, 50).cuda()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    loss = model(batch().cuda()).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
`
	for _, c := range []struct{ numbered, found, want string }{
		{"stoi = {c: i for i, c in enumerate(chars)}", "stoi[c]", "4x8"},
		{"stoi = {c: i for i, c in enumerate(chars)}", "stoi.get(c, 1)", "4x8"},
		{"stoi = {c: i for i, c in enumerate(chars)}", "stoi.get(c)", "?"},
		{"stoi = {'<pad>': 0}\nfor c in chars:\n    stoi[c] = len(stoi)", "stoi[c]", "4x8"},
		{"stoi = {'<pad>': 'x'}\nfor c in chars:\n    stoi[c] = len(stoi)", "stoi[c]", "?"},
		{"stoi = {}\nfor c in chars:\n    stoi[c] = c", "stoi[c]", "?"},
		{"stoi = {c: c for c in chars}", "stoi[c]", "?"},
	} {
		step, gap := Train(jobOf(t, strings.NewReplacer("NUMBERED", c.numbered, "FOUND", c.found).Replace(script)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != c.want {
			t.Errorf("%s, %s: %s (%+v), want %s", c.numbered, c.found, got, gap, c.want)
		}
	}
}
