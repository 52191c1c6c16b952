package python

import "slices"

// Presence says whether a call is given an argument.
type Presence uint8

// What is known of an argument.
const (
	Absent Presence = iota
	Given
	// Uncertain: a *args or **kwargs that cannot be seen through may hold it.
	Uncertain
)

// Argument is what a call passes for one parameter.
type Argument struct {
	Presence Presence
	Value    Expr
	// Direct is the argument as it stands in the call; nil when the value comes
	// out of a **dictionary.
	Direct *Arg
}

// Argument finds the argument for a parameter by its keyword, or by its position
// from 0 (-1: keyword only). Dictionaries spread with ** are seen through when
// the file shows what they hold.
func (m *Module) Argument(c *Call, keyword string, position int) Argument {
	uncertain, n := false, 0
	for _, a := range c.Args {
		switch {
		case a.Name == keyword && keyword != "":
			return Argument{Given, a.Value, a}
		case a.Star == 1:
			uncertain = uncertain || position >= n
			n = 1 << 20 // positions behind it are not known
		case a.Name == "" && a.Star == 0:
			if n == position {
				return Argument{Given, a.Value, a}
			}
			n++
		}
	}
	for _, a := range c.Args {
		if a.Star != 2 {
			continue
		}
		dict, fixed := m.DictOf(a.Value)
		if dict == nil {
			uncertain = true
			continue
		}
		value, found, sure := m.dictItem(dict, keyword)
		switch {
		case found && sure && fixed:
			return Argument{Given, value, nil}
		case found || !sure || !fixed:
			uncertain = true
		}
	}
	if uncertain {
		return Argument{Presence: Uncertain}
	}
	return Argument{}
}

// Keyword is the direct keyword argument of that name, nil when there is none.
func (c *Call) Keyword(name string) *Arg {
	for _, a := range c.Args {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Positional lists the arguments before the first keyword; false when a *args
// stands among them.
func (c *Call) Positional() ([]*Arg, bool) {
	var list []*Arg
	for _, a := range c.Args {
		if a.Star == 1 {
			return list, false
		}
		if a.Name == "" && a.Star == 0 {
			list = append(list, a)
		}
	}
	return list, true
}

// Spreads reports whether the call has *args or **kwargs.
func (c *Call) Spreads() bool {
	for _, a := range c.Args {
		if a.Star > 0 {
			return true
		}
	}
	return false
}

// Entries is a dictionary that the source writes out, as {…} or dict(…).
type Entries struct {
	Items []Entry
	// Open is set when it also holds what cannot be seen: **other, a computed key.
	Open bool
	// doubtful are keys that a statement may have set, or taken away.
	doubtful []string
}

// Entry is one written-out item of a dictionary.
type Entry struct {
	Key   string
	Value Expr
	Node  Node // the item or keyword argument
}

// DictOf is the dictionary an expression evaluates to, nil when it is not written
// out in this file. fixed is false when something may have changed it since.
func (m *Module) DictOf(e Expr) (dict *Entries, fixed bool) {
	switch e := e.(type) {
	case *Dict:
		return m.display(e), true
	case *Call:
		if m.Resolve(e.Func) == "dict" {
			return m.dictCall(e), true
		}
	case *Name:
		_, bindings := m.Lookup(e.ID, e)
		if len(bindings) != 1 || bindings[0].Kind != Assigned {
			return nil, false
		}
		if _, again := bindings[0].Value.(*Name); again {
			return nil, false
		}
		busy := m.load().busy
		if busy[bindings[0].Node] { // d = {**d}
			return nil, false
		}
		busy[bindings[0].Node] = true
		dict, fixed = m.DictOf(bindings[0].Value)
		delete(busy, bindings[0].Node)
		if dict == nil || !fixed {
			return dict, false
		}
		return m.changedBefore(e, bindings[0], dict)
	}
	return nil, false
}

func (m *Module) display(d *Dict) *Entries {
	entries := &Entries{}
	for _, item := range d.Items {
		key, ok := m.Const(item.Key)
		if item.Key == nil || !ok || key.Kind != StringValue {
			if inner, fixed := m.spread(item); inner != nil && fixed {
				entries.Items = append(entries.Items, inner.Items...)
				entries.Open = entries.Open || !inner.Whole()
				continue
			}
			entries.Open = true
			continue
		}
		entries.Items = append(entries.Items, Entry{key.Str, item.Value, item})
	}
	return entries
}

func (m *Module) spread(item *DictItem) (*Entries, bool) {
	if item.Key != nil {
		return nil, false
	}
	return m.DictOf(item.Value)
}

func (m *Module) dictCall(c *Call) *Entries {
	entries := &Entries{}
	for _, a := range c.Args {
		if a.Name == "" {
			entries.Open = true
			continue
		}
		entries.Items = append(entries.Items, Entry{a.Name, a.Value, a})
	}
	return entries
}

// dictItem looks a key up; the last one of that name counts. sure is false when
// something unseen may override or provide it.
func (m *Module) dictItem(d *Entries, key string) (value Expr, found, sure bool) {
	if slices.Contains(d.doubtful, key) {
		return nil, false, false
	}
	for i := len(d.Items) - 1; i >= 0; i-- {
		if d.Items[i].Key == key {
			return d.Items[i].Value, true, !d.Open
		}
	}
	return nil, false, !d.Open
}

func (m *Module) readsOnly(use *Name) bool {
	switch p := use.Parent().(type) {
	case *Assign: // its own binding
		return len(p.Targets) == 1 && p.Targets[0] == Expr(use)
	case *Arg:
		return p.Star == 2
	case *DictItem:
		return p.Key == nil
	case *Subscript:
		switch pp := p.Parent().(type) {
		case *Assign:
			return pp.Value == Expr(p)
		case *AugAssign:
			return pp.Value == Expr(p)
		case *Delete:
			return false
		}
		return true
	case *Attribute:
		switch p.Attr {
		case "get", "items", "keys", "values", "copy":
			return true
		}
	case *Compare:
		return true
	}
	return false
}
