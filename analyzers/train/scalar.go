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

// IndexedNumbers lists the subscripts that take the first item of a tensor which has no dimensions: of the mean that a
// loss of PyTorch gives, or of sums of such.
func (f *Facts) IndexedNumbers() []IndexedNumber {
	var list []IndexedNumber
	var numbers *oneNumber
	for n := range python.AllIn(f.Module.Body) {
		sub, ok := n.(*python.Subscript)
		if !ok || len(sub.Index) != 1 || !isText(sub.Index[0], "0") {
			continue
		}
		tensor := dataOf(sub.Value)
		if tensor == nil {
			continue
		}
		if numbers == nil {
			numbers = &oneNumber{module: f.Module, losses: f.meanLosses(), known: map[part]bool{}}
		}
		if numbers.is(tensor, 0) {
			list = append(list, IndexedNumber{sub, tensor})
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

// reducesAll reports whether a call leaves a loss's reduction at the mean, or at the sum. So many arguments may stand
// without a name before one of them says that it keeps each sample's.
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
	known  map[part]bool // what was asked before; names that are bound often stand for each other
}

// part is an item of what an expression gives.
type part struct {
	of   python.Expr
	item int
}

// is reports whether an expression is a tensor without dimensions, whichever way the program went.
func (o *oneNumber) is(e python.Expr, depth int) bool { return o.item(e, allOfIt, depth) }

// allOfIt stands for the number of an item where not an item is asked for but all of it.
const allOfIt = -1

// item is the same of one item of a tuple that an expression gives.
func (o *oneNumber) item(e python.Expr, n, depth int) bool {
	if depth > maxParts {
		return false
	}
	key := part{e, n}
	known, asked := o.known[key]
	if !asked {
		o.known[key] = false // of what stands for itself nothing is known
		known = o.judge(e, n, depth)
		o.known[key] = known
	}
	return known
}

func (o *oneNumber) judge(e python.Expr, n, depth int) bool {
	o.module.Meter.Spend(1)
	switch e := e.(type) {
	case *python.Sequence:
		return n >= 0 && n < len(e.Items) && o.is(e.Items[n], depth+1)
	case *python.Call:
		return n == allOfIt && o.reduced(e) || o.returned(e, n, depth)
	case *python.Binary:
		left, right := o.is(e.Left, depth+1), o.is(e.Right, depth+1)
		return n == allOfIt && (left && (right || o.isFactor(e.Right)) || right && o.isFactor(e.Left))
	case *python.Unary: // a surrogate that is to grow: -torch.min(a, b).mean()
		return n == allOfIt && e.Op == "-" && o.is(e.Operand, depth+1)
	case *python.Name:
		_, bindings := o.module.Lookup(e.ID, e)
		for _, b := range bindings {
			unpacked := b.Kind == python.Unpacked && n == allOfIt
			if b.Kind != python.Assigned && !unpacked || b.Value == nil || b.Index >= 0 && !unpacked {
				return false
			}
			of := n
			if unpacked {
				of = b.Index
			}
			if !o.item(b.Value, of, depth+1) {
				return false
			}
		}
		return len(bindings) > 0
	}
	return false
}

// reduced reports whether a call leaves one number of a tensor: a loss, x.mean(), torch.sum(x).
func (o *oneNumber) reduced(c *python.Call) bool {
	if path := o.module.Resolve(c.Func); path == "torch.mean" || path == "torch.sum" {
		return len(c.Args) == 1 && c.Args[0].Name == "" && c.Args[0].Star == 0
	}
	at, method := c.Func.(*python.Attribute)
	return o.losses[c] || method && len(c.Args) == 0 && knowledge.ReducesAll(at.Attr)
}

// returned reports whether a function of the file gives one whenever it returns: losses are put together in one of
// their own.
func (o *oneNumber) returned(c *python.Call, n, depth int) bool {
	name, ok := c.Func.(*python.Name)
	if !ok {
		return false
	}
	_, bindings := o.module.Lookup(name.ID, name)
	if len(bindings) != 1 {
		return false
	}
	f, ok := bindings[0].Node.(*python.Function)
	if !ok || f.Async || len(f.Decorators) > 0 {
		return false
	}
	returns, all := 0, true
	python.WalkBody(f.Body, func(inner python.Node) bool {
		switch inner := inner.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Return:
			returns++
			all = all && inner.Value != nil && o.item(inner.Value, n, depth+1)
		}
		return true
	})
	return all && returns > 0
}

// isFactor reports whether an expression is a plain number: one that is written, bound once, or an option of the
// command line, as the weights of a sum of losses are.
func (o *oneNumber) isFactor(e python.Expr) bool {
	v, known := o.module.Const(e)
	_, number := v.Number()
	return known && number
}
