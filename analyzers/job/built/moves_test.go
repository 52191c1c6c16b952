package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// movesScript trains two layers: OPTIMIZER makes what updates them.
const movesScript = `import torch
from torch import nn

model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 8)).cuda()
OPTIMIZER
for i in range(100):
    x, y = torch.randn(32, 64).cuda(), torch.zeros(32, dtype=torch.int64).cuda()
    loss = nn.functional.cross_entropy(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
`

// TestMoves: a loop is told move by move: nothing is freed that is not there, each gradient reaches its parameter
// before the optimizer steps, and each lap allocates what the one before does.
func TestMoves(t *testing.T) {
	text := strings.Replace(movesScript, "OPTIMIZER", "opt = torch.optim.Adam(model.parameters())", 1)
	step, gap := Train(jobOf(t, "\n-- train.py --\n"+text), 0)
	if gap != nil {
		t.Fatal(gap.Reason)
	}
	m := step.Moves
	there, has := map[int32]bool{}, map[int32]bool{}
	laps, updates, live, most := 0, 0, int64(0), int64(0)
	taken := map[int]int64{}
	for _, one := range m.List {
		switch one.Kind {
		case estimator.BeginsLap:
			laps++
		case estimator.TakesMemory:
			if there[one.Number] {
				t.Fatalf("%d is allocated twice", one.Number)
			}
			there[one.Number] = true
			live += m.Sizes[one.Number]
			taken[laps] += m.Sizes[one.Number]
		case estimator.FreesMemory:
			if !there[one.Number] {
				t.Fatalf("%d is freed and is not there", one.Number)
			}
			delete(there, one.Number)
			live -= m.Sizes[one.Number]
		case estimator.CollectsGradient:
			if !there[one.Number] || has[one.Leaf] || m.Sizes[one.Number] != m.Leaves[one.Leaf] {
				t.Fatalf("%+v is no gradient of its parameter", one)
			}
			delete(there, one.Number)
			has[one.Leaf] = true
		case estimator.DropsGradient:
			if !has[one.Number] {
				t.Fatalf("%d has no gradient to drop", one.Number)
			}
			delete(has, one.Number)
			live -= m.Leaves[one.Number]
		case estimator.UpdatesLeaves:
			updates++
			if len(has) != 4 || len(m.Updates[one.Number].Leaves) != 4 || m.Updates[one.Number].Decayed != nil {
				t.Errorf("%d of 4 have gradients where %+v are updated", len(has), m.Updates[one.Number])
			}
		}
		most = max(most, live)
	}
	weights := int64(4 * (64*256 + 256 + 256*8 + 8))
	if laps != 2 || updates != 2 || taken[1] != taken[2] || len(m.Owned) != 4 {
		t.Errorf("%d laps, %d updates, %d and %d bytes, %d parameters", laps, updates, taken[1], taken[2], len(m.Owned))
	}
	if peak := max(step.Forward.Bytes, step.Backward.Bytes); most+weights != peak {
		t.Errorf("the moves come to %d bytes, the step to %d", most+weights, peak)
	}
}

// TestDecayed: which parameters an optimizer adds to their gradients.
func TestDecayed(t *testing.T) {
	for optimizer, want := range map[string]int{
		"torch.optim.SGD(model.parameters(), lr=0.1)":                                         0,
		"torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)":        4,
		"torch.optim.Adam(model.parameters(), weight_decay=0.1)":                              4,
		"torch.optim.Adam(model.parameters(), weight_decay=0.1, decoupled_weight_decay=True)": 0,
		"torch.optim.AdamW(model.parameters(), weight_decay=0.1)":                             0,
		"torch.optim.RMSprop(model.parameters(), weight_decay=0.0)":                           0,
		"torch.optim.Adagrad(model.parameters(), weight_decay=0.1)":                           4,
	} {
		text := strings.Replace(movesScript, "OPTIMIZER", "opt = "+optimizer, 1)
		step, gap := Train(jobOf(t, "\n-- train.py --\n"+text), 0)
		if gap != nil {
			t.Fatalf("%s: %s", optimizer, gap.Reason)
		}
		if got := len(step.Moves.Updates[0].Decayed); got != want {
			t.Errorf("%s: %d weights decay, want %d", optimizer, got, want)
		}
	}
}
