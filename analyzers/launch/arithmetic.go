package launch

import (
	"iter"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func itoa(n int) string { return strconv.Itoa(n) }

// arithmetic evaluates a sum whose every operand is known.
func (e *evaluator) arithmetic(x syntax.ArithmExpr) (int, bool) {
	switch x := x.(type) {
	case *syntax.Word:
		return e.number(x)
	case *syntax.ParenArithm:
		return e.arithmetic(x.X)
	case *syntax.UnaryArithm:
		n, ok := e.arithmetic(x.X)
		switch x.Op {
		case syntax.Minus:
			return -n, ok
		case syntax.Plus:
			return n, ok
		case syntax.Inc:
			return e.becomes(x.X, n, n+1, x.Post, ok)
		case syntax.Dec:
			return e.becomes(x.X, n, n-1, x.Post, ok)
		}
	case *syntax.BinaryArithm:
		if x.Op == syntax.Assgn {
			n, ok := e.arithmetic(x.Y)
			return e.becomes(x.X, n, n, false, ok)
		}
		if op, is := assigning[x.Op]; is {
			a, ok := e.arithmetic(x.X)
			b, ok2 := e.arithmetic(x.Y)
			n, ok3 := operate(op, a, b)
			return e.becomes(x.X, n, n, false, ok && ok2 && ok3)
		}
		a, ok := e.arithmetic(x.X)
		b, ok2 := e.arithmetic(x.Y)
		if !ok || !ok2 {
			return 0, false
		}
		return operate(x.Op, a, b)
	}
	return 0, false
}

// assigning are the operators that put what another one gives into a variable.
var assigning = map[syntax.BinAritOperator]syntax.BinAritOperator{
	syntax.AddAssgn: syntax.Add, syntax.SubAssgn: syntax.Sub, syntax.MulAssgn: syntax.Mul, syntax.QuoAssgn: syntax.Quo,
	syntax.RemAssgn: syntax.Rem,
}

// becomes gives a variable a new number. What is known of neither is not.
func (e *evaluator) becomes(x syntax.ArithmExpr, old, now int, post, ok bool) (int, bool) {
	name := assignedName(x)
	if !ok || name == "" {
		return 0, false
	}
	e.vars.set(name, scalar(plain(itoa(now), 0)))
	if post {
		return old, true
	}
	return now, true
}

// reckon follows a sum that stands alone, ((i++)) or let i=i+1.
func (e *evaluator) reckon(x syntax.ArithmExpr) (int, bool) {
	n, ok := e.arithmetic(x)
	if !ok {
		e.forgetAssigned(x)
	}
	return n, ok
}

// forgetAssigned makes what a sum changes unknown.
func (e *evaluator) forgetAssigned(x syntax.ArithmExpr) {
	for name := range reckonedInto(x) {
		e.vars.forget(name)
	}
}

func assigns(x syntax.ArithmExpr) bool {
	for range reckonedInto(x) {
		return true
	}
	return false
}

// reckonedInto are the variables that a sum changes: i++, i = 1, i += 2.
func reckonedInto(x syntax.ArithmExpr) iter.Seq[string] {
	return func(yield func(string) bool) {
		if x == nil {
			return
		}
		goOn := true
		syntax.Walk(x, func(n syntax.Node) bool {
			name := ""
			switch n := n.(type) {
			case *syntax.UnaryArithm:
				if n.Op == syntax.Inc || n.Op == syntax.Dec {
					name = assignedName(n.X)
				}
			case *syntax.BinaryArithm:
				if n.Op == syntax.Assgn || n.Op >= syntax.AddAssgn && n.Op <= syntax.PowAssgn {
					name = assignedName(n.X)
				}
			}
			goOn = goOn && (name == "" || yield(name))
			return goOn
		})
	}
}

// assignedName is the variable that a word of a sum names.
func assignedName(x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok && syntax.ValidName(w.Lit()) {
		return w.Lit()
	}
	return ""
}

func operate(op syntax.BinAritOperator, a, b int) (int, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	case syntax.Quo:
		if b != 0 {
			return a / b, true
		}
	case syntax.Rem:
		if b != 0 {
			return a % b, true
		}
	case syntax.Lss:
		return truth(a < b), true
	case syntax.Leq:
		return truth(a <= b), true
	case syntax.Gtr:
		return truth(a > b), true
	case syntax.Geq:
		return truth(a >= b), true
	case syntax.Eql:
		return truth(a == b), true
	case syntax.Neq:
		return truth(a != b), true
	}
	return 0, false
}

func truth(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// number is a literal, or a variable's name with or without its dollar.
func (e *evaluator) number(w *syntax.Word) (int, bool) {
	t := e.joined(w)
	if !t.known() {
		return 0, false
	}
	s := strings.TrimSpace(t.String())
	if syntax.ValidName(s) {
		v, ok := e.vars[s]
		if !ok || !v.first().known() {
			return 0, false
		}
		s = strings.TrimSpace(v.first().String())
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
