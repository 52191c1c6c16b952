package exact

import "strings"

// What a run costs. Each statement and expression is a step (eval, exec); what is long costs more, and all of that is
// charged here: texts, bytes, containers and ranges, before they are made where they may be much longer than what they
// are made of.

const (
	// bytesPerStep are the bytes that may be made, or looked at eight times, in one step.
	bytesPerStep = 32
	// maxRoom bounds one text or container, in bytes.
	maxRoom = 64 << 20
	// itemRoom is what one item of a list takes, entryRoom one of a dictionary, partRoom a short text of its own in a
	// list.
	itemRoom, entryRoom, partRoom = 16, 96, 48
	// generatorRoom is what a generator takes while it waits.
	generatorRoom = 8 << 10
	// maxDigits bounds the digits that a number is shown with.
	maxDigits = 400
)

// grows pays for so many bytes that are about to be made.
func (m *Machine) grows(bytes int) {
	if bytes > maxRoom || bytes < 0 {
		m.Stop("a text or list that grows very long")
	}
	m.Spend(bytes / bytesPerStep)
}

// multiplies pays for so many pieces of so many bytes each.
func (m *Machine) multiplies(pieces, bytes int64) int {
	if pieces <= 0 || bytes <= 0 {
		return 0
	}
	if pieces > maxRoom/bytes {
		m.Stop("a text or list that grows very long")
	}
	m.grows(int(pieces * bytes))
	return int(pieces)
}

// looksAt pays for reading so many bytes.
func (m *Machine) looksAt(bytes int) { m.Spend(bytes / (8 * bytesPerStep)) }

// room is what a value takes, apart from what its items take themselves.
func room(v Value) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case Bytes:
		return len(v)
	case *List:
		return itemRoom * len(v.Items)
	case *Tuple:
		return itemRoom * len(v.Items)
	case *Dict:
		return entryRoom * v.Len()
	case *Set:
		return entryRoom * v.Len()
	}
	return 0
}

// paid is what a function written in Go gives, once that is paid for.
func (m *Machine) paid(v Value) Value {
	if bytes := room(v); bytes >= bytesPerStep {
		m.grows(bytes)
	}
	return v
}

// instant are the methods of Python's own values that take no longer where there is more in these.
var instant = map[string]bool{
	"append": true, "get": true, "setdefault": true, "add": true, "startswith": true, "endswith": true, "extend": true,
	"update": true,
	"numel":  true, "clear": true,
}

// methodOn is a method of one of Python's own values.
func methodOn[T any](table map[string]func(*Machine, T, Args) Value, name string, on T) Value {
	do := table[name]
	if do == nil {
		return nil
	}
	if instant[name] {
		return function(name, func(m *Machine, a Args) Value { return do(m, on, a) })
	}
	return function(name, func(m *Machine, a Args) Value {
		m.looksAt(room(on))
		return do(m, on, a)
	})
}

// Joined is a text put together from parts, paid for.
func (m *Machine) Joined(parts []string, between string) string {
	w := &writing{m: m}
	for i, part := range parts {
		if i > 0 {
			w.add(between)
		}
		w.add(part)
	}
	return w.String()
}

// Deeper begins a step down of a walk that follows what values hold; Shallower ends it.
func (m *Machine) Deeper() {
	m.Spend(1)
	if m.depth++; m.depth > maxDepth {
		m.depth--
		m.Raise(RecursionError, "maximum recursion depth exceeded")
	}
}

// Shallower ends what Deeper began.
func (m *Machine) Shallower() { m.depth-- }

// paysKey pays for what telling a key from others takes.
func (m *Machine) paysKey(v Value) {
	switch v := v.(type) {
	case string:
		m.looksAt(len(v))
	case *Tuple:
		m.Deeper()
		defer m.Shallower()
		m.grows(itemRoom * len(v.Items))
		for _, item := range v.Items {
			m.paysKey(item)
		}
	}
}

// writing is a text that is put together from pieces.
type writing struct {
	strings.Builder
	m *Machine
}

// add writes a piece and pays for it.
func (w *writing) add(piece string) {
	w.m.grows(len(piece))
	if w.Len()+len(piece) > maxRoom {
		w.m.Stop("a text or list that grows very long")
	}
	w.WriteString(piece)
}

// longLine is how many classes one inherits from in any ordinary program.
const longLine = 32

// paysLine pays for putting the bases of a class in line.
func (m *Machine) paysLine(c *Class) {
	n := 0
	for _, b := range c.Bases {
		n += len(b.Line)
	}
	if len(c.Bases) > 1 {
		m.multiplies(int64(n), int64(n*len(c.Bases)))
		return
	}
	m.grows(8 * n)
}

// partial is functools.partial(f, …): one of a partial is one of what that calls.
func (m *Machine) partial(f Value, a Args) Value {
	inner, ok := f.(*Partial)
	if !ok {
		return &Partial{f, a}
	}
	m.grows(itemRoom * (len(inner.Args.Pos) + 2*len(inner.Args.Kw) + len(a.Pos)))
	return &Partial{inner.Func, inner.with(a)}
}
