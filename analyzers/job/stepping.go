package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// stepping is what a function does by which something is trained, by its name.
var stepping = &survey.Purpose{Does: func(n python.Node, _ bool) survey.Interest {
	c, ok := n.(*python.Call)
	if !ok {
		return survey.None
	}
	switch name := python.LastName(c.Func); name {
	case "backward", "manual_backward", "fit":
		return survey.Deep
	case "train":
		return survey.If(startsTraining(c))
	default:
		return survey.If(strings.HasSuffix(name, "Trainer"))
	}
}}

// namesStep reports whether a script may come to a training step by the names of what it calls, and of what that calls:
// it is asked where the script was not followed to its end.
func (e *execution) namesStep() bool {
	m, script := e.machine, e.entry.Module()
	for _, c := range script.AllCalls() {
		name := python.LastName(c.Func)
		_, method := c.Func.(*python.Attribute)
		if knowledge.TrainsUnseen(name) && startsTraining(c) ||
			method && knowledge.StartsUnseen(name) && !knowledge.StartsCommand(script.Resolve(c.Func)) {
			return true // of a package or an object that nobody sees
		}
	}
	asked := survey.New(stepping, e)
	for _, f := range m.Functions(script, e.entry.name(), nil) {
		if !asked.Idle(m, f) {
			return true
		}
	}
	m.Renew(functionSteps)
	for _, s := range script.Body {
		if class, ok := s.(*python.Class); ok &&
			slices.ContainsFunc(class.Bases, func(b *python.Arg) bool { return e.inherits(asked, b.Value) }) {
			return true
		}
	}
	for _, c := range m.Trace.Calls {
		if c.Unit.Module != script {
			continue
		}
		switch callee := c.Callee.(type) {
		case *run.Function:
			if !asked.Idle(m, callee) {
				return true
			}
		case *run.Class: // an executor, or a callback, that something else runs
			if e.hasStep(asked, callee) {
				return true
			}
		}
	}
	return false
}

// inherits reports whether a base of one of the script's classes, in another file, has a method that may come to a
// training step: a run that ends above does not come to the class.
func (e *execution) inherits(asked *survey.Survey, base python.Expr) bool {
	script := e.entry.Module()
	dotted := script.Resolve(base)
	dot := strings.LastIndexByte(dotted, '.')
	if dot < 0 {
		return false
	}
	module, name := e.Find(dotted[:dot], script.File.Path)
	if module == nil {
		return false
	}
	class, ok := e.machine.Global(e.machine.Unit(module, name), dotted[dot+1:]).(*run.Class)
	return ok && e.hasStep(asked, class)
}

// hasStep reports whether a method of a class, or of one that it inherits from, may come to a training step.
func (e *execution) hasStep(asked *survey.Survey, c *run.Class) bool {
	for _, one := range c.Line() {
		class, ok := one.(*run.Class)
		if !ok || class.Unit == nil {
			continue
		}
		for _, f := range e.machine.Functions(class.Unit.Module, class.Unit.Name, nil) {
			if f.Class == class && !asked.Idle(e.machine, f) {
				return true
			}
		}
	}
	return false
}
