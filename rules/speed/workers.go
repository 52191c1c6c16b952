package speed

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// count is what the file shows of a number of workers.
type count int

const (
	unknown    count = iota
	zero             // 0, written there
	zeroAbsent       // the parameter is not given: 0
	mayBeZero        // 0 unless someone passes another: a default, or a branch
	positive         // written there and at least 1
	variable         // given, and nothing says that it may be 0
)

// workers is a loader's number of worker processes.
type workers struct {
	count count
	value python.Expr // what is passed; nil when it is not given
	n     int64       // of positive
	why   string      // of mayBeZero: what makes it 0
}

func (l loading) workers() workers {
	arg := l.argument("num_workers", workersPosition)
	switch arg.Presence {
	case python.Absent:
		return workers{count: zeroAbsent}
	case python.Uncertain:
		return workers{}
	}
	w := workers{value: arg.Value}
	if v, ok := l.m.Const(arg.Value); ok && v.Kind == python.IntValue {
		switch {
		case v.Int > 0 && v.Default:
			w.count = variable
		case v.Int > 0:
			w.count, w.n = positive, v.Int
		case v.Default:
			w.count, w.why = mayBeZero, "its default is 0"
		default:
			w.count = zero
		}
		return w
	}
	w.count = variable
	if why := l.zeroBy(arg.Value); why != "" {
		w.count, w.why = mayBeZero, why
	}
	return w
}

// zeroBy says what makes a number of workers 0, "" when nothing in the file does.
func (l loading) zeroBy(e python.Expr) string {
	switch e := e.(type) {
	case *python.IfExp:
		if l.isZero(e.Body) || l.isZero(e.Else) {
			return "one branch makes it 0"
		}
	case *python.Name:
		_, bindings := l.m.Lookup(e.ID, e)
		if len(bindings) != 1 {
			return ""
		}
		if b := bindings[0]; b.Kind == python.Assigned && b.Value != nil {
			if _, again := b.Value.(*python.IfExp); again {
				return l.zeroBy(b.Value)
			}
		} else if p, ok := b.Node.(*python.Param); ok && b.Kind == python.Parameter && l.isZero(p.Default) &&
			!l.alwaysPassed(p) {
			return "its default is 0"
		}
	}
	return ""
}

func (l loading) isZero(e python.Expr) bool {
	if e == nil {
		return false
	}
	v, ok := l.m.Const(e)
	return ok && v.Kind == python.IntValue && v.Int == 0
}

// alwaysPassed reports whether the file calls the function, and each call gives
// the parameter a value that is not 0.
func (l loading) alwaysPassed(p *python.Param) bool {
	fn, ok := p.Parent().(*python.Function)
	if !ok {
		return false
	}
	calls := 0
	for _, c := range l.m.AllCalls() {
		if l.runs(c, fn) {
			calls++
			arg := l.m.Argument(c, p.Name, position(fn, p))
			if arg.Presence != python.Given || l.isZero(arg.Value) {
				return false
			}
		}
	}
	return calls > 0
}

// runs reports whether a call runs a function of this file, constructors too.
func (l loading) runs(c *python.Call, fn *python.Function) bool {
	switch def := l.m.Definition(c.Func).(type) {
	case *python.Function:
		return def == fn
	case *python.Class:
		init, _ := l.m.Method(def, "__init__").(*python.Function)
		return init == fn
	}
	return false
}

// position is where a parameter stands for a caller, who does not pass self.
func position(fn *python.Function, p *python.Param) int {
	at := 0
	for _, other := range fn.Params {
		if other == p {
			break
		}
		at++
	}
	if _, method := fn.Parent().(*python.Class); method {
		at--
	}
	if p.KeywordOnly {
		return keywordOnly
	}
	return at
}

// conditioned reports whether the call runs, or its argument is chosen, under a
// condition on the number of workers: the author has thought of 0.
func (l loading) conditioned(w workers) bool {
	if _, literal := w.value.(*python.Number); w.value == nil || literal {
		return false
	}
	text := l.text(w.value)
	for _, g := range python.GatesOf(l.call) {
		if strings.Contains(l.text(g.Test), text) {
			return true
		}
	}
	return l.askedBefore(text)
}

// askedBefore reports whether an earlier statement of the function asks about the
// number of workers: `if workers == 0: raise …`, `assert workers > 0`.
func (l loading) askedBefore(text string) bool {
	for _, test := range l.m.TestsBefore(l.call) {
		if strings.Contains(l.text(test), text) {
			return true
		}
	}
	return false
}

// allowsZero is another argument of the call that has a case for no workers, such
// as persistent_workers=n > 0; nil when there is none.
func (l loading) allowsZero(w workers, but string) *python.Arg {
	if w.value == nil {
		return nil
	}
	text := l.text(w.value)
	for _, a := range l.call.Args {
		if a.Name == but || a.Value == w.value || a.Value == nil {
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
