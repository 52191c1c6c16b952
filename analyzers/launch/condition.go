package launch

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// condition decides an if whose test is about known text only. The second value
// is false when only the run can tell.
func (e *evaluator) condition(cond []*syntax.Stmt) (taken, decided bool) {
	if len(cond) != 1 {
		return false, false
	}
	s := cond[0]
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) < 3 || c.Args[0].Lit() != "[" && c.Args[0].Lit() != "test" {
			return false, false
		}
		taken, decided = e.bracket(c)
	case *syntax.TestClause:
		taken, decided = e.test(c.X)
	}
	return taken != s.Negated, decided
}

// isTest reports whether a statement only tests something: [ -f x ] && …
func isTest(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.TestClause:
		return true
	case *syntax.CallExpr:
		return len(c.Args) > 0 && (c.Args[0].Lit() == "[" || c.Args[0].Lit() == "test")
	}
	return false
}

func (e *evaluator) bracket(c *syntax.CallExpr) (bool, bool) {
	var args []text
	for _, w := range c.Args[1:] {
		args = append(args, e.parts(w.Parts, true))
	}
	if args[len(args)-1].String() == "]" {
		args = args[:len(args)-1]
	}
	switch len(args) {
	case 2:
		return unaryTest(args[0].String(), args[1])
	case 3:
		return binaryTest(args[1].String(), args[0], args[2])
	}
	return false, false
}

func (e *evaluator) test(x syntax.TestExpr) (bool, bool) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return e.test(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			taken, decided := e.test(x.X)
			return !taken, decided
		}
		if w, ok := x.X.(*syntax.Word); ok {
			return unaryTest(x.Op.String(), e.parts(w.Parts, true))
		}
	case *syntax.BinaryTest:
		a, ok := x.X.(*syntax.Word)
		b, ok2 := x.Y.(*syntax.Word)
		if ok && ok2 {
			return binaryTest(x.Op.String(), e.parts(a.Parts, true), e.parts(b.Parts, true))
		}
	}
	return false, false
}

func unaryTest(op string, t text) (bool, bool) {
	if !t.known() {
		return false, false
	}
	switch op {
	case "-n":
		return len(t) > 0, true
	case "-z":
		return len(t) == 0, true
	}
	return false, false
}

func binaryTest(op string, a, b text) (bool, bool) {
	if !a.known() || !b.known() {
		return false, false
	}
	s, t := a.String(), b.String()
	switch op {
	case "=", "==":
		return s == t, true
	case "!=":
		return s != t, true
	}
	m, err := strconv.Atoi(s)
	n, err2 := strconv.Atoi(t)
	if err != nil || err2 != nil {
		return false, false
	}
	switch op {
	case "-eq":
		return m == n, true
	case "-ne":
		return m != n, true
	case "-gt":
		return m > n, true
	case "-ge":
		return m >= n, true
	case "-lt":
		return m < n, true
	case "-le":
		return m <= n, true
	}
	return false, false
}
