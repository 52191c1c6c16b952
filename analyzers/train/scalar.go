package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// IndexedNumber is `loss.data[0]` of a tensor without dimensions.
type IndexedNumber struct {
	At *python.Subscript
	// Tensor is what is written in front of `.data`.
	Tensor python.Expr
}

// IndexedNumbers lists the subscripts that take the first item of a tensor which has no dimensions: of the mean that a loss of
// PyTorch gives, or of sums of such.
func (f *Facts) IndexedNumbers() []IndexedNumber {
	var list []IndexedNumber
	var numbers *oneNumber
	for _, s := range f.Module.Body {
		for n := range python.All(s) {
			sub, ok := n.(*python.Subscript)
			if !ok || len(sub.Index) != 1 || !isText(sub.Index[0], "0") {
				continue
			}
			tensor := dataOf(sub.Value)
			if tensor == nil {
				continue
			}
			if numbers == nil {
				numbers = &oneNumber{module: f.Module, losses: f.meanLosses()}
			}
			if numbers.is(tensor, 0) {
				list = append(list, IndexedNumber{sub, tensor})
			}
		}
	}
	return list
}

// dataOf is x of `x.data`, `x.data.cpu().numpy()` and the like: only tensors have them. nil for anything else.
func dataOf(e python.Expr) python.Expr {
	data := false
	for {
		switch n := e.(type) {
		case *python.Attribute:
			if n.Attr != "data" {
				return onlyIf(data, e)
			}
			e, data = n.Value, true
		case *python.Call:
			at, ok := n.Func.(*python.Attribute)
			if !ok || len(n.Args) > 0 || at.Attr != "detach" && at.Attr != "cpu" && at.Attr != "numpy" {
				return onlyIf(data, e)
			}
			e, data = at.Value, true
		default:
			return onlyIf(data, e)
		}
	}
}

func onlyIf(yes bool, e python.Expr) python.Expr {
	if !yes {
		return nil
	}
	return e
}

// meanLosses are the calls that gave one number each time that they were seen.
func (f *Facts) meanLosses() map[*python.Call]bool {
	list := map[*python.Call]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || c.Unit == nil || c.Unit.Module != f.Module {
				continue
			}
			before, seen := list[c.Node]
			list[c.Node] = givesOneNumber(c) && (before || !seen)
		}
	}
	return list
}

// givesOneNumber reports whether a call is that of a loss whose reduction nobody has changed.
func givesOneNumber(c *run.Call) bool {
	switch callee := run.Bare(c.Callee).(type) {
	case run.Symbol:
		return knowledge.GivesOneNumber(string(callee)) && !run.ClassLike(run.LastPart(string(callee))) && reducesAll(c, 3)
	case *run.Object:
		class, ok := callee.Class.(run.Symbol)
		return ok && knowledge.GivesOneNumber(string(class)) && callee.Made != nil && reducesAll(callee.Made, 1)
	}
	return false
}

// reducesAll reports whether a call leaves a loss's reduction at the mean, or at the sum. So many arguments may stand without a
// name before one of them says that it keeps each sample's.
func reducesAll(c *run.Call, unnamed int) bool {
	for i, a := range c.Args {
		switch {
		case a.Star > 0 || a.Name == "" && i >= unnamed || a.Name == "reduce":
			return false
		case a.Name == "reduction":
			word, ok := run.Bare(a.Value).(run.Str)
			if !ok || word != "mean" && word != "sum" {
				return false
			}
		}
	}
	return true
}

// oneNumber judges expressions by how the names in them are bound.
type oneNumber struct {
	module *python.Module
	losses map[*python.Call]bool
}

// is reports whether an expression is a tensor without dimensions, whichever way the program went.
func (o *oneNumber) is(e python.Expr, depth int) bool {
	if depth > maxParts {
		return false
	}
	switch e := e.(type) {
	case *python.Call:
		at, method := e.Func.(*python.Attribute)
		return o.losses[e] || method && len(e.Args) == 0 && knowledge.ReducesAll(at.Attr)
	case *python.Binary:
		left, right := o.is(e.Left, depth+1), o.is(e.Right, depth+1)
		return left && (right || isNumber(e.Right)) || right && isNumber(e.Left)
	case *python.Name:
		_, bindings := o.module.Lookup(e.ID, e)
		for _, b := range bindings {
			if b.Kind != python.Assigned || b.Index >= 0 || b.Value == nil || !o.is(b.Value, depth+1) {
				return false
			}
		}
		return len(bindings) > 0
	}
	return false
}
