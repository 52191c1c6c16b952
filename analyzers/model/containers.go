package model

import (
	"strconv"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// enterContainers are Sequential, ModuleList, ModuleDict and the lists of parameters.
func enterContainers(l *library) {
	for _, name := range []string{"Sequential", "ModuleList", "ParameterList"} {
		c := exact.NewClass(name, l.base)
		l.names["torch.nn."+name] = c
		method(c, "__init__", filled)
		lists(c)
	}
	for _, name := range []string{"ModuleDict", "ParameterDict"} {
		c := exact.NewClass(name, l.base)
		l.names["torch.nn."+name] = c
		dictionaries(c)
	}
	sequential := l.names["torch.nn.Sequential"].(*exact.Class)
	method(sequential, "forward", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		for _, v := range mod.modules.Values() {
			a = exact.Positional(m.Call(v, a))
		}
		if len(a.Pos) == 0 {
			return exact.None
		}
		return a.Pos[0]
	})
}

func method(c *exact.Class, name string, do moduleMethod) {
	c.Method(name, func(m *exact.Machine, a exact.Args) exact.Value {
		mod := moduleOf(a.Get(0, "self"))
		if mod == nil {
			m.Raise(exact.TypeError, "%s() of something that is no module", name)
		}
		mod.initialized(m, name)
		return do(m, mod, a.Rest(1))
	})
}

// held is what a container numbers: its submodules, or its parameters.
func (mod *module) held() *exact.Dict {
	for _, c := range mod.object.Class.Line {
		if c.Name == "ParameterList" || c.Name == "ParameterDict" {
			return mod.parameters
		}
	}
	return mod.modules
}

// listed are the items of a list of parameters or modules; nil for any other module.
func (mod *module) listed() []exact.Value {
	for _, c := range mod.object.Class.Line {
		switch c.Name {
		case "ParameterList", "ModuleList", "Sequential":
			return mod.held().Values()
		}
	}
	return nil
}

// filled is the constructor of a Sequential, a ModuleList or a ParameterList.
func filled(m *exact.Machine, mod *module, a exact.Args) exact.Value {
	list := a.Pos
	if mod.isList() {
		list = nil
		if v := a.Or(0, "modules", a.Or(0, "parameters", exact.None)); v != exact.Value(exact.None) {
			list = m.Items(v)
		}
	} else if len(list) == 1 {
		if d, ok := list[0].(*exact.Dict); ok {
			for i, key := range d.Keys() {
				mod.add(m, m.Text(key), d.Values()[i])
			}
			return exact.None
		}
	}
	for _, v := range list {
		mod.add(m, strconv.Itoa(mod.held().Len()), v)
	}
	return exact.None
}

func (mod *module) isList() bool {
	for _, c := range mod.object.Class.Line {
		if c.Name == "ModuleList" || c.Name == "ParameterList" {
			return true
		}
	}
	return false
}

// add puts an item under a name.
func (mod *module) add(m *exact.Machine, name string, v exact.Value) {
	switch item := v.(type) {
	case *tensor.Tensor:
		if !item.Parameter && mod.held() == mod.parameters {
			v = parameter(item, true)
		}
	case *exact.Instance, exact.NoneType:
		if !isModule(v) && v != exact.Value(exact.None) {
			m.Raise(exact.TypeError, "%s is not a Module subclass", m.ClassOf(v).Name)
		}
	case *exact.Unknown:
		m.StopFor(item, "a module")
	case exact.Symbol:
		m.Stop("%s is not known", string(item))
	default:
		m.Raise(exact.TypeError, "%s is not a Module subclass", m.ClassOf(v).Name)
	}
	mod.held().Set(name, v)
}

// lists gives a class the methods of a list.
func lists(c *exact.Class) {
	items := func(mod *module) []exact.Value { return mod.held().Values() }
	method(c, "__len__", func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return int64(mod.held().Len()) })
	method(c, "__iter__", func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return exact.Walk(items(mod)) })
	method(c, "__getitem__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		if _, ok := a.Pos[0].(*exact.Slice); ok {
			part := m.Items(m.Item(&exact.List{Items: items(mod)}, a.Pos[0]))
			class := mod.object.Class
			for _, one := range class.Line { // a subclass may have another constructor
				if one.Node == nil {
					class = one
					break
				}
			}
			if mod.isList() {
				return m.Call(class, exact.Positional(&exact.List{Items: part}))
			}
			return m.Call(class, exact.Positional(part...))
		}
		return m.Item(&exact.List{Items: items(mod)}, a.Pos[0])
	})
	method(c, "__setitem__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		i, ok := m.Index(a.Pos[0])
		if !ok {
			m.Stop("an index of a list of modules")
		}
		if i < 0 {
			i += int64(mod.held().Len())
		}
		keys := mod.held().Keys()
		if i < 0 || i >= int64(len(keys)) {
			m.Raise(exact.IndexError, "index %d is out of range", i)
		}
		name, _ := keys[i].(string)
		mod.add(m, name, a.Pos[1])
		return exact.None
	})
	method(c, "append", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		mod.add(m, strconv.Itoa(mod.held().Len()), a.Pos[0])
		return mod.object
	})
	extend := func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		for _, v := range m.Items(a.Pos[0]) {
			mod.add(m, strconv.Itoa(mod.held().Len()), v)
		}
		return mod.object
	}
	method(c, "extend", extend)
	method(c, "__iadd__", extend)
	method(c, "__add__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		all := append(append([]exact.Value(nil), items(mod)...), m.Items(a.Pos[0])...)
		if mod.isList() {
			return m.Call(mod.object.Class, exact.Positional(&exact.List{Items: all}))
		}
		return m.Call(mod.object.Class, exact.Positional(all...))
	})
	method(c, "insert", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		list := &exact.List{Items: append([]exact.Value(nil), items(mod)...)}
		m.CallMethod(list, "insert", a.Pos[0], a.Pos[1])
		mod.refill(m, list.Items)
		return exact.None
	})
	method(c, "__delitem__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		if _, several := a.Pos[0].(*exact.Slice); !several {
			return taken(m, mod, a)
		}
		gone := map[int64]bool{}
		places := make([]exact.Value, mod.held().Len())
		for i := range places {
			places[i] = int64(i)
		}
		for _, i := range m.Items(m.Item(&exact.List{Items: places}, a.Pos[0])) {
			gone[i.(int64)] = true
		}
		var left []exact.Value
		for i, v := range mod.held().Values() {
			if !gone[int64(i)] {
				left = append(left, v)
			}
		}
		mod.refill(m, left)
		return exact.None
	})
	method(c, "pop", taken)
}

func taken(m *exact.Machine, mod *module, a exact.Args) exact.Value {
	list := &exact.List{Items: append([]exact.Value(nil), mod.held().Values()...)}
	v := m.CallMethod(list, "pop", a.Pos[0])
	mod.refill(m, list.Items)
	return v
}

func (mod *module) refill(m *exact.Machine, list []exact.Value) {
	mod.held().Clear()
	for i, v := range list {
		mod.add(m, strconv.Itoa(i), v)
	}
}

// dictionaries gives a class the methods of a dictionary.
func dictionaries(c *exact.Class) {
	update := func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		v := a.Or(0, "modules", a.Or(0, "parameters", exact.None))
		if v == exact.Value(exact.None) {
			return exact.None
		}
		d := exact.NewDict()
		if other := moduleOf(v); other != nil {
			v = other.held()
		}
		m.CallMethod(d, "update", v)
		for i, key := range d.Keys() {
			mod.add(m, m.Text(key), d.Values()[i])
		}
		return exact.None
	}
	method(c, "__init__", update)
	method(c, "update", update)
	method(c, "__setitem__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		mod.add(m, m.Text(a.Pos[0]), a.Pos[1])
		return exact.None
	})
	method(c, "__delitem__", func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
		m.CallMethod(mod.held(), "pop", a.Pos[0])
		return exact.None
	})
	for _, name := range []string{"keys", "values", "items", "pop", "get", "clear"} {
		method(c, name, func(m *exact.Machine, mod *module, a exact.Args) exact.Value {
			return m.Call(m.Attribute(mod.held(), name), a)
		})
	}
	method(
		c,
		"__getitem__",
		func(m *exact.Machine, mod *module, a exact.Args) exact.Value { return m.Item(mod.held(), a.Pos[0]) },
	)
	method(c, "__len__", func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return int64(mod.held().Len()) })
	method(
		c,
		"__iter__",
		func(_ *exact.Machine, mod *module, _ exact.Args) exact.Value { return exact.Walk(mod.held().Keys()) },
	)
	method(c, "__contains__", func(_ *exact.Machine, mod *module, a exact.Args) exact.Value {
		return mod.held().Get(a.Pos[0]) != nil
	})
}
