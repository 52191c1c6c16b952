package rules

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// expected reports whether a test waits for the exception that an error speaks of: the place stands under `with
// pytest.raises(…)`.
func (p *Pass) expected(file string, at source.Span) bool {
	if p.Python == nil || p.File == nil || file != p.File.Path || !bytes.Contains(p.File.Text, []byte("aises")) {
		return false
	}
	for _, c := range p.Python.AllCalls() {
		if !knowledge.ExpectsException(p.Python.Resolve(c.Func), python.LastName(c.Func)) {
			continue
		}
		if with, ok := python.EnclosingStmt(c).(*python.With); ok && with.Span().Start <= at.Start &&
			at.End <= with.Span().End {
			return true
		}
	}
	return false
}
