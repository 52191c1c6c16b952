package launch

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// condition decides an if whose test is about known text only. The second value
// is false when only the run can tell.
func (e *evaluator) condition(cond []*syntax.Stmt) (taken, decided bool) {
	if len(cond) != 1 {
		return false, false
	}
	s := cond[0]
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		taken, decided = e.joint(c)
	case *syntax.CallExpr:
		if len(c.Args) == 0 { // A=1
			return !s.Negated, !runsCommand(c)
		}
		if len(c.Args) == 1 && (c.Args[0].Lit() == "true" || c.Args[0].Lit() == "false") {
			return c.Args[0].Lit() == "true" != s.Negated, true
		}
		if e.called && len(c.Args) == 1 && len(c.Assigns) == 0 { // if $RESUME, which holds true or false
			if t := e.joined(c.Args[0]); t.known() && (t.String() == "true" || t.String() == "false") {
				return (t.String() == "true") != s.Negated, true
			}
		}
		if len(c.Args) < 3 || c.Args[0].Lit() != "[" && c.Args[0].Lit() != "test" {
			return false, false
		}
		taken, decided = e.bracket(c)
	case *syntax.TestClause:
		taken, decided = e.test(c.X)
	case *syntax.ArithmCmd:
		var n int
		if !assigns(c.X) {
			n, decided = e.arithmetic(c.X)
		}
		taken = n != 0
	}
	return taken != s.Negated, decided
}

// joint decides [ a ] && [ b ], where the first changes nothing that the second asks for.
func (e *evaluator) joint(c *syntax.BinaryCmd) (taken, decided bool) {
	if c.Op != syntax.AndStmt && c.Op != syntax.OrStmt || holds[*syntax.Assign](c.X) {
		return false, false
	}
	taken, decided = e.condition([]*syntax.Stmt{c.X})
	if !decided || taken == (c.Op == syntax.OrStmt) {
		return taken, decided
	}
	return e.condition([]*syntax.Stmt{c.Y})
}

// runsCommand reports whether the end of a command within decides how an assignment ends.
func runsCommand(c *syntax.CallExpr) bool { return holds[*syntax.CmdSubst](c) }

// holds reports whether a node of one kind stands in another.
func holds[T syntax.Node](in syntax.Node) bool {
	found := false
	syntax.Walk(in, func(n syntax.Node) bool {
		_, is := n.(T)
		found = found || is
		return !found
	})
	return found
}

// unset decides a test for a variable that nothing in the script sets, as ${NAME:-…} does: [ -z "$NAME" ] holds. What a
// scheduler sets is set.
func (e *evaluator) unset(cond []*syntax.Stmt) (taken, assumed bool) {
	if len(cond) != 1 {
		return false, false
	}
	var op string
	var word *syntax.Word
	switch c := cond[0].Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 4 && c.Args[0].Lit() == "[" || len(c.Args) == 3 && c.Args[0].Lit() == "test" {
			op, word = c.Args[1].Lit(), c.Args[2]
		}
	case *syntax.TestClause:
		if x, ok := c.X.(*syntax.UnaryTest); ok {
			op = x.Op.String()
			word, _ = x.X.(*syntax.Word)
		}
	}
	if word == nil || op != "-z" && op != "-n" {
		return false, false
	}
	name := variableOf(word)
	if _, set := e.vars[name]; set || name == "" || isPositional(name) || bySchedulers.MatchString(name) {
		return false, false
	}
	return (op == "-z") != cond[0].Negated, true
}

// variableOf is the variable that a word is made of: $NAME, "${NAME:-}".
func variableOf(w *syntax.Word) string {
	parts := w.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) != 1 {
		return ""
	}
	p, ok := parts[0].(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Excl || p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil {
		return ""
	}
	if p.Exp != nil && (p.Exp.Word != nil || p.Exp.Op != syntax.DefaultUnset && p.Exp.Op != syntax.DefaultUnsetOrNull) {
		return ""
	}
	return p.Param.Value
}

var bySchedulers = pattern.New(
	`^(?:SLURM|PBS|LSB|SGE|OMPI|PMI|KUBERNETES|SM)_|^(?:RANK|LOCAL_RANK|WORLD_SIZE|NODE_RANK|HOSTNAME|HOME|USER|PATH|PWD|VIRTUAL_ENV|CONDA_.*)$`,
)

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
		if ok && ok2 && (x.Op == syntax.TsMatch || x.Op == syntax.TsMatchShort || x.Op == syntax.TsNoMatch) {
			taken, decided := e.likes(e.parts(a.Parts, true), b)
			return taken != (x.Op == syntax.TsNoMatch), decided
		}
		if ok && ok2 {
			return binaryTest(x.Op.String(), e.parts(a.Parts, true), e.parts(b.Parts, true))
		}
	}
	return false, false
}

// likes decides [[ $A == *lora* ]]: what stands there without quotes is a pattern.
func (e *evaluator) likes(s text, pattern *syntax.Word) (bool, bool) {
	wanted := e.parts(pattern.Parts, true)
	if !s.known() || !wanted.known() {
		return false, false
	}
	switch {
	case !strings.ContainsAny(wanted.String(), "*?[(\\") || isQuoted(pattern):
		return s.String() == wanted.String(), true
	case pattern.Lit() != "" && !strings.ContainsAny(wanted.String(), "[(\\"):
		return matches(wanted.String(), s.String()), true
	}
	return false, false
}

func isQuoted(w *syntax.Word) bool {
	return !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return false
		}
		return true
	})
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
