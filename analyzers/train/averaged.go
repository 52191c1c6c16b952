package train

import (
	"math"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Averaged is an average of a model's weights that is kept in the dtype of the weights.
type Averaged struct {
	// Update is what changes the average, or the call of a library's class that does.
	Update run.Place
	// Made gave the weights their dtype.
	Made *run.Call
	// Dtype is PyTorch's name of it, such as torch.bfloat16.
	Dtype string
	// Decay is what of the average is kept by each update; ByDefault is set where the library says so.
	Decay     float64
	ByDefault bool
}

// Averages lists the averages of weights whose dtype and decay are both known for sure.
func (e *Entry) Averages() (list []*Averaged) {
	add := func(at run.Place, kept *weightsOf, seq *run.Call, decay float64, byDefault bool) {
		c, ok := e.dtypeOfWeights(kept, seq)
		if ok && !NamesOtherDtype(c.Call.Unit.Module) {
			list = append(list, &Averaged{at, c.Call, c.Dtype, decay, byDefault})
		}
	}
	scaled := scalings{}
	for _, c := range e.Calls {
		scaled.note(c)
		if c.Node == nil {
			continue
		}
		if kept, decay, byDefault := e.averagedBy(symbolOf(c), c); kept != nil {
			add(c.Place(), kept, c, decay, byDefault)
			continue
		}
		if kept, decay, ok := e.blended(c, scaled); ok {
			add(c.Place(), kept, c, decay, false)
		}
	}
	for _, s := range e.Stores { // p.data = d * p.data + (1 - d) * q.data
		if s.Target == nil || s.Kind != run.StoreAttribute && s.Kind != run.StoreItem {
			continue
		}
		if kept, decay, ok := e.blendOf(s.New); ok && s.Node != nil {
			at := &run.Call{Seq: s.Seq, Gates: s.Gates}
			add(run.Place{Unit: s.Unit, Node: s.Node}, kept, at, decay, false)
		}
	}
	return list
}

// averagedBy is what a class of a library averages, and with which decay.
func (e *Entry) averagedBy(path string, c *run.Call) (kept *weightsOf, decay float64, byDefault bool) {
	rate, ok := knowledge.DecayOf(path)
	if !ok || len(c.Args) == 0 || c.Args[0].Star > 0 || e.convertedLater(c) {
		return nil, 0, false
	}
	for _, a := range c.Args {
		if a.Star > 0 {
			return nil, 0, false
		}
	}
	decay, byDefault = rate.Default, true
	said, _ := c.Argument(rate.Name, rate.At)
	if rate.Function { // get_ema_multi_avg_fn(0.9999)
		made, isObject := run.Bare(said).(*run.Object)
		if !isObject || made.Made == nil {
			return nil, 0, false
		}
		inner, known := knowledge.DecayOf(symbolOf(made.Made))
		if !known {
			return nil, 0, false
		}
		decay = inner.Default
		said, _ = made.Made.Argument(inner.Name, inner.At)
	}
	if said != nil {
		given, isFloat := said.(run.Float)
		if !isFloat {
			return nil, 0, false
		}
		decay, byDefault = float64(given), false
	}
	held := e.weightsBehind(c.Args[0].Value, maxParts)
	return held, decay, byDefault
}

// convertedLater reports whether what a call made is given another dtype behind it, as a whole or by its parts.
func (e *Entry) convertedLater(made *run.Call) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		if !ok || c.Seq <= made.Seq {
			return false
		}
		_, converts := convertsTo(c, m.Name)
		if !converts {
			return false
		}
		for o, depth := run.Bare(m.Object), 0; depth < maxParts; depth++ {
			if o == made.Result {
				return true
			}
			part, isObject := o.(*run.Object)
			if !isObject || len(part.Operands) == 0 {
				return false
			}
			o = run.Bare(part.Operands[0])
		}
		return false
	})
}

// blended is what a call of torch averages in place, and with which decay: s.mul_(d).add_(p, alpha=1 - d), s.lerp_(p, 1
// - d), s.copy_(d * s + (1 - d) * p), torch._foreach_lerp_(ss, ps, 1 - d). scaled is what happened before.
func (e *Entry) blended(c *run.Call, scaled scalings) (kept *weightsOf, decay float64, ok bool) {
	if m, isMember := c.Callee.(*run.Member); isMember && len(c.Args) > 0 {
		switch m.Name {
		case "lerp_":
			share, _ := c.Argument("weight", 1)
			return e.pairOf(m.Object, c.Args[0].Value, share)
		case "copy_":
			return e.blendOf(c.Args[0].Value)
		case "add_":
			factorBefore, of := scaled.before(m.Object)
			share, _ := c.Argument("alpha", -1)
			from := c.Args[0].Value
			if share == nil {
				share, from = factor(from)
			}
			kept, decay, ok = e.pairOf(of, from, share)
			return kept, decay, ok && near(decay, factorBefore)
		}
		return nil, 0, false
	}
	switch symbolOf(c) {
	case "torch._foreach_lerp_":
		if len(c.Args) > 2 {
			return e.pairOf(c.Args[0].Value, c.Args[1].Value, c.Args[2].Value)
		}
	case "torch._foreach_add_":
		if share, _ := c.Argument("alpha", -1); share != nil && len(c.Args) > 1 {
			factorBefore, of := scaled.before(c.Args[0].Value)
			kept, decay, ok = e.pairOf(of, c.Args[1].Value, share)
			return kept, decay, ok && near(decay, factorBefore)
		}
	}
	return nil, 0, false
}

// scalings are by what tensors, or lists of them, were multiplied in place last, as far as the calls of an entry were
// gone through.
type scalings map[*run.Object]float64

func (s scalings) note(c *run.Call) {
	switch m, isMember := c.Callee.(*run.Member); {
	case isMember && m.Name == "mul_":
		s.put(m.Object, firstFloat(c.Args))
	case symbolOf(c) == "torch._foreach_mul_" && len(c.Args) > 1:
		s.put(c.Args[0].Value, firstFloat(c.Args[1:]))
	}
}

func (s scalings) put(v run.Value, by float64) {
	if o, ok := run.Bare(v).(*run.Object); ok {
		s[withoutData(o)] = by
	}
}

// before is by what a tensor, or a list of them, was multiplied in place before something is added to it: s.mul_(d) in
// the statement before, or in the same expression.
func (s scalings) before(to run.Value) (by float64, of run.Value) {
	o, ok := run.Bare(to).(*run.Object)
	if !ok {
		return 0, to
	}
	if o.Made != nil {
		if m, isMember := o.Made.Callee.(*run.Member); isMember && m.Name == "mul_" {
			return firstFloat(o.Made.Args), m.Object
		}
	}
	return s[withoutData(o)], to
}

func firstFloat(args []run.Argument) float64 {
	if len(args) == 0 {
		return 0
	}
	f, _ := fraction(args[0].Value)
	return f
}

// pairOf is an average that takes a share of the weights of a model.
func (e *Entry) pairOf(average, weights, share run.Value) (kept *weightsOf, decay float64, ok bool) {
	f, isFloat := fraction(share)
	if !isFloat {
		return nil, 0, false
	}
	kept, from := e.weightsBehind(average, maxParts), e.weightsBehind(weights, maxParts)
	if kept == nil || from == nil || from.copied || !kept.copied && kept.module == from.module {
		return nil, 0, false
	}
	return kept, 1 - f, true
}

// blendOf is d * s + (1 - d) * p.
func (e *Entry) blendOf(v run.Value) (kept *weightsOf, decay float64, ok bool) {
	sum, isObject := run.Bare(v).(*run.Object)
	if !isObject || sum.Operator != "+" || len(sum.Operands) != 2 {
		return nil, 0, false
	}
	a, average := factor(sum.Operands[0])
	b, weights := factor(sum.Operands[1])
	first, isFirst := fraction(a)
	second, isSecond := fraction(b)
	if !isFirst || !isSecond || !near(first+second, 1) {
		return nil, 0, false
	}
	if first < second {
		average, weights, b = weights, average, a
	}
	return e.pairOf(average, weights, b)
}

// factor takes a product with a number apart.
func factor(v run.Value) (number, rest run.Value) {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Operator != "*" || len(o.Operands) != 2 {
		return nil, v
	}
	for i, operand := range o.Operands {
		if _, isFloat := fraction(operand); isFloat {
			return operand, o.Operands[1-i]
		}
	}
	return nil, v
}

// fraction is a number that is none of Python's integers: a constant, the default of an option, or what is computed of
// them, 1 - args.decay.
func fraction(v run.Value) (f float64, ok bool) {
	switch one := run.Bare(v).(type) {
	case run.Float:
		return float64(one), true
	case *run.Object:
		if one.Operator == "-" && one.Made == nil && len(one.Operands) == 2 {
			if whole, isNumber := run.Number(one.Operands[0]); isNumber {
				part, known := fraction(one.Operands[1])
				return whole - part, known
			}
		}
		if standard, known := run.Bare(one.Default).(run.Float); known && one.Operator != "parameter" {
			return float64(standard), true
		}
	}
	return 0, false
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// weightsOf is the module whose weights a value is, one of them or all, or copies of them.
type weightsOf struct {
	module *run.Object
	copied bool
	// since is when they were copied; 0 where they were not, or when the module itself was.
	since int
}

// weightsBehind follows a value back to the module whose weights it is; nil where it may have another dtype than they
// have, or shows nothing.
func (e *Entry) weightsBehind(v run.Value, depth int) *weightsOf {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth == 0 {
		return nil
	}
	if o.Operator == "copy" && len(o.Operands) > 0 {
		if w := e.weightsBehind(o.Operands[0], depth-1); w != nil && !library.IsModule(o) {
			return &weightsOf{w.module, true, o.Seq}
		}
	}
	if library.IsModule(o) {
		return &weightsOf{module: o, copied: o.Operator == "copy"}
	}
	switch o.Operator {
	case ".data", "[]", run.Iterating, run.Wrapping, run.Enumerated:
		if o.Made == nil && len(o.Operands) > 0 {
			return e.weightsBehind(o.Operands[0], depth-1)
		}
	}
	if o.Made == nil {
		if held := e.Facts.machine.Contents(o); len(held) > 0 {
			return e.weightsBehind(held[0], depth-1)
		}
		return nil
	}
	m, isMember := o.Made.Callee.(*run.Member)
	if !isMember {
		if path := symbolOf(o.Made); (path == "list" || path == "tuple" || path == "dict") && len(o.Made.Args) > 0 {
			return e.weightsBehind(o.Made.Args[0].Value, depth-1)
		}
		return nil
	}
	if _, converts := convertsTo(o.Made, m.Name); converts || !knowledge.KeepsWeights(m.Name) {
		return nil
	}
	w := e.weightsBehind(m.Object, depth-1)
	if w != nil && m.Name == "clone" {
		return &weightsOf{w.module, true, o.Seq}
	}
	return w
}

// dtypeOfWeights is the conversion that decides the dtype of weights, or of their copies, when something is done to
// them.
func (e *Entry) dtypeOfWeights(w *weightsOf, at *run.Call) (Conversion, bool) {
	until := at.Seq
	module := w.module
	if w.since > 0 {
		until = w.since
	}
	if module.Operator == "copy" && len(module.Operands) > 0 { // copy.deepcopy(model), which has what the model had
		if e.convertedBetween(module, module.Seq, until) {
			return e.WeightsDtype(module, &Event{Call: &run.Call{Seq: until, Gates: at.Gates}})
		}
		original, ok := run.Bare(module.Operands[0]).(*run.Object)
		if !ok {
			return Conversion{}, false
		}
		module, until = original, module.Seq
	}
	return e.WeightsDtype(module, &Event{Call: &run.Call{Seq: until, Gates: at.Gates}})
}

func (e *Entry) convertedBetween(module *run.Object, from, to int) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		if !ok || c.Seq < from || c.Seq > to || run.Bare(m.Object) != run.Value(module) {
			return false
		}
		_, converts := convertsTo(c, m.Name)
		return converts
	})
}
