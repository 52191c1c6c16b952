package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LoadsBehind lists the calls of torch.load, by functions of the project, whose result a call of the file gives, or
// something of it: state = load_checkpoint(path, device), which ends in `return torch.load(path, map_location=device)`.
// What a helper keeps itself is not among them: it lives on whatever its caller does with the name.
func (f *Facts) LoadsBehind(call *python.Call) []*run.Call {
	if f.loadsBehind == nil {
		f.loadsBehind = map[python.Node][]*run.Call{}
		for _, e := range f.Entries() {
			e.noteLoads()
		}
	}
	return f.loadsBehind[call]
}

// noteLoads notes the loads of an entry under the calls of the file that hand them on.
func (e *Entry) noteLoads() {
	for _, load := range e.Calls {
		loaded, ok := load.Result.(*run.Object)
		if !ok || load.Node == nil || load.Caller == nil || symbolOf(load) != "torch.load" || e.keepsElsewhere(loaded) {
			continue
		}
		for c := load.Caller; c != nil && e.handsOn(c, loaded); c = c.Caller {
			if list := e.Facts.loadsBehind[c.Node]; c.Node != nil && c.Unit.Module == e.Facts.Module &&
				!slices.ContainsFunc(list, func(other *run.Call) bool { return other.Node == load.Node }) {
				e.Facts.loadsBehind[c.Node] = append(list, load)
			}
		}
	}
}

// handsOn reports whether a call gives what was loaded, or something of it, be it one of several.
func (e *Entry) handsOn(c *run.Call, loaded *run.Object) bool {
	return slices.ContainsFunc(run.Alternatives(c.Result), func(v run.Value) bool { return e.weightsOf(v, loaded) })
}

// keepsElsewhere reports whether what was loaded is stored in something that outlives the function: an attribute, an
// item of a dictionary, a list.
func (e *Entry) keepsElsewhere(loaded *run.Object) bool {
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Kind != run.StoreName && (s.New == run.Value(loaded) || s.Added == run.Value(loaded))
	})
}
