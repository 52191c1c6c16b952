package estimator

import (
	"fmt"
	"strings"
	"testing"
)

// TestSumStaging holds the staging of sums over rows against what an H100 allocated (estimator/oracle/gpu_ops.py),
// beyond the small change of semaphores.
func TestSumStaging(t *testing.T) {
	seen := 0
	for _, row := range oracleRows(t, "gpu_ops.csv") {
		var rows, columns int
		if _, err := fmt.Sscanf(strings.ReplaceAll(row["arguments"], "x", " "), "%d %d", &rows, &columns); err != nil || row["operation"] != "sum over rows" {
			continue
		}
		seen++
		got, want := SumStaging(int64(rows), int64(columns), int(row.number(t, "sms")), 2048), int64(row.number(t, "extra"))
		if got < want-16<<10 || got > want {
			t.Errorf("%s %s: %d bytes, torch has %d", row["arguments"], row["dtype"], got, want)
		}
	}
	if seen < 30 {
		t.Errorf("%d sums", seen)
	}
}

// TestParallel: cards whose names begin alike have multiprocessors of their own.
func TestParallel(t *testing.T) {
	for name, want := range map[string][2]int{
		"a10": {72, 1536}, "a10g": {80, 1536}, "a100-80": {108, 2048}, "a30": {56, 2048}, "rtx3080-10": {68, 1536}, "rtx3080ti": {80, 1536},
		"rtxa6000": {84, 1536}, "rtx6000ada": {142, 1536}, "t4": {40, 1024}, "v100-32": {80, 2048}, "rtx5090": {170, 1536}, "": {100, 2048},
	} {
		if count, threads := Parallel(name); count != want[0] || threads != want[1] {
			t.Errorf("%q: %d multiprocessors of %d threads, want %v", name, count, threads, want)
		}
	}
}
