package python

import (
	"cmp"
	"slices"
)

// Attributes lists the attributes with a name of some kind, read or written, in the order of the text.
func (m *Module) Attributes(is func(name string) bool) []*Attribute {
	var list []*Attribute
	for n := range AllIn(m.Body) {
		if a, ok := n.(*Attribute); ok && is(a.Attr) {
			list = append(list, a)
		}
	}
	return list
}

// SetsAttribute reports whether the file may assign to an attribute with a name of some kind: by a dot, or by setattr()
// with that name or one that is computed.
func (m *Module) SetsAttribute(is func(name string) bool) bool {
	for _, c := range m.Calls("setattr") {
		if len(c.Args) < 2 {
			return true
		}
		if name, ok := c.Args[1].Value.(*String); !ok || !name.Known || is(name.Text) {
			return true
		}
	}
	return slices.ContainsFunc(m.Attributes(is), func(a *Attribute) bool { return IsTarget(a) })
}

// Assignment is the statement that assigns to an attribute; nil for one that is read.
func (a *Attribute) Assignment() *Assign {
	s, ok := a.Parent().(*Assign)
	if !ok || s.Value == nil {
		return nil
	}
	for _, t := range s.Targets {
		if t == Expr(a) {
			return s
		}
	}
	return nil
}

// Uses lists where a name stands for what one of some bindings of it gave it, and nothing else has: the names that the
// bindings themselves write are not among them.
func (m *Module) Uses(of ...*Binding) []*Name {
	var list []*Name
	for n := range AllIn(m.Body) {
		name, ok := n.(*Name)
		if !ok || name.ID != of[0].Name ||
			IsTarget(name) && slices.ContainsFunc(of, func(b *Binding) bool { return name.Parent() == b.Node }) {
			continue
		}
		_, bindings := m.Lookup(name.ID, name)
		if len(bindings) == len(of) &&
			!slices.ContainsFunc(bindings, func(b *Binding) bool { return !slices.Contains(of, b) }) {
			list = append(list, name)
		}
	}
	return list
}

// Dicts lists the dictionary displays of the file for which pick gives something, with what it gives; what stands
// inside of one of them is a part of it.
func Dicts[V any](m *Module, pick func(*Dict) (V, bool)) []V {
	var list []V
	WalkBody(m.Body, func(n Node) bool {
		d, ok := n.(*Dict)
		if !ok {
			return true
		}
		v, picked := pick(d)
		if picked {
			list = append(list, v)
		}
		return !picked
	})
	return list
}

// Mentions reports whether a word of some kind stands in the code: a name, an attribute, an argument, a part of an
// import or a string. What is written about the code, comments and strings that stand alone, is not what the code does.
func (m *Module) Mentions(is func(word string) bool) bool {
	for _, s := range m.Body {
		if mentions(s, is) {
			return true
		}
	}
	return false
}

// MentionsIn is Mentions for a part of a file.
func MentionsIn(n Node, is func(word string) bool) bool { return n != nil && mentions(n, is) }

func mentions(n Node, is func(word string) bool) bool {
	found := false
	Walk(n, func(n Node) bool {
		switch n := n.(type) {
		case *ExprStmt:
			if _, alone := n.Value.(*String); alone {
				return false
			}
		case *Name:
			found = found || is(n.ID)
		case *Attribute:
			found = found || is(n.Attr)
		case *Arg:
			found = found || n.Name != "" && is(n.Name)
		case *Param:
			found = found || is(n.Name)
		case *Function:
			found = found || is(n.Name)
		case *Class:
			found = found || is(n.Name)
		case *String:
			found = found || n.Known && is(n.Text)
		case *Import:
			found = found || mentionedBy(n, is)
		}
		return !found
	})
	return found
}

func mentionedBy(i *Import, is func(word string) bool) bool {
	if i.From && is(i.Module) {
		return true
	}
	for _, a := range i.Names {
		if is(a.Path) || a.As != "" && is(a.As) {
			return true
		}
	}
	return false
}

// OnlyValue is what the only assignment of a name gives it; other expressions are their own value. It is nil where the
// name has several, or none.
func (m *Module) OnlyValue(e Expr) Expr {
	name, ok := e.(*Name)
	if !ok {
		return e
	}
	if _, bindings := m.Lookup(name.ID, name); len(bindings) == 1 && bindings[0].Kind == Assigned {
		return bindings[0].Value
	}
	return nil
}

// Values are what the assignments of a name give it, all of them; other expressions are their own value. It is nil
// where something else than an assignment of one value binds the name.
func (m *Module) Values(e Expr) []Expr {
	name, ok := e.(*Name)
	if !ok {
		return []Expr{e}
	}
	var list []Expr
	_, bindings := m.Lookup(name.ID, name)
	for _, b := range bindings {
		if b.Kind != Assigned || b.Value == nil {
			return nil
		}
		list = append(list, b.Value)
	}
	return list
}

// Passes reports whether the file gives something of that name a value of some kind: an argument, an item of a
// dictionary or a variable.
func (m *Module) Passes(name string, is func(Expr) bool) bool {
	for n := range AllIn(m.Body) {
		switch n := n.(type) {
		case *Arg:
			if n.Name == name && is(n.Value) {
				return true
			}
		case *DictItem:
			if key, ok := n.Key.(*String); ok && key.Text == name && is(n.Value) {
				return true
			}
		case *Assign:
			for _, t := range n.Targets {
				if LastName(t) == name && n.Value != nil && is(n.Value) {
					return true
				}
			}
		}
	}
	return false
}

// CallsIn reports whether a part of a file calls something with a name of some kind.
func CallsIn(n Node, is func(name string) bool) bool {
	for n := range All(n) {
		if c, ok := n.(*Call); ok && is(LastName(c.Func)) {
			return true
		}
	}
	return false
}

// ImportsFrom reports whether the file imports a module of some kind, or something of one.
func (m *Module) ImportsFrom(is func(module string) bool) bool {
	for _, i := range m.Imports() {
		if i.From && i.Level == 0 && is(i.Module) {
			return true
		}
		for _, a := range i.Names {
			if !i.From && is(a.Path) {
				return true
			}
		}
	}
	return false
}

// ConstructorTakes reports whether the constructor of a class of the file has a parameter of a name.
func (m *Module) ConstructorTakes(name string) bool {
	for n := range AllIn(m.Body) {
		fn, ok := n.(*Function)
		if ok && fn.Name == "__init__" && slices.ContainsFunc(fn.Params, func(p *Param) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}

// TestsBefore lists what the function around a node, or the script, asks before it, in if statements and assertions.
func (m *Module) TestsBefore(n Node) []Expr {
	body := m.Body
	if fn := EnclosingFunction(n); fn != nil {
		body = fn.Body
	}
	var list []Expr
	WalkBody(body, func(other Node) bool {
		if other.Span().Start >= n.Span().Start {
			return false
		}
		switch other := other.(type) {
		case *If:
			if other.Test != nil {
				list = append(list, other.Test)
			}
		case *Assert:
			if other.Test != nil {
				list = append(list, other.Test)
			}
		}
		return true
	})
	return list
}

// Offered lists the classes and functions that a module defines at its margin, and the names that it imports from
// others, as far as it does not use them itself outside of their own bodies and of what it does as a script: what other
// files may want of it. Names with an underscore in front are its own affair.
func (m *Module) Offered() []string {
	var list []string
	at := map[string]Node{}
	add := func(name string, s Stmt) {
		if name[0] != '_' && at[name] == nil {
			list = append(list, name)
		}
		at[name] = s
	}
	for _, s := range m.Body {
		switch s := s.(type) {
		case *Class:
			add(s.Name, s)
		case *Function:
			add(s.Name, s)
		case *Import:
			for _, a := range s.Names {
				if s.From && !s.Star {
					add(cmp.Or(a.As, a.Path), s)
				}
			}
		}
	}
	for _, s := range m.Body {
		if test, ok := s.(*If); ok && AsksMain(test.Test) {
			continue
		}
		for n := range AllIn([]Stmt{s}) {
			if name, ok := n.(*Name); ok && at[name.ID] != nil && at[name.ID] != Node(s) {
				list = slices.DeleteFunc(list, func(one string) bool { return one == name.ID })
			}
		}
	}
	return list
}

// AsksMain reports whether a test asks if the file was started as a script, alone or among other things:
// `__name__ == "__main__"`. What stands under it does not run where the file is imported.
func AsksMain(test Expr) bool {
	for n := range All(test) {
		if name, ok := n.(*Name); ok && name.ID == "__name__" {
			return true
		}
	}
	return false
}
