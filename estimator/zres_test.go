package estimator

import (
	"fmt"
	"math"
	"os"
	"testing"
)

func TestZReserved(t *testing.T) {
	type s struct {
		n          int
		r, a, bias float64
	}
	m := map[string]*s{}
	out, _ := os.Create("/work/t/estimator/res.txt")
	for _, run := range gpuRuns(t) {
		want := familyRow(run.row).number(t, "reserved")
		off := float64(run.result.Reserved)/want - 1
		k := gpuKind(run)
		for _, k := range []string{k, "all", run.row["set"]} {
			if m[k] == nil {
				m[k] = &s{}
			}
			m[k].n++
			m[k].r += math.Abs(off)
			m[k].bias += off
			m[k].a += math.Abs(run.error)
		}
		fmt.Fprintf(out, "%+6.1f%% res %+6.1f%% alloc  %s %s est %.0f/%.0f got %s/%s MB %s\n", 100*off, 100*run.error, k, run.row["name"], float64(run.result.Peak)/1e6, float64(run.result.Reserved)/1e6, run.row["allocated"], run.row["reserved"], run.result.Phase)
	}
	for k, v := range m {
		n := float64(v.n)
		fmt.Printf("%-12s %3d alloc %.2f%% reserved %.2f%% bias %+.2f%%\n", k, v.n, 100*v.a/n, 100*v.r/n, 100*v.bias/n)
	}
}
