package estimator_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/trainlint/trainlint/estimator/measured"
)

func measuredRows(t *testing.T) []measured.Row {
	t.Helper()
	file, err := os.Open("../testdata/measured/measured.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := measured.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func judge(rows []measured.Row, keep func(measured.Row) bool) measured.Summary {
	var outcomes []measured.Outcome
	for _, row := range rows {
		if keep(row) {
			outcomes = append(outcomes, measured.Judge(row))
		}
	}
	return measured.Summarise("", outcomes)
}

func core(row measured.Row) bool { return row.Usable == "core" }

// The limits are what the estimator promises over the rows that state everything.
func TestAccuracyOverMeasuredRuns(t *testing.T) {
	s := judge(measuredRows(t), core)
	if s.Rows < 120 || s.Unknown > 0 {
		t.Fatalf("%d rows judged, %d unknown", s.Rows, s.Unknown)
	}
	for _, limit := range []struct {
		name      string
		got, most float64
	}{
		{"median error", s.Median, 0.015}, {"mean error", s.Mean, 0.025}, {"90th percentile", s.P90, 0.05},
		{"rows outside the interval", 1 - float64(s.Inside)/float64(s.Rows), 0.05},
		{"median half-width", s.HalfWidth, 0.12}, {"wrong verdicts", float64(s.Wrong), 0},
	} {
		if limit.got > limit.most {
			t.Errorf("%s is %.3f, at most %.3f", limit.name, limit.got, limit.most)
		}
	}
}

// docs/estimator.md shows what the bench prints; an accuracy that nobody measured again is not one.
func TestDocumentedAccuracyIsFresh(t *testing.T) {
	page, err := os.ReadFile("../docs/estimator.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, usable := range []string{"core", "partial"} {
		var outcomes []measured.Outcome
		for _, row := range measuredRows(t) {
			if row.Usable == usable {
				outcomes = append(outcomes, measured.Judge(row))
			}
		}
		var table bytes.Buffer
		measured.WriteTable(&table, outcomes)
		measured.WriteLeftOut(&table, measured.LeaveOneOut(outcomes))
		for _, line := range bytes.Split(bytes.TrimSpace(table.Bytes()), []byte("\n")) {
			if !bytes.Contains(page, line) {
				t.Errorf("docs/estimator.md lacks the line\n%s", line)
			}
		}
	}
}
