package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// begunWith are the models that a value may be, without those that are loaded from a path only because something lies
// there: if os.path.isdir(folder): model = Net.from_pretrained(folder). An earlier run of the program has left it, and
// it is what that began with.
func (w *owning) begunWith(alternatives []run.Value) []run.Value {
	var begun, resumed []run.Value
	for _, v := range alternatives {
		if loadedIfThere(v) == nil {
			begun = append(begun, v)
		} else {
			resumed = append(resumed, v)
		}
	}
	if len(begun) == 0 || len(resumed) == 0 {
		return alternatives
	}
	for _, v := range resumed {
		w.resumed[loadedIfThere(v)] = true
	}
	return begun
}

// loadedIfThere is the model that a value is, or whose parameters it is, where it is loaded only because something lies
// at its path.
func loadedIfThere(v run.Value) *run.Object {
	if module := parametersOf(v); module != nil {
		v = module
	}
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || len(o.Made.Args) == 0 || o.Made.Args[0].Star > 0 {
		return nil
	}
	name := ""
	switch callee := run.Bare(o.Made.Callee).(type) {
	case *run.Member:
		name = callee.Name
	case run.Symbol:
		name = run.LastPart(string(callee))
	}
	path := run.Bare(o.Made.Args[0].Value)
	if !knowledge.GivesInstance(name) ||
		!slices.ContainsFunc(o.Made.Gates, func(l run.Literal) bool { return saysThere(l, path) }) {
		return nil
	}
	return o
}

// passes reports whether a value is such a model, or its parameters.
func (w *owning) passes(v run.Value) bool {
	o := loadedIfThere(v)
	return o != nil && w.resumed[o]
}

// resumes reports whether an object is a model that an earlier run has left, or is made for nothing but to load one:
// Net().from_pretrained(folder).
func (w *owning) resumes(o *run.Object) bool {
	if w.resumed[o] {
		return true
	}
	for one := range w.resumed {
		if one.Made.Node == nil || o.Made.Node == nil {
			continue
		}
		if method, ok := one.Made.Node.Func.(*python.Attribute); ok && method.Value == python.Expr(o.Made.Node) {
			return true
		}
	}
	return false
}

// saysThere reports whether a condition holds only where something lies at a path.
func saysThere(l run.Literal, path run.Value) bool {
	if !l.Holds || l.Condition == nil {
		return false
	}
	if slices.ContainsFunc(l.Condition.Parts, func(part run.Literal) bool { return saysThere(part, path) }) {
		return true
	}
	o := l.Condition.Object
	if o == nil || l.Condition.Operator != "" || o.Made == nil || len(o.Made.Args) != 1 {
		return false
	}
	s, ok := run.Bare(o.Made.Callee).(run.Symbol)
	if !ok || !knowledge.AsksWhetherThere(string(s)) {
		return false
	}
	tested := run.Bare(o.Made.Args[0].Value)
	if same, known := run.Equal(tested, path); known {
		return same
	}
	return tested == path
}
