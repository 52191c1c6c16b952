package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// origin is how an object came to be, as far as graphs go.
type origin uint8

const (
	plain     origin = iota // numbers, data, detached tensors, objects
	leaf                    // a parameter or a tensor made with requires_grad=True: requires gradients, holds no graph
	computed                // from its operands; differentiable when one of them is
	forward                 // what a module with parameters returns
	opaque                  // what an unseen function returns, or what was there before
	holder                  // an object of a library's class: it may hold what it was made from
	container               // a list, tuple, set or dictionary
)

// origin tells how an object came to be.
func (g *graph) origin(o *run.Object) origin {
	from, ok := g.origins[o]
	if !ok {
		from = g.findOrigin(o)
		g.origins[o] = from
	}
	return from
}

func (g *graph) findOrigin(o *run.Object) origin {
	if o.Like != nil {
		return g.origin(o.Like)
	}
	switch o.Kind {
	case run.List, run.Dict, run.Set:
		return container
	case run.Namespace, run.Scope:
		return plain
	}
	if g.entry.optimizes(o) {
		return plain // a module, whatever made it
	}
	if role := library.RoleOf(o); stepsItself(role) || role == knowledge.Loader {
		return plain // whatever made it
	}
	if o.Made != nil {
		if module, ok := o.Made.Callee.(*run.Object); ok && (g.entry.optimizes(module) || g.entry.isTrainersModel(module)) {
			return forward
		}
		if g.looksUp(o.Made) {
			return plain
		}
		if ofNothing(o.Made) {
			return plain
		}
		return madeBy(o)
	}
	switch o.Operator {
	case "":
	case "parameter":
		return g.parameter(o)
	case run.Counting, "len", "format", run.Raises, "contextmanager", run.Unbound:
		return plain
	case run.Iterating, "[]":
		return g.part(o)
	case "compare", "==", "<", ">", "<=", ">=", "!=":
		return plain
	case "choice", "extreme", "abs", "copy":
		return computed
	case "%":
		if _, text := o.Operands[0].(run.Str); text { // "%.3f" % loss
			return plain
		}
		return computed
	default:
		if strings.HasPrefix(o.Operator, ".") {
			return g.attribute(o)
		}
		return computed // + - * / @ …
	}
	if o.Kind == run.Instance {
		return plain
	}
	return wordOrigin(o.Word)
}

// wordOrigin judges an object of which only the word for it is known.
func wordOrigin(word string) origin {
	if knowledge.NamesState(word) || word == "" {
		return opaque
	}
	return plain
}

// madeBy judges the result of a call that is not seen.
func madeBy(o *run.Object) origin {
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		if requiresGradArgument(o.Made) {
			return leaf
		}
		if callee == "torch.autograd.grad" {
			return gradOrigin(o.Made)
		}
		from := functionOrigin(string(callee))
		if from == opaque && o.Kind == run.Instance && !library.IsModule(o) {
			return holder
		}
		return from
	case *run.Member:
		return methodOrigin(o.Made, callee)
	case *run.Object:
		return instanceOrigin(callee)
	case *run.Class:
		return plain
	}
	return opaque
}

// ofNothing reports whether a call runs a function of the project that computes something of nothing: its statements
// read neither the object whose method it is nor what it is given, and call only what makes and shapes tensors or
// numbers. The boxes of a detector are made so.
func ofNothing(c *run.Call) bool {
	f := functionOf(c)
	if f == nil || f.Node == nil || f.Unit == nil || len(f.Node.Decorators) > 0 {
		return false
	}
	params := map[string]bool{}
	for _, p := range f.Node.Params {
		params[p.Name] = true
	}
	for n := range python.AllIn(f.Node.Body) {
		switch n := n.(type) {
		case *python.Name:
			if params[n.ID] {
				return false
			}
		case *python.Attribute:
			if knowledge.NamesGradient(n.Attr) {
				return false
			}
		case *python.Call:
			if !makesOrShapes(f.Unit.Module, n) {
				return false
			}
		}
	}
	return true
}

// makesOrShapes reports whether a call is one of Python's own functions, of numpy's or torch's that has no parameters,
// or of a method of something that the function around it made.
func makesOrShapes(m *python.Module, c *python.Call) bool {
	path := m.Resolve(c.Func)
	if path == "" {
		return c.Receiver() != nil // of a local variable, or of what another call gives
	}
	return knowledge.ComputesAlone(path) && c.Keyword("requires_grad") == nil
}

// looksUp reports whether a call gives an entry of a dictionary that holds settings or a batch, config.get("weight",
// 1.0), or computes a text.
func (g *graph) looksUp(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok {
		return false
	}
	if _, text := m.Object.(run.Str); text {
		return true
	}
	from, ok := m.Object.(*run.Object)
	if !ok || m.Name != "get" {
		return false
	}
	return knowledge.NamesPlain(from.Word) || knowledge.NamesData(from.Word) || from.Made != nil && g.origin(from) == plain
}

// gradOrigin: the gradients have a graph of their own where create_graph asks for it.
func gradOrigin(c *run.Call) origin {
	create, spread := c.Argument("create_graph", 4)
	if create == nil && !spread || create == run.Value(run.Bool(false)) {
		return plain
	}
	return computed
}

func requiresGradArgument(c *run.Call) bool {
	v, _ := c.Argument("requires_grad", -1)
	return v == run.Value(run.Bool(true))
}

func functionOrigin(path string) origin {
	switch knowledge.CallGives(path) {
	case knowledge.Number, knowledge.Data, knowledge.Module:
		return plain
	case knowledge.Computed, knowledge.Same, knowledge.Walk, knowledge.Held:
		return computed
	case knowledge.Leaf:
		return leaf
	}
	if strings.HasPrefix(path, "torch.utils.checkpoint.") {
		return forward
	}
	if knowledge.Transforms(path) {
		return computed
	}
	if path == "sum" || path == "max" || path == "min" || path == "abs" || path == "pow" || path == "next" {
		return computed
	}
	return opaque
}

// castsToIntegers reports whether a method casts a tensor to a type of integers: picture.to("cpu", torch.uint8).
func castsToIntegers(c *run.Call, m *run.Member) bool {
	return knowledge.CastsTo(m.Name) && slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		path, ok := a.Value.(run.Symbol)
		return ok && knowledge.IsIntegerType(string(path))
	})
}

func methodOrigin(c *run.Call, m *run.Member) origin {
	if requiresGradArgument(c) {
		return leaf
	}
	role := library.RoleOf(m.Object)
	if of, ok := m.Object.(*run.Object); ok && of.Kind != run.Instance &&
		knowledge.DrawsWithGradients(of.Operator, m.Name) {
		return computed
	}
	switch gives := knowledge.MethodGives(m.Name); {
	case role == knowledge.Scaler && m.Name == "scale", role == knowledge.Accelerator && gives == knowledge.NotKnown:
		return computed
	case gives == knowledge.Number, castsToIntegers(c, m):
		return plain
	case m.Name == "forward" && library.IsModule(m.Object):
		return instanceOrigin(m.Object.(*run.Object))
	case library.IsModule(m.Object):
		return opaque
	case gives == knowledge.Computed, knowledge.AddsNoise(m.Name):
		return computed
	case role != knowledge.NoRole:
		return plain
	case m.Name == "requires_grad_":
		return gradientsAsked(c)
	}
	if s, ok := m.Object.(run.Symbol); ok {
		return functionOrigin(string(s) + "." + m.Name)
	}
	return opaque
}

// gradientsAsked judges what requires_grad_() gives: a leaf, unless it is told not to ask for gradients.
func gradientsAsked(c *run.Call) origin {
	flag, open := c.Argument("requires_grad", 0)
	switch {
	case open:
		return opaque
	case flag == nil, flag == run.Value(run.Bool(true)):
		return leaf
	case flag == run.Value(run.Bool(false)):
		return plain
	}
	return opaque
}

// instanceOrigin judges what calling an object gives.
func instanceOrigin(o *run.Object) origin {
	role := library.RoleOf(o)
	switch {
	case role == knowledge.Criterion:
		return computed
	case library.IsModule(o):
		if class, ok := o.Class.(run.Symbol); ok && !knowledge.HasParameters(string(class)) {
			return computed
		}
		if knowledge.NamesFrozen(o.Word) {
			return opaque
		}
		return forward
	case role != knowledge.NoRole:
		return plain
	case transforms(o):
		return computed
	case o.Class == nil && knowledge.NamesCriterion(o.Word):
		return computed
	}
	return opaque
}

// transforms reports whether an object is one of a library's that computes something of tensors and has learnt nothing.
func transforms(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && knowledge.Transforms(string(class))
}

// parameter judges what an unseen caller passes.
func (g *graph) parameter(o *run.Object) origin {
	if g.entry.hook != nil && o.At.Node == python.Node(g.entry.hook) {
		return forward
	}
	switch o.Class {
	case run.Value(run.Symbol("int")),
		run.Value(run.Symbol("float")),
		run.Value(run.Symbol("bool")),
		run.Value(run.Symbol("str")):
		return plain
	}
	switch {
	case o.Default != nil && run.Known(o.Default) && !run.IsNone(o.Default):
		return plain
	case library.RoleOf(o) != knowledge.NoRole,
		knowledge.NamesPlain(o.Word),
		knowledge.NamesData(o.Word) && !knowledge.NamesProduced(o.Word),
		library.IsModule(o):
		return plain
	case knowledge.NamesCriterion(o.Word) && strings.ContainsAny(o.Word, "fc") && !strings.HasSuffix(o.Word, "loss"):
		return plain
	case ofConstructor(o) && !knowledge.NamesState(o.Word):
		return plain // what an object is made of was there before anything was computed
	}
	return opaque
}

// ofConstructor reports whether a parameter is one of a constructor.
func ofConstructor(o *run.Object) bool {
	p, ok := o.At.Node.(*python.Param)
	return ok && python.EnclosingFunction(p) != nil && python.EnclosingFunction(p).Name == "__init__"
}

// keyOf is the constant text under which an item is read, stats["latent_ids"]; "" for any other.
func keyOf(o *run.Object) string {
	if len(o.Operands) < 2 {
		return ""
	}
	key, _ := run.Bare(o.Operands[1]).(run.Str)
	return string(key)
}
