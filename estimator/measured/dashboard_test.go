package measured

import (
	"encoding/csv"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/estimator"
)

// dashboardStated is what nvidia-smi showed, in the notes of the rows of fms-acceleration.
var dashboardStated = regexp.MustCompile(`nvidia-smi ([\d.]+) MiB minus idle`)

// TestDashboards holds what is reserved, with the context, against what nvidia-smi showed of 86 runs whose allocated
// peak is known, too. Where a card is nearly full the allocator gives back what it can, so it shows no more than the
// card has.
func TestDashboards(t *testing.T) {
	const path = "../../testdata/measured/measured.csv"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	runs, off, bias := 0, 0.0, 0.0
	for i, row := range rows {
		found := dashboardStated.FindStringSubmatch(strings.Join(records[i+1], " "))
		if found == nil {
			continue
		}
		outcome := Judge(row)
		if !outcome.Result.Known() {
			t.Errorf("%s: no answer", row.ID)
			continue
		}
		want := float64(whole(found[1]) << 20)
		shown := outcome.Result.Reserved + outcome.Result.Context
		if gpu, known := estimator.LookupGPU(row.GPU); known {
			shown = max(min(shown, gpu.Usable), outcome.Result.Device)
		}
		runs++
		bias += float64(shown)/want - 1
		off += math.Abs(float64(shown)/want - 1)
		t.Logf("%s %-40s %-6s %-6s b%d g%d %-10s alloc %+5.1f%% shown %+5.1f%% est %.1f/%.1f got %.1f/%.1f", row.ID, row.Job.Model.ID, row.Job.Method, row.Job.Weights,
			row.Job.MicroBatch, row.Job.GPUs, strings.Join(row.Job.Kernels, " "), 100*outcome.Error, 100*(float64(shown)/want-1),
			float64(outcome.Estimate)/1e9, float64(shown)/1e9, float64(row.Peak)/1e9, want/1e9)
	}
	if runs != 86 || off > 0.07*float64(runs) {
		t.Errorf("%d runs, %.1f %% off on average", runs, 100*off/float64(runs))
	}
	t.Logf("%d runs: %.1f %% off on average, bias %+.1f %%", runs, 100*off/float64(runs), 100*bias/float64(runs))
}
