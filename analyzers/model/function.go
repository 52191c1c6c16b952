package model

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// autogradFunction is torch.autograd.Function: an operation whose forward and backward a program writes itself.
func (l *library) autogradFunction() *exact.Class {
	c := exact.NewClass("Function")
	c.Dict.Set(
		"apply",
		&exact.ClassMethod{Func: exact.NewFunction("apply", func(m *exact.Machine, a exact.Args) exact.Value {
			class, ok := a.Get(0, "").(*exact.Class)
			if !ok {
				m.Stop("what an autograd.Function is applied to is not known")
			}
			return l.ownOperation(m, class, a.Rest(1))
		})},
	)
	return c
}

// ownOperation is what applying one gives. Its forward runs unrecorded; its backward is followed at once, on a tape of
// its own, to see what it allocates.
func (l *library) ownOperation(m *exact.Machine, class *exact.Class, a exact.Args) exact.Value {
	if out := l.rerun(m, class, a); out != nil {
		return out
	}
	outer := l.tape.Grad
	var inputs []*tensor.Tensor
	needs := &exact.Tuple{}
	for _, v := range a.Pos {
		t, ok := v.(*tensor.Tensor)
		wants := ok && outer && t.RequiresGrad
		needs.Items = append(needs.Items, wants)
		if wants {
			inputs = append(inputs, t)
		}
	}
	context := &exact.Instance{Class: contextClass, Native: &kept{}}
	context.Attrs.Set("needs_input_grad", needs)
	out := l.unrecorded(func() exact.Value {
		if setup := m.Lookup(class, "setup_context"); setup != nil {
			out := m.Call(m.Attribute(class, "forward"), a)
			m.Call(m.Attribute(class, "setup_context"), exact.Positional(context, &exact.Tuple{Items: a.Pos}, out))
			return out
		}
		return m.Call(m.Attribute(class, "forward"), a.With(context))
	})
	if len(inputs) == 0 {
		return out
	}
	out = l.distinct(m, out, a.Pos)
	held := context.Native.(*kept)
	own := tensor.Custom{Op: class.Name, Kept: slices.Clone(held.tensors)}
	for _, v := range context.Attrs.All() { // they live as long as the graph does
		own.Kept = append(own.Kept, tensorsOf(v)...)
	}
	for _, t := range tensorsOf(out) {
		if !slices.Contains(held.constant, t) {
			own.Outputs = append(own.Outputs, t)
		}
	}
	l.walkBack(m, class, context, tensorsOf(out), a.Pos, &own)
	l.tape.Record(own)
	for _, t := range own.Outputs {
		l.noted(t)
	}
	return out
}

// rerun is what an operation gives that runs a function without a graph, and again in its backward pass, where
// torch.autograd.grad differentiates it: checkpointing as guided-diffusion wrote it, apply(function, how many
// arguments, *arguments, *parameters). nil for any other.
func (l *library) rerun(m *exact.Machine, class *exact.Class, a exact.Args) exact.Value {
	if len(a.Pos) < 2 || !differentiatesAgain(class) || !slicesArguments(class) {
		return nil
	}
	count, ok := exact.Integer(a.Pos[1])
	if !ok || count < 0 || int(count) > len(a.Pos)-2 {
		return nil
	}
	inner := exact.Args{Pos: a.Pos[2 : 2+count]}
	reentrant := slices.ContainsFunc(inner.Pos, func(v exact.Value) bool {
		t, ok := v.(*tensor.Tensor)
		return ok && t.RequiresGrad
	})
	return l.runAgain(m, reentrant, a.Pos[0], inner) // its parameters make the result differentiable in any case
}

// methodOf is a static method of an autograd.Function; nil for none that the project writes.
func methodOf(class *exact.Class, name string) *exact.Function {
	method := class.Dict.Get(name)
	if static, ok := method.(*exact.StaticMethod); ok {
		method = static.Func
	}
	f, ok := method.(*exact.Function)
	if !ok || f.Node == nil {
		return nil
	}
	return f
}

// slicesArguments reports whether an autograd.Function's forward is forward(ctx, function, length, *args), with
// args[:length] in it: a number that comes second may say anything else.
func slicesArguments(class *exact.Class) bool {
	f := methodOf(class, "forward")
	if f == nil || len(f.Node.Params) != 4 || f.Node.Params[3].Star != 1 {
		return false
	}
	for n := range python.All(f.Node) {
		s, ok := n.(*python.Subscript)
		if !ok || len(s.Index) != 1 || python.PathText(s.Value) != f.Node.Params[3].Name {
			continue
		}
		if part, ok := s.Index[0].(*python.Slice); ok && part.Upper != nil &&
			python.PathText(part.Upper) == f.Node.Params[2].Name {
			return true
		}
	}
	return false
}

// differentiatesAgain reports whether an autograd.Function's backward calls torch.autograd.grad.
func differentiatesAgain(class *exact.Class) bool {
	f := methodOf(class, "backward")
	if f == nil {
		return false
	}
	for n := range python.All(f.Node) {
		if c, ok := n.(*python.Call); ok && f.Unit.Module.Resolve(c.Func) == "torch.autograd.grad" {
			return true
		}
	}
	return false
}

// kept is what the context of such an operation holds.
type kept struct {
	tensors  []*tensor.Tensor
	constant []*tensor.Tensor // outputs without a gradient
}

var contextClass = func() *exact.Class {
	c := exact.NewClass("FunctionCtx")
	of := func(a exact.Args) *kept { return a.Pos[0].(*exact.Instance).Native.(*kept) }
	c.Method("save_for_backward", func(_ *exact.Machine, a exact.Args) exact.Value {
		of(a).tensors = nil
		for _, v := range a.Pos[1:] {
			of(a).tensors = append(of(a).tensors, tensorsOf(v)...)
		}
		saved := &exact.Tuple{Items: a.Pos[1:]}
		for _, name := range []string{"saved_tensors", "saved_variables"} { // the latter until torch 2.0
			a.Pos[0].(*exact.Instance).Attrs.Set(name, saved)
		}
		return exact.None
	})
	c.Method("mark_non_differentiable", func(_ *exact.Machine, a exact.Args) exact.Value {
		for _, v := range a.Pos[1:] {
			of(a).constant = append(of(a).constant, tensorsOf(v)...)
		}
		return exact.None
	})
	c.Method("mark_dirty", func(m *exact.Machine, _ exact.Args) exact.Value {
		m.Stop("an autograd.Function that writes into its inputs is not followed")
		return nil
	})
	for _, name := range []string{"set_materialize_grads", "save_for_forward", "mark_shared_storage"} {
		c.Method(name, func(*exact.Machine, exact.Args) exact.Value { return exact.None })
	}
	return c
}()

// unrecorded does something without recording a graph.
func (l *library) unrecorded(do func() exact.Value) exact.Value {
	tape, grad := l.tape, l.tape.Grad
	tape.Grad = false
	defer func() { tape.Grad = grad }()
	return do()
}

// distinct is what forward gives, with a view in the place of each of its inputs that it gives back: what comes out has
// a history of its own.
func (l *library) distinct(m *exact.Machine, out exact.Value, inputs []exact.Value) exact.Value {
	switch v := out.(type) {
	case *tensor.Tensor:
		if slices.Contains(inputs, out) {
			return l.unrecorded(func() exact.Value { return l.op(m, "Tensor.view", exact.Positional(v, shapeOf(v))) })
		}
	case *exact.Tuple:
		list := make([]exact.Value, len(v.Items))
		for i, item := range v.Items {
			list[i] = l.distinct(m, item, inputs)
		}
		return &exact.Tuple{Items: list}
	}
	return out
}

// walkBack follows the backward that the program wrote, on tensors that stand for those that will be there, and notes
// which inputs it gives a gradient, and what it allocates.
func (l *library) walkBack(
	m *exact.Machine,
	class *exact.Class,
	context *exact.Instance,
	outputs []*tensor.Tensor,
	inputs []exact.Value,
	own *tensor.Custom,
) {
	there := &exact.Instance{Class: contextClass, Native: &kept{}}
	stands := map[*tensor.Tensor]*tensor.Tensor{}
	for name, v := range context.Attrs.All() {
		there.Attrs.Set(name, standIns(v, stands))
	}
	var gradients []exact.Value
	for _, t := range outputs {
		gradients = append(gradients, tensor.NewTensor(t.DType, t.Shape...))
	}
	tape, calls, last := l.tape, l.calls, l.last
	l.tape = tensor.NewTape()
	l.tape.Grad, l.tape.Device, l.tape.Torch = false, tape.Device, tape.Torch
	var out exact.Value
	err := m.Try(func() { out = m.Call(m.Attribute(class, "backward"), exact.Positional(gradients...).With(there)) })
	back := l.tape
	l.tape, l.calls, l.last = tape, calls, last
	if err != nil {
		m.Stop("the backward pass of %s, an autograd.Function, is not followed: %s", class.Name, err)
	}
	list := []exact.Value{out}
	if several, ok := out.(*exact.Tuple); ok {
		list = several.Items
	}
	var given []*tensor.Tensor
	for i, v := range inputs {
		t, ok := v.(*tensor.Tensor)
		if !ok || !t.RequiresGrad || i >= len(list) {
			continue
		}
		switch g := list[i].(type) {
		case *tensor.Tensor:
			given = append(given, g)
			own.Inputs = append(own.Inputs, t)
			own.Passes = append(own.Passes, slices.ContainsFunc(gradients, func(v exact.Value) bool {
				return v.(*tensor.Tensor).Storage == g.Storage
			}))
		case *exact.Unknown:
			m.StopFor(g, "a gradient that "+class.Name+" gives")
		}
	}
	most, left := back.Most(given)
	own.Scratch = most - left
}

// standIns are tensors of the same shapes with memory that nobody counts, in the place of those that a value holds.
func standIns(v exact.Value, known map[*tensor.Tensor]*tensor.Tensor) exact.Value {
	switch v := v.(type) {
	case *tensor.Tensor:
		if known[v] == nil {
			one := *v
			one.Storage = &tensor.Storage{Bytes: v.Storage.Bytes, Parameter: true}
			known[v] = &one
		}
		return known[v]
	case *exact.Tuple:
		list := make([]exact.Value, len(v.Items))
		for i, item := range v.Items {
			list[i] = standIns(item, known)
		}
		return &exact.Tuple{Items: list}
	case *exact.List:
		list := make([]exact.Value, len(v.Items))
		for i, item := range v.Items {
			list[i] = standIns(item, known)
		}
		return &exact.List{Items: list}
	}
	return v
}

// differentiate is torch.autograd.grad: what it gives has a graph of its own where it is asked for that.
func differentiate(l *library, m *exact.Machine, a exact.Args) exact.Value {
	create := a.Or(4, "create_graph", false)
	if l.training != nil && l.training.ways != nil || !m.Truth(create) {
		return m.Unknown("torch.autograd.grad that makes no graph")
	}
	results, inputs := tensorsOf(a.Get(0, "outputs")), tensorsOf(a.Get(1, "inputs"))
	first := make([]*tensor.Tensor, len(results))
	if given := a.Or(2, "grad_outputs", exact.None); given != exact.Value(exact.None) {
		if list := tensorsOf(given); len(list) == len(results) {
			copy(first, list)
		}
	}
	if len(results) == 0 || len(inputs) == 0 {
		return m.Unknown("torch.autograd.grad of something unknown")
	}
	if l.training != nil {
		l.hold()
	}
	made, err := l.tape.Again(results, inputs, first)
	if err != nil {
		l.failed(m, err)
	}
	out := &exact.Tuple{}
	for _, t := range made {
		switch {
		case t != nil:
			out.Items = append(out.Items, t)
		case m.Truth(a.Or(6, "allow_unused", false)):
			out.Items = append(out.Items, exact.None)
		default:
			m.Stop("how what torch.autograd.grad is asked for takes part in its results is not known")
		}
	}
	return out
}
