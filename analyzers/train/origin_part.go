package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// part judges an item of something.
func (g *graph) part(o *run.Object) origin {
	if len(o.Operands) == 0 {
		return opaque
	}
	whole, ok := o.Operands[0].(*run.Object)
	if !ok {
		return plain
	}
	if library.RoleOf(whole) == knowledge.Loader || knowledge.NamesBatches(whole.Word) ||
		o.Operator == run.Iterating && g.givesBatches(whole) {
		return plain
	}
	if held := valueOf(o); held != nil {
		if sortsOutTensors(o) {
			return opaque
		}
		return g.origin(held)
	}
	if knowledge.NamesIndices(o.Named) || knowledge.NamesIndices(keyOf(o)) {
		return plain
	}
	switch from := secondOfPair(o, whole); {
	case from == Carries:
	case from == CarriesNot:
		return plain
	default:
		return opaque
	}
	switch g.origin(whole) {
	case forward:
		if g.counted(o) {
			return plain
		}
		if knowledge.NamesScore(o.Named) || knowledge.NamesCount(o.Named) || knowledge.NamesReadOut(o.Named) {
			return opaque // loss, psnr = model(x): of a model that is not seen, or it would be known
		}
		return forward
	case computed:
		if unseenCriterion(whole) && !g.inLoss(o) || whole.Operator == "choice" && knowledge.NamesReadOut(o.Named) {
			return opaque // a score beside the loss, which may be a number
		}
		return computed
	case opaque, holder:
		return opaque
	case container: // weights["fc"] of a dict(model.named_parameters())
		if g.requires(whole) != CarriesNot {
			return opaque
		}
	}
	return plain
}

// valueOf is the dictionary of which a loop over its values or items gives a value, losses in `for name, loss in
// losses.items()`; nil for anything else.
func valueOf(o *run.Object) *run.Object {
	method := "values"
	if o.Operator == "[]" && len(o.Operands) == 2 && o.Operands[1] == run.Value(run.Int(1)) {
		method = "items"
		o, _ = o.Operands[0].(*run.Object)
	}
	if o == nil || o.Operator != run.Iterating || len(o.Operands) != 1 {
		return nil
	}
	if view, ok := o.Operands[0].(*run.Object); ok {
		if held, name := viewed(view); name == method {
			return held
		}
	}
	return nil
}

// sortsOutTensors reports whether the loop that gives an item asks of anything whether it is a tensor: it knows that
// some are none, and may make numbers of those that are.
func sortsOutTensors(item *run.Object) bool {
	loop := item.At.Node
	for ; loop != nil; loop = loop.Parent() {
		if _, ok := loop.(*python.For); ok {
			break
		}
		if _, ok := loop.(*python.Comprehension); ok {
			break
		}
	}
	return loop != nil && asksForTensors(item.At.Unit.Module, loop)
}

// asksForTensors reports whether some part of a node asks of anything whether it is a tensor.
func asksForTensors(m *python.Module, in python.Node) bool {
	for n := range python.All(in) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		class := ""
		if len(c.Args) == 2 {
			class = python.LastName(c.Args[1].Value)
		}
		if knowledge.AsksForTensor(m.Resolve(c.Func), class) {
			return true
		}
	}
	return false
}

// viewed is the dictionary that a call of its method items or values gives a view of, and the method; nil for anything
// else.
func viewed(view *run.Object) (held *run.Object, method string) {
	if view.Made == nil {
		return nil, ""
	}
	m, ok := view.Made.Callee.(*run.Member)
	if !ok || m.Name != "values" && m.Name != "items" {
		return nil, ""
	}
	held, _ = m.Object.(*run.Object)
	return held, m.Name
}

// secondOfPair is whether an item may carry the graph of the whole: the second of what max, topk and their like give
// are indices, of which nothing is differentiated. Of two tensors, max gives the larger ones, whose items carry it.
func secondOfPair(o, whole *run.Object) Carry {
	if len(o.Operands) < 2 || o.Operands[1] != run.Value(run.Int(1)) || whole.Made == nil {
		return Carries
	}
	tensor, given := 0, whole.Made.Args
	if symbol, ok := whole.Made.Callee.(run.Symbol); ok {
		if !strings.HasPrefix(string(symbol), "torch.") {
			return Carries
		}
		tensor = 1
	} else if m, ok := whole.Made.Callee.(*run.Member); !ok || library.IsModule(m.Object) {
		return Carries
	}
	switch name := calleeName(whole.Made); {
	case knowledge.GivesIndicesToo(name):
		return CarriesNot
	case !knowledge.GivesIndicesOf(name) || len(given) <= tensor:
		return Carries
	}
	dim, _ := whole.Made.Argument("dim", tensor)
	if dim != nil && run.Known(dim) {
		return CarriesNot
	}
	return MayCarry
}

// unseenCriterion reports whether an object is what a loss function gives of which no class is at hand.
func unseenCriterion(o *run.Object) bool {
	if o.Made == nil {
		return false
	}
	callee, ok := o.Made.Callee.(*run.Object)
	return ok && callee.Class == nil
}

// inLoss reports whether a backward pass starts from an object, or from arithmetic with it.
func (g *graph) inLoss(o *run.Object) bool {
	for _, p := range g.passes {
		if madeFrom(p.loss, o, maxReshaped) {
			return true
		}
	}
	return false
}

func madeFrom(list []run.Value, o *run.Object, depth int) bool {
	return depth > 0 && slices.ContainsFunc(list, func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			from, ok := one.(*run.Object)
			return ok && (from == o || madeFrom(operands(from), o, depth-1))
		})
	})
}

// givesBatches reports whether a loop over batches, as its line names them, walks over an object of which nothing else
// is known.
func (g *graph) givesBatches(whole *run.Object) bool {
	if g.batches == nil {
		g.batches = map[*run.Object]bool{}
		for _, l := range g.entry.AllLoops() {
			if l.Run.Iterated == nil || isCount(l.Over()) || !l.overBatches() {
				continue
			}
			for _, v := range run.Alternatives(l.Over()) {
				if o, ok := v.(*run.Object); ok {
					g.batches[o] = true
				}
			}
		}
	}
	from := unwrap(whole)
	over, ok := from.(*run.Object)
	return ok && (g.batches[whole] || g.batches[over]) && g.origin(over) == opaque
}

// attribute judges an attribute that nothing seen here sets.
func (g *graph) attribute(o *run.Object) origin {
	name := o.Operator[1:]
	if knowledge.DetachedAttribute(name) || len(o.Operands) == 0 {
		return plain
	}
	whole, ok := o.Operands[0].(*run.Object)
	if !ok {
		return computed // of one of several
	}
	if whole.Kind == run.Result || whole.Operator == "[]" {
		if from := g.origin(whole); from == opaque && knowledge.NamesPlain(name) && !knowledge.NamesState(name) {
			return plain // settings.scale
		} else if from == forward || from == computed || from == opaque {
			return from
		}
	}
	switch {
	case name == "weight" || name == "bias":
		return leaf
	case library.RoleOf(o) != knowledge.NoRole, library.IsModule(o):
		return plain
	case library.IsModule(whole) && knowledge.NamesState(name):
		return opaque
	}
	return plain
}
