package exact

import (
	"strconv"
	"strings"
)

// What a program is given from outside: values that somebody else knows, and the names of a project and its libraries.

// Imported is what a dotted name of a library or of Python stands for; a Symbol where nobody knows.
func (m *Machine) Imported(dotted string) Value {
	if v := builtins[dotted]; v != nil {
		return v
	}
	return m.library(dotted)
}

// Defined is what a dotted name of a module stands for; nil when nothing binds it.
func (m *Machine) Defined(u *Unit, dotted string) Value {
	first, rest, nested := strings.Cut(dotted, ".")
	v := m.Global(u, first)
	for nested && v != nil {
		first, rest, nested = strings.Cut(rest, ".")
		v = m.attribute(v, first)
	}
	return v
}

// open is what keeps an instance of which not all attributes are known.
type open struct{ why *Unknown }

// Attribute is what nobody has said.
func (o open) Attribute(name string) Value {
	return &Unknown{Why: "its attribute " + name + " is not known", At: o.why.At, Perhaps: true}
}

// Part is what an object holds under a name or, of one that holds others in order, under a number.
func (m *Machine) Part(of Value, name string) Value {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		return m.Item(of, n)
	}
	return m.Attribute(of, name)
}

// SetPart sets what an object holds under a name or a number.
func (m *Machine) SetPart(of Value, name string, to Value) {
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		m.setItem(of, n, to)
		return
	}
	m.SetAttribute(of, name, to)
}

// Given is an instance of a class that was made elsewhere; nil: of a namespace. Attributes that it has not been given
// are unknown, as at says.
func Given(class *Class, at Place) *Instance {
	if class == nil {
		class = namespaceClass
	}
	return &Instance{Class: class, Native: open{&Unknown{At: at}}}
}

// ByName is a dictionary whose keys are attributes, too.
func ByName(d *Dict) *Instance {
	return &Instance{Class: byNameClass, Native: d}
}

// byNameClass is OmegaConf's DictConfig, and what EasyDict, Box and their like are.
var byNameClass = NewClass("DictConfig", dictClass)

func init() {
	c := byNameClass
	of := func(a Args) *Dict { return a.Pos[0].(*Instance).Native.(*Dict) }
	c.Method("__getattr__", func(m *Machine, a Args) Value {
		if v := of(a).Get(a.Pos[1]); v != nil {
			return v
		}
		if name, ok := a.Pos[1].(string); ok {
			if method := nodeMethods[name]; method != nil {
				return NewFunction(name, func(m *Machine, given Args) Value { return method(m, of(a), given) })
			}
		}
		m.Raise(AttributeError, "no key %s", m.Text(a.Pos[1]))
		return nil
	})
	c.Method("__setattr__", func(_ *Machine, a Args) Value {
		of(a).Set(a.Pos[1], a.Pos[2])
		return None
	})
}

// nodeMethods are those of yacs' nodes, which a key of the same name hides. That a node is frozen changes nothing of
// what a program reads.
var nodeMethods = map[string]func(m *Machine, node *Dict, a Args) Value{}

func init() {
	nothing := func(*Machine, *Dict, Args) Value { return None }
	nodeMethods["freeze"], nodeMethods["defrost"], nodeMethods["set_new_allowed"] = nothing, nothing, nothing
	nodeMethods["dump"] = func(m *Machine, _ *Dict, _ Args) Value { return m.Unknown("the text of a config") }
	nodeMethods["clone"] = func(m *Machine, node *Dict, _ Args) Value { return m.Copied(ByName(node), map[any]Value{}) }
	nodeMethods["merge_from_other_cfg"] = func(m *Machine, node *Dict, a Args) Value {
		return m.mergeNode(node, a.Get(0, "cfg_other"))
	}
	nodeMethods["merge_from_file"] = func(m *Machine, node *Dict, a Args) Value {
		file := m.Call(m.Builtin("open"), Positional(a.Get(0, "cfg_filename")))
		return m.mergeNode(node, m.byNamed(loadsAs("yaml")(m, Positional(file))))
	}
	nodeMethods["merge_from_list"] = func(m *Machine, node *Dict, a Args) Value {
		options := m.Items(a.Get(0, "cfg_list"))
		for i := 0; i+1 < len(options); i += 2 {
			key, ok := options[i].(string)
			if !ok {
				m.stopOf(options[i], "which option is set")
			}
			steps, at := strings.Split(key, "."), node
			for _, step := range steps[:len(steps)-1] {
				inner, ok := at.Get(step).(*Instance)
				if !ok || inner.Class != byNameClass {
					m.Raise(KeyError, "Non-existent key: %s", key)
				}
				at = inner.Native.(*Dict)
			}
			at.Set(steps[len(steps)-1], literalOf(options[i+1]))
		}
		return None
	}
}

// stopOf ends the run for something that is not what it has to be.
func (m *Machine) stopOf(v Value, what string) {
	if u := unknownOf(v); u != nil {
		m.StopFor(u, what)
	}
	m.Stop("%s is not known", what)
}

// literalOf is what yacs makes of a word of the command line: a number or a truth, or the word.
func literalOf(v Value) Value {
	text, ok := v.(string)
	if !ok {
		return v
	}
	switch text {
	case "True":
		return true
	case "False":
		return false
	case "None":
		return None
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return text
}

// mergeNode puts the keys of one node into another, those of the nodes in it as well.
func (m *Machine) mergeNode(node *Dict, other Value) Value {
	o, ok := other.(*Instance)
	if !ok || o.Class != byNameClass {
		m.stopOf(other, "what is merged into a config")
	}
	m.Deeper()
	defer m.Shallower()
	from := o.Native.(*Dict)
	for i, key := range from.keys {
		m.spend()
		to, isNode := node.Get(key).(*Instance)
		if in, both := from.values[i].(*Instance); isNode && both && to.Class == byNameClass && in.Class == byNameClass {
			m.mergeNode(to.Native.(*Dict), in)
			continue
		}
		node.Set(key, literalOf(from.values[i])) // 1e-4, which YAML takes for a word
	}
	return None
}

// byNameClasses are dictionaries of libraries whose keys are attributes.
var byNameClasses = []string{
	"box.Box",
	"box.ConfigBox",
	"easydict.EasyDict",
	"addict.Dict",
	"munch.Munch",
	"munch.munchify",
	"attrdict.AttrDict",
	"ml_collections.ConfigDict",
	"ml_collections.config_dict.ConfigDict",
	"omegaconf.OmegaConf.create",
	"omegaconf.DictConfig",
	"dotmap.DotMap",
	"yacs.config.CfgNode",
}

// enterByName has them take a dictionary, and those in it.
func enterByName(add adds) {
	for _, name := range byNameClasses {
		add(name, func(m *Machine, a Args) Value {
			d := NewDict()
			if len(a.Pos) > 0 {
				given, ok := a.Pos[0].(*Dict)
				if o, isNamed := a.Pos[0].(*Instance); isNamed && o.Class == byNameClass {
					given, ok = o.Native.(*Dict)
				}
				if !ok {
					return m.Unknown("%s of something else than a dictionary", name)
				}
				d = given
			}
			out := m.byNamed(d).(*Instance)
			for _, k := range a.Kw {
				if !strings.HasPrefix(name, "box.") && !strings.HasPrefix(name, "yacs.") { // which have settings of their own
					out.Native.(*Dict).Set(k.Name, m.byNamed(k.Value))
				}
			}
			return out
		})
	}
}

// byNamed is a value with dictionaries in it whose keys are attributes.
func (m *Machine) byNamed(v Value) Value {
	m.spend()
	switch v := v.(type) {
	case *Dict:
		m.Deeper()
		defer m.Shallower()
		d := NewDict()
		for i, key := range v.keys {
			d.Set(key, m.byNamed(v.values[i]))
		}
		return ByName(d)
	case *List:
		m.Deeper()
		defer m.Shallower()
		out := &List{}
		for _, item := range v.Items {
			out.Items = append(out.Items, m.byNamed(item))
		}
		return out
	}
	return v
}
