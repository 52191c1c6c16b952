package built

import (
	"fmt"
	"testing"
)

// indexedScript trains on what a dataset picks out of tensors by the index of a sample; %s stands for what __getitem__
// gives.
const indexedScript = `
-- train.py --
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

class Samples(Dataset):
    def __init__(self):
        self.data = torch.randn(100, 24, 6)
        self.line = torch.randn(5000, 6)
        self.sizes = torch.tensor([3, 5])
        self.width = 8

    def __len__(self):
        return 100

    def __getitem__(self, i):
        return %s

net = nn.Linear(6, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in DataLoader(Samples(), batch_size=16):
    loss = nn.functional.cross_entropy(net(x).mean(1), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`

// TestIndexed: whichever sample it is, as much is picked; a number that decides sizes stays unknown.
func TestIndexed(t *testing.T) {
	for given, want := range map[string]string{
		"self.data[i], i % 4":                                                      "16x24x6",
		"self.data[i, 1:], i // 3":                                                 "16x23x6",
		"self.data[i][:-4], torch.zeros((), dtype=torch.int64)":                    "16x20x6",
		"self.line[i:i + self.width], i":                                           "16x8x6",
		"self.line[i + 2:i + 2 + self.width], 2 * i":                               "16x8x6",
		"self.line[1 + i:i + 7], i - 1":                                            "16x6x6",
		"self.line[i:2 * i], i":                                                    "?",
		"self.data[0, :i], i":                                                      "?",
		"torch.randn(self.sizes[i], 6), i":                                         "?",
		"torch.randn(int(self.sizes[i]), 6), i":                                    "?",
		"(self.data[i] if i < 50 else self.data[i, 1:]), i":                        "?",
		"self.data[i], torch.tensor([0, 1])[i]":                                    "16x24x6",
		"self.data[[i, i]].mean(0), i":                                             "?",
		"torch.stack([self.data[i, 0], self.data[i, 1], self.data[i, 2]]), i & 3":  "16x3x6",
		"torch.stack([self.data[i, 0], self.data[i - 1, 1]]), (i + 1) % len(self)": "16x2x6",
	} {
		step, gap := Train(jobOf(t, fmt.Sprintf(indexedScript, given)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", given, got, want, gap)
		}
	}
}

// TestParts: a dataset of parts of tensors, as a language model's targets are its tokens one further on.
func TestParts(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

net = nn.Sequential(nn.Embedding(50, 8), nn.Linear(8, 50))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
tokens = torch.randint(50, (64, 33))
for x, y in DataLoader(TensorDataset(%s), batch_size=16):
    loss = nn.functional.cross_entropy(net(x).transpose(1, 2), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	for given, want := range map[string]string{
		"tokens[:, :-1], tokens[:, 1:]": "16x32", "tokens[:, :16], tokens[:, 16:32]": "16x16", "tokens[:32, 1:], tokens[32:, 1:]": "16x32",
		"tokens[:, :int(tokens[0, 0])], tokens": "?",
	} {
		step, gap := Train(jobOf(t, fmt.Sprintf(script, given)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", given, got, want, gap)
		}
	}
}
