package rules_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// refusals is what stands above a call of testdata/oracle/refused.tsv.
const refusals = `import torch
from torch import nn, optim
from torch.optim import lr_scheduler, swa_utils
from torch.utils.data import BatchSampler, DataLoader

weights = [nn.Parameter(torch.ones(2))]
data = [1, 2, 3, 4]
sgd = optim.SGD(weights, lr=0.1)
made = `

// missedRefusals raise, and are not told.
var missedRefusals = []string{
	"lr=None", // who writes it?
	"optim.SparseAdam(weights, lr=0)", "optim.SparseAdam(weights, lr=0.0)", "optim.SparseAdam(weights, lr=0.1, eps=0)",
}

// tableOfRefusals: calls and what torch 1.13.1, 2.3.1 and 2.15 say of them alike (oracle/refused.py).
func tableOfRefusals(t *testing.T) {
	rows, err := os.ReadFile("../testdata/oracle/refused.tsv")
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for line := range strings.Lines(string(rows)) {
		call, said, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		met++
		list := lintCase(t, map[string][]byte{"train.py": []byte(refusals + call + "\n")}, "refused-value").Diagnostics
		switch refused := said != "made"; {
		case len(list) > 0 != refused:
			if !slices.ContainsFunc(missedRefusals, func(part string) bool { return refused && strings.Contains(call, part) }) {
				t.Errorf("%s: told %v, and torch says %s", call, len(list) > 0, said)
			}
		case refused && !strings.Contains(list[0].Message, "raises "+said+" "):
			t.Errorf("%s: torch says %s: %s", call, said, list[0].Message)
		}
	}
	if met < 450 {
		t.Errorf("%d calls, there were more", met)
	}
}
