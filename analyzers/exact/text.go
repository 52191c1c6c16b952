package exact

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Text is str(v).
func (m *Machine) Text(v Value) string {
	switch v := v.(type) {
	case string:
		return v
	case *Instance:
		for _, name := range []string{"__str__", "__repr__"} {
			if f := m.lookup(v.Class, name); f != nil {
				if text, ok := m.Call(f, Positional(v)).(string); ok {
					return text
				}
			}
		}
	}
	return m.Repr(v)
}

// wordless reports whether nothing here says how an object reads.
func (m *Machine) wordless(o *Instance) bool {
	_, holds := container(o.Native)
	if m.Library != nil && !m.Library.Harmless(None, Positional(o)) { // a model says what it is made of
		return true
	}
	return !holds && m.lookup(o.Class, "__str__") == nil && m.lookup(o.Class, "__repr__") == nil && o.asMember() == nil &&
		!o.Class.Is(enumClass)
}

// Repr is repr(v).
func (m *Machine) Repr(v Value) string {
	switch v := v.(type) {
	case *Tuple, *List, *Set, *Dict, *Instance:
		m.Deeper()
		defer m.Shallower()
	default:
		m.grows(room(v))
	}
	switch v := v.(type) {
	case NoneType:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return python.ReprFloat(v)
	case string:
		return python.ReprText(v)
	case Bytes:
		return "b" + python.ReprText(string(v))
	case EllipsisType:
		return "Ellipsis"
	case *Tuple:
		if len(v.Items) == 1 {
			return "(" + m.Repr(v.Items[0]) + ",)"
		}
		return "(" + m.reprs(v.Items) + ")"
	case *List:
		return "[" + m.reprs(v.Items) + "]"
	case *Set:
		if len(v.keys) == 0 {
			return "set()"
		}
		return "{" + m.reprs(v.keys) + "}"
	case *Dict:
		w := &writing{m: m}
		for i, key := range v.keys {
			if i > 0 {
				w.add(", ")
			}
			w.add(m.Repr(key))
			w.add(": ")
			w.add(m.Repr(v.values[i]))
		}
		return "{" + w.String() + "}"
	case *Range:
		if v.Step != 1 {
			return fmt.Sprintf("range(%d, %d, %d)", v.Start, v.Stop, v.Step)
		}
		return fmt.Sprintf("range(%d, %d)", v.Start, v.Stop)
	case *Class:
		return "<class '" + v.Name + "'>"
	case *Function:
		return "<function " + v.Name + ">"
	case Symbol:
		return "<" + string(v) + ">"
	case *Unknown:
		m.StopFor(v, "a part of a text")
	case *Instance:
		if f := m.lookup(v.Class, "__repr__"); f != nil {
			if text, ok := m.Call(f, Positional(v)).(string); ok {
				return text
			}
		}
		if native, ok := container(v.Native); ok {
			return m.Repr(native)
		}
		return "<" + v.Class.Name + " object>"
	}
	return "<" + m.ClassOf(v).Name + ">"
}

func (m *Machine) reprs(list []Value) string {
	w := &writing{m: m}
	for i, v := range list {
		if i > 0 {
			w.add(", ")
		}
		w.add(m.Repr(v))
	}
	return w.String()
}

func quotedList(names []string) string {
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = "'" + name + "'"
	}
	return strings.Join(parts, ", ")
}

// string is a literal; of an f-string, the text with its values.
func (m *Machine) string(e *python.String) Value {
	switch {
	case e.Known && e.Bytes:
		return Bytes(e.Text)
	case e.Known:
		return e.Text
	case e.Bytes:
		return m.Unknown("bytes")
	}
	return m.worded(func() Value { return m.formatted(e) })
}

// worded is a text that is put together of values; unknown where one of them is a number that nobody knows, such as the
// element of a tensor.
func (m *Machine) worded(text func() Value) Value {
	around := m.unworded
	m.unworded = nil
	out := text()
	if m.unworded != nil {
		out = m.unworded
	}
	m.unworded = around
	return out
}

// formatted is an f-string, or several literals side by side of which some are: the texts between the expressions are
// read from the source.
func (m *Machine) formatted(e *python.String) Value {
	f := &fstring{
		m:     m,
		out:   writing{m: m},
		text:  m.frame.unit.Module.File.Slice(e.Span()),
		base:  e.Span().Start,
		parts: e.Parts,
	}
	for f.at < len(f.text) {
		if !f.literal() {
			return m.Unknown("an f-string that is not understood")
		}
		if f.unknown != nil {
			return f.unknown
		}
	}
	return f.out.String()
}

// fstring reads f-strings.
type fstring struct {
	m       *Machine
	text    string
	at      int
	base    int // where the text starts in the file
	parts   []python.Expr
	out     writing
	unknown *Unknown
}

// literal reads one literal and what stands before it.
func (f *fstring) literal() bool {
	quote := strings.IndexAny(f.text[f.at:], `"'`)
	if quote < 0 {
		f.at = len(f.text)
		return true
	}
	prefix := strings.ToLower(f.text[f.at : f.at+quote])
	f.at += quote
	mark := f.text[f.at : f.at+1]
	if strings.HasPrefix(f.text[f.at:], strings.Repeat(mark, 3)) {
		mark = strings.Repeat(mark, 3)
	}
	f.at += len(mark)
	formats, raw := strings.Contains(prefix, "f"), strings.Contains(prefix, "r")
	for f.at < len(f.text) {
		rest := f.text[f.at:]
		switch {
		case strings.HasPrefix(rest, mark):
			f.at += len(mark)
			return true
		case formats && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
			f.out.WriteByte(rest[0])
			f.at += 2
		case formats && rest[0] == '{':
			if !f.expression() {
				return false
			}
		case rest[0] == '\\' && !raw && len(rest) > 1:
			text, ok := unescaped(rest[1])
			if !ok {
				return false
			}
			f.out.WriteString(text)
			f.at += 2
		default:
			f.out.WriteByte(rest[0])
			f.at++
		}
	}
	return false
}

// unescaped is what a backslash makes of the byte behind it; ok is false for a character's number or name.
func unescaped(c byte) (text string, ok bool) {
	switch c {
	case 'n':
		return "\n", true
	case 't':
		return "\t", true
	case 'r':
		return "\r", true
	case '\n':
		return "", true
	case '\\', '\'', '"':
		return string(c), true
	}
	return "\\" + string(c), strings.IndexByte("abfvxuUN01234567", c) < 0
}

// expression reads {value!r:format}.
func (f *fstring) expression() bool {
	if len(f.parts) == 0 {
		return false
	}
	part := f.parts[0]
	f.parts = f.parts[1:]
	to := part.Span().End - f.base
	if to < f.at || to > len(f.text) {
		return false
	}
	closing := strings.IndexByte(f.text[to:], '}')
	if closing < 0 {
		return false
	}
	how := f.text[to : to+closing]
	if strings.Contains(how, "{") {
		return false
	}
	written := f.text[f.at+1 : to]
	f.at = to + closing + 1
	v := f.m.eval(part)
	if u, unknown := v.(*Unknown); unknown {
		f.unknown = &Unknown{Why: u.Why, At: u.At}
		return true
	}
	behind := strings.TrimLeft(how, " )")
	if rest, ok := strings.CutPrefix(behind, "="); ok { // {x = } shows what is written, too
		blanks := len(rest) - len(strings.TrimLeft(rest, " "))
		f.out.add(written + how[:len(how)-len(rest)+blanks])
		if behind = rest[blanks:]; behind == "" {
			behind = "!r"
		}
	}
	f.out.add(f.m.shown(v, behind))
	return true
}

// shown is a value as an f-string or format() shows it behind `!` or `:`.
func (m *Machine) shown(v Value, how string) string {
	rest, converts := strings.CutPrefix(how, "!")
	if converts && rest != "" {
		if rest[0] == 's' {
			v = m.Text(v)
		} else {
			v = m.Repr(v)
		}
		how = rest[1:]
	}
	return m.format(v, strings.TrimPrefix(how, ":"))
}

// formatMethod is "{} {name} {0.attr[0]:spec}".format(…).
func (m *Machine) formatMethod(text string, a Args) Value {
	b := &writing{m: m}
	next, numbered := 0, false
	for {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			b.add(text)
			return b.String()
		}
		b.add(text[:i])
		if i+1 < len(text) && text[i+1] == text[i] {
			b.WriteByte(text[i])
			text = text[i+2:]
			continue
		}
		end := strings.IndexByte(text[i:], '}')
		if text[i] != '{' || end < 0 {
			m.Raise(ValueError, "Single '}' encountered in format string")
		}
		name, spec, _ := strings.Cut(text[i+1:i+end], ":")
		if strings.Contains(spec, "{") {
			return m.Unknown("a format that is put together of others")
		}
		name, conversion, converts := strings.Cut(name, "!")
		path := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
		first := ""
		if len(path) > 0 && !strings.HasPrefix(name, ".") {
			first, path = path[0], path[1:]
		}
		var v Value
		if n, err := strconv.Atoi(first); err == nil {
			if next > 0 {
				m.Raise(ValueError, "cannot switch from automatic field numbering to manual field specification")
			}
			v, numbered = a.Get(n, ""), true
		} else if first != "" {
			v = a.Named(first)
		} else {
			if numbered {
				m.Raise(ValueError, "cannot switch from manual field specification to automatic field numbering")
			}
			v = a.Get(next, "")
			next++
		}
		if v == nil {
			m.Raise(IndexError, "Replacement index out of range for positional args tuple")
		}
		for _, step := range path {
			v = m.Attribute(v, step)
		}
		if u := unknownOf(v); u != nil {
			return u
		}
		if converts {
			spec = "!" + conversion + ":" + spec
		}
		b.add(m.shown(v, spec))
		text = text[i+end+1:]
	}
}

// textItem is text[key].
func (m *Machine) textItem(s string, key Value) Value {
	m.grows(len(s)) // its characters are told apart
	runes := []rune(s)
	if part, ok := key.(*Slice); ok {
		start, _, step, count := m.Bounds(part, int64(len(runes)))
		var b strings.Builder
		for i := range count {
			b.WriteRune(runes[start+i*step])
		}
		return b.String()
	}
	return string(runes[m.place(key, len(runes), "string")])
}
