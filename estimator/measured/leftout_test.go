package measured

import (
	"math"
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// TestLeaveOneOut: the width of a source's intervals is chosen by the other sources, each with the same weight however
// many runs it has.
func TestLeaveOneOut(t *testing.T) {
	run := func(group string, peak int64) Outcome {
		o := Outcome{Result: estimator.Result{Peak: 100}, Estimate: 100, Low: 90, High: 120, HalfWidth: 0.15}
		o.Group, o.Peak = group, peak
		return o
	}
	list := LeaveOneOut([]Outcome{run("a", 110), run("a", 110), run("a", 110), run("a", 110), run("b", 140), run("c", 80), run("c", 95)})
	want := []LeftOut{
		{"a", 4, 2, 1, 0.3, 1}, // b needs twice the interval, c twice or half of it
		{"b", 1, 2, 1, 0.3, 0}, // of a and c nine of ten lie inside of twice
		{"c", 2, 2, 1, 0.3, 0.5},
	}
	for i, got := range list {
		if w := want[i]; got.Name != w.Name || got.Rows != w.Rows || math.Abs(got.Factor-w.Factor) > 1e-9 || got.Inside != w.Inside || math.Abs(got.HalfWidth-w.HalfWidth) > 1e-9 || got.Given != w.Given {
			t.Errorf("got %+v, want %+v", got, w)
		}
	}
	alone := LeaveOneOut([]Outcome{run("a", 110), run("b", 300)})
	if alone[0].Factor != 10 || alone[1].Factor != 0.5 || alone[1].Inside != 0 {
		t.Errorf("%+v", alone)
	}
}
