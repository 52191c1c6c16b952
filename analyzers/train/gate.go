package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Gate is the condition that lets only every n-th micro-batch through.
type Gate struct {
	Literal run.Literal
	// N is what the counter is divided by; nil when the condition does not show it.
	N run.Value
}

// Place is where the condition is tested.
func (g Gate) Place() run.Place { return g.Literal.Condition.Test }

// AccumulationGate is the condition that lets only every n-th micro-batch through to an event: a modulo of a counter, or
// a framework's word for it. ok is false when no gate of the event is one.
func (s *Step) AccumulationGate(e *Event) (g Gate, ok bool) {
	for _, l := range s.Gates(e) {
		if n, ok := counted(l.Condition, 0); ok {
			return Gate{l, n}, true
		}
	}
	return Gate{}, false
}

// maxParts bounds how deep a condition is taken apart.
const maxParts = 6

// counted reports whether a condition holds in every n-th lap only.
func counted(c *run.Condition, depth int) (n run.Value, ok bool) {
	if depth > maxParts {
		return nil, false
	}
	for _, part := range c.Parts {
		if n, ok := counted(part.Condition, depth+1); ok {
			return n, true
		}
	}
	if c.Object == nil {
		return nil, false
	}
	return countedBy(c.Object, depth)
}

func countedBy(o *run.Object, depth int) (n run.Value, ok bool) {
	if depth > maxParts {
		return nil, false
	}
	if o.Operator == "%" && len(o.Operands) == 2 {
		return o.Operands[1], true
	}
	if knowledge.NamesSynchronization(o.Word) {
		return nil, true
	}
	if o.Kind == run.Result {
		for _, operand := range o.Operands {
			if inner, isObject := operand.(*run.Object); isObject {
				if n, ok := countedBy(inner, depth+1); ok {
					return n, true
				}
			}
		}
	}
	return nil, false
}

// Compatible reports whether two events can happen in the same lap: no condition that one needs is one that the other
// excludes.
func Compatible(a, b *Event) bool { return compatible(a.Call.Gates, b.Call.Gates) }

func compatible(a, b []run.Literal) bool {
	for _, l := range a {
		for _, k := range b {
			if l.Condition == k.Condition && l.Holds != k.Holds {
				return false
			}
		}
	}
	return true
}
