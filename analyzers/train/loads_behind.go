package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// LoadsBehind lists the calls of torch.load, by functions of the project, whose result a call of the file gives, or
// something of it: state = load_checkpoint(path, device), which ends in `return torch.load(path, map_location=device)`.
// What a helper keeps itself is not among them: it lives on whatever its caller does with the name.
func (f *Facts) LoadsBehind(call *python.Call) []*run.Call {
	if f.loadsBehind == nil {
		f.loadsBehind, f.loadsAmong = map[python.Node][]*run.Call{}, map[python.Node]map[int][]*run.Call{}
		for _, e := range f.Entries() {
			e.noteLoads()
		}
	}
	return f.loadsBehind[call]
}

// LoadsAmong lists the calls of torch.load, by functions of the project, that a call of the file gives among other
// things, each under its place: model, epoch, checkpoint = resume(path). What is given is the whole checkpoint, and its
// weights are in a module already.
func (f *Facts) LoadsAmong(call *python.Call) map[int][]*run.Call {
	f.LoadsBehind(call)
	return f.loadsAmong[call]
}

// noteLoads notes the loads of an entry under the calls of the file that hand them on.
func (e *Entry) noteLoads() {
	for _, load := range e.Calls {
		loaded, ok := load.Result.(*run.Object)
		if !ok || load.Node == nil || load.Caller == nil || symbolOf(load) != "torch.load" || e.keepsElsewhere(loaded) {
			continue
		}
		c := load.Caller
		for ; c != nil && e.handsOn(c, loaded); c = c.Caller {
			if list := e.Facts.loadsBehind[c.Node]; c.Node != nil && c.Unit.Module == e.Facts.Module &&
				!slices.ContainsFunc(list, func(other *run.Call) bool { return other.Node == load.Node }) {
				e.Facts.loadsBehind[c.Node] = append(list, load)
			}
		}
		if c != nil && c.Node != nil && c.Unit.Module == e.Facts.Module && e.feedsWeights(loaded) {
			e.noteAmong(c, load)
		}
	}
}

// noteAmong notes a load under a call that gives what was loaded in one place of a tuple, whichever way it went.
func (e *Entry) noteAmong(c, load *run.Call) {
	for _, v := range run.Alternatives(c.Result) {
		given, ok := v.(*run.Tuple)
		if !ok {
			continue
		}
		for i, item := range given.Items {
			places := e.Facts.loadsAmong[c.Node]
			if !slices.Contains(run.Alternatives(item), load.Result) || slices.Contains(places[i], load) {
				continue
			}
			if places == nil {
				places = map[int][]*run.Call{}
				e.Facts.loadsAmong[c.Node] = places
			}
			places[i] = append(places[i], load)
		}
	}
}

// feedsWeights reports whether something takes weights out of what was loaded.
func (e *Entry) feedsWeights(loaded *run.Object) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "load_state_dict" || len(c.Args) == 0 {
			return false
		}
		switch library.RoleOf(m.Object) {
		case knowledge.Optimizer, knowledge.Scheduler, knowledge.Scaler:
			return false
		}
		given := run.Alternatives(c.Args[0].Value)
		return slices.ContainsFunc(given, func(v run.Value) bool { return e.weightsOf(v, loaded) })
	})
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
