package run

import "github.com/trainlint/trainlint/analyzers/python"

// refill does to a container that a module binds to a name what the module's body does to it later: MODELS = {} is
// filled by `MODELS["small"] = …` at the module's level. What ifs, loops and functions do to it leaves it open.
func (m *Machine) refill(u *Unit, name string, v Value) {
	o, ok := v.(*Object)
	if !ok || o.Kind != List && o.Kind != Dict && o.Kind != Set {
		return
	}
	open := false
	for _, n := range u.fillers()[name] {
		s := python.EnclosingStmt(n)
		if s.Parent() != nil {
			open = true
			continue
		}
		m.apart(func() {
			scratch := &Object{Kind: Scope, lexical: &lexical{parent: u.scope, unit: u}}
			m.inFrame(&frame{unit: u, scope: scratch}, func() { m.stmt(s) })
		})
	}
	if !open {
		return
	}
	rest := m.unknown(m.node, "put into %s somewhere in its module", name)
	if o.Kind == Dict {
		held := m.entries(o)
		o.begin(contents, &entries{keys: held.keys, values: held.values, rest: rest, unordered: held.unordered})
		o.fields.set(contents, nil)
		return
	}
	o.begin(contents, &items{list: m.items(o).list, rest: rest})
	o.fields.set(contents, nil)
}

// fillers are the places of a module that change what a name of it holds, by name.
func (u *Unit) fillers() map[string][]python.Node {
	if u.filledAt != nil {
		return u.filledAt
	}
	u.filledAt = map[string][]python.Node{}
	python.WalkBody(u.Module.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Subscript:
			if name, ok := n.Value.(*python.Name); ok && python.IsTarget(n) {
				u.filledAt[name.ID] = append(u.filledAt[name.ID], n)
			}
		case *python.Call:
			if name, ok := n.Receiver().(*python.Name); ok && fills(n.MethodName()) {
				u.filledAt[name.ID] = append(u.filledAt[name.ID], n)
			}
		}
		return true
	})
	return u.filledAt
}

// fills reports whether a method of a list, set or dictionary puts something into it.
func fills(method string) bool {
	switch method {
	case "append", "extend", "insert", "add", "update", "setdefault":
		return true
	}
	return false
}
