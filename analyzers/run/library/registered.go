package library

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// created is what timm.create_model(name, …) gives where a module that the program has met registers a function of that
// name, as timm's own are registered: what the function returns. nil where none does.
func (Library) created(m *run.Machine, c *run.Call, path string) run.Value {
	if !knowledge.CreatesModel(path) {
		return nil
	}
	v, _ := c.Argument("model_name", 0)
	name, _ := run.Bare(v).(run.Str) // no function has the name of one that is not known
	var found []run.Value
	m.EachModule(func(module *python.Module) {
		if f := registeredIn(module, string(name)); f != nil {
			found = append(found, m.Global(m.Unit(module, ""), f.Name))
		}
	})
	if len(found) != 1 {
		return nil
	}
	function, ok := found[0].(*run.Function)
	if !ok {
		return nil
	}
	var args []run.Argument
	for i, a := range c.Args {
		switch {
		case i == 0 && a.Name == "" || a.Name == "model_name" || knowledge.KeptByFactory(a.Name) ||
			a.Star == 0 && run.IsNone(run.Bare(a.Value)):
		default:
			args = append(args, a)
		}
	}
	return m.Call(function, args, c)
}

// registeredIn is the function of a name at the margin of a module that the module registers as a model of timm's.
func registeredIn(module *python.Module, name string) *python.Function {
	for _, s := range module.Body {
		f, ok := s.(*python.Function)
		if ok && f.Name == name && slices.ContainsFunc(f.Decorators, func(d *python.Decorator) bool {
			return knowledge.RegistersModel(module.Resolve(d.Value))
		}) {
			return f
		}
	}
	return nil
}
