package model

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

type moduleMethod func(m *exact.Machine, mod *module, a exact.Args) exact.Value

// moduleMethods are the methods of torch.nn.Module.
func (l *library) moduleMethods() map[string]moduleMethod {
	methods := map[string]moduleMethod{
		"__init__": func(*exact.Machine, *module, exact.Args) exact.Value { return exact.None },
		"__call__": l.call,
		"__setattr__": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			name, _ := a.Pos[0].(string)
			mod.set(m, name, a.Pos[1])
			return exact.None
		},
		"__setstate__": func(*exact.Machine, *module, exact.Args) exact.Value { return exact.None },
		"__getattr__": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			name, _ := a.Pos[0].(string)
			if v := mod.Attribute(name); v != nil {
				return v
			}
			m.Raise(exact.AttributeError, "'%s' object has no attribute '%s'", mod.object.Class.Name, name)
			return nil
		},
		"__delattr__": func(_ *exact.Machine, mod *module, a exact.Args) exact.Value {
			name, _ := a.Pos[0].(string)
			mod.forget(name, nil)
			mod.object.Attrs.Delete(name)
			return exact.None
		},
		"__repr__":   func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return mod.object.Class.Name + "()" },
		"_get_name":  func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return mod.object.Class.Name },
		"extra_repr": func(*exact.Machine, *module, exact.Args) exact.Value { return "" },
		"register_buffer": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			name, _ := a.Get(0, "name").(string)
			v := a.Or(1, "tensor", exact.None)
			if u, ok := v.(*exact.Unknown); ok {
				m.StopFor(u, "a buffer")
			}
			if t, ok := v.(*tensor.Tensor); ok {
				v = markBuffer(t)
			}
			mod.forget(name, mod.buffers)
			mod.buffers.Set(name, v)
			return exact.None
		},
		"register_parameter": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			name, _ := a.Get(0, "name").(string)
			if u, ok := a.Get(1, "param").(*exact.Unknown); ok {
				m.StopFor(u, "a parameter")
			}
			mod.forget(name, mod.parameters)
			mod.parameters.Set(name, a.Or(1, "param", exact.None))
			mod.sync()
			return exact.None
		},
		"forward": func(m *exact.Machine, mod *module, _ exact.Args) exact.Value {
			m.Raise(exact.NotImplementedError, "Module [%s] is missing the required \"forward\" function", mod.object.Class.Name)
			return nil
		},
		"requires_grad_": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			on := m.Truth(a.Or(0, "requires_grad", true))
			mod.tensors(parametersOf, func(_ string, t *tensor.Tensor) { t.RequiresGrad = on })
			return mod.object
		},
		"train": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			return l.trained(m, mod, m.Truth(a.Or(0, "mode", true)))
		},
		"zero_grad": func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value {
			if l.training != nil && l.training.ways == nil {
				var list []*tensor.Tensor
				mod.tensors(parametersOf, func(_ string, t *tensor.Tensor) { list = append(list, t) })
				l.hold()
				l.tape.Drop(list)
			}
			return exact.None
		},
		"eval": func(m *exact.Machine, mod *module, _ exact.Args) exact.Value { return l.trained(m, mod, false) },
		"apply": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			l.applied(m, mod, a.Get(0, "fn"))
			return mod.object
		},
		"to":       converted,
		"type":     typed,
		"half":     func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return mod.cast(tensor.Float16) },
		"bfloat16": func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return mod.cast(tensor.BFloat16) },
		"float":    func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return mod.cast(tensor.Float32) },
		"double":   func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return mod.cast(tensor.Float64) },
		"load_state_dict": func(m *exact.Machine, _ *module, _ exact.Args) exact.Value {
			return m.Unknown("what was loaded")
		},
		"state_dict": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			d := exact.NewDict()
			kept := m.Truth(a.Or(-1, "keep_vars", false))
			for _, of := range []func(*module) *exact.Dict{parametersOf, buffersOf} {
				mod.tensors(of, func(name string, t *tensor.Tensor) {
					var v exact.Value = t
					if !kept { // code fills them in place: state_dict()["bias"][...] = 0
						v = l.op(m, "Tensor.detach", exact.Positional(t))
					}
					d.Set(name, v)
				})
			}
			return d
		},
		"get_submodule": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			var v exact.Value = mod.object
			if path, _ := a.Get(0, "target").(string); path != "" {
				for _, name := range strings.Split(path, ".") {
					v = m.Attribute(v, name)
				}
			}
			return v
		},
		"register_forward_hook": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			return hooked(m, &mod.after, a.Get(0, "hook"))
		},
		"register_forward_pre_hook": func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			return hooked(m, &mod.before, a.Get(0, "hook"))
		},
	}
	for _, name := range []string{
		"register_full_backward_hook", "register_backward_hook", "_register_load_state_dict_pre_hook",
		"register_load_state_dict_post_hook", "_register_state_dict_hook",
	} {
		methods[name] = func(m *exact.Machine, _ *module, _ exact.Args) exact.Value {
			return m.Unknown("the handle of a hook")
		}
	}
	for _, name := range []string{"cuda", "cpu", "share_memory", "to_empty"} {
		methods[name] = func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value {
			mod.all(func(_ string, one *module) { one.moved = name == "cuda" })
			return mod.object
		}
	}
	methods["compile"] = func(*exact.Machine, *module, exact.Args) exact.Value { return exact.None } // in place
	for _, name := range []string{"register_module", "add_module"} {
		methods[name] = func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			name, _ := a.Get(0, "name").(string)
			if u, ok := a.Get(1, "module").(*exact.Unknown); ok {
				m.StopFor(u, "a module")
			}
			mod.forget(name, mod.modules)
			mod.modules.Set(name, a.Or(1, "module", exact.None))
			return exact.None
		}
	}
	walks(methods)
	return methods
}

// walks are the methods that list what a module holds.
func walks(methods map[string]moduleMethod) {
	for name, of := range map[string]func(*module) *exact.Dict{"parameters": parametersOf, "buffers": buffersOf} {
		methods[name] = func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			return exact.Walk(listed(m, mod, of, m.Truth(a.Or(0, "recurse", true)), nil))
		}
		methods["named_"+name] = func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			prefix, _ := a.Or(0, "prefix", "").(string)
			return exact.Walk(listed(m, mod, of, m.Truth(a.Or(1, "recurse", true)), &prefix))
		}
	}
	methods["children"] = func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value {
		var list []exact.Value
		for _, v := range mod.modules.Values() {
			if isModule(v) {
				list = append(list, v)
			}
		}
		return exact.Walk(list)
	}
	methods["named_children"] = func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value {
		var list []exact.Value
		for i, v := range mod.modules.Values() {
			if isModule(v) {
				list = append(list, pair(mod.modules.Keys()[i], v))
			}
		}
		return exact.Walk(list)
	}
	methods["modules"] = func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value {
		var list []exact.Value
		mod.all(func(_ string, one *module) { list = append(list, one.object) })
		return exact.Walk(list)
	}
	methods["named_modules"] = func(_ *exact.Machine, mod *module, a exact.Args) exact.Value {
		var list []exact.Value
		prefix, _ := a.Get(1, "prefix").(string)
		mod.each(prefix, map[*module]bool{}, func(path string, one *module) { list = append(list, pair(path, one.object)) })
		return exact.Walk(list)
	}
}

func pair(key, v exact.Value) *exact.Tuple { return &exact.Tuple{Items: []exact.Value{key, v}} }

// listed are parameters or buffers; with a prefix, each with its name.
func listed(_ *exact.Machine, mod *module, of func(*module) *exact.Dict, below bool, prefix *string) []exact.Value {
	var list []exact.Value
	add := func(name string, t *tensor.Tensor) {
		if prefix == nil {
			list = append(list, t)
			return
		}
		if *prefix != "" {
			name = *prefix + "." + name
		}
		list = append(list, pair(name, t))
	}
	if below {
		mod.tensors(of, add)
		return list
	}
	for i, v := range of(mod).Values() {
		if t, ok := v.(*tensor.Tensor); ok {
			name, _ := of(mod).Keys()[i].(string)
			add(name, t)
		}
	}
	return list
}

// trained is model.train(mode): a class may have its own train for what is below it.
func (l *library) trained(m *exact.Machine, mod *module, mode bool) exact.Value {
	mod.training = mode
	for _, v := range mod.modules.Values() {
		if isModule(v) {
			m.CallMethod(v, "train", mode)
		}
	}
	return mod.object
}

func (l *library) applied(m *exact.Machine, mod *module, fn exact.Value) {
	for _, v := range mod.modules.Values() {
		if below := moduleOf(v); below != nil {
			m.CallMethod(v, "apply", fn)
		}
	}
	m.Call(fn, exact.Positional(mod.object))
}

// converted is model.to(…): only the type of the elements matters here.
func converted(_ *exact.Machine, mod *module, a exact.Args) exact.Value {
	list := a.Pos
	for _, k := range a.Kw {
		list = append(list[:len(list):len(list)], k.Value)
	}
	for _, v := range list {
		switch v := v.(type) {
		case string, device, *exact.Unknown, int64:
			mod.all(func(_ string, one *module) { one.moved = v != exact.Value("cpu") && v != exact.Value(device{"cpu"}) })
		}
	}
	for _, v := range list {
		if d, ok := v.(tensor.DType); ok && d.Floating() {
			return mod.cast(d)
		}
	}
	return mod.object
}

// typed is model.type(…): torch.cuda.FloatTensor says where the model lies, too.
func typed(_ *exact.Machine, mod *module, a exact.Args) exact.Value {
	of, name := legacyType(a.Get(0, "dst_type"))
	if name != "" {
		mod.all(func(_ string, one *module) { one.moved = strings.Contains(name, "cuda") })
	}
	if d, ok := of.(tensor.DType); ok && d.Floating() {
		return mod.cast(d)
	}
	return mod.object
}

// cast gives the floating parameters and buffers another type.
func (mod *module) cast(to tensor.DType) exact.Value {
	for _, of := range []func(*module) *exact.Dict{parametersOf, buffersOf} {
		mod.tensors(of, func(_ string, t *tensor.Tensor) {
			if t.DType.Floating() && t.DType != to {
				t.Storage.Bytes = t.Storage.Bytes / t.DType.Size() * to.Size()
				t.DType = to
			}
		})
	}
	return mod.object
}
