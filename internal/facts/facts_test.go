package facts_test

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/internal/facts"
)

const network = `import torch.nn as nn

class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.a = nn.Linear(width, 2)

def unused(size):
    total = size + 1
    return total

half = 8 // 2
if half == 3:
    print(half)
# the end
`

// TestWrite: a line's values come from a run of its own, and what the run does not come to is said.
func TestWrite(t *testing.T) {
	module, err := python.Parse(source.New("net.py", []byte(network)))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int][]string{
		0:  {"nothing in net.py trains"},
		6:  {"nn.Linear is torch.nn.Linear", "self is an instance of Net", "width is unknown width"},
		9:  {"size is unknown size (a parameter of unused whose caller is not seen)"},
		12: {"half is 4"},
		14: {"the run does not come to line 14"},
		15: {"no name stands at line 15"},
	} {
		var out strings.Builder
		facts.Write(&out, train.New(module, nil), line)
		for _, text := range want {
			if !strings.Contains(out.String(), text) {
				t.Errorf("line %d: %q does not hold %q", line, out.String(), text)
			}
		}
	}
}
