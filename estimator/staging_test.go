package estimator

import (
	"fmt"
	"strings"
	"testing"
)

// TestSumStaging holds the staging of sums over rows against what an H100 allocated (estimator/oracle/gpu_ops.py), beyond the small change of
// semaphores.
func TestSumStaging(t *testing.T) {
	seen := 0
	for _, row := range oracleRows(t, "gpu_ops.csv") {
		var rows, columns int
		if _, err := fmt.Sscanf(strings.ReplaceAll(row["arguments"], "x", " "), "%d %d", &rows, &columns); err != nil || row["operation"] != "sum over rows" {
			continue
		}
		seen++
		got, want := sumStaging(rows, columns, int(row.number(t, "sms")), 2048), int64(row.number(t, "extra"))
		if got < want-16<<10 || got > want {
			t.Errorf("%s %s: %d bytes, torch has %d", row["arguments"], row["dtype"], got, want)
		}
	}
	if seen < 30 {
		t.Errorf("%d sums", seen)
	}
}
