package train

import (
	"maps"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// DivergenceSign is a sum in which a Kullback-Leibler divergence of a Gaussian from the standard one and a loss of the
// reconstruction have other signs: one of both is trained the wrong way round.
type DivergenceSign struct {
	// Sum is where both come together.
	Sum python.Expr
	// Subtracts is set where the code writes a minus there, as in loss - kld.
	Subtracts bool
	// Divergence is the formula, Fit the call of the loss.
	Divergence, Fit python.Expr
}

// DivergenceSigns lists the sums of the file in which they surely have, each formula once.
func (f *Facts) DivergenceSigns() []*DivergenceSign {
	s := &signs{facts: f, seen: map[python.Expr]bool{}, returned: map[*python.Function][]term{}}
	s.block(f.Module.Body, terms{})
	for n := range python.AllIn(f.Module.Body) {
		if fn, ok := n.(*python.Function); ok {
			s.block(fn.Body, terms{})
		}
	}
	return s.found
}

// termKind is what a term of a sum is.
type termKind uint8

const (
	// plainTerm is anything, and the logarithm.
	plainTerm termKind = iota
	// oneTerm, squareTerm and exponentialTerm are what else the divergence is made of: 1, m ** 2, exp(log s).
	oneTerm
	squareTerm
	exponentialTerm
	divergenceTerm
	fitTerm
)

// term is one addend, with its sign, as the code writes it; of is what is squared, or the exponent. weighed is set
// where a number that is written stands before it: the sign is in the formula, and not left to a weight.
type term struct {
	kind     termKind
	negative bool
	weighed  bool
	text, of string
	at       python.Expr
}

// terms are what names stand for at some statement.
type terms map[string][]term

type signs struct {
	facts *Facts
	found []*DivergenceSign
	seen  map[python.Expr]bool
	// returned is what functions of the file give.
	returned map[*python.Function][]term
}

// block goes through statements in their order. What is set in a part of it that may not run is not known behind it.
func (s *signs) block(body []python.Stmt, known terms) (returned []term) {
	for _, stmt := range body {
		switch stmt := stmt.(type) {
		case *python.Function, *python.Class:
			continue
		case *python.Assign:
			value := s.told(stmt.Value, known)
			for _, target := range stmt.Targets {
				s.set(target, stmt.Value, value, known)
			}
		case *python.AugAssign:
			s.augment(stmt, known)
		case *python.Return:
			if tuple, ok := stmt.Value.(*python.Sequence); ok {
				for _, item := range tuple.Items {
					s.told(item, known)
				}
				continue
			}
			returned = s.told(stmt.Value, known)
		case *python.With:
			if inner := s.block(stmt.Body, known); inner != nil {
				returned = inner
			}
		default:
			for _, inner := range python.Blocks(stmt) {
				s.block(inner, maps.Clone(known))
			}
			for n := range python.All(stmt) {
				if e, ok := n.(python.Expr); ok && python.IsTarget(e) {
					delete(known, python.PathText(e))
				}
			}
		}
	}
	return returned
}

func (s *signs) set(target, given python.Expr, value []term, known terms) {
	if names, ok := target.(*python.Sequence); ok {
		values, each := given.(*python.Sequence)
		for i, name := range names.Items {
			if each && len(values.Items) == len(names.Items) {
				s.set(name, values.Items[i], s.told(values.Items[i], known), known)
			} else {
				delete(known, python.PathText(name))
			}
		}
		return
	}
	if path := python.PathText(target); path != "" {
		known[path] = value
	}
}

// augment is x += y, x *= -0.5 and the like.
func (s *signs) augment(stmt *python.AugAssign, known terms) {
	path := python.PathText(stmt.Target)
	old, ok := known[path]
	if !ok || path == "" {
		return
	}
	switch value := s.sum(stmt.Value, known); stmt.Op {
	case "+=":
		known[path] = s.judge(addedUp(old, value), stmt.Value)
	case "-=":
		known[path] = s.judge(addedUp(old, negated(value)), stmt.Value)
	case "*=", "/=":
		known[path] = s.scaledBy(old, stmt.Value, stmt.Op == "/=")
	default:
		delete(known, path)
	}
}

// told is what an expression is the sum of; a sum of both is judged.
func (s *signs) told(e python.Expr, known terms) []term {
	if e == nil {
		return nil
	}
	return s.judge(s.sum(e, known), e)
}

func (s *signs) judge(list []term, at python.Expr) []term {
	fit := slices.IndexFunc(list, func(t term) bool { return t.kind == fitTerm && !t.negative })
	if fit < 0 || slices.ContainsFunc(list, func(t term) bool { return t.kind == fitTerm && t.negative }) {
		return list // an adversary's loss may be maximised on purpose
	}
	for _, t := range list {
		if t.kind == divergenceTerm && t.negative && !s.seen[t.at] {
			s.seen[t.at] = true
			s.found = append(s.found, &DivergenceSign{at, subtracts(at), t.at, list[fit].at})
		}
	}
	return list
}

// sum is what an expression is the sum of.
func (s *signs) sum(e python.Expr, known terms) []term {
	switch e := e.(type) {
	case *python.Name, *python.Attribute:
		list := known[python.PathText(e)]
		if slices.ContainsFunc(list, func(t term) bool { return t.kind != plainTerm && t.kind != oneTerm }) {
			return list
		}
		if a, ok := e.(*python.Attribute); ok && a.Attr == "data" {
			return s.sum(a.Value, known)
		}
	case *python.Number:
		return []term{{kind: oneTerm, text: e.Text, at: e}}
	case *python.Unary:
		if e.Op == "-" {
			return negated(s.sum(e.Operand, known))
		}
	case *python.Binary:
		return s.binary(e, known)
	case *python.Call:
		return s.call(e, known)
	}
	return []term{{kind: plainTerm, text: s.text(e), at: e}}
}

func (s *signs) binary(e *python.Binary, known terms) []term {
	switch e.Op {
	case "+":
		return united(addedUp(s.sum(e.Left, known), s.sum(e.Right, known)), e)
	case "-":
		return united(addedUp(s.sum(e.Left, known), negated(s.sum(e.Right, known))), e)
	case "**":
		return []term{{kind: squareTerm, text: s.text(e), of: s.text(e.Left), at: e}}
	case "/":
		if list := s.sum(e.Left, known); hasLoss(list) {
			return s.scaledBy(list, e.Right, true)
		}
	case "*":
		if s.text(e.Left) == s.text(e.Right) {
			return []term{{kind: squareTerm, text: s.text(e), of: s.text(e.Left), at: e}}
		}
		left, right := s.sum(e.Left, known), s.sum(e.Right, known)
		switch {
		case hasLoss(right):
			return s.scaledBy(right, e.Left, false)
		case hasLoss(left):
			return s.scaledBy(left, e.Right, false)
		}
	}
	return []term{{kind: plainTerm, text: s.text(e), at: e}}
}

func (s *signs) call(c *python.Call, known terms) []term {
	name, path := python.LastName(c.Func), s.facts.Module.Resolve(c.Func)
	var given []python.Expr
	if root, _, dotted := strings.Cut(path, "."); c.Receiver() != nil && !(dotted && knowledge.IsLibrary(root)) {
		given = append(given, c.Receiver())
	}
	for _, a := range c.Args {
		if a.Star == 0 && a.Name == "" {
			given = append(given, a.Value)
		}
	}
	switch {
	case s.isFit(c, path):
		return []term{{kind: fitTerm, at: c}}
	case len(given) == 0:
	case name == "exp" || name == "exp_":
		return []term{{kind: exponentialTerm, of: s.text(given[0]), at: c}}
	case name == "log":
		return []term{{kind: plainTerm, text: "log(" + s.text(given[0]) + ")", at: c}}
	case name == "square" || (name == "pow" || name == "pow_") && len(given) == 2 && s.text(given[1]) == "2":
		return []term{{kind: squareTerm, text: s.text(c), of: s.text(given[0]), at: c}}
	case knowledge.SumsTerms(name) || knowledge.KeepsFigure(name):
		return s.sum(given[0], known)
	case len(given) == 2:
		switch strings.TrimSuffix(name, "_") {
		case "add":
			return united(addedUp(s.sum(given[0], known), s.sum(given[1], known)), c)
		case "sub":
			return united(addedUp(s.sum(given[0], known), negated(s.sum(given[1], known))), c)
		case "mul":
			return s.scaledBy(s.sum(given[0], known), given[1], false)
		case "div":
			if list := s.sum(given[0], known); hasLoss(list) {
				return s.scaledBy(list, given[1], true)
			}
		}
	}
	if list := s.returns(c); hasLoss(list) {
		return list
	}
	return []term{{kind: plainTerm, text: s.text(c), at: c}}
}

// returns is what a function of the file gives that has one return.
func (s *signs) returns(c *python.Call) []term {
	fn, ok := s.facts.Module.Definition(c.Func).(*python.Function)
	if !ok || len(python.Returns(fn)) != 1 {
		return nil
	}
	list, known := s.returned[fn]
	if !known {
		s.returned[fn] = nil // one that calls itself
		list = s.block(fn.Body, terms{})
		s.returned[fn] = list
	}
	return list
}

// isFit reports whether a call is one of a loss of torch's.
func (s *signs) isFit(c *python.Call, path string) bool {
	if path == "" || !strings.HasPrefix(path, "torch.") {
		path = s.facts.Module.TypeOf(c.Func)
	}
	return strings.HasPrefix(path, "torch.nn.") && knowledge.LossOf(path) != knowledge.Divergence &&
		knowledge.NamesMeanLoss(path[strings.LastIndexByte(path, '.')+1:])
}

func (s *signs) text(e python.Expr) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' {
			return -1
		}
		return r
	}, s.facts.Module.File.Slice(e.Span()))
}

// united puts the four parts of a divergence, wherever they stand among the terms, together.
func united(list []term, at python.Expr) []term {
	for _, scale := range list {
		logarithm := "log(" + scale.text + ")"
		if scale.kind == exponentialTerm {
			logarithm = scale.of
		}
		part := func(kind termKind, negative bool, is func(term) bool) int {
			return slices.IndexFunc(list, func(t term) bool { return t.kind == kind && t.negative == negative && is(t) })
		}
		one := part(oneTerm, !scale.negative, func(t term) bool { return t.text == "1" || t.text == "1.0" || t.text == "1." })
		plain := part(plainTerm, !scale.negative, func(t term) bool { return t.text == logarithm })
		square := part(squareTerm, scale.negative, func(t term) bool { return t != scale })
		if one < 0 || plain < 0 || square < 0 {
			continue
		}
		used := []term{list[one], list[plain], list[square], scale}
		rest := slices.DeleteFunc(slices.Clone(list), func(t term) bool { return slices.Contains(used, t) })
		return append(rest, term{kind: divergenceTerm, negative: scale.negative, at: at})
	}
	return list
}

// hasLoss reports whether a sum holds a divergence or a loss.
func hasLoss(list []term) bool {
	return slices.ContainsFunc(list, func(t term) bool { return t.kind == divergenceTerm || t.kind == fitTerm })
}

func negated(list []term) []term {
	list = slices.Clone(list)
	for i := range list {
		list[i].negative = !list[i].negative
	}
	return list
}

func addedUp(a, b []term) []term { return append(slices.Clone(a), b...) }
