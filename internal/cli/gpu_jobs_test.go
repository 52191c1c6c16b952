package cli

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/table"
	"github.com/trainlint/trainlint/rules/all"
)

// TestProgramsOnAGPU estimates programs as they stand, by the line that starts each, and holds the answer against what
// they took on an H100 (estimator/oracle/gpu_steps.py): those that were not looked at while the counting was mended,
// and those that were made when it was done.
func TestProgramsOnAGPU(t *testing.T) {
	const programs = "../../estimator/oracle/gpu_jobs"
	text, err := os.Open("../../testdata/measured/gpu_jobs.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := table.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	answered, near, total, reserved, wanted := 0, 0, 0.0, 0.0, 0
	for _, row := range rows {
		if row["set"] == "tune" {
			continue
		}
		wanted++
		script := strings.Fields(row["command"])[1]
		dir := t.TempDir()
		program, err := os.ReadFile(filepath.Join(programs, script))
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{script: string(program), "run.sh": row["command"] + "\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		env := &Environment{Dir: dir, Rules: all.Rules()}
		jobs, _, err := jobsOf(context.Background(), env, dir, asked{gpu: row["gpu"]})
		if err != nil || len(jobs) != 1 {
			t.Fatalf("%s: %d jobs, %v", row["command"], len(jobs), err)
		}
		jobs[0].Job.GPU = row["gpu"]
		jobs[0].Feed(nil)
		result := estimate.Size(jobs, estimate.Target{})[0].Result
		measured, err := strconv.ParseFloat(row["allocated"], 64)
		if err != nil {
			t.Fatal(err)
		}
		if !result.Known() {
			continue
		}
		answered++
		off := float64(result.Peak)/measured - 1
		total += math.Abs(off)
		if math.Abs(off) <= 0.05 {
			near++
		}
		there, err := strconv.ParseFloat(row["reserved"], 64)
		if err != nil {
			t.Fatal(err)
		}
		reserved += math.Abs(float64(result.Reserved)/there - 1)
		if math.Abs(off) > 0.09 {
			t.Errorf("%s: %+.1f %% off", row["command"], 100*off)
		}
		if int64(measured) < result.Low || int64(measured) > result.High {
			t.Errorf("%s: %.0f bytes are not in %d to %d", row["command"], measured, result.Low, result.High)
		}
	}
	t.Logf("%d of %d answered, %d within 5 %%, mean %.1f %%", answered, wanted, near, 100*total/float64(max(answered, 1)))
	if mean := reserved / float64(max(answered, 1)); mean > 0.06 {
		t.Errorf("what is reserved is %.1f %% off on average", 100*mean)
	}
	if answered < 70 || float64(near) < 0.92*float64(answered) || total/float64(answered) > 0.01 {
		t.Errorf("%d of %d answered, %d within 5 %%, mean %.1f %%", answered, wanted, near, 100*total/float64(answered))
	}
}
