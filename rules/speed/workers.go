package speed

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
)

// loading is a place that decides how batches are loaded, and the text around it.
type loading struct {
	*train.Loading
	m       *python.Module
	workers python.Expr // what stands there for the number of workers; nil for nothing
}

// what is how the call names itself in messages.
func (l loading) what() string {
	if l.Prefix != "" {
		return l.Takes()
	}
	return "the DataLoader"
}

func (l loading) text(n python.Node) string { return l.m.File.Slice(n.Span()) }

// conditioned reports whether the call runs, or its argument is chosen, under a condition on the number of workers: the
// author has thought of 0.
func (l loading) conditioned() bool {
	if _, literal := l.workers.(*python.Number); l.workers == nil || literal {
		return false
	}
	text := l.text(l.workers)
	for _, g := range python.GatesOf(l.Node) {
		if strings.Contains(l.text(g.Test), text) {
			return true
		}
	}
	return l.askedBefore(text)
}

// askedBefore reports whether an earlier statement of the function asks about the
// number of workers: `if workers == 0: raise …`, `assert workers > 0`.
func (l loading) askedBefore(text string) bool {
	for _, test := range l.m.TestsBefore(l.Node) {
		if strings.Contains(l.text(test), text) {
			return true
		}
	}
	return false
}

// allowsZero is another argument of the call that has a case for no workers, such
// as persistent_workers=n > 0; nil when there is none.
func (l loading) allowsZero(but string) *python.Arg {
	if l.workers == nil {
		return nil
	}
	text := l.text(l.workers)
	for _, a := range l.Node.Args {
		if a.Name == but || a.Value == l.workers || a.Value == nil {
			continue
		}
		if l.asksCount(a.Value, text) {
			return a
		}
	}
	return nil
}

// asksCount reports whether an expression depends on whether there are workers:
// n > 0, 2 if n else None, bool(n).
func (l loading) asksCount(e python.Expr, text string) bool {
	switch e := e.(type) {
	case *python.Compare:
		for i, op := range e.Ops {
			if l.comparesCount(e.Operands[i], op, e.Operands[i+1], text) ||
				l.comparesCount(e.Operands[i+1], turned[op], e.Operands[i], text) {
				return true
			}
		}
	case *python.IfExp:
		return l.text(e.Test) == text || l.asksCount(e.Test, text)
	case *python.Bool:
		return l.text(e.Left) == text || l.asksCount(e.Left, text) || l.asksCount(e.Right, text)
	case *python.Unary:
		return e.Op == "not" && (l.text(e.Operand) == text || l.asksCount(e.Operand, text))
	case *python.Call:
		return l.m.Resolve(e.Func) == "bool" && len(e.Args) == 1 && l.text(e.Args[0].Value) == text
	}
	return false
}

// turned are the comparisons with their sides exchanged.
var turned = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}

// comparesCount reports whether a comparison of the number of workers tells 0 from all others.
func (l loading) comparesCount(count python.Expr, op string, with python.Expr, text string) bool {
	v, ok := l.m.Const(with)
	switch {
	case !ok || l.text(count) != text:
		return false
	case v.IsZero():
		return op == ">" || op == "!=" || op == "==" || op == "<="
	}
	return v.Int == 1 && (op == ">=" || op == "<")
}
