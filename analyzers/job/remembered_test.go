package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

// TestRemembered: the batch that an agent draws out of its memory, and a class that says itself what it makes of a
// config.
func TestRemembered(t *testing.T) {
	const script = `
import random
import torch
from torch import nn

class Memory:
    def __init__(self):
        self.memory = []
    def sample(self, n):
        return random.sample(POOL, n)

class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(4, width)

    @classmethod
    def from_config(cls, width):
        return cls(width)

BATCH = 32 * 4
net, memory, ids = Net.from_config(8).cuda(), Memory(), list(range(100))
optimizer = torch.optim.Adam(net.parameters())
while True:
    batch = torch.stack(memory.sample(BATCH)).cuda()
    loss = net(batch).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	for pool, want := range map[string]string{"self.memory": "128", "ids": ""} {
		text := strings.Replace(script, "POOL", pool, 1)
		file := source.New("train.py", []byte(text))
		jobs := Find(&Workspace{Loops: true, Paths: []string{"train.py"}, Open: func(string) *source.File { return file }})
		if len(jobs) != 1 {
			t.Fatalf("%d jobs", len(jobs))
		}
		if got := jobs[0].Text("micro_batch"); got != want {
			t.Errorf("of %s: %q, want %q", pool, got, want)
		}
		if len(jobs[0].Own) != 1 || jobs[0].Own[0].Name != "Net" {
			t.Errorf("it trains %v", jobs[0].Own)
		}
	}
}
