package train

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// NeverBeaten is a best value so far that nothing better replaces: it starts where no value is better by the comparison
// that replaces it, or that goes the other way.
type NeverBeaten struct {
	// Compare is the comparison under which it is replaced, Body what stands below that.
	Compare *python.Compare
	Body    []python.Stmt
	// Best is the value as the comparison names it, Start what it is set to at first.
	Best, Start python.Expr
	// Smaller: only a smaller value replaces it.
	Smaller bool
	// Worst: something does replace it, and what is kept is the model of the largest loss.
	Worst bool
}

// NeverBeaten lists them. An infinity is one for any figure; 0 is for a figure that is better the larger it is, and a
// huge number for one that is better the smaller.
func (f *Facts) NeverBeaten() []*NeverBeaten {
	var list []*NeverBeaten
	for n := range python.AllIn(f.Module.Body) {
		s, ok := n.(*python.If)
		if !ok {
			continue
		}
		test, body := s.Test, s.Body
		if not, ok := test.(*python.Unary); ok && not.Op == "not" {
			test, body = not.Operand, s.Else
		}
		for _, test := range conjuncts(test) {
			c, ok := test.(*python.Compare)
			if !ok || len(c.Ops) != 1 || len(c.Operands) != 2 {
				continue
			}
			if b := f.neverBeaten(body, c); b != nil {
				list = append(list, b)
				break
			}
		}
	}
	return list
}

// conjuncts are the tests that all have to hold.
func conjuncts(e python.Expr) []python.Expr {
	if b, ok := e.(*python.Bool); ok && b.Op == "and" {
		return append(conjuncts(b.Left), conjuncts(b.Right)...)
	}
	return []python.Expr{e}
}

func (f *Facts) neverBeaten(body []python.Stmt, c *python.Compare) *NeverBeaten {
	smaller := strings.HasPrefix(c.Ops[0], "<")
	if !smaller && !strings.HasPrefix(c.Ops[0], ">") {
		return nil
	}
	for i, best := range c.Operands {
		smaller = !smaller // of best < x a larger one replaces it, of x < best a smaller one
		kept, start := f.keptBy(body, best, c.Operands[1-i])
		if !kept || start == nil {
			continue
		}
		b := &NeverBeaten{Compare: c, Body: body, Best: best, Start: start, Smaller: smaller}
		if f.isBeyond(b, c.Operands[1-i], strings.HasSuffix(c.Ops[0], "=")) {
			return b
		}
		if b.Worst = f.keepsWorst(b, c.Operands[1-i]); b.Worst {
			return b
		}
	}
	return nil
}

// keptBy reports whether what stands below a comparison sets the best value to the other side of it, and gives the one
// value that it starts with: nothing else sets it.
func (f *Facts) keptBy(body []python.Stmt, best, other python.Expr) (kept bool, start python.Expr) {
	var set []*python.Assign
	var values []python.Expr
	switch best := best.(type) {
	case *python.Name:
		_, bindings := f.Module.Lookup(best.ID, best)
		for _, b := range bindings {
			a, ok := b.Node.(*python.Assign)
			value := b.Value
			parts, several := value.(*python.Sequence)
			if several && b.Kind == python.Unpacked && b.Index >= 0 && b.Index < len(parts.Items) {
				value = parts.Items[b.Index] // best, at = float("inf"), 0
			} else if b.Kind != python.Assigned {
				return false, nil
			}
			if !ok || value == nil {
				return false, nil
			}
			set, values = append(set, a), append(values, value)
		}
	case *python.Attribute:
		for _, a := range f.Module.Attributes(func(attr string) bool { return attr == best.Attr }) {
			if _, summed := a.Parent().(*python.AugAssign); summed {
				return false, nil
			}
			by := a.Assignment()
			if by == nil {
				continue
			}
			if python.PathText(a) != python.PathText(best) || python.EnclosingClass(a) != python.EnclosingClass(best) ||
				len(by.Targets) != 1 || by.Targets[0] != python.Expr(a) {
				return false, nil
			}
			set, values = append(set, by), append(values, by.Value)
		}
	default:
		return false, nil
	}
	number := func(e python.Expr) string { return strings.TrimSuffix(f.Module.File.Slice(e.Span()), ".item()") }
	for i, a := range set {
		switch {
		case slices.Contains(body, python.Stmt(a)) && number(values[i]) == number(other):
			kept = true
		case start == nil:
			start = values[i]
		default:
			return false, nil
		}
	}
	return kept, start
}

// isBeyond reports whether nothing is better than the value that a best one starts with, by the comparison.
func (f *Facts) isBeyond(b *NeverBeaten, other python.Expr, equal bool) bool {
	start, known := f.numberAt(b.Start)
	if !known {
		return false
	}
	if math.IsInf(start, 0) {
		return math.IsInf(start, -1) == b.Smaller && !equal
	}
	way := knowledge.FigureDirection(python.LastName(b.Best))
	if way == knowledge.NoDirection {
		way = knowledge.FigureDirection(python.LastName(other))
	}
	if !knowledge.NamesBest(python.LastName(b.Best)) {
		return false
	}
	switch way {
	case knowledge.Larger:
		return b.Smaller && !equal && start <= 0
	case knowledge.Smaller:
		return !b.Smaller && start >= hugeFigure
	}
	return false
}

// keepsWorst reports whether what is called the best loss starts at 0 or below, and a larger loss replaces it and has
// the weights kept. An attack looks for the largest loss, too, but keeps no weights.
func (f *Facts) keepsWorst(b *NeverBeaten, other python.Expr) bool {
	best, name := python.LastName(b.Best), python.LastName(other)
	start, known := f.numberAt(b.Start)
	if b.Smaller || !known || start > 0 || !knowledge.NamesBest(best) ||
		knowledge.FigureDirection(best) != knowledge.Smaller || knowledge.FigureDirection(name) != knowledge.Smaller ||
		f.onlyNamedLoss(other) {
		return false
	}
	for _, s := range b.Body {
		for n := range python.All(s) {
			if c, ok := n.(*python.Call); ok && c.MethodName() == "state_dict" {
				return true
			}
		}
	}
	return false
}

// onlyNamedLoss reports whether what is called a loss is computed of figures of which none is one, or with its sign
// turned: loss = 0.6 * srocc + 0.4 * plcc, loss = -val_loss.
func (f *Facts) onlyNamedLoss(e python.Expr) bool {
	name, ok := e.(*python.Name)
	if !ok {
		return false
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	for _, b := range bindings {
		switch value := b.Value.(type) {
		case *python.Unary:
			if value.Op == "-" {
				return true
			}
		case *python.Binary:
			ofLosses := false
			for n := range python.All(value) {
				switch n := n.(type) {
				case *python.Name:
					ofLosses = ofLosses || knowledge.FigureDirection(n.ID) == knowledge.Smaller
				case *python.Attribute:
					ofLosses = ofLosses || knowledge.FigureDirection(n.Attr) == knowledge.Smaller
				case *python.String:
					ofLosses = ofLosses || knowledge.FigureDirection(n.Text) == knowledge.Smaller
				}
			}
			if !ofLosses {
				return true
			}
		}
	}
	return false
}

// hugeFigure is more than any figure that gets better as it falls: who starts there waits for a smaller one.
const hugeFigure = 10000

// numberAt is a number of the source, of which infinity is one.
func (f *Facts) numberAt(e python.Expr) (float64, bool) {
	if u, ok := e.(*python.Unary); ok && u.Op == "-" {
		v, known := f.numberAt(u.Operand)
		return -v, known
	}
	if c, ok := e.(*python.Call); ok && python.PathText(c.Func) == "float" && len(c.Args) == 1 {
		text, known := f.Module.Const(c.Args[0].Value)
		if !known || text.Kind != python.StringValue {
			return 0, false
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(text.Str), 64)
		return v, err == nil && !math.IsNaN(v)
	}
	if knowledge.IsInfinity(f.Module.Resolve(e)) {
		return math.Inf(1), true
	}
	v, known := f.Module.Const(e)
	if !known || v.Default {
		return 0, false
	}
	return v.Number()
}
