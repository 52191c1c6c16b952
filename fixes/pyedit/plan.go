package pyedit

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// Plan is what a builder made: the edits, and how far they may be trusted as text.
// A rule adds how far its own idea may be trusted when it asks for the fix.
type Plan struct {
	Edits  []fixes.Edit
	Safety fixes.Safety // lowered where a comment, a star argument, … is in the way
	// Orphans are imported names the edits may leave without a use.
	Orphans []fixes.Orphan
	// Err says why the edits cannot be built; there are none then.
	Err error
}

// And joins plans into one: all edits, the lowest safety, the first error.
func (p Plan) And(others ...Plan) Plan {
	for _, o := range others {
		p.Edits = append(p.Edits[:len(p.Edits):len(p.Edits)], o.Edits...)
		p.Orphans = append(p.Orphans[:len(p.Orphans):len(p.Orphans)], o.Orphans...)
		p.Safety = p.Safety.Lower(o.Safety)
		if p.Err == nil {
			p.Err = o.Err
		}
	}
	return p
}

// Fixes is the plan as the fixes of a diagnostic: one, or none when the plan could
// not be built. safety is what the change of meaning allows; the plan's own lowers it.
func (p Plan) Fixes(title string, safety fixes.Safety) []fixes.Fix {
	if p.Err != nil || len(p.Edits) == 0 {
		return nil
	}
	return []fixes.Fix{{Title: title, Safety: safety.Lower(p.Safety), Edits: p.Edits, Orphans: p.Orphans}}
}

// lower is the plan with less trust.
func (p Plan) lower(s fixes.Safety) Plan {
	p.Safety = p.Safety.Lower(s)
	return p
}

// Orphan adds an imported name that the edits may leave without a use: the local
// name, or the dotted path of an `import a.b` without alias.
func (p Plan) Orphan(path, name string) Plan {
	p.Orphans = append(p.Orphans[:len(p.Orphans):len(p.Orphans)], fixes.Orphan{File: path, Name: name})
	return p
}

func failed(format string, args ...any) Plan { return Plan{Err: fmt.Errorf(format, args...)} }

// replace is a plan of one edit.
func (e *Editor) replace(start, end int, text string) Plan {
	return Plan{Edits: []fixes.Edit{{File: e.file.Path, Span: source.Span{Start: start, End: end}, New: text}}}
}

// remove is a plan that removes a span; comments in it go too, which no safe fix does.
func (e *Editor) remove(start, end int) Plan {
	p := e.replace(start, end, "")
	if e.hasComment(start, end) {
		return p.lower(fixes.Unsafe)
	}
	return p
}

func (e *Editor) insert(at int, text string) Plan { return e.replace(at, at, text) }
