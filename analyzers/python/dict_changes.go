package python

import "slices"

// dictChange is a statement that sets or takes away items of a dictionary.
type dictChange struct {
	stmt  Stmt
	items []Entry
	gone  []string
	// open: it sets items that cannot be seen.
	open bool
}

// changedBefore is what a dictionary holds where it is read, behind the statements that change it: conf["mode"] =
// "max", conf.update(mode="max"), conf.pop("mode"). What one of them sets under a condition, or in another round of a
// loop, is in doubt. false where something else is done with the dictionary, or it is changed in another function.
func (m *Module) changedBefore(name *Name, b *Binding, dict *Entries) (*Entries, bool) {
	changes, ok := m.dictChanges(name, b)
	if !ok {
		return dict, false
	}
	for _, c := range changes {
		home := EnclosingFunction(c.stmt)
		if home != EnclosingFunction(b.Node) || home != EnclosingFunction(name) || InLambda(name) {
			return dict, false
		}
		switch again := roundAgain(c.stmt, name, b.Node); {
		case c.stmt.Span().Start > name.Span().Start && !again:
		case again || Within(name, c.stmt) || StatementOf(m.Block(c.stmt), name) == nil:
			dict = dict.doubted(c)
		default:
			dict = dict.with(c)
		}
	}
	return dict, true
}

// DictRead is what a display holds where the variable that it is assigned to is read last as a whole, behind the
// statements that change it, as config["bf16"] = {…} does before return config; the display itself where that is not
// known.
func (m *Module) DictRead(d *Dict) *Entries {
	assign, ok := d.Parent().(*Assign)
	if !ok || len(assign.Targets) != 1 {
		return m.display(d)
	}
	target, ok := assign.Targets[0].(*Name)
	if !ok {
		return m.display(d)
	}
	if _, bindings := m.Lookup(target.ID, target); len(bindings) == 1 {
		uses := m.Uses(bindings[0])
		for i := len(uses) - 1; i >= 0; i-- {
			switch uses[i].Parent().(type) {
			case *Subscript, *Attribute:
				continue
			}
			if dict, fixed := m.DictOf(uses[i]); dict != nil && fixed {
				return dict
			}
			break
		}
	}
	return m.display(d)
}

// Whole reports whether the dictionary surely holds its items, and no others.
func (e *Entries) Whole() bool { return !e.Open && len(e.doubtful) == 0 }

// roundAgain reports whether a statement is run again, or first, in a later round of a loop in which a dictionary is
// read that was made before the loop.
func roundAgain(s Stmt, read, made Node) bool {
	for n := s.Parent(); n != nil; n = n.Parent() {
		switch n.(type) {
		case *For, *While:
			if Within(read, n) && !Within(made, n) && s.Span().Start > read.Span().Start {
				return true
			}
		}
	}
	return false
}

func (e *Entries) with(c dictChange) *Entries {
	changed := &Entries{Open: e.Open || c.open, doubtful: slices.Clone(e.doubtful)}
	set := func(key string) bool {
		return slices.Contains(c.gone, key) || slices.ContainsFunc(c.items, func(i Entry) bool { return i.Key == key })
	}
	for _, item := range e.Items {
		if !set(item.Key) {
			changed.Items = append(changed.Items, item)
		}
	}
	changed.Items = append(changed.Items, c.items...)
	changed.doubtful = slices.DeleteFunc(changed.doubtful, set)
	return changed
}

func (e *Entries) doubted(c dictChange) *Entries {
	changed := &Entries{Open: e.Open || c.open, doubtful: slices.Concat(e.doubtful, c.gone)}
	for _, item := range c.items {
		changed.doubtful = append(changed.doubtful, item.Key)
	}
	for _, item := range e.Items {
		if !slices.Contains(changed.doubtful, item.Key) {
			changed.Items = append(changed.Items, item)
		}
	}
	return changed
}

// dictChanges are the statements of a file that change a dictionary under a name, in their order; false where anything
// else is done with it but reading items from it and spreading it. Whoever is given it where it is read has it as it is
// there: return [config].
func (m *Module) dictChanges(read *Name, b *Binding) (list []dictChange, ok bool) {
	ok = true
	name, once := read.ID, EnclosingLoop(read) == EnclosingLoop(b.Node)
	WalkBody(m.Body, func(n Node) bool {
		use, is := n.(*Name)
		if !is || !ok || use.ID != name {
			return ok
		}
		if _, bindings := m.Lookup(name, use); len(bindings) != 1 || bindings[0] != b || m.readsOnly(use) ||
			once && use == read {
			return true
		}
		change, known := m.dictChange(use)
		list, ok = append(list, change), known
		return ok
	})
	return list, ok
}

// dictChange is the statement around the name of a dictionary that sets items of it, or takes one away.
func (m *Module) dictChange(use *Name) (dictChange, bool) {
	switch up := use.Parent().(type) {
	case *Subscript:
		switch s := up.Parent().(type) {
		case *Assign:
			if len(s.Targets) != 1 || s.Targets[0] != Expr(up) {
				return dictChange{}, false
			}
			return m.itemSet(s, up, s.Value), true
		case *Delete:
			if key, ok := m.stringOf(up.Index); ok && len(s.Targets) == 1 {
				return dictChange{stmt: s, gone: []string{key}}, true
			}
		}
	case *Attribute:
		call, ok := up.Parent().(*Call)
		if !ok || call.Func != Expr(up) {
			return dictChange{}, false
		}
		return m.methodChange(call, up.Attr)
	}
	return dictChange{}, false
}

func (m *Module) itemSet(s Stmt, target *Subscript, value Expr) dictChange {
	key, ok := m.stringOf(target.Index)
	if !ok {
		return dictChange{stmt: s, open: true}
	}
	return dictChange{stmt: s, items: []Entry{{key, value, s}}}
}

// methodChange is what a call of a method does to the dictionary it is called on: update, and pop.
func (m *Module) methodChange(call *Call, method string) (dictChange, bool) {
	change := dictChange{stmt: EnclosingStmt(call)}
	switch method {
	case "update":
		for _, a := range call.Args {
			if a.Name != "" {
				change.items = append(change.items, Entry{a.Name, a.Value, a})
				continue
			}
			if dict, fixed := m.DictOf(a.Value); a.Star != 1 && dict != nil && fixed && dict.Whole() {
				change.items, change.open = append(change.items, dict.Items...), change.open || dict.Open
				continue
			}
			change.open = true
		}
		return change, true
	case "pop":
		if len(call.Args) > 0 {
			if key, ok := m.stringOf([]Expr{call.Args[0].Value}); ok {
				change.gone = []string{key}
				return change, true
			}
		}
	}
	return change, false
}

// stringOf is the text that an index is.
func (m *Module) stringOf(index []Expr) (string, bool) {
	if len(index) != 1 {
		return "", false
	}
	key, ok := m.Const(index[0])
	return key.Str, ok && key.Kind == StringValue
}
