package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"slices"
)

// module is what torch.nn.Module keeps in an object: parameters, buffers and submodules in the order of their
// registration.
type module struct {
	object                       *exact.Instance
	parameters, buffers, modules *exact.Dict
	training                     bool
	before, after                []*exact.Value // hooks of the forward pass
	// layer is what a layer of torch.nn is; nil for a module that people wrote.
	layer *tensor.Module
	// output is what the first call gave.
	output exact.Value
	called bool
	// moved: the program has moved it to a device.
	moved bool
	// compiled: a compiler was given it.
	compiled bool
	// bare: no constructor of torch's has run for it, so that it can hold nothing.
	bare bool
	// again: torch.utils.checkpoint runs it again in the backward pass.
	again bool
}

func newModule() *module {
	return &module{parameters: exact.NewDict(), buffers: exact.NewDict(), modules: exact.NewDict(), training: true}
}

func isModule(v exact.Value) bool { return moduleOf(v) != nil }

// moduleOf is the module behind a value; nil for anything else.
func moduleOf(v exact.Value) *module {
	if o, ok := v.(*exact.Instance); ok {
		if mod, ok := o.Native.(*module); ok {
			return mod
		}
	}
	return nil
}

// Attribute is a parameter, a buffer or a submodule by name; nil for none.
func (mod *module) Attribute(name string) exact.Value {
	for _, held := range []*exact.Dict{mod.parameters, mod.buffers, mod.modules} {
		if v := held.Get(name); v != nil {
			return v
		}
	}
	switch name {
	case "training":
		return mod.training
	case "_parameters":
		return mod.parameters
	case "_buffers":
		return mod.buffers
	case "_modules":
		return mod.modules
	case "_orig_mod":
		if mod.compiled {
			return mod.object
		}
	}
	if mod.layer != nil {
		if v := mod.layerAttribute(name); v != nil {
			return v
		}
		if v := mod.derived(name); v != nil {
			return v
		}
	}
	return mod.unmodelled(name)
}

// Copied is a deep copy: tensors get memory of their own, those that are shared stay shared.
func (mod *module) Copied(of *exact.Instance, deep func(exact.Value) exact.Value) any {
	out := newModule()
	out.object = of
	out.training, out.before, out.after, out.compiled = mod.training, mod.before, mod.after, mod.compiled
	for _, pair := range [][2]*exact.Dict{
		{mod.parameters, out.parameters}, {mod.buffers, out.buffers}, {mod.modules, out.modules},
	} {
		for i, key := range pair[0].Keys() {
			pair[1].Set(key, deep(pair[0].Values()[i]))
		}
	}
	if mod.layer != nil {
		layer := *mod.layer
		layer.Parameters = append([]tensor.Named(nil), layer.Parameters...)
		layer.Buffers = append([]tensor.Named(nil), layer.Buffers...)
		out.layer = &layer
		out.sync()
	}
	return out
}

// each visits the module and those below it, once each, outermost first, with its path.
func (mod *module) each(path string, seen map[*module]bool, visit func(path string, mod *module)) {
	if seen[mod] {
		return
	}
	seen[mod] = true
	visit(path, mod)
	for i, key := range mod.modules.Keys() {
		below := moduleOf(mod.modules.Values()[i])
		if below == nil {
			continue
		}
		name, _ := key.(string)
		if path != "" {
			name = path + "." + name
		}
		below.each(name, seen, visit)
	}
}

func (mod *module) all(visit func(path string, mod *module)) { mod.each("", map[*module]bool{}, visit) }

// bytes are those of its parameters and buffers.
func (mod *module) bytes() (n int64) {
	for _, of := range []func(*module) *exact.Dict{parametersOf, buffersOf} {
		mod.tensors(of, func(_ string, t *tensor.Tensor) { n += t.Bytes() })
	}
	return n
}

// tensors are the parameters or buffers of the module and those below it, once each, with their names.
func (mod *module) tensors(of func(*module) *exact.Dict, visit func(name string, t *tensor.Tensor)) {
	seen := map[*tensor.Tensor]bool{}
	mod.all(func(path string, one *module) {
		held := of(one)
		for i, key := range held.Keys() {
			t, ok := held.Values()[i].(*tensor.Tensor)
			if !ok || seen[t] {
				continue
			}
			seen[t] = true
			name, _ := key.(string)
			if path != "" {
				name = path + "." + name
			}
			visit(name, t)
		}
	})
}

func parametersOf(mod *module) *exact.Dict { return mod.parameters }
func buffersOf(mod *module) *exact.Dict    { return mod.buffers }

// initialized refuses what a module cannot do whose class has an __init__ that does not call that of torch.nn.Module:
// that makes the tables.
func (mod *module) initialized(m *exact.Machine, method string) {
	switch {
	case method == "__init__":
		mod.bare = false
	case !mod.bare || method == "__setattr__" || method == "__getattr__" || method == "__repr__":
	case method == "register_buffer":
		m.Raise(exact.AttributeError, "cannot assign buffer before Module.__init__() call")
	case method == "__call__":
		m.Raise(exact.AttributeError, "'%s' object has no attribute '_backward_hooks'", mod.object.Class.Name)
	default:
		m.Raise(exact.AttributeError, "'%s' object has no attribute '_modules'", mod.object.Class.Name)
	}
}

// set is module.name = v.
func (mod *module) set(m *exact.Machine, name string, v exact.Value) {
	switch t := v.(type) {
	case *tensor.Tensor:
		if t.Parameter {
			if mod.bare {
				m.Raise(exact.AttributeError, "cannot assign parameters before Module.__init__() call")
			}
			mod.forget(name, mod.parameters)
			mod.parameters.Set(name, t)
			mod.sync()
			return
		}
		if mod.buffers.Get(name) != nil {
			mod.buffers.Set(name, markBuffer(t))
			mod.sync()
			return
		}
	case *exact.Instance:
		if isModule(t) {
			if mod.bare {
				m.Raise(exact.AttributeError, "cannot assign module before Module.__init__() call")
			}
			mod.forget(name, mod.modules)
			mod.modules.Set(name, t)
			return
		}
	case *exact.Unknown:
		for _, held := range []*exact.Dict{mod.parameters, mod.buffers, mod.modules} {
			if held.Get(name) != nil {
				m.StopFor(t, name)
			}
		}
	case exact.NoneType:
		for _, held := range []*exact.Dict{mod.parameters, mod.buffers, mod.modules} {
			if held.Get(name) != nil {
				held.Set(name, v)
				mod.sync()
				return
			}
		}
	}
	if isModule(mod.modules.Get(name)) {
		m.Raise(
			exact.TypeError,
			"cannot assign '%s' as child module '%s' (torch.nn.Module or None expected)",
			m.ClassOf(v).Name,
			name,
		)
	}
	switch name {
	case "training":
		mod.training = m.Truth(v)
		return
	case "_parameters", "_buffers", "_modules":
		if d, ok := v.(*exact.Dict); ok {
			kept := map[string]**exact.Dict{
				"_parameters": &mod.parameters, "_buffers": &mod.buffers, "_modules": &mod.modules,
			}
			*kept[name] = d
			return
		}
	}
	if mod.layer != nil && mod.layer.Attributes[name] != nil {
		have, same := mod.layerAttribute(name), v
		if list, ok := v.(*exact.List); ok { // as well as a tuple
			same = &exact.Tuple{Items: list.Items}
		}
		if !m.Equal(have, same) && !mod.retune(name, same) {
			m.Stop("%s of a %s changes after it was built", name, mod.layer.Class)
		}
		return
	}
	mod.forget(name, nil)
	mod.object.Attrs.Set(name, v)
	mod.sync()
}

// tunable are arguments of layers that decide what forward does, and nothing of what a layer holds.
var tunable = map[string]bool{
	"stride":         true,
	"padding":        true,
	"dilation":       true,
	"momentum":       true,
	"eps":            true,
	"p":              true,
	"inplace":        true,
	"ceil_mode":      true,
	"return_indices": true,
}

// retune gives a layer another value of an argument; false where that is not known to leave its tensors as they are.
func (mod *module) retune(name string, v exact.Value) bool {
	if !tunable[name] || len(mod.layer.Children) > 0 {
		return false
	}
	kw := map[string]tensor.Value{}
	for key, old := range mod.layer.Attributes {
		if old != nil {
			kw[key] = old
		}
	}
	switch v := v.(type) {
	case bool:
		kw[name] = tensor.Bool(v)
	case int64:
		kw[name] = tensor.Int(v)
	case float64:
		kw[name] = tensor.Float(v)
	case *exact.Tuple:
		list := make(tensor.Tuple, len(v.Items))
		for i, item := range v.Items {
			n, ok := item.(int64)
			if !ok {
				return false
			}
			list[i] = tensor.Int(n)
		}
		kw[name] = list
	default:
		return false
	}
	layer, err := tensor.NewModule(mod.layer.Class, nil, kw)
	if err != nil || len(layer.Parameters) != len(mod.layer.Parameters) || len(layer.Buffers) != len(mod.layer.Buffers) {
		return false
	}
	layer.Training = mod.layer.Training
	mod.layer = layer
	mod.sync()
	return true
}

// forget takes a name out of all tables but one.
func (mod *module) forget(name string, but *exact.Dict) {
	for _, held := range []*exact.Dict{mod.parameters, mod.buffers, mod.modules} {
		if held != but {
			held.Delete(name)
		}
	}
	if but != nil {
		mod.object.Attrs.Delete(name)
	}
}

func markBuffer(t *tensor.Tensor) *tensor.Tensor {
	t.Buffer, t.Storage.Parameter = true, true
	return t
}

// enterModules are torch.nn.Module and its methods.
func enterModules(l *library) {
	class := exact.NewClass("Module")
	l.names["torch.nn.Module"] = class
	class.Make = func(m *exact.Machine, c *exact.Class, a exact.Args) exact.Value {
		mod := newModule()
		o := &exact.Instance{Class: c, Native: mod}
		mod.object, mod.bare = o, true
		m.Call(m.Lookup(c, "__init__"), a.With(o))
		return o
	}
	for name, do := range l.moduleMethods() {
		class.Method(name, func(m *exact.Machine, a exact.Args) exact.Value {
			mod := moduleOf(a.Get(0, "self"))
			if mod == nil {
				m.Raise(exact.TypeError, "%s() of something that is no module", name)
			}
			mod.initialized(m, name)
			return do(m, mod, a.Rest(1))
		})
	}
	l.base = class
	enterContainers(l)
}

// returned notes that the tensors that a function's variables name lived until it returned.
func (l *library) returned(names map[string]exact.Value) {
	if len(l.calls) == 0 {
		return
	}
	var held []tensor.Value
	for _, v := range names {
		held = append(held, within(v)...)
	}
	l.tape.Use(held...)
}

// rebound notes that the tensors that a variable named lived until it named something else.
func (l *library) rebound(m *exact.Machine, old exact.Value) {
	if len(l.calls) == 0 {
		return
	}
	held := within(old)
	m.Spend(len(held))
	l.tape.Use(held...)
}

// within is a tensor, or those that a container holds.
func within(v exact.Value) (held []tensor.Value) {
	switch v := v.(type) {
	case *tensor.Tensor:
		return []tensor.Value{v}
	case *exact.Tuple, *exact.List, *exact.Dict:
		for _, t := range tensorsOf(v) {
			held = append(held, t)
		}
	}
	return held
}

// hooked adds a hook and gives its handle, whose remove() takes it away again.
func hooked(m *exact.Machine, hooks *[]*exact.Value, hook exact.Value) exact.Value {
	mine := &hook // the same function may be there twice
	*hooks = append((*hooks)[:len(*hooks):len(*hooks)], mine)
	handle := m.Namespace()
	handle.Attrs.Set("remove", exact.NewFunction("remove", func(*exact.Machine, exact.Args) exact.Value {
		*hooks = slices.DeleteFunc(slices.Clone(*hooks), func(v *exact.Value) bool { return v == mine })
		return exact.None
	}))
	return handle
}

// call runs a module's forward with its hooks.
func (l *library) call(m *exact.Machine, mod *module, a exact.Args) exact.Value {
	if l.before && len(l.calls) == 0 { // it is tried on something before it is trained
		if u := unknownAmong(a.Pos); u != nil {
			return m.Unknown("%s", u.Why)
		}
	}
	for _, hook := range mod.before {
		v := m.Call(*hook, exact.Positional(mod.object, &exact.Tuple{Items: a.Pos}))
		if t, ok := v.(*exact.Tuple); ok {
			a.Pos = t.Items
		} else if v != exact.Value(exact.None) {
			a.Pos = []exact.Value{v}
		}
	}
	if l.training != nil {
		l.training.given(mod, a)
	}
	a = l.compares(m, mod, a)
	if len(a.Pos) > 0 && mod.layer == nil {
		if u, unknown := a.Pos[0].(*exact.Unknown); unknown {
			l.feeds(m.WholeOf(u), mod)
		}
	}
	l.calls = append(l.calls, mod)
	l.tape.Owner = mod
	forward := m.Attribute(mod.object, "forward")
	var v exact.Value
	if mod.again && l.tape.Grad {
		v = l.runAgain(m, false, forward, a)
	} else {
		v = m.Call(forward, a)
	}
	for _, given := range a.Pos { // Module.__call__ has them in a tuple of its own until then
		l.tape.Use(within(given)...)
	}
	l.calls = l.calls[:len(l.calls)-1]
	l.tape.Owner = nil
	if len(l.calls) > 0 {
		l.tape.Owner = l.calls[len(l.calls)-1]
	}
	for _, hook := range mod.after {
		out := m.Call(*hook, exact.Positional(mod.object, &exact.Tuple{Items: a.Pos}, v))
		if out != exact.Value(exact.None) {
			v = out
		}
	}
	if !mod.called {
		mod.called, mod.output = true, v
		l.seen = append(l.seen, mod)
	}
	return v
}

// owned are the bytes of its parameters and buffers, one by one.
func (mod *module) owned() (each []int64) {
	for _, of := range []func(*module) *exact.Dict{parametersOf, buffersOf} {
		mod.tensors(of, func(_ string, t *tensor.Tensor) { each = append(each, t.Bytes()) })
	}
	return each
}
