package train

import (
	"slices"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// PlainBuffer is a tensor that a module makes in its constructor and keeps on self as it is, and with which it computes
// together with what it is given.
type PlainBuffer struct {
	Class  *python.Class
	Store  *python.Assign
	Target *python.Attribute
	// Value is what it is given.
	Value python.Expr
	// Use is the first operation in which it meets what the module is given, in whichever file, and Unit the run's own
	// name for the file of the module.
	Use  run.Place
	Unit *run.Unit
}

// PlainBuffers lists the tensors of the file's modules that are neither parameters nor buffers, although the module
// computes with them together with its inputs: what moves the module leaves them where they are.
func (f *Facts) PlainBuffers() []PlainBuffer {
	var list []PlainBuffer
	for _, h := range f.heldModules(mayKeepTensor) {
		if slices.ContainsFunc(h.wholeLineage(), movesByHand) {
			continue
		}
		for _, s := range h.keptTensors(func(w whereabouts) bool { return w.axes && !w.learns }) {
			told := slices.ContainsFunc(list, func(o PlainBuffer) bool { return o.Target == s.target })
			if use := h.meetsInput(s); use.Node != nil && !told {
				list = append(list, PlainBuffer{h.class.Node, s.at, s.target, s.value, use, h.class.Unit})
			}
		}
	}
	return list
}

// keptTensors are the attributes that hold tensors of the CPU which are neither parameters nor buffers when the module
// has been made, and stay what they are: those of them that are wanted.
func (h *heldModule) keptTensors(wanted func(whereabouts) bool) []stored {
	var list []stored
	for _, s := range h.keptStores() {
		if w := h.whereIs(h.heldUnder(s.target.Attr)); w.at == onTheCPU && wanted(w) && !h.changes(s.target.Attr) {
			list = append(list, s)
		}
	}
	return list
}

// changes reports whether anything else than the making of the module may put another tensor under an attribute: a
// method of it, or code of the file that has the module under another name.
func (h *heldModule) changes(name string) bool {
	for _, class := range h.wholeLineage() {
		if slices.ContainsFunc(storesOn(class), func(s stored) bool {
			return s.target.Attr == name &&
				!slices.ContainsFunc(h.stores, func(made *run.Store) bool { return made.Node == python.Node(s.target) })
		}) {
			return true
		}
	}
	return SetsAttribute(h.facts.Module, name)
}

// SetsAttribute reports whether code of a file puts something under an attribute of an object that is not its own self,
// or gives a tensor under it other memory: net.mean = net.mean.cuda(), self.mean.data = mean.
func SetsAttribute(m *python.Module, attribute string) bool {
	return slices.ContainsFunc(
		m.Attributes(func(name string) bool { return name == attribute }),
		func(a *python.Attribute) bool {
			if data, ok := a.Parent().(*python.Attribute); ok && data.Attr == "data" && python.IsTarget(data) {
				return true
			}
			fn := python.EnclosingFunction(a)
			return python.IsTarget(a) && (fn == nil || len(fn.Params) == 0 || !isName(a.Value, fn.Params[0].Name))
		},
	)
}

// mayKeepTensor reports whether a method of a class keeps something on self that is not written as a layer: only then
// the class is run.
func mayKeepTensor(class *python.Class) bool {
	return slices.ContainsFunc(storesOn(class), func(s stored) bool {
		switch value := s.value.(type) {
		case *python.Call:
			name := python.LastName(value.Func)
			return name == "" || !unicode.IsUpper(rune(name[0])) || strings.HasSuffix(name, "Tensor")
		case *python.Name, *python.Binary, *python.Unary, *python.Subscript:
			return true
		}
		return false
	})
}

// movesByHand reports whether a class says itself what moving it means, or sets attributes by name.
func movesByHand(class *python.Class) bool {
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Function:
			if knowledge.MovesModule(n.Name) {
				return true
			}
		case *python.Name:
			if n.ID == "setattr" || n.ID == "vars" || n.ID == "getattr" {
				return true
			}
		}
	}
	return false
}

// meetsInput is the first operation of the forward pass in which what an attribute holds meets what the module is
// given; no place where it meets nothing of it.
func (h *heldModule) meetsInput(s stored) run.Place {
	held := run.Alternatives(h.heldUnder(s.target.Attr))
	ofThis := func(e python.Expr) bool {
		v, met := h.machine.ValueOf(e)
		w := h.whereIs(v)
		return met && w.at == onTheCPU && w.axes && isMadeOf(v, held, map[*run.Object]bool{})
	}
	given := func(e python.Expr) bool {
		v, met := h.machine.ValueOf(e)
		return met && h.whereIs(v).at == withModule
	}
	for _, fn := range h.functions() {
		for n := range python.AllIn(fn.Node.Body) {
			if meets(n, ofThis, given, func(c *python.Call) run.Value { v, _ := h.machine.ValueOf(c.Func); return v }) &&
				!slices.ContainsFunc(python.GatesOf(n), asksWhereIs) {
				return run.Place{Unit: fn.Unit, Node: n}
			}
		}
	}
	return run.Place{}
}

// asksWhereIs reports whether a test asks for the place of a tensor: if x.is_cuda.
func asksWhereIs(g python.Gate) bool {
	return python.MentionsIn(g.Test, func(word string) bool {
		return word == "is_cuda" || word == "is_available" || knowledge.NamesDevice(word)
	})
}

// meets reports whether an operation is one of two tensors that have to be at the same place, of which one is ours and
// one is given.
func meets(n python.Node, ours, given func(python.Expr) bool, callee func(*python.Call) run.Value) bool {
	switch n := n.(type) {
	case *python.Binary:
		return ours(n.Left) && given(n.Right) || ours(n.Right) && given(n.Left)
	case *python.AugAssign: // h += self.table
		return given(n.Target) && ours(n.Value)
	case *python.Subscript: // self.weight[target]
		return len(n.Index) == 1 && ours(n.Value) && given(n.Index[0])
	case *python.Call:
		anyArg := func(is func(python.Expr) bool) bool {
			return slices.ContainsFunc(n.Args, func(a *python.Arg) bool { return is(a.Value) })
		}
		switch c := run.Bare(callee(n)).(type) {
		case run.Symbol:
			path := string(c)
			return (knowledge.OfTorchItself(path) || knowledge.IsFunctional(path) || path == "einops.einsum") &&
				anyArg(ours) && anyArg(given)
		case *run.Member:
			return knowledge.ComputesTensor(c.Name) &&
				(ours(n.Receiver()) && anyArg(given) || given(n.Receiver()) && anyArg(ours))
		}
	}
	return false
}

// isMadeOf reports whether a value is one of several, or was made of one. asked are the objects that were asked before.
func isMadeOf(v run.Value, held []run.Value, asked map[*run.Object]bool) bool {
	return slices.ContainsFunc(run.Alternatives(run.Bare(v)), func(one run.Value) bool {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || asked[o] || len(asked) > maxMakings {
			return false
		}
		asked[o] = true
		if slices.ContainsFunc(held, func(h run.Value) bool { return run.Bare(h) == run.Value(o) }) {
			return true
		}
		from := o.Operands
		if o.Made != nil {
			from = given(o.Made)
			if on, ok := run.Bare(o.Made.Callee).(*run.Member); ok {
				from = append(from, on.Object)
			}
		}
		return slices.ContainsFunc(from, func(part run.Value) bool { return isMadeOf(part, held, asked) })
	})
}
