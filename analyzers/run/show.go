package run

import "strings"

// Show is a value in words: a constant as Python's repr, a container with what it holds, an unknown with its reason.
func (m *Machine) Show(v Value) string { return m.show(v, 3) }

func (m *Machine) show(v Value, depth int) string {
	switch v := m.narrow(v).(type) {
	case nil:
		return "unbound"
	case Symbol:
		return string(v)
	case *Tuple:
		return "(" + m.showList(v.Items, nil, depth) + closing(len(v.Items), ")")
	case *Range:
		return "range(" + Text(Int(v.Start)) + ", " + Text(Int(v.Stop)) + ", " + Text(Int(v.Step)) + ")"
	case *Function:
		return "function " + v.Name()
	case *Class:
		return "class " + v.Name()
	case *Method:
		return "method " + v.Func.Name()
	case *Member:
		return m.show(v.Object, depth-1) + "." + v.Name
	case *Partial:
		return "partial of " + m.show(v.Func, depth-1)
	case *Unit:
		return "module " + v.Name
	case *Super:
		return "super of " + v.Class.Name()
	case *Choice:
		parts := make([]string, len(v.Alternatives))
		for i, a := range v.Alternatives {
			parts[i] = m.show(a.Value, depth-1)
		}
		return strings.Join(parts, " or ")
	case *Object:
		return m.showObject(v, depth)
	default:
		return Repr(v)
	}
}

func closing(n int, end string) string {
	if n == 1 {
		return "," + end
	}
	return end
}

func (m *Machine) showObject(o *Object, depth int) string {
	if depth <= 0 {
		return "…"
	}
	switch o.Kind {
	case List:
		held := m.items(o)
		return "[" + m.showList(held.list, held.rest, depth) + "]"
	case Set:
		held := m.items(o)
		if len(held.list) == 0 && held.rest == nil {
			return "set()"
		}
		return "{" + m.showList(held.list, held.rest, depth) + "}"
	case Dict:
		return m.showDict(o, depth)
	case Instance:
		switch class := o.Class.(type) {
		case *Class:
			return "an instance of " + class.Name()
		case Symbol:
			return "an instance of " + string(class)
		}
	}
	text := "unknown"
	if o.Word != "" {
		text += " " + o.Word
	}
	if o.Why != "" {
		text += " (" + o.Why + ")"
	}
	return text
}

func (m *Machine) showDict(o *Object, depth int) string {
	held := m.entries(o)
	var parts []string
	for i := range held.keys {
		parts = append(parts, m.show(held.keys[i], depth-1)+": "+m.show(held.values[i], depth-1))
	}
	if held.rest != nil {
		parts = append(parts, "… "+m.show(held.rest, depth-1))
	} else if held.unordered {
		parts = append(parts, "… in another order")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

const shownItems = 64

func (m *Machine) showList(list []Value, rest Value, depth int) string {
	var parts []string
	for i, v := range list {
		if i == shownItems {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, m.show(v, depth-1))
	}
	if rest != nil {
		parts = append(parts, "… "+m.show(rest, depth-1))
	}
	return strings.Join(parts, ", ")
}
