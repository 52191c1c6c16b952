package run

import "github.com/trainlint/trainlint/analyzers/python"

// change is what a statement changes that others see: an attribute, or what is in a container, by the name that it
// starts from and the attributes on the way.
type change struct {
	root string
	path []string
	// contents is set for what is in the container at the path's end; else the path's last name is set anew.
	contents bool
	at       python.Node
}

type changesOfFunction struct{ fn *python.Function }

// leaveUndone makes unknown what a function would have changed that is not followed: a flag that a setup method sets,
// the buffer that a collector fills. What stood there before is no more than a start. Networks, optimizers and other
// objects that it binds anew stay what they were: most often they are moved, or wrapped.
func (m *Machine) leaveUndone(f *Function, c *Call) {
	if f.Node == nil || m.abridged > 0 {
		return
	}
	made := m.unknown(f.At(), "changed in %s, which is not followed to its end", f.Name())
	for _, ch := range f.changes() {
		o := m.changedObject(f, c, ch)
		if o == nil {
			continue
		}
		if !ch.contents {
			name := ch.path[len(ch.path)-1]
			if isConstant(m.get(o, name)) {
				m.set(o, name, made)
			}
			continue
		}
		switch o.Kind {
		case List, Set:
			m.set(o, contents, &items{rest: made})
		case Dict:
			held := m.entries(o)
			m.set(o, contents, &entries{keys: held.keys, values: held.values, rest: made, unordered: true})
		}
	}
}

// isConstant reports whether a value is a number, a text, a yes or no, or nothing.
func isConstant(v Value) bool {
	switch v.(type) {
	case Int, BigInt, Float, Str, Bool, NoneType:
		return true
	}
	return false
}

// changedObject is the object whose attribute or whose contents a change is about; nil for one that is not seen.
func (m *Machine) changedObject(f *Function, c *Call, ch change) *Object {
	var at Value
	for i, p := range f.params() {
		if p.Name != ch.root {
			continue
		}
		if f.Name() == "__init__" && i == 0 { // what is made here is told by itself, see leftOut
			return nil
		}
		at, _ = c.Argument(p.Name, i)
		if at == nil {
			return nil
		}
	}
	if at == nil {
		at = m.get(f.Unit.scope, ch.root)
	}
	path := ch.path
	if !ch.contents {
		path = path[:len(path)-1]
	}
	for _, name := range path {
		o, ok := Bare(at).(*Object)
		if !ok {
			return nil
		}
		at = m.get(o, name)
	}
	o, _ := Bare(at).(*Object)
	return o
}

// changes are what the statements of a function change that others see. It follows from the tree, which many runs
// import.
func (f *Function) changes() []change {
	return f.Unit.Module.Shared(changesOfFunction{f.Node}, func() any { return leftBy(f.Node) }).([]change)
}

func leftBy(fn *python.Function) []change {
	local := map[string]bool{}
	var list []change
	add := func(at python.Node, n python.Expr, contents bool) {
		var path []string
		for {
			switch e := n.(type) {
			case *python.Attribute:
				path = append([]string{e.Attr}, path...)
				n = e.Value
				continue
			case *python.Name:
				if contents || len(path) > 0 {
					list = append(list, change{e.ID, path, contents, at})
				}
			}
			return
		}
	}
	python.WalkBody(fn.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Name:
			if python.IsTarget(n) {
				local[n.ID] = true
			}
		case *python.Attribute:
			if python.IsTarget(n) {
				add(n, n, false)
			}
		case *python.Subscript:
			if python.IsTarget(n) {
				add(n, n.Value, true)
			}
		case *python.Call:
			if of := n.Receiver(); of != nil && (fills(n.MethodName()) || empties(n.MethodName())) {
				add(n, of, true)
			}
		}
		return true
	})
	var seen []change
	for _, ch := range list {
		if !local[ch.root] { // a container of its own, or another name for one
			seen = append(seen, ch)
		}
	}
	return seen
}

// empties reports whether a method of a list, set or dictionary takes something out of it.
func empties(method string) bool {
	switch method {
	case "clear", "pop", "popitem", "remove", "discard":
		return true
	}
	return false
}
