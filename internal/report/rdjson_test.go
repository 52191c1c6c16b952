package report

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// TestJoined: the edits of a fix become one suggestion, with what stands between them.
func TestJoined(t *testing.T) {
	file := source.New("a.py", []byte("one two three four\n"))
	edit := func(path string, start, end int, text string) fixes.Edit {
		return fixes.Edit{File: path, Span: source.Span{Start: start, End: end}, New: text}
	}
	for name, c := range map[string]struct {
		edits []fixes.Edit
		want  string
		span  source.Span
		ok    bool
	}{
		"one":          {[]fixes.Edit{edit("a.py", 4, 7, "2")}, "2", source.Span{Start: 4, End: 7}, true},
		"several":      {[]fixes.Edit{edit("a.py", 8, 13, "3"), edit("a.py", 0, 3, "1")}, "1 two 3", source.Span{Start: 0, End: 13}, true},
		"an insertion": {[]fixes.Edit{edit("a.py", 0, 0, "zero "), edit("a.py", 4, 7, "")}, "zero one ", source.Span{Start: 0, End: 7}, true},
		"two files":    {[]fixes.Edit{edit("a.py", 0, 3, "1"), edit("b.py", 0, 3, "1")}, "", source.Span{}, false},
		"overlapping":  {[]fixes.Edit{edit("a.py", 0, 5, "1"), edit("a.py", 4, 7, "1")}, "", source.Span{}, false},
	} {
		span, text, ok := joined(file, c.edits)
		if ok != c.ok || ok && (text != c.want || span != c.span) {
			t.Errorf("%s: %q for %v, %v", name, text, span, ok)
		}
	}
}
