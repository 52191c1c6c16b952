package run

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// openAttributes has the attributes of an instance unknown that its constructor only begins: those that are None when
// it ends, and numbers, switches and texts that another method of the class changes, self.step += 1. Whoever calls the
// method that is entered may have called that one before, or have set them from outside. What other methods fill holds
// more than is seen.
func (m *Machine) openAttributes(o *Object) {
	class, ours := o.Class.(*Class)
	if !ours {
		return
	}
	changed := m.changedByMethods(class)
	for i, f := range o.fields.list {
		open := &o.fields.list[i].value
		switch {
		case IsNone(f.value):
			*open = &Object{
				Kind:    Unknown,
				Word:    f.name,
				At:      o.At,
				Default: None,
				Seq:     m.next(),
				Why:     "an attribute that is None at first",
			}
		case Known(f.value) && m.changes(changed[f.name], f.value):
			*open = &Object{
				Kind:    Unknown,
				Word:    f.name,
				At:      o.At,
				Default: Bare(f.value),
				Seq:     m.next(),
				Why:     "an attribute that a method changes",
			}
		case len(changed[f.name]) > 0:
			m.openContents(f.value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) { // ready = False in the body of the class
		if v := m.lookupClass(class, name); o.fields.get(name) == nil && v != nil && Known(v) && !IsNone(v) &&
			m.changes(changed[name], v) {
			o.fields.set(
				name,
				&Object{
					Kind:    Unknown,
					Word:    name,
					At:      o.At,
					Default: Bare(v),
					Seq:     m.next(),
					Why:     "an attribute that a method changes",
				},
			)
		}
	}
}

// openContents notes that a container that was empty at first may hold something by now.
func (m *Machine) openContents(v Value) {
	o, ok := v.(*Object)
	if !ok {
		return
	}
	rest := m.unknown(o.At.Node, "put there by a method")
	switch o.Kind {
	case List, Set:
		if held := m.items(o); len(held.list) == 0 && held.rest == nil {
			o.begin(contents, &items{rest: rest})
			o.fields.set(contents, nil)
		}
	case Dict:
		if held := m.entries(o); len(held.keys) == 0 && held.rest == nil {
			o.begin(contents, &entries{rest: rest})
			o.fields.set(contents, nil)
		}
	}
}

// changes reports whether one of several places writes something else than a value: self.step = 0 in a method that
// begins anew does not.
func (m *Machine) changes(places []python.Node, v Value) bool {
	for _, n := range places {
		a, ok := n.Parent().(*python.Assign)
		if !ok || a.Value == nil {
			return true
		}
		switch a.Value.(type) {
		case *python.Constant, *python.Number, *python.String:
			if same, known := Equal(m.eval(a.Value), v); same && known {
				continue
			}
		}
		return true
	}
	return false
}

// changedByMethods are the places at which methods of a class and of its bases, but for the constructors, write or fill
// attributes of their object, by the attribute's name.
func (m *Machine) changedByMethods(c *Class) map[string][]python.Node {
	changed := map[string][]python.Node{}
	for _, one := range c.line {
		class, ours := one.(*Class)
		if !ours {
			continue
		}
		own := class.Unit.Module.Shared(changesOf{class.Node}, func() any { return changesIn(class.Node) })
		for name, places := range own.(map[string][]python.Node) {
			changed[name] = append(changed[name], places...)
		}
	}
	return changed
}

// changesOf is the key of what is shared of a class.
type changesOf struct{ class *python.Class }

// changesIn are the places at which the methods of one class change their object.
func changesIn(class *python.Class) map[string][]python.Node {
	changed := map[string][]python.Node{}
	for _, s := range class.Body {
		if fn, ok := s.(*python.Function); ok && fn.Name != "__init__" && len(fn.Params) > 0 {
			collectChanges(fn, changed)
		}
	}
	return changed
}

func collectChanges(fn *python.Function, changed map[string][]python.Node) {
	for _, ch := range leftBy(fn) {
		if ch.root == fn.Params[0].Name && len(ch.path) == 1 {
			changed[ch.path[0]] = append(changed[ch.path[0]], ch.at)
		}
	}
}
