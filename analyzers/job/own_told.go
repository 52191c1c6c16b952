package job

import (
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// At is a place in a file of the project, by its path: the file may have been read again.
type At struct {
	Path string
	Span source.Span
}

// maxTold bounds the calls of which is said what they give.
const maxTold = 40

// readings are the calls that read a command line or a config, with what they give: that is what only the job knows of
// them.
func (w *owning) readings() map[At]*Given {
	found := map[At]*Given{}
	for _, c := range w.m.Trace.Calls {
		if c.Node == nil || len(found) == maxTold {
			continue
		}
		switch f := run.Bare(c.Callee).(type) {
		case run.Symbol, *run.Member:
		case *run.Function:
			if len(c.Filled) > 0 && f.Node != nil {
				given := &Given{Kind: GivenDict}
				for _, a := range c.Filled {
					given.Keys = append(given.Keys, &Given{Kind: GivenConstant, Constant: run.Str(a.Name)})
					given.Items = append(given.Items, newGiver(w.m, c.Seq).of(a.Value))
				}
				found[At{f.Unit.Module.File.Path, f.Node.Span()}] = given
			}
			continue
		default:
			continue
		}
		if !isRead(c.Result) {
			continue
		}
		at := At{c.Unit.Module.File.Path, c.Node.Span()}
		if _, again := found[at]; again {
			found[at] = nil // it gives something else each time
			continue
		}
		if given := newGiver(w.m, c.Seq).of(c.Result); given.Kind != GivenUnknown {
			found[at] = given
		}
	}
	return found
}

// isRead reports whether a value is what a command line or a config file says.
func isRead(v run.Value) bool {
	switch v := run.Bare(v).(type) {
	case *run.Tuple:
		return len(v.Items) > 0 && isRead(v.Items[0])
	case *run.Object:
		return v.Kind == run.Namespace || v.Kind == run.Dict || v.Class == run.Value(run.Symbol("argparse.Namespace"))
	}
	return false
}
