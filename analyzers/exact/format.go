package exact

import (
	"math"
	"strconv"
	"strings"

	lazy "github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/python"
)

// layout is how a text is told to hold a value: {:>+08.3f} and %-5s.
type layout struct {
	fill      string
	align     string // "" for the value's own
	sign      string
	alternate bool
	zero      bool
	width     int
	comma     string
	precision int // -1: none is given
	kind      string
}

var layoutOf = lazy.New(`^(?s:(.)?([<>=^]))?([-+ ]?)(#?)(0?)(\d*)([,_]?)(?:\.(\d+))?([a-zA-Z%]?)$`)

// format is format(v, spec).
func (m *Machine) format(v Value, spec string) string {
	if spec == "" {
		return m.Text(v)
	}
	found := layoutOf.Regexp().FindStringSubmatch(spec[:min(len(spec), longestVerb)])
	if found == nil || len(spec) > longestVerb {
		m.unworded = m.Unknown("the format %s", spec)
		return ""
	}
	l := layout{
		fill:      found[1],
		align:     found[2],
		sign:      found[3],
		alternate: found[4] != "",
		zero:      found[5] != "",
		comma:     found[7],
		kind:      found[9],
		precision: -1,
	}
	l.width, _ = strconv.Atoi(found[6])
	if found[8] != "" {
		l.precision, _ = strconv.Atoi(found[8])
	}
	return m.laidOut(v, l)
}

// laidOut is a value in its layout.
func (m *Machine) laidOut(v Value, l layout) string {
	if l.precision > maxDigits && l.kind != "" && l.kind != "s" {
		m.Stop("a number of very many digits")
	}
	m.grows(l.width)
	text, isText := v.(string)
	number, ok := "", true
	if !isText {
		number, ok = m.digits(v, l)
	}
	forNumbers := l.kind != "" && l.kind != "s" || l.sign != "" || l.align == "=" || l.comma != ""
	if !ok || isText && forNumbers || l.zero && l.comma != "" {
		m.unworded = m.Unknown("the format of %s", m.ClassOf(v).Name)
		return ""
	}
	if isText {
		runes := []rune(text)
		if l.precision >= 0 && l.precision < len(runes) {
			text = string(runes[:l.precision])
		}
		return padded("", text, l, "<")
	}
	sign := ""
	switch {
	case strings.HasPrefix(number, "-"):
		sign, number = "-", number[1:]
	case l.sign != "-":
		sign = l.sign
	}
	if l.alternate {
		sign += map[string]string{"x": "0x", "X": "0X", "o": "0o", "b": "0b"}[l.kind]
	}
	if l.comma != "" {
		size := 3
		if isBased(l.kind) {
			size = 4
		}
		number = grouped(number, l.comma, size)
	}
	return padded(sign, number, l, ">")
}

// padded fills a text up to its width: of a number, between the sign and the digits where it is told to.
func padded(sign, text string, l layout, align string) string {
	if l.zero && l.fill == "" {
		l.fill = "0"
	}
	switch {
	case l.align != "":
		align = l.align
	case l.zero && align == ">":
		align = "="
	}
	if l.fill == "" {
		l.fill = " "
	}
	missing := max(0, l.width-len([]rune(sign+text)))
	switch align {
	case "<":
		return sign + text + strings.Repeat(l.fill, missing)
	case "^":
		return strings.Repeat(l.fill, missing/2) + sign + text + strings.Repeat(l.fill, missing-missing/2)
	case "=":
		return sign + strings.Repeat(l.fill, missing) + text
	}
	return strings.Repeat(l.fill, missing) + sign + text
}

// digits are those of a number in the form that a layout asks for.
func (m *Machine) digits(v Value, l layout) (text string, ok bool) {
	whole, isWhole := integer(v)
	x, isNumber := float(v)
	switch l.kind {
	case "f", "F", "e", "E", "g", "G", "%":
		if l.precision < 0 {
			l.precision = 6
		}
		return inForm(x, l.kind, l.precision), isNumber && !l.alternate
	case "x", "X", "o", "b":
		text = strconv.FormatInt(whole, map[string]int{"x": 16, "X": 16, "o": 8, "b": 2}[l.kind])
		if l.kind == "X" {
			text = strings.ToUpper(text)
		}
		return text, isWhole && l.precision < 0 && l.comma != ","
	case "d", "":
		if isWhole {
			return strconv.FormatInt(whole, 10), l.precision < 0
		}
		if l.kind == "" && isNumber && !l.alternate {
			return general(x, l.precision), true
		}
	}
	return "", false
}

// inForm is a float with so many digits.
func inForm(x float64, kind string, digits int) string {
	switch {
	case math.IsInf(x, 0) || math.IsNaN(x):
		text := python.ReprFloat(x)
		if kind == "%" {
			return text + "%"
		}
		if kind == "F" || kind == "E" || kind == "G" {
			return strings.ToUpper(text)
		}
		return text
	case kind == "%":
		return strconv.FormatFloat(100*x, 'f', digits, 64) + "%"
	case kind == "F":
		kind = "f"
	}
	return strconv.FormatFloat(x, kind[0], digits, 64)
}

// general is a float of which no form is told: so many digits in all, and one behind the point.
func general(x float64, digits int) string {
	if digits < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return python.ReprFloat(x)
	}
	digits = max(1, digits)
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	if n, _ := strconv.Atoi(exponent); n < -4 || n >= digits-1 {
		if strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		return mantissa + "e" + exponent
	}
	text := strconv.FormatFloat(x, 'g', digits, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// isBased reports whether a form has letters for the digits of another base.
func isBased(kind string) bool { return kind == "x" || kind == "X" || kind == "o" || kind == "b" }

// grouped puts a mark between so many digits each.
func grouped(text, mark string, size int) string {
	whole, rest, has := strings.Cut(text, ".")
	if size == 3 && strings.Trim(whole, "0123456789") != "" {
		return text
	}
	for i := len(whole) - size; i > 0; i -= size {
		whole = whole[:i] + mark + whole[i:]
	}
	if has {
		return whole + "." + rest
	}
	return whole
}

var verbOf = lazy.New(`^(?:\(([^()]*)\))?([-+ #0]*)(\d*)(?:\.(\d*))?[hlL]?([a-zA-Z%])`)

// longestVerb bounds what stands behind a %, so that a long text is not looked through for each.
const longestVerb = 200

// percent is "…" % values.
func (m *Machine) percent(s string, right Value) Value {
	if u := unknownOf(right); u != nil {
		return u
	}
	return m.worded(func() Value { return m.percented(s, right) })
}

func (m *Machine) percented(s string, right Value) Value {
	values, named := []Value{right}, false
	if t, ok := right.(*Tuple); ok {
		values = t.Items
	}
	b := &writing{m: m}
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			break
		}
		b.add(s[:i])
		s = s[i+1:]
		found := verbOf.Regexp().FindStringSubmatchIndex(s[:min(len(s), longestVerb)])
		if found == nil {
			return m.Unknown("a format that is not understood")
		}
		part := func(n int) string {
			if found[2*n] < 0 {
				return ""
			}
			return s[found[2*n]:found[2*n+1]]
		}
		key, hasKey, flags, verb := part(1), found[2] >= 0, part(2), part(5)
		l := layout{precision: -1, zero: strings.Contains(flags, "0"), alternate: strings.Contains(flags, "#"), align: ">"}
		l.width, _ = strconv.Atoi(part(3))
		if found[8] >= 0 {
			l.precision, _ = strconv.Atoi(part(4))
		}
		switch {
		case strings.Contains(flags, "+"):
			l.sign = "+"
		case strings.Contains(flags, " "):
			l.sign = " "
		}
		if strings.Contains(flags, "-") {
			l.align, l.zero = "<", false
		}
		s = s[found[1]:]
		if verb == "%" {
			b.WriteByte('%')
			continue
		}
		var v Value
		switch {
		case hasKey:
			v, named = m.Item(right, key), true
		case len(values) == 0:
			m.Raise(TypeError, "not enough arguments for format string")
		default:
			v, values = values[0], values[1:]
		}
		b.add(m.verb(verb, v, l))
	}
	b.add(s)
	switch right.(type) {
	case *Dict, *List, *Instance:
		named = true
	}
	if len(values) > 0 && !named {
		m.Raise(TypeError, "not all arguments converted during string formatting")
	}
	return b.String()
}

// verb is a value as the letter behind a % asks for.
func (m *Machine) verb(verb string, v Value, l layout) string {
	_, isNumber := float(v)
	switch verb {
	case "s":
		l.zero, l.sign = false, ""
		return m.laidOut(m.Text(v), l)
	case "r":
		l.zero, l.sign = false, ""
		return m.laidOut(m.Repr(v), l)
	case "d", "i", "u":
		if x, ok := v.(float64); ok && math.Abs(x) < 1<<62 {
			v = int64(x)
		}
		l.kind, l.align = "d", numbersAlign(l)
	case "x", "X", "o", "e", "E", "f", "F", "g", "G":
		l.kind, l.align = verb, numbersAlign(l)
	default:
		m.unworded = m.Unknown("the format %%%s", verb)
		return ""
	}
	if unknownOf(v) == nil && !isNumber {
		switch v.(type) {
		case NoneType, string, Bytes, complex128, *Tuple, *List, *Dict, *Set, *Range, *Function, *Class, *Unit:
			m.Raise(TypeError, "%%%s format: a number is required, not %s", verb, m.ClassOf(v).Name)
		}
		m.unworded = m.Unknown("what number %s is", m.ClassOf(v).Name) // "%.4f" % loss: a tensor says it
		return ""
	}
	if (l.kind == "d" || l.kind == "o" || l.kind == "x" || l.kind == "X") && l.precision >= 0 {
		m.unworded = m.Unknown("a whole number of so many digits")
		return ""
	}
	return m.laidOut(v, l)
}

// numbersAlign is where a number stands: zeros come between its sign and its digits.
func numbersAlign(l layout) string {
	if l.zero {
		return ""
	}
	return l.align
}
