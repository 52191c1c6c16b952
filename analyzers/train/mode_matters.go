package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// modes is a walk over what modules are made of; seen keeps it linear where parts are shared.
type modes struct {
	entry *Entry
	seen  map[*run.Object]bool
}

// sameInBothModes reports whether a module computes the same in training and in evaluation mode for sure: nothing that it
// is made of asks for the mode.
func (e *Entry) sameInBothModes(o *run.Object) bool {
	return (&modes{e, map[*run.Object]bool{}}).same(o, 3*maxHeld)
}

func (m *modes) same(o *run.Object, depth int) bool {
	if m.seen[o] {
		return true // what is found wrong there ends the walk
	}
	if depth == 0 {
		return false
	}
	m.seen[o] = true
	switch class := o.Class.(type) {
	case run.Symbol:
		if knowledge.SameInBothModes(string(class)) {
			return true
		}
		items := m.items(o)
		return knowledge.HoldsModules(string(class)) && len(items) > 0 && m.all(items, depth)
	case *run.Class:
		held := m.entry.Facts.machine.Attributes(o)
		return (len(held) > 0 || !strings.Contains(textOf(class), "self.")) && plainModule(class) && m.all(held, depth)
	}
	return false
}

// all reports whether each of several values is a module that computes the same in both modes, or surely no module.
func (m *modes) all(values []run.Value, depth int) bool {
	for _, v := range values {
		for _, one := range run.Alternatives(v) {
			switch one := one.(type) {
			case *run.Tuple:
				if !m.all(one.Items, depth-1) {
					return false
				}
			case *run.Object:
				if !m.same(one, depth-1) {
					return false
				}
			}
		}
	}
	return true
}

// plainModule reports whether a class and all that it inherits from are the project's and torch's Module, and their text
// does not speak of the mode, or of functions that depend on it.
func plainModule(class *run.Class) bool {
	for _, one := range class.Line() {
		switch one := one.(type) {
		case *run.Class:
			text := textOf(one)
			for _, word := range []string{"training", "ropout", "atch_norm", "def train(", "def eval("} {
				if strings.Contains(text, word) {
					return false
				}
			}
		case run.Symbol:
			if one != "object" && one != "torch.nn.Module" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func textOf(class *run.Class) string { return class.Unit.Module.File.Slice(class.Node.Span()) }

// items is what a container of modules holds.
func (m *modes) items(o *run.Object) []run.Value {
	machine := m.entry.Facts.machine
	switch items := machine.Get(o, run.Elements).(type) {
	case *run.Object:
		return machine.Contents(items)
	case *run.Tuple:
		return items.Items
	}
	if o.Made == nil { // Sequential(a, b)
		return nil
	}
	list := make([]run.Value, 0, len(o.Made.Args))
	for _, a := range o.Made.Args {
		if a.Star > 0 || a.Name != "" {
			return nil
		}
		list = append(list, a.Value)
	}
	return list
}
