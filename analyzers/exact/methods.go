package exact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The methods of Python's own values; the tables are filled when the program starts, as methods ask for methods.
var (
	listMethods  map[string]func(*Machine, *List, Args) Value
	tupleMethods map[string]func(*Machine, *Tuple, Args) Value
	dictMethods  map[string]func(*Machine, *Dict, Args) Value
	setMethods   map[string]func(*Machine, *Set, Args) Value
	textMethods  map[string]func(*Machine, string, Args) Value
)

// builtinAttribute is an attribute of one of Python's own values; nil for none.
func (m *Machine) builtinAttribute(on Value, name string) Value {
	if strings.HasPrefix(name, "__") {
		switch on.(type) {
		case string, *List, *Dict, *Set, *Tuple: // (1, 2).__len__()
			if v := itemMethod(on, name); v != nil {
				return v
			}
		}
	}
	switch o := on.(type) {
	case string:
		return methodOn(textMethods, name, o)
	case *List:
		return methodOn(listMethods, name, o)
	case *Dict:
		return methodOn(dictMethods, name, o)
	case *Set:
		return methodOn(setMethods, name, o)
	case *Tuple:
		return methodOn(tupleMethods, name, o)
	case *Iterator:
		if name == "__next__" || name == "__iter__" {
			return function(name, func(m *Machine, _ Args) Value { return m.next(o, nil) })
		}
	case int64, bool, float64:
		return m.numberAttribute(on, name)
	case *Slice:
		switch name {
		case "start":
			return o.Lower
		case "stop":
			return o.Upper
		case "step":
			return o.Step
		}
	}
	return nil
}

func (m *Machine) numberAttribute(on Value, name string) Value {
	switch name {
	case "real":
		return on
	case "item", "tolist": // of a number that was numpy's
		return function(name, func(*Machine, Args) Value { return on })
	case "imag":
		return int64(0)
	case "is_integer":
		x, _ := float(on)
		return function(name, func(*Machine, Args) Value { return x == float64(int64(x)) })
	case "bit_length":
		n, _ := integer(on)
		return function(name, func(*Machine, Args) Value {
			length := int64(0)
			for n = abs(n); n > 0; n >>= 1 {
				length++
			}
			return length
		})
	}
	return nil
}

func listMethodsTable() map[string]func(*Machine, *List, Args) Value {
	return map[string]func(*Machine, *List, Args) Value{
		"append": func(m *Machine, l *List, a Args) Value {
			l.Items = append(l.Items, a.Pos[0])
			m.shorten(l)
			return None
		},
		"extend": func(m *Machine, l *List, a Args) Value { m.inPlace("+", l, a.Pos[0]); m.shorten(l); return None },
		"insert": func(m *Machine, l *List, a Args) Value {
			i, _ := integer(a.Pos[0])
			if i < 0 {
				i = max(0, i+int64(len(l.Items)))
			}
			l.Items = slices.Insert(l.Items, int(min(i, int64(len(l.Items)))), a.Pos[1])
			return None
		},
		"pop": func(m *Machine, l *List, a Args) Value {
			if len(l.Items) == 0 {
				m.Raise(IndexError, "pop from empty list")
			}
			i := m.place(a.Or(0, "", int64(-1)), len(l.Items), "pop")
			v := l.Items[i]
			l.Items = append(l.Items[:i:i], l.Items[i+1:]...)
			return v
		},
		"popleft": func(m *Machine, l *List, _ Args) Value {
			if len(l.Items) == 0 {
				m.Raise(IndexError, "pop from an empty deque")
			}
			v := l.Items[0]
			l.Items = append([]Value(nil), l.Items[1:]...)
			return v
		},
		"appendleft": func(m *Machine, l *List, a Args) Value {
			if bound, ok := m.longest[l]; ok && len(l.Items) >= bound && bound > 0 {
				l.Items = l.Items[: bound-1 : bound-1]
			}
			l.Items = append([]Value{a.Pos[0]}, l.Items...)
			return None
		},
		"clear":   func(_ *Machine, l *List, _ Args) Value { l.Items = nil; return None },
		"copy":    func(_ *Machine, l *List, _ Args) Value { return &List{slices.Clone(l.Items)} },
		"reverse": func(_ *Machine, l *List, _ Args) Value { slices.Reverse(l.Items); return None },
		"sort":    func(m *Machine, l *List, a Args) Value { l.Items = m.sorted(l.Items, a); return None },
		"index": func(m *Machine, l *List, a Args) Value {
			for i, v := range l.Items {
				if m.same(v, a.Pos[0]) {
					return int64(i)
				}
			}
			m.Raise(ValueError, "%s is not in list", m.Repr(a.Pos[0]))
			return nil
		},
		"count": func(m *Machine, l *List, a Args) Value { return m.count(l.Items, a.Pos[0]) },
		"remove": func(m *Machine, l *List, a Args) Value {
			for i, v := range l.Items {
				if m.same(v, a.Pos[0]) {
					l.Items = append(l.Items[:i:i], l.Items[i+1:]...)
					return None
				}
			}
			m.Raise(ValueError, "list.remove(x): x not in list")
			return nil
		},
	}
}

func (m *Machine) count(list []Value, of Value) Value {
	n := int64(0)
	for _, v := range list {
		if m.same(v, of) {
			n++
		}
	}
	return n
}

func tupleMethodsTable() map[string]func(*Machine, *Tuple, Args) Value {
	return map[string]func(*Machine, *Tuple, Args) Value{
		"index": func(m *Machine, t *Tuple, a Args) Value { return listMethods["index"](m, &List{t.Items}, a) },
		"count": func(m *Machine, t *Tuple, a Args) Value { return m.count(t.Items, a.Pos[0]) },
		"numel": func(m *Machine, t *Tuple, _ Args) Value { // of a torch.Size
			n := int64(1)
			for _, v := range t.Items {
				i, _ := integer(v)
				n *= i
			}
			return n
		},
	}
}

func dictMethodsTable() map[string]func(*Machine, *Dict, Args) Value {
	return map[string]func(*Machine, *Dict, Args) Value{
		"get": func(m *Machine, d *Dict, a Args) Value {
			if v := d.Get(m.hashable(a.Pos[0])); v != nil {
				return v
			}
			return a.Or(1, "default", None)
		},
		"pop": func(m *Machine, d *Dict, a Args) Value {
			if v := d.Delete(m.hashable(a.Pos[0])); v != nil {
				return v
			}
			if v := a.Get(1, "default"); v != nil {
				return v
			}
			m.Raise(KeyError, "%s", m.Repr(a.Pos[0]))
			return nil
		},
		"popitem": func(m *Machine, d *Dict, _ Args) Value {
			if d.Len() == 0 {
				m.Raise(KeyError, "popitem(): dictionary is empty")
			}
			key := d.keys[d.Len()-1]
			return &Tuple{Items: []Value{key, d.Delete(key)}}
		},
		"setdefault": func(m *Machine, d *Dict, a Args) Value {
			if v := d.Get(m.hashable(a.Pos[0])); v != nil {
				return v
			}
			v := a.Or(1, "default", None)
			d.Set(a.Pos[0], v)
			return v
		},
		"update": func(m *Machine, d *Dict, a Args) Value {
			if len(a.Pos) > 0 {
				m.update(d, a.Pos[0])
			}
			for _, k := range a.Kw {
				d.Set(k.Name, k.Value)
			}
			return None
		},
		"keys":   func(_ *Machine, d *Dict, _ Args) Value { return &List{slices.Clone(d.keys)} },
		"values": func(_ *Machine, d *Dict, _ Args) Value { return &List{slices.Clone(d.values)} },
		"items": func(_ *Machine, d *Dict, _ Args) Value {
			list := make([]Value, d.Len())
			for i, key := range d.keys {
				list[i] = &Tuple{Items: []Value{key, d.values[i]}}
			}
			return &List{list}
		},
		"copy":  func(_ *Machine, d *Dict, _ Args) Value { return d.Copy() },
		"clear": func(_ *Machine, d *Dict, _ Args) Value { d.Clear(); return None },
		"move_to_end": func(m *Machine, d *Dict, a Args) Value {
			v := d.Delete(m.hashable(a.Pos[0]))
			d.Set(a.Pos[0], v)
			return None
		},
		"most_common": func(m *Machine, d *Dict, a Args) Value { return m.Unknown("Counter.most_common") },
	}
}

func setMethodsTable() map[string]func(*Machine, *Set, Args) Value {
	return map[string]func(*Machine, *Set, Args) Value{
		"add":     func(m *Machine, s *Set, a Args) Value { s.Set(m.hashable(a.Pos[0]), None); return None },
		"discard": func(m *Machine, s *Set, a Args) Value { s.Delete(m.hashable(a.Pos[0])); return None },
		"remove":  func(m *Machine, s *Set, a Args) Value { s.Delete(m.hashable(a.Pos[0])); return None },
		"update": func(m *Machine, s *Set, a Args) Value {
			for _, list := range a.Pos {
				for _, v := range m.Items(list) {
					s.Set(m.hashable(v), None)
				}
			}
			return None
		},
		"copy":  func(m *Machine, s *Set, _ Args) Value { return m.NewSet(s.keys) },
		"clear": func(_ *Machine, s *Set, _ Args) Value { s.Clear(); return None },
		"union": func(m *Machine, s *Set, a Args) Value { return m.setOperation("|", s, m.NewSet(m.Items(a.Pos[0]))) },
		"difference": func(m *Machine, s *Set, a Args) Value {
			return m.setOperation("-", s, m.NewSet(m.Items(a.Pos[0])))
		},
		"intersection": func(m *Machine, s *Set, a Args) Value {
			return m.setOperation("&", s, m.NewSet(m.Items(a.Pos[0])))
		},
		"issubset": func(m *Machine, s *Set, a Args) Value {
			return m.setOperation("-", s, m.NewSet(m.Items(a.Pos[0]))).(*Set).Len() == 0
		},
	}
}

func textMethodsTable() map[string]func(*Machine, string, Args) Value {
	return map[string]func(*Machine, string, Args) Value{
		"lower": func(_ *Machine, s string, _ Args) Value { return strings.ToLower(s) },
		"upper": func(_ *Machine, s string, _ Args) Value { return strings.ToUpper(s) },
		"capitalize": func(_ *Machine, s string, _ Args) Value {
			return strings.ToUpper(s[:min(1, len(s))]) + strings.ToLower(s[min(1, len(s)):])
		},
		"title": func(_ *Machine, s string, _ Args) Value {
			return strings.Title(s) //nolint:staticcheck // ASCII names
		},
		"strip":      func(m *Machine, s string, a Args) Value { return strings.Trim(s, cutset(a)) },
		"lstrip":     func(m *Machine, s string, a Args) Value { return strings.TrimLeft(s, cutset(a)) },
		"rstrip":     func(m *Machine, s string, a Args) Value { return strings.TrimRight(s, cutset(a)) },
		"startswith": func(m *Machine, s string, a Args) Value { return m.affix(s, a.Pos[0], strings.HasPrefix) },
		"endswith":   func(m *Machine, s string, a Args) Value { return m.affix(s, a.Pos[0], strings.HasSuffix) },
		"split":      func(m *Machine, s string, a Args) Value { return m.split(s, a, false) },
		"rsplit":     func(m *Machine, s string, a Args) Value { return m.split(s, a, true) },
		"splitlines": func(m *Machine, s string, _ Args) Value {
			m.grows(partRoom * strings.Count(s, "\n"))
			return texts(strings.Split(strings.TrimRight(s, "\n"), "\n"))
		},
		"format": func(m *Machine, s string, a Args) Value {
			return m.worded(func() Value { return m.formatMethod(s, a) })
		},
		"replace": func(m *Machine, s string, a Args) Value {
			old, by := m.word(a.Pos[0]), m.word(a.Pos[1])
			m.multiplies(int64(strings.Count(s, old)), int64(len(by)))
			times := a.Or(2, "count", int64(-1))
			if u := unknownOf(times); u != nil {
				return &Unknown{Why: u.Why, At: u.At}
			}
			n, _ := integer(times)
			return strings.Replace(s, old, by, int(n))
		},
		"find":  func(m *Machine, s string, a Args) Value { return m.placeIn(s, a, strings.Index) },
		"rfind": func(m *Machine, s string, a Args) Value { return m.placeIn(s, a, strings.LastIndex) },
		"index": func(m *Machine, s string, a Args) Value {
			at := m.placeIn(s, a, strings.Index)
			if at == Value(int64(-1)) {
				m.Raise(ValueError, "substring not found")
			}
			return at
		},
		"count": func(m *Machine, s string, a Args) Value {
			if len(a.Pos) != 1 {
				return m.Unknown("count() in a part of a text")
			}
			return int64(strings.Count(s, m.word(a.Pos[0])))
		},
		"removeprefix": func(m *Machine, s string, a Args) Value { return strings.TrimPrefix(s, m.word(a.Pos[0])) },
		"removesuffix": func(m *Machine, s string, a Args) Value { return strings.TrimSuffix(s, m.word(a.Pos[0])) },
		"isdigit":      func(_ *Machine, s string, _ Args) Value { return s != "" && strings.Trim(s, "0123456789") == "" },
		"isnumeric":    func(_ *Machine, s string, _ Args) Value { return s != "" && strings.Trim(s, "0123456789") == "" },
		"isalpha":      func(_ *Machine, s string, _ Args) Value { return s != "" && !strings.ContainsFunc(s, notLetter) },
		"isupper": func(_ *Machine, s string, _ Args) Value {
			return s != strings.ToLower(s) && s == strings.ToUpper(s)
		},
		"islower": func(_ *Machine, s string, _ Args) Value {
			return s != strings.ToUpper(s) && s == strings.ToLower(s)
		},
		"encode":  func(_ *Machine, s string, _ Args) Value { return Bytes(s) },
		"isspace": func(_ *Machine, s string, _ Args) Value { return s != "" && strings.TrimSpace(s) == "" },
		"isalnum": func(_ *Machine, s string, _ Args) Value {
			return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return notLetter(r) && (r < '0' || r > '9') })
		},
		"casefold": func(_ *Machine, s string, _ Args) Value { return strings.ToLower(s) },
		"center":   func(m *Machine, s string, a Args) Value { return m.padded(s, a, 1, 2) },
		"ljust":    func(m *Machine, s string, a Args) Value { return m.padded(s, a, 0, 1) },
		"rjust":    func(m *Machine, s string, a Args) Value { return m.padded(s, a, 1, 1) },
		"zfill": func(m *Machine, s string, a Args) Value {
			n, _ := integer(a.Pos[0])
			digits := strings.TrimLeft(s, "+-")
			return s[:len(s)-len(digits)] + strings.Repeat("0", int(max(0, min(n, 100)-int64(len(s))))) + digits
		},
		"join": func(m *Machine, s string, a Args) Value {
			if u := unknownOf(a.Pos[0]); u != nil {
				return &Unknown{Why: u.Why, At: u.At}
			}
			w := &writing{m: m}
			for i, v := range m.Items(a.Pos[0]) {
				if u := unknownOf(v); u != nil {
					return u
				}
				if i > 0 {
					w.add(s)
				}
				w.add(m.word(v))
			}
			return w.String()
		},
		"partition": func(m *Machine, s string, a Args) Value {
			sep := m.word(a.Pos[0])
			before, after, found := strings.Cut(s, sep)
			if !found {
				sep = ""
			}
			return &Tuple{Items: []Value{before, sep, after}}
		},
		"rpartition": func(m *Machine, s string, a Args) Value {
			sep := m.word(a.Pos[0])
			i := strings.LastIndex(s, sep)
			if i < 0 {
				return &Tuple{Items: []Value{"", "", s}}
			}
			return &Tuple{Items: []Value{s[:i], sep, s[i+len(sep):]}}
		},
	}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// word is an argument that has to be a text.
func (m *Machine) word(v Value) string {
	s, ok := v.(string)
	if !ok {
		switch v := v.(type) {
		case *Unknown:
			m.StopFor(v, "a text")
		case Symbol: // a library's, and may be a text
			m.Stop("%s is not known to be a text", string(v))
		}
		m.Raise(TypeError, "expected str, got %s", m.ClassOf(v).Name)
	}
	return s
}

func cutset(a Args) string {
	if s, ok := a.Get(0, "").(string); ok {
		return s
	}
	return " \t\n\r\v\f"
}

func (m *Machine) affix(s string, v Value, test func(s, affix string) bool) Value {
	if t, ok := v.(*Tuple); ok {
		for _, one := range t.Items {
			if test(s, m.word(one)) {
				return true
			}
		}
		return false
	}
	return test(s, m.word(v))
}

func (m *Machine) split(s string, a Args, fromRight bool) Value {
	sep := a.Or(0, "sep", None)
	times, limited := integer(a.Or(1, "maxsplit", None))
	if sep == Value(None) {
		m.grows(partRoom * len(s) / 2)
		return texts(strings.Fields(s))
	}
	m.grows(partRoom * strings.Count(s, m.word(sep)))
	parts := strings.Split(s, m.word(sep))
	if limited && times >= 0 && int64(len(parts)) > times+1 {
		if fromRight {
			cut := len(parts) - int(times)
			parts = append([]string{strings.Join(parts[:cut], m.word(sep))}, parts[cut:]...)
		} else {
			parts = append(parts[:times:times], strings.Join(parts[times:], m.word(sep)))
		}
	}
	return texts(parts)
}

func texts(list []string) Value {
	out := make([]Value, len(list))
	for i, s := range list {
		out[i] = s
	}
	return &List{out}
}

// sorted is a list in order; key and reverse are looked for among the arguments.
func (m *Machine) sorted(list []Value, a Args) []Value {
	out := slices.Clone(list)
	keys := out
	if key := a.Named("key"); key != nil && key != Value(None) {
		keys = make([]Value, len(out))
		for i, v := range out {
			keys[i] = m.Call(key, Positional(v))
		}
	}
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
	}
	down := a.Named("reverse") != nil && m.Truth(a.Named("reverse"))
	slices.SortStableFunc(order, func(i, j int) int {
		m.spend()
		if u := unknownOf(keys[i], keys[j]); u != nil {
			m.StopFor(u, "an order")
		}
		sign, ok := m.order(keys[i], keys[j])
		if !ok {
			m.Raise(
				TypeError,
				"'<' not supported between instances of '%s' and '%s'",
				m.ClassOf(keys[i]).Name,
				m.ClassOf(keys[j]).Name,
			)
		}
		if down {
			return -sign
		}
		return sign
	})
	sorted := make([]Value, len(out))
	for i, at := range order {
		sorted[i] = out[at]
	}
	return sorted
}

// padded is a text made as wide as the first argument says; of the padding, before parts of all go before it.
func (m *Machine) padded(s string, a Args, before, all int) Value {
	if u := unknownOf(a.Or(0, "width", None)); u != nil {
		return u
	}
	width, _ := integer(a.Or(0, "width", None))
	fill := m.word(a.Or(1, "fillchar", " "))
	missing := int(min(width, 10_000)) - utf8.RuneCountInString(s)
	if missing <= 0 {
		return s
	}
	m.grows(missing)
	left := missing * before / all
	if all == 2 { // in the middle: the odd one stands before a text of odd length
		left += missing & int(width) & 1
	}
	return strings.Repeat(fill, left) + s + strings.Repeat(fill, missing-left)
}

// placeIn is where a text stands in another one, in characters; -1 for nowhere.
func (m *Machine) placeIn(s string, a Args, find func(s, part string) int) Value {
	if len(a.Pos) != 1 {
		return m.Unknown("the place in a part of a text")
	}
	at := find(s, m.word(a.Pos[0]))
	if at < 0 {
		return int64(-1)
	}
	return int64(utf8.RuneCountInString(s[:at]))
}
