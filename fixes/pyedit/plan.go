package pyedit

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// Plan is what every builder returns.
type Plan = fixes.Plan

func failed(format string, args ...any) Plan { return Plan{Err: fmt.Errorf(format, args...)} }

// replace is a plan of one edit.
func (e *Editor) replace(start, end int, text string) Plan {
	return Plan{Edits: []fixes.Edit{{File: e.file.Path, Span: source.Span{Start: start, End: end}, New: text}}}
}

// remove is a plan that removes a span; comments in it go too, which no safe fix does.
func (e *Editor) remove(start, end int) Plan {
	p := e.replace(start, end, "")
	if e.hasComment(start, end) {
		return p.Lower(fixes.Unsafe)
	}
	return p
}

func (e *Editor) insert(at int, text string) Plan { return e.replace(at, at, text) }
