package built

import (
	"strings"
	"testing"
)

// TestTokensOfAFile: how many numbers a file of tokens holds only the run knows; how many a batch takes of them is
// written. What lies on the card whole, what is not as many as it is taken for, and what is asked of the file itself
// ends the answer, and no program is said to fail.
func TestTokensOfAFile(t *testing.T) {
	const script = `
-- train.py --
import numpy as np
import torch
from torch import nn

B, T = 4, 8

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Embedding(100, 16)
        self.b = nn.Linear(16, 100)

    def forward(self, x, y):
        return nn.functional.cross_entropy(self.b(self.a(x)).flatten(0, 1), y.flatten())

class Shards:
    def __init__(self):
        with open("a.bin", "rb") as f:
            self.tokens = MADE
        self.at = 0

    def next(self):
        part = self.tokens[self.at:self.at + B * T + 1]
        part = TAKEN
        self.at += B * T
        while self.at + B * T + 1 > len(self.tokens):
            self.at = 0
        return part[:-1].view(B, T), part[1:].view(B, T)

shards = Shards()

def drawn():
    BATCH

model = Net().cuda()
optimizer = torch.optim.Adam(model.parameters())
for i in range(10):
    x, y = drawn()
    loss = model(x.cuda(), y.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	const buffer, none, asTensor, next = "np.frombuffer(f.read(), dtype=np.uint16)", "None", "torch.tensor(part.astype(np.int32), dtype=torch.long)", "return shards.next()"
	windows := func(index string) string {
		return "data = np.memmap('a.bin', dtype='uint16', mode='r')\n    at = " + index + "\n" +
			"    x = torch.stack([torch.from_numpy(data[i:i + T].astype(np.int64)) for i in at])\n" +
			"    y = torch.stack([torch.from_numpy((data[i + 1:i + 1 + T]).astype(np.int64)) for i in at])\n    return x, y"
	}
	for _, c := range []struct{ made, taken, batch, inputs, gap string }{
		{buffer, asTensor, next, "4x8, 4x8", ""},
		{"np.fromfile('a.bin', dtype=np.uint16)", "torch.from_numpy(part.astype(np.int64))", next, "4x8, 4x8", ""},
		{"torch.tensor(np.load('a.npy').astype(np.int32), dtype=torch.long)", "part", next, "4x8, 4x8", ""},
		{"torch.from_numpy(np.load('a.npy').astype(np.int64))", "part", next, "4x8, 4x8", ""},
		{buffer + ".astype(np.int64)", "torch.tensor(part)", next, "4x8, 4x8", ""},
		{none, none, windows("torch.randint(len(data) - T, (B,))"), "4x8, 4x8", ""},
		{none, none, windows("torch.randint(0, len(data) - T - 1, (B,)).tolist()"), "", "the contents of a tensor"},
		{none, none, strings.ReplaceAll(windows("torch.randint(len(data) - T, (B,))"), "i + 1 + T", "i + 2 + T"), "", "cross_entropy"},
		{"torch.tensor(np.load('a.npy').astype(np.int32), dtype=torch.long)", "part", "return shards.tokens[0:T].view(2, T), shards.tokens[0:T].view(2, T)", "", "the shape of a file's array"},
		{"torch.tensor(np.load('a.npy'))", "part", next, "", "numpy.load is not known"},
		{"torch.from_numpy(" + buffer + ").to('cuda')", "part", next, "", "how much of the card"},
		{buffer, asTensor, "return torch.from_numpy(shards.tokens), torch.from_numpy(shards.tokens)", "", "what the cuda"},
	} {
		text := strings.NewReplacer("MADE", c.made, "TAKEN", c.taken, "BATCH", c.batch).Replace(script)
		if strings.HasPrefix(c.made, "torch.") && c.batch == next { // as the loop itself finds them
			text = strings.Replace(text, "x, y = drawn()", "x, y = shards.next()", 1)
		}
		step, gap := Train(jobOf(t, text), 0)
		switch {
		case gap == nil && (c.inputs == "" || strings.Join(step.Inputs, "; ") != c.inputs):
			t.Errorf("%+v: %v", c, step.Inputs)
		case gap != nil && c.inputs != "":
			t.Errorf("%+v: %+v", c, gap)
		case gap != nil && (!strings.Contains(gap.Reason, c.gap) || gap.Raised && c.gap != "cross_entropy"):
			t.Errorf("%+v: %+v", c, gap)
		}
	}
}

// TestPublishedWay: a class's way to make one of its objects out of published weights takes no memory where the program
// does not take it.
func TestPublishedWay(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(8, 8)

    def forward(self, x):
        return self.a(x)

    @classmethod
    def from_pretrained(cls, name):
        from transformers import GPT2LMHeadModel
        made, published = cls(), GPT2LMHeadModel.from_pretrained(name)
        made.load_state_dict(published.state_dict())
        return made

    def compared(self):
        return 1

model = MAKE
model.cuda()
optimizer = torch.optim.Adam(model.parameters())
for i in range(10):
    loss = model(torch.randn(4, 8, device="cuda")).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	for made, gap := range map[string]string{"Net()": "", "Net()\nteacher = Net.from_pretrained('gpt2')": "what GPT2LMHeadModel takes beside the model"} {
		_, got := Train(jobOf(t, strings.Replace(script, "MAKE", made, 1)), 0)
		if got == nil && gap != "" || got != nil && got.Reason != gap {
			t.Errorf("%s: %+v", made, got)
		}
	}
}

// TestAroundSteps: what stands around the steps of a loop and changes no size is followed.
func TestAroundSteps(t *testing.T) {
	const script = `
-- train.py --
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import BatchSampler, DataLoader, RandomSampler, TensorDataset

data = TensorDataset(torch.randn(100, 8))
loader = LOADER
model = DDP(nn.Linear(8, 8).cuda())
optimizer = torch.optim.Adam(model.parameters())
for x, in loader:
    optimizer.zero_grad()
    with model.no_sync():
        model(x.cuda()).mean().backward()
    loss = model(x.cuda()).mean()
    loss.backward()
    shown = loss.detach()
    dist.all_reduce(shown, op=dist.ReduceOp.AVG)
    optimizer.step()
`
	for loader, input := range map[string]string{
		"DataLoader(data, batch_sampler=BatchSampler(RandomSampler(data), 4, drop_last=True))": "4x8",
		"DataLoader(data)": "1x8",
		"DataLoader(data, batch_sampler=RandomSampler(data))": "",
	} {
		step, gap := Train(jobOf(t, strings.Replace(script, "LOADER", loader, 1)), 0)
		if (gap == nil) != (input != "") || gap == nil && step.Inputs[0] != input || gap != nil && gap.Raised {
			t.Errorf("%s: %+v, %+v", loader, step, gap)
		}
	}
	never := strings.Replace(strings.Replace(script, "LOADER", "DataLoader(data)", 1), "    optimizer.step()", "    if str(x) == 'never':\n        optimizer.step()", 1)
	if _, gap := Train(jobOf(t, never), 0); gap == nil || gap.Path != "train.py" || gap.Line == 0 {
		t.Errorf("a step that is never taken: %+v, want the loop's place", gap)
	}
}
