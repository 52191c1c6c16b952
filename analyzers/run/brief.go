package run

import "github.com/trainlint/trainlint/analyzers/python"

// briefSteps is what a function may cost in brief, and briefPurse what all of them together may.
const (
	briefSteps = 400
	briefPurse = 6000
)

// inBrief is what a function gives that is not followed to its end, as far as its own statements tell: a factory of two
// hundred lines ends with `return model, optimizer`, and its last lines say what they are. Nothing of the project that
// it calls is followed, and nothing that it does is kept. nil where that is not known either.
func (m *Machine) inBrief(f *Function, c *Call, at python.Node) Value {
	if !m.Brief || m.abridged > 0 || m.briefly >= briefPurse || m.steps > m.limit || f.Node == nil ||
		f.Name() == "__init__" ||
		!returns(f.Node) {
		return nil
	}
	seq, trail, trace, cut, limit, began := m.seq, len(m.trail), m.Trace, m.cut, m.limit, m.steps
	m.limit = min(limit, m.steps+briefSteps)
	m.abridged++
	result, inside := m.body(f, c, at)
	if len(inside.yields) > 0 {
		result = m.generated(f, c, inside.yields, inside.yielded, at)
	}
	m.abridged--
	if m.steps > m.limit {
		result = nil
	}
	m.limit = limit
	m.briefly += m.steps - began
	m.Trace, m.cut = trace, cut
	m.dead, m.raised = false, false
	for i := len(m.trail) - 1; i >= trail; i-- { // what was there before stays as it was
		if w := m.trail[i]; w.object.Seq <= seq {
			w.object.fields.set(w.name, w.old)
		}
	}
	m.trail = m.trail[:trail]
	return result
}

// returns reports whether a function gives something.
func returns(fn *python.Function) bool {
	for n := range python.AllIn(fn.Body) {
		switch n := n.(type) {
		case *python.Return:
			if n.Value != nil && python.EnclosingFunction(n) == fn {
				return true
			}
		case *python.Yield:
			return true
		}
	}
	return false
}
