package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// absl keeps its flags for the whole process: DEFINE_integer("n", 4, …) declares FLAGS.n.
const abslFlags = knowledge.AbslFlags

// ReadFlags are the flags of absl's that a run has read, with their values; nil for none.
func ReadFlags(m *run.Machine) *run.Object {
	space, _ := m.Get(m.State(), abslFlags+".").(*run.Object)
	return space
}

// abslTypes are the types behind DEFINE_…; what is not here is text.
var abslTypes = map[string]run.Value{
	"integer": run.Symbol("int"), "float": run.Symbol("float"), "string": nil, "enum": nil, "bool": nil, "boolean": nil,
}

// abslCall is a call of absl's; nil leaves it unknown.
func (l Library) abslCall(m *run.Machine, c *run.Call, path string) run.Value {
	if path == "absl.app.run" {
		if f, _ := c.Argument("main", 0); f != nil {
			argv := l.argv(m)
			if argv == nil {
				argv = m.Unknown("the words of the command line")
			}
			return m.Call(f, []run.Argument{{Value: argv}}, c)
		}
	}
	if !strings.HasPrefix(path, "absl.flags.DEFINE_") {
		return nil
	}
	o := m.NewObject(run.Result, c)
	o.Made, o.Why = c, "a flag"
	keep(m, m.State(), abslFlags, c).add(m, o, c)
	return o
}

// abslFlag is FLAGS.name; nil when nothing declares it.
func (l Library) abslFlag(m *run.Machine, name string) run.Value {
	var options []*option
	var found *option
	for _, o := range held(m, m.State(), abslFlags) {
		if opt := abslOption(o.Made); opt != nil {
			options = append(options, opt)
			if opt.dest == name {
				found = opt
			}
		}
	}
	if found == nil {
		return nil
	}
	space, ok := m.Get(m.State(), abslFlags+".").(*run.Object)
	if !ok {
		space = m.NewObject(run.Namespace, found.call)
		m.Begin(m.State(), abslFlags+".", space)
	}
	if v := m.Get(space, name); v != nil {
		return v
	}
	words, known := l.wordsFor(m, &run.Call{})
	r := &parsing{l: l, m: m, c: found.call, space: space, known: known}
	var p passed
	if known {
		p = sortWords(words, options)
	}
	var operands []Word
	v := r.value(found, p, &operands)
	m.Begin(space, name, v)
	return v
}

// abslOption reads one DEFINE_…; nil when its name is not known.
func abslOption(c *run.Call) *option {
	name, ok := argument(c, "name", 0).(run.Str)
	if !ok {
		return nil
	}
	kind := string(c.Callee.(run.Symbol))
	kind = kind[strings.LastIndex(kind, "DEFINE_")+len("DEFINE_"):]
	o := &option{
		call:   c,
		dest:   string(name),
		flags:  []string{"--" + string(name), "-" + string(name)},
		action: unknownAction,
	}
	if typ, known := abslTypes[kind]; known {
		o.action, o.typ = "store", typ
	}
	if typ, known := abslTypes[strings.TrimPrefix(kind, "multi_")]; known && strings.HasPrefix(kind, "multi_") {
		o.action, o.typ = "append", typ // each time that it is given adds one, and takes the place of the default
	}
	if kind == "bool" || kind == "boolean" {
		o.action = boolean
		o.off = "--no" + string(name)
	}
	standard, _ := c.Argument("default", 1)
	if standard != nil {
		o.standard = asDefault(standard, c.Place().Origin())
	}
	return o
}
