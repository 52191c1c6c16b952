package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// scaledOn reports whether a quotient is multiplied or divided by more than what makes percents of it: a name, or a
// number, may be the size of a batch. So may one that is in the quotient itself.
func scaledOn(division python.Expr) bool {
	if quotient, ok := division.(*python.Binary); ok {
		for inner, ok := quotient.Left.(*python.Binary); ok; inner, ok = inner.Right.(*python.Binary) {
			if !makesPercents(inner.Left) {
				return true
			}
		}
	}
	_, scaled := throughPercents(division)
	return scaled
}

// throughPercents is what a quotient is a part of, through what makes percents of it and what only reads it; scaled is
// set where something else is multiplied with it, or divides it.
func throughPercents(part python.Expr) (whole python.Expr, scaled bool) {
	for {
		switch up := part.Parent().(type) {
		case *python.Binary:
			if up.Op != "*" && up.Op != "/" {
				return part, false
			}
			other := up.Left
			if other == part {
				other = up.Right
			}
			if !makesPercents(other) {
				return part, true
			}
			part = up
		case *python.Attribute: // x.item()
			c, ok := up.Parent().(*python.Call)
			if !ok || c.Func != python.Expr(up) {
				return part, false
			}
			part = c
		case *python.Arg: // float(x), round(x, 2)
			c, ok := up.Parent().(*python.Call)
			if !ok || !slices.Contains([]string{"float", "round", "int"}, python.LastName(c.Func)) {
				return part, false
			}
			part = c
		default:
			return part, false
		}
	}
}

func makesPercents(e python.Expr) bool {
	n, ok := e.(*python.Number)
	return ok && slices.Contains([]string{"1", "1.", "1.0", "100", "100.", "100.0"}, n.Text)
}

// scaledLater reports whether the variable that keeps a quotient is multiplied or divided behind it, by more than what
// makes percents of it.
func (f *Facts) scaledLater(division python.Expr, sum string) bool {
	whole, _ := throughPercents(division)
	kept := ""
	switch stmt := whole.Parent().(type) {
	case *python.Assign:
		if len(stmt.Targets) == 1 {
			kept = python.PathText(stmt.Targets[0])
		}
	case *python.AugAssign:
		kept = sum
	}
	if kept == "" {
		return false
	}
	body := f.Module.Body
	if fn := python.EnclosingFunction(division); fn != nil {
		body = fn.Body
	}
	for n := range python.AllIn(body) {
		e, ok := n.(python.Expr)
		if !ok || e.Span().Start < division.Span().End || python.PathText(e) != kept {
			continue
		}
		if change, ok := e.Parent().(*python.AugAssign); ok && change.Target == e &&
			(change.Op == "*=" || change.Op == "/=") && !makesPercents(change.Value) {
			return true
		}
		if _, scaled := throughPercents(e); scaled {
			return true
		}
	}
	return false
}

// leavesEarly reports whether a loop may end before its last lap.
func leavesEarly(loop *python.For) bool {
	for n := range python.AllIn(loop.Body) {
		if b, ok := n.(*python.Simple); ok && b.Kind == python.Break && python.EnclosingLoop(b) == python.Stmt(loop) {
			return true
		}
	}
	return false
}
