package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Gate is the condition that lets only every n-th micro-batch through.
type Gate struct {
	Literal run.Literal
	// N is what the counter is divided by; nil when the condition does not show it.
	N run.Value
	// Every is N as the code writes it, nil where it does not show, and Unit the file in which it does.
	Every python.Expr
	Unit  *run.Unit
}

// Place is where the condition is tested.
func (g Gate) Place() run.Place { return g.Literal.Condition.Test }

// AccumulationGate is the condition that lets only every n-th micro-batch through to an event: a modulo of a counter,
// or a framework's word for it. ok is false when no gate of the event is one.
func (s *Step) AccumulationGate(e *Event) (g Gate, ok bool) {
	for _, l := range s.Gates(e) {
		if n, ok := counted(l.Condition, 0); ok {
			every, unit := divisor(l.Condition, 0)
			return Gate{l, n, every, unit}, true
		}
		if asked, every := s.countedTo(l, 0); every != nil {
			return Gate{l, boundOf(asked.Condition, every), every, asked.Condition.Test.Unit}, true
		}
	}
	return Gate{}, false
}

// isText reports whether an expression is a number that is written so.
func isText(e python.Expr, number string) bool {
	n, ok := e.(*python.Number)
	return ok && n.Text == number
}

// boundOf is n of such a test: of one that is counted down, what it was before anything was taken from it.
func boundOf(c *run.Condition, every python.Expr) run.Value {
	if n, ok := c.Test.Unit.Module.Const(every); ok && n.Kind == python.IntValue && !n.Default {
		return run.Int(n.Int) // the run may know of the counter alone, or of neither
	}
	test, ok := c.Test.Node.(*python.Compare)
	switch {
	case ok && every == test.Operands[0]: // n == seen
		if c.Object != nil && c.Object.Operator != run.Counting {
			return c.Object
		}
		return c.Operand
	case ok && every != test.Operands[1]:
		return countedFrom(c, 0)
	}
	if c.Object != nil && c.Object.Operator != run.Counting && run.Known(c.Operand) {
		return c.Object
	}
	return c.Operand
}

func countedFrom(c *run.Condition, depth int) run.Value {
	if c.Object == nil {
		for _, part := range c.Parts {
			if v := countedFrom(part.Condition, depth+1); v != nil && depth < maxParts {
				return v
			}
		}
		return nil
	}
	return leftmost(c.Object, func(o *run.Object) bool { return o.Operator == "-" })
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
			if l.Condition == k.Condition && l.Holds != k.Holds || areDifferent(l, k) {
				return false
			}
		}
	}
	return true
}

// areDifferent reports whether two literals say of the same thing that it is one constant and that it is another: kind
// == "a" and kind == "b".
func areDifferent(l, k run.Literal) bool {
	a, b := l.Condition, k.Condition
	if a == b || !l.Holds || !k.Holds || a.Object == nil || a.Object != b.Object || a.Operator != "==" ||
		b.Operator != "==" {
		return false
	}
	switch one := a.Operand.(type) {
	case run.Str:
		other, ok := b.Operand.(run.Str)
		return ok && one != other
	case run.Int:
		other, ok := b.Operand.(run.Int)
		return ok && one != other
	}
	return false
}

// excludedByName reports whether two lists of literals ask for a setting of one name, and one wants it on where the
// other wants it off. Where it is read from does not matter: a script reads config["training"]["train_head"], and hands
// the function that it calls a dictionary whose "train_head" nobody here sees written.
func excludedByName(a, b []run.Literal) bool {
	for _, l := range a {
		name := settingAsked(l.Condition)
		for _, k := range b {
			if name != "" && l.Holds != k.Holds && settingAsked(k.Condition) == name {
				return true
			}
		}
	}
	return false
}

// settingAsked is the name of the key or attribute whose truth a condition asks for; "" for any other condition.
func settingAsked(c *run.Condition) string {
	if c.Object == nil || c.Operator != "" {
		return ""
	}
	if c.Object.Operator == "[]" && len(c.Object.Operands) == 2 {
		if key, ok := c.Object.Operands[1].(run.Str); ok {
			return string(key)
		}
	}
	return c.Object.Word
}
