package run

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Text is a constant as str() prints it; "" for other values.
func Text(v Value) string {
	if s, ok := Bare(v).(Str); ok {
		return string(s)
	}
	return Repr(v)
}

// Repr is a constant as repr() prints it; "" for other values.
func Repr(v Value) string {
	switch v := Bare(v).(type) {
	case NoneType:
		return "None"
	case Bool:
		if v {
			return "True"
		}
		return "False"
	case Int, BigInt:
		i, _ := integer(v)
		return i.String()
	case Float:
		return python.ReprFloat(float64(v))
	case Str:
		return python.ReprText(string(v))
	case EllipsisType:
		return "Ellipsis"
	}
	return ""
}

// formatted is an f-string.
func (m *Machine) formatted(e *python.String) Value {
	values := make([]Value, len(e.Parts))
	for i, part := range e.Parts {
		values[i] = m.eval(part)
	}
	if v := m.interpolate(e, values); v != nil {
		return m.derived(v, e, values...)
	}
	o := m.unknown(e, "a text with unknown parts")
	o.Operator, o.Operands = "format", values
	return o
}

// interpolate puts values into the text of an f-string; nil where one of them is not known, or is formatted in a way
// that is not followed.
func (m *Machine) interpolate(e *python.String, values []Value) Value {
	file := m.frame.unit.Module.File
	text := file.Slice(e.Span())
	prefix := strings.IndexAny(text, `"'`)
	if prefix < 0 || !strings.ContainsAny(strings.ToLower(text[:prefix]), "f") {
		return nil
	}
	raw := strings.ContainsAny(strings.ToLower(text[:prefix]), "r")
	quote := text[prefix : prefix+1]
	if strings.HasPrefix(text[prefix:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	if len(text) < prefix+2*len(quote) || strings.Contains(text, `\`) && !raw {
		return nil
	}
	start, end := prefix+len(quote), len(text)-len(quote)
	var b strings.Builder
	at := start
	for i, part := range e.Parts {
		from, to := part.Span().Start-e.Span().Start, part.Span().End-e.Span().Start
		open := strings.LastIndexByte(text[at:max(at, from)], '{')
		if from < at || to > end || open < 0 {
			return nil
		}
		if strings.TrimSpace(text[at+open+1:from]) != "" {
			return nil
		}
		closing := strings.IndexByte(text[to:end], '}')
		if closing < 0 {
			return nil
		}
		shown, ok := m.shown(values[i], text[to:to+closing])
		if !ok {
			return nil
		}
		b.WriteString(braces.Replace(text[at : at+open]))
		if b.WriteString(shown); b.Len() > maxText {
			return nil
		}
		at = to + closing + 1
	}
	rest := text[at:end]
	if strings.Contains(rest, quote) { // several texts side by side
		return nil
	}
	b.WriteString(braces.Replace(rest))
	return m.written(b.String())
}

var braces = strings.NewReplacer("{{", "{", "}}", "}")

// shown is a value as an f-string shows it behind `!` and `:`.
func (m *Machine) shown(v Value, how string) (string, bool) {
	v = m.narrow(v)
	how = strings.TrimSpace(how)
	switch {
	case !Known(v):
		return "", false
	case how == "":
		return Text(v), true
	case how == "!r":
		return Repr(v), true
	case how == "!s":
		return Text(v), true
	case strings.HasPrefix(how, ":"):
		return formatSpec(v, how[1:])
	}
	return "", false
}

// formatSpec covers the formats of numbers in names: 03d, d, .2f.
func formatSpec(v Value, spec string) (string, bool) {
	switch n := Bare(v).(type) {
	case Int:
		digits := strings.TrimSuffix(spec, "d")
		width := 0
		for _, c := range digits {
			if c < '0' || c > '9' {
				return "", false
			}
			width = width*10 + int(c-'0')
		}
		if width > 64 {
			return "", false
		}
		text := Text(n)
		pad := max(0, width-len(text))
		if strings.HasPrefix(digits, "0") { // behind the sign
			number, negative := strings.CutPrefix(text, "-")
			text = strings.Repeat("0", pad) + number
			if negative {
				text = "-" + text
			}
			return text, true
		}
		return strings.Repeat(" ", pad) + text, true
	case Str:
		return string(n), spec == "" || spec == "s"
	}
	return "", false
}

// percent is "…" % values.
func (m *Machine) percent(s Str, right Value) Value {
	values := []Value{right}
	if t, ok := right.(*Tuple); ok {
		values = t.Items
	}
	var b strings.Builder
	text := string(s)
	for {
		i := strings.IndexByte(text, '%')
		if i < 0 || i+1 >= len(text) {
			break
		}
		b.WriteString(text[:i])
		verb := text[i+1]
		text = text[i+2:]
		if verb == '%' {
			b.WriteByte('%')
			continue
		}
		if len(values) == 0 || !Known(values[0]) || verb != 's' && verb != 'd' && verb != 'r' {
			return nil
		}
		switch verb {
		case 'r':
			b.WriteString(Repr(values[0]))
		case 'd':
			n, ok := integer(values[0])
			if !ok {
				return nil
			}
			b.WriteString(n.String())
		default:
			b.WriteString(Text(values[0]))
		}
		if values = values[1:]; b.Len() > maxText {
			return nil
		}
	}
	_, isTuple := right.(*Tuple)
	_, isObject := right.(*Object)
	if len(values) > 0 && (isTuple || !isObject) { // Python raises unless it is a dictionary or the like
		return nil
	}
	b.WriteString(text)
	return m.written(b.String())
}

// textMethod is a method of a string.
func (m *Machine) textMethod(s Str, name string, c *Call, at python.Node) Value {
	text := string(s)
	m.spend(len(text) / 64)
	args := make([]string, 0, len(c.Args))
	for _, a := range c.Args {
		v, ok := m.narrow(a.Value).(Str)
		if !ok || a.Star > 0 || a.Name != "" {
			args = nil
			break
		}
		args = append(args, string(v))
	}
	switch name {
	case "lower":
		return m.written(strings.ToLower(text))
	case "upper":
		return m.written(strings.ToUpper(text))
	case "strip", "lstrip", "rstrip":
		return m.strip(text, name, c, args)
	case "startswith", "endswith":
		return m.affix(text, name, c)
	case "split", "rsplit":
		return m.split(text, name == "rsplit", c, at)
	case "partition", "rpartition":
		if len(args) == 1 && args[0] != "" {
			return m.partition(text, args[0], name == "rpartition", at)
		}
	case "join":
		return m.join(text, c)
	case "format":
		return m.formatMethod(text, c)
	}
	if len(args) == 1 {
		switch name {
		case "removeprefix":
			return Str(strings.TrimPrefix(text, args[0]))
		case "removesuffix":
			return Str(strings.TrimSuffix(text, args[0]))
		case "count":
			return Int(strings.Count(text, args[0]))
		case "find":
			return Int(len([]rune(text[:max(0, strings.Index(text, args[0]))])) + min(0, strings.Index(text, args[0])))
		}
	}
	if len(args) == 2 && name == "replace" && len(text)+strings.Count(text, args[0])*len(args[1]) < maxText {
		return m.written(strings.ReplaceAll(text, args[0], args[1]))
	}
	if name == "isdigit" && len(c.Args) == 0 {
		return Bool(text != "" && strings.Trim(text, "0123456789") == "")
	}
	return nil
}

func (m *Machine) strip(text, name string, c *Call, args []string) Value {
	cut := " \t\n\r\v\f"
	if len(c.Args) == 1 {
		if len(args) != 1 {
			return nil
		}
		cut = args[0]
	}
	if name != "rstrip" {
		text = strings.TrimLeft(text, cut)
	}
	if name != "lstrip" {
		text = strings.TrimRight(text, cut)
	}
	return Str(text)
}

func (m *Machine) affix(text, name string, c *Call) Value {
	if len(c.Args) != 1 {
		return nil
	}
	list := []Value{m.narrow(c.Args[0].Value)}
	if t, ok := list[0].(*Tuple); ok {
		list = t.Items
	}
	for _, v := range list {
		s, ok := m.narrow(v).(Str)
		if !ok {
			return nil
		}
		if name == "startswith" && strings.HasPrefix(text, string(s)) ||
			name == "endswith" && strings.HasSuffix(text, string(s)) {
			return Bool(true)
		}
	}
	return Bool(false)
}

// split is str.split and str.rsplit, which take at most so many pieces off an end.
func (m *Machine) split(text string, fromRight bool, c *Call, at python.Node) Value {
	most := int64(-1)
	separator, open := c.Argument("sep", 0)
	limit, openLimit := c.Argument("maxsplit", 1)
	if limit != nil {
		n, ok := m.narrow(limit).(Int)
		if !ok {
			return nil
		}
		most = int64(n)
	}
	if open || openLimit {
		return nil
	}
	var parts []string
	switch sep := m.narrow(separator).(type) {
	case nil, NoneType:
		if most >= 0 {
			return nil
		}
		parts = strings.Fields(text)
	case Str:
		switch {
		case sep == "":
			return nil
		case most < 0 || most > int64(strings.Count(text, string(sep))):
			parts = strings.Split(text, string(sep))
		case fromRight:
			for ; most > 0; most-- {
				i := strings.LastIndex(text, string(sep))
				parts, text = append(parts, text[i+len(sep):]), text[:i]
			}
			parts = append(parts, text)
			slices.Reverse(parts)
		default:
			parts = strings.SplitN(text, string(sep), int(most)+1)
		}
	default:
		return nil
	}
	if m.spend(len(parts)); m.Over() {
		return nil
	}
	list := make([]Value, len(parts))
	for i, p := range parts {
		list[i] = Str(p)
	}
	return m.newList(list, nil, at)
}

// partition is str.partition and str.rpartition: what stands before a separator, the separator, and what stands behind
// it.
func (m *Machine) partition(text, separator string, last bool, at python.Node) Value {
	i := strings.Index(text, separator)
	if last {
		i = strings.LastIndex(text, separator)
	}
	switch {
	case i >= 0:
		return m.tuple([]Value{Str(text[:i]), Str(separator), Str(text[i+len(separator):])}, at)
	case last:
		return m.tuple([]Value{Str(""), Str(""), Str(text)}, at)
	}
	return m.tuple([]Value{Str(text), Str(""), Str("")}, at)
}

func (m *Machine) join(text string, c *Call) Value {
	if len(c.Args) != 1 {
		return nil
	}
	list, exact := m.elements(c.Args[0].Value)
	if !exact {
		return nil
	}
	parts := make([]string, len(list))
	size := 0
	for i, v := range list {
		s, ok := m.narrow(v).(Str)
		if !ok {
			return nil
		}
		parts[i] = string(s)
		if size += len(s) + len(text); size > maxText {
			return nil
		}
	}
	return m.written(strings.Join(parts, text))
}

// formatMethod is "{} {name}".format(…) without format specifications.
func (m *Machine) formatMethod(text string, c *Call) Value {
	var b strings.Builder
	next := 0
	for {
		i := strings.IndexAny(text, "{}")
		if i < 0 || b.Len() > maxText {
			b.WriteString(text)
			return m.written(b.String())
		}
		b.WriteString(text[:i])
		if i+1 < len(text) && text[i+1] == text[i] {
			b.WriteByte(text[i])
			text = text[i+2:]
			continue
		}
		end := strings.IndexByte(text[i:], '}')
		if text[i] != '{' || end < 0 {
			return nil
		}
		name, spec, _ := strings.Cut(text[i+1:i+end], ":")
		var v Value
		if name == "" {
			v, _ = c.Argument("", next)
			next++
		} else if n, ok := parseNumber(name).(Int); ok {
			v, _ = c.Argument("", int(n))
		} else {
			v, _ = c.Argument(name, -1)
		}
		if v == nil || !Known(v) {
			return nil
		}
		shown, ok := formatSpec(v, spec)
		if spec == "" {
			shown, ok = Text(v), true
		}
		if !ok {
			return nil
		}
		b.WriteString(shown)
		text = text[i+end+1:]
	}
}
