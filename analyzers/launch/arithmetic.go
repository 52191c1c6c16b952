package launch

import (
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
		return -n, ok && x.Op == syntax.Minus
	case *syntax.BinaryArithm:
		a, ok := e.arithmetic(x.X)
		b, ok2 := e.arithmetic(x.Y)
		if !ok || !ok2 {
			return 0, false
		}
		return operate(x.Op, a, b)
	}
	return 0, false
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
	}
	return 0, false
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
