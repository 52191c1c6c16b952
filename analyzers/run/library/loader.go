package library

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LoaderArgument is what a loader is given under a name of torch's; nil for nothing. open is set when something that
// cannot be seen through may hold it. A class of the project that has a constructor of its own takes what it likes, and
// torch's is given what that hands on: DataLoader(16, True, 2) may be told of 2 workers. Where that hands on nothing of
// the name it is open, too, as whoever makes the loader cannot give it.
func LoaderArgument(m *run.Machine, o *run.Object, name string) (v run.Value, open bool) {
	position := knowledge.LoaderPosition(name)
	if o.Made != nil && o.Made.Callee == run.Value(run.Symbol(knowledge.MakesEngine)) {
		if name == "dataset" {
			return o.Made.Argument("training_data", 4)
		}
		return nil, true // DeepSpeed says the rest
	}
	if TakesAsTorch(m, o) {
		return o.Made.Argument(name, position)
	}
	c := m.HandedOn(o)
	if c == nil {
		return nil, true
	}
	v, open = c.Argument(name, position)
	return v, open || v == nil
}

// TakesAsTorch reports whether a loader is of a class that has no constructor of the project's.
func TakesAsTorch(m *run.Machine, o *run.Object) bool {
	class, ours := o.Class.(*run.Class)
	if !ours {
		return true
	}
	_, own := m.ClassMember(class, "__init__").(*run.Function)
	return !own
}
