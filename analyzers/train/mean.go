package train

import (
	"math"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Reduction is what a loss is of the samples of its batch.
type Reduction uint8

// The reductions, in the order in which a sum of losses is judged: what is said of the strongest part is said of the
// sum.
const (
	// Unreduced is nothing that can be told.
	Unreduced Reduction = iota
	// Addend is what may be added to a loss: a number, a tensor of which nothing is known.
	Addend
	// ByModel is what a model returns as its loss: hardly ever anything but the mean, but the model is not seen.
	ByModel
	// Mean is a mean over the samples.
	Mean
)

// ReductionOf is what a loss is of its micro-batch, whichever way the program went. One that is multiplied or divided
// by what may be the number of micro-batches is Unreduced.
func (s *Step) ReductionOf(loss run.Value, a *Accumulated) Reduction {
	trained, _ := s.Entry.OptimizedBy(a.Optimize.Object)
	modules := trained.Modules
	for _, e := range a.gated {
		if e.Object != a.Optimize.Object {
			other, _ := s.Entry.OptimizedBy(e.Object)
			modules = append(modules[:len(modules):len(modules)], other.Modules...)
		}
	}
	kind := (&reduction{entry: s.Entry, n: a.N, trained: modules, busy: map[*run.Object]bool{}}).of(loss)
	if kind == Addend {
		return Unreduced
	}
	return kind
}

// reduction judges the parts of one loss.
type reduction struct {
	entry   *Entry
	n       run.Value
	trained []*run.Object // the modules of the optimizer
	busy    map[*run.Object]bool
}

// of judges a value: each of its alternatives must be a loss, or nothing yet.
func (r *reduction) of(v run.Value) Reduction { return r.each(run.Alternatives(v)) }

func (r *reduction) each(list []run.Value) Reduction {
	weakest := Mean + 1 // nothing was met yet
	for _, one := range list {
		if run.Known(one) {
			continue
		}
		o, ok := one.(*run.Object)
		if !ok {
			return Unreduced
		}
		if r.busy[o] || startsAtZero(o) {
			continue
		}
		r.busy[o] = true
		kind := r.object(o)
		delete(r.busy, o)
		if kind == Unreduced {
			return Unreduced
		}
		weakest = min(weakest, kind)
	}
	if weakest > Mean {
		return Addend
	}
	return weakest
}

// startsAtZero reports whether a tensor is the zero to which losses are added.
func startsAtZero(o *run.Object) bool {
	return o.Made != nil && calleeName(o.Made) == "zeros"
}

func (r *reduction) object(o *run.Object) Reduction {
	if o.Like != nil {
		return r.object(o.Like)
	}
	switch o.Operator {
	case "+":
		return r.sum(o.Operands)
	case "*":
		return r.scaled(o, false)
	case "/":
		return r.scaled(o, true)
	case "choice": // one of very many
		return r.each(o.Operands)
	case "[]", run.Iterating:
		return r.part(o)
	case ".loss": // of the outputs of a Hugging Face model
		if whole, ok := o.Operands[0].(*run.Object); ok && whole.Kind == run.Result {
			return Mean
		}
		return Addend
	}
	if o.Made == nil {
		return Addend
	}
	return r.made(o)
}

// sum is a sum of losses: none of its parts may be anything else. One that is multiplied by something that nobody can
// tell is weighed against the others: what divides by the number of micro-batches divides them all.
func (r *reduction) sum(parts []run.Value) Reduction {
	if a, b := mixed(parts); a != nil {
		return min(r.of(a), r.of(b))
	}
	strongest := Addend
	for _, part := range parts {
		kind := r.of(part)
		if kind == Unreduced && r.isWeighed(part) {
			kind = Addend
		}
		if kind == Unreduced {
			return Unreduced
		}
		strongest = max(strongest, kind)
	}
	return strongest
}

// mixed are the losses of a mixture of two by shares that make one together: lam * a + (1 - lam) * b. Both are nil for
// any other sum.
func mixed(parts []run.Value) (a, b run.Value) {
	if len(parts) != 2 {
		return nil, nil
	}
	for _, one := range products(parts[0]) {
		for _, other := range products(parts[1]) {
			if restOf(one[0], other[0]) || restOf(other[0], one[0]) {
				return one[1], other[1]
			}
		}
	}
	return nil, nil
}

// products are the two ways to read a product as a factor and what it multiplies.
func products(v run.Value) [][2]run.Value {
	o, ok := v.(*run.Object)
	if !ok || o.Operator != "*" || len(o.Operands) != 2 {
		return nil
	}
	return [][2]run.Value{{o.Operands[0], o.Operands[1]}, {o.Operands[1], o.Operands[0]}}
}

// restOf reports whether a share is what another one leaves of the whole: 1 - lam.
func restOf(rest, share run.Value) bool {
	o, ok := rest.(*run.Object)
	return ok && o.Operator == "-" && len(o.Operands) == 2 && o.Operands[1] == share &&
		run.Bare(o.Operands[0]) == run.Value(run.Int(1))
}

// isWeighed reports whether a value is a product of something that nobody can tell, but for that it is called a weight
// or computed by more than a division, and of what is a loss or may be added to one.
func (r *reduction) isWeighed(v run.Value) bool {
	list := run.Alternatives(v)
	return len(list) > 0 && !slices.ContainsFunc(list, func(one run.Value) bool {
		o, ok := one.(*run.Object)
		if !ok || o.Operator != "*" || len(o.Operands) != 2 {
			return true
		}
		left, right := o.Operands[0], o.Operands[1]
		return !(weighs(left) && r.of(right) != Unreduced) && !(weighs(right) && r.of(left) != Unreduced)
	})
}

func weighs(factor run.Value) bool {
	list := run.Alternatives(factor)
	return len(list) > 0 && !slices.ContainsFunc(list, func(one run.Value) bool {
		o, ok := one.(*run.Object)
		return !ok || o.Operator == "/" ||
			!knowledge.NamesWeight(o.Word) && (o.Word != "" || o.Operator == "" && o.Made == nil)
	})
}

// scaled is a loss times or through something: a weight leaves it what it is, anything else may be the n.
func (r *reduction) scaled(o *run.Object, divided bool) Reduction {
	if len(o.Operands) != 2 {
		return Unreduced
	}
	left, right := o.Operands[0], o.Operands[1]
	if divided && isSize(right) {
		if sum, ok := left.(*run.Object); ok && sum.Made != nil && calleeName(sum.Made) == "sum" { // over the batch
			return Mean
		}
		return r.of(left)
	}
	if r.weighs(right, divided) {
		return r.of(left)
	}
	if !divided && r.weighs(left, false) {
		return r.of(right)
	}
	return Unreduced
}

// isSize reports whether a value is a size of a tensor.
func isSize(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	if o.Made != nil {
		name := calleeName(o.Made)
		return name == "size" || name == "numel"
	}
	if o.Operator == "[]" && len(o.Operands) > 0 {
		o, ok = o.Operands[0].(*run.Object)
		return ok && o.Operator == ".shape"
	}
	return o.Operator == "len"
}

// weighs reports whether a factor is a weight: a number that is not the n or its inverse, or something that is called
// one.
func (r *reduction) weighs(factor run.Value, divided bool) bool {
	for _, v := range run.Alternatives(factor) {
		if f, ok := run.Number(v); ok {
			n, known := numberOr(r.n)
			if divided && !known || known && (closeTo(f, n) || closeTo(f*n, 1)) {
				return false
			}
			continue
		}
		o, ok := v.(*run.Object)
		if !ok || divided || o.Kind != run.Unknown || !knowledge.NamesWeight(o.Word) {
			return false
		}
	}
	return factor != nil
}

// numberOr is a number, or the default of an option.
func numberOr(v run.Value) (float64, bool) {
	if o, ok := v.(*run.Object); ok {
		v = o.Default
	}
	return run.Number(v)
}

func closeTo(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// part is one of the things that a model returns.
func (r *reduction) part(o *run.Object) Reduction {
	if len(o.Operands) == 0 {
		return Addend
	}
	whole, ok := o.Operands[0].(*run.Object)
	// pred, losses = model(x); losses["all"]
	for range maxParts {
		if !ok || whole.Made != nil || whole.Operator != "[]" && whole.Operator != run.Iterating || len(whole.Operands) == 0 {
			break
		}
		whole, ok = whole.Operands[0].(*run.Object)
	}
	if !ok || whole.Made == nil {
		return Addend
	}
	if held, method := viewed(whole); method != "" { // of a dictionary of losses
		if held == nil || held.Made == nil {
			return Addend
		}
		whole = held
	}
	if r.made(whole) == ByModel {
		return ByModel
	}
	return Addend
}

// made is what a call gave.
func (r *reduction) made(o *run.Object) Reduction {
	c, name := o.Made, calleeName(o.Made)
	switch {
	case name == "mean":
		return Mean
	case name == "sum":
		return r.summed(o)
	case name == "scale_loss": // apex multiplies, and divides the gradients again
		first, _ := c.Argument("loss", 0)
		return r.of(first)
	case knowledge.KeepsValues(name):
		if m, ok := c.Callee.(*run.Member); ok {
			return r.of(m.Object)
		}
	}
	if model, ok := c.Callee.(*run.Object); ok && r.isModel(model) {
		return ByModel
	}
	if o.Kind != run.Result || !knowledge.NamesMeanLoss(name) {
		return Addend
	}
	if setsReduction(c) {
		return Unreduced
	}
	switch callee := c.Callee.(type) {
	case *run.Object:
		return meanCriterion(callee)
	case *run.Member:
		if isCriterionOf(callee) {
			return Mean
		}
	case run.Symbol:
		return Mean
	}
	return Addend
}

// isModel reports whether a loss that an object returns is one that a model computes of its own outputs.
func (r *reduction) isModel(o *run.Object) bool {
	if slices.Contains(r.trained, o) {
		return true
	}
	return r.entry.isModule(o) && library.RoleOf(o) != knowledge.Criterion && !knowledge.NamesCriterion(o.Word)
}

// summed is a sum over what a call is given: Python's own adds up losses, a tensor's its elements, of which a mean has
// one, or one for each GPU.
func (r *reduction) summed(o *run.Object) Reduction {
	if m, ok := o.Made.Callee.(*run.Member); ok && len(o.Made.Args) == 0 && r.of(m.Object) == Mean {
		return Mean
	}
	if o.Made.Callee != run.Value(run.Symbol("sum")) || len(o.Made.Args) == 0 {
		return Unreduced
	}
	list, ok := o.Made.Args[0].Value.(*run.Object)
	if !ok {
		return Addend
	}
	parts := o.Operands
	if len(parts) == 0 {
		parts = []run.Value{list}
	}
	return r.sum(parts)
}

// isCriterionOf: a loss function that is kept on something unknown.
func isCriterionOf(m *run.Member) bool {
	o, ok := m.Object.(*run.Object)
	return ok && o.Kind == run.Unknown && knowledge.NamesMeanLoss(m.Name)
}

// meanCriterion is what a criterion gives: the mean, unless an argument of the call that makes it says otherwise.
func meanCriterion(o *run.Object) Reduction {
	if o.Made == nil {
		if o.Class == nil {
			return Mean
		}
		return Addend
	}
	if _, ofLibrary := o.Made.Callee.(run.Symbol); !ofLibrary || !knowledge.NamesMeanLoss(calleeName(o.Made)) {
		return Addend
	}
	if setsReduction(o.Made) {
		return Unreduced
	}
	return Mean
}

// setsReduction reports whether a call may ask for another reduction than the mean, which is what it gets when it asks
// for nothing.
func setsReduction(c *run.Call) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		switch a.Name {
		case "reduction":
			return a.Value != run.Value(run.Str("mean"))
		case "size_average", "reduce":
			return a.Value != run.Value(run.Bool(true))
		}
		return a.Star > 0
	})
}
