package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestDrawn: a program without a loader says its batch and the length of its windows where it draws them out of a row
// of tokens; what else is drawn says neither.
func TestDrawn(t *testing.T) {
	const script = `-- train.py --
import torch
block_size, count, width = 64, 12, 5
data = torch.load("tokens.pt")

def get_batch():
    at = torch.randint(len(data) - block_size, DRAWN)
    return torch.stack([data[PART] for i in at])

net = torch.nn.Embedding(100, 100)
opt = torch.optim.AdamW(net.parameters(), lr=0.1)
for step in range(50):
    net(get_batch()).sum().backward()
    opt.step()
    opt.zero_grad()
`
	for _, c := range []struct{ drawn, part, want string }{
		{"(count,)", "i:i + block_size", "12 64"},
		{"size=(8,)", "i:i + block_size", "8 64"},
		{"(count,)", "i + 1:i + 1 + block_size", "? ?"}, // targets alone
		{"(count,)", "i:i + width", "12 ?"},
		{"(count, 2)", "i:i + block_size", "? ?"},
		{"(int(input()),)", "i:i + block_size", "? ?"},
		{"(count,)", "i", "? ?"},
	} {
		j := find(t, strings.NewReplacer("DRAWN", c.drawn, "PART", c.part).Replace(script))
		said := func(f dialect.Field) string {
			if text := j.Text(f); text != "" {
				return text
			}
			return "?"
		}
		if got := said(dialect.MicroBatch) + " " + said(dialect.SeqLen); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.drawn, c.part, got, c.want)
		}
	}
}
