package report

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

func reportOn(text string, marked ...string) *Report {
	file := source.New("a.py", []byte(text))
	r := &Report{Files: 1, Source: func(string) *source.File { return file }}
	from := 0
	for _, mark := range marked {
		at := from + strings.Index(text[from:], mark)
		from = at + len(mark)
		r.Diagnostics = append(r.Diagnostics, rules.Diagnostic{Rule: retainGraph, File: "a.py", Span: source.Span{Start: at, End: from}, Message: "m"})
	}
	return r
}

func TestFingerprintsSurviveLineShifts(t *testing.T) {
	before := reportOn("f()\nloss.backward()\nif x:\n    f()\n", "f()", "loss", "f()").fingerprints()
	after := reportOn("import os\n\n\nf()\n  loss.backward()\nif x:\n        f()\n", "f()", "loss", "f()").fingerprints()
	for i := range before {
		if before[i] != after[i] {
			t.Errorf("finding %d changed its name when lines moved", i)
		}
	}
	if before[0] == before[2] {
		t.Error("two findings share a name")
	}
	if other := reportOn("f(1)\n", "f(1)").fingerprints(); other[0] == before[0] {
		t.Error("another line has the same name")
	}
}

func TestCaretsLineUp(t *testing.T) {
	for text, want := range map[string]string{
		"x = mark":         "  1 | x = mark\n    |     ^^^^\n",
		"\t\tmark":         "  1 |   mark\n    |   ^^^^\n",
		"日本 = mark # 語":    "  1 | 日本 = mark # 語\n    |        ^^^^\n",
		"e\u0301 = mark":   "  1 | e\u0301 = mark\n    |     ^^^^\n",
		"mark\r\n":         "  1 | mark\n    | ^^^^\n",
		"\ufeffmark = 1\n": "  1 | mark = 1\n    | ^^^^\n",
	} {
		got := write(t, "text", reportOn(text, "mark"))
		if !strings.Contains(got, want) {
			t.Errorf("%q:\n%swant\n%s", text, got, want)
		}
	}
}

func TestLongLinesAreCutAroundTheFinding(t *testing.T) {
	got := write(t, "text", reportOn(strings.Repeat("a, ", 400)+"mark"+strings.Repeat(", b", 400), "mark"))
	for line := range strings.Lines(got) {
		if len([]rune(line)) > frameColumns+12 {
			t.Errorf("a line of %d characters is left", len([]rune(line)))
		}
	}
	if !strings.Contains(got, "…") || !strings.Contains(got, "mark, b") {
		t.Errorf("the finding is not shown:\n%s", got)
	}
}
