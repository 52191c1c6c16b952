package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// unseenEvaluation judges a call of a method in a loop of which nobody sees here what it runs: task.valid_step(batch), with a task that
// a registry made. What its name stands for in the project has to be asked, see MethodsForward.
func (e *Entry) unseenEvaluation(c *run.Call) *Evaluated {
	m, ok := c.Callee.(*run.Member)
	if !ok || newEvent(c) != nil || knowledge.NamesCriterion(m.Name) || callsFrozen(c) {
		return nil
	}
	var on []*run.Object
	for _, one := range run.Alternatives(m.Object) {
		o, ok := one.(*run.Object)
		if !ok || o.Class != nil || !isBare(o) && !e.isModule(o) || knowledge.NamesCriterion(o.Word) || knowledge.NamesFrozen(o.Word) {
			return nil
		}
		on = append(on, o, base(o))
	}
	loop := e.LoopAround(c.Laps)
	if loop == nil || loop.Trains || loop.Run.Caller != c.Caller || loop.Run.Unit != c.Unit || !loop.walksItems() ||
		calledByOthers(c) || inTrainingOnly(c) || switchesOutOfSight(c) || wasVolatile(c) || ofModule(c.Caller) {
		return nil
	}
	if slices.ContainsFunc(on, func(o *run.Object) bool { return len(o.Laps) > len(loop.Run.Laps) }) {
		return nil // a method of what the lap computes, of a tensor
	}
	mode := e.modeOfAny(c, on, loop)
	if mode == nil && loop.Kind != BatchLoop {
		return nil
	}
	g := e.graphs()
	if g.differentiates(c, mode) || g.returned(c) || e.alsoUnrecorded(c) || e.enteredUnrecorded(c) || loop.Measures(e) {
		return nil
	}
	return &Evaluated{Entry: e, Forward: c, Loop: loop, Mode: mode, Method: m.Name}
}

// modeOfAny is the call of eval() before a method's call, of what it is called on or of a module that it is given; nil where none is
// seen, or it is set anew for each.
func (e *Entry) modeOfAny(c *run.Call, modules []*run.Object, loop *Loop) *Event {
	for _, a := range c.Args {
		if o, ok := a.Value.(*run.Object); ok && (e.isModule(o) || knowledge.NamesModule(o.Word)) {
			modules = append(modules, o)
		}
	}
	for _, module := range modules {
		if mode := e.modeOf(c, module); mode != nil && mode.Kind == EvalMode && !saysNothing(mode, c, loop) {
			return mode
		}
	}
	return nil
}

// Methods is what the methods of a name do in a file.
type Methods struct {
	// Forward: one runs a model; Otherwise: another does something else, or turns gradients off for it.
	Forward, Otherwise bool
	// Inherited are, for each that calls only methods which its class gets from another file, those: they have to be asked for.
	Inherited [][]string
}

// maxMethodsFollowed bounds how many methods of its class are gone through for one.
const maxMethodsFollowed = 12

// MethodsForward looks at the methods of a name that a file's classes have: which of them run a model with the gradients as their
// caller has them. Those that are left to heirs do not count.
func MethodsForward(m *python.Module, name string) Methods {
	var found Methods
	for n := range python.AllIn(m.Body) {
		class, ok := n.(*python.Class)
		if !ok {
			continue
		}
		fn := methodOf(class, name)
		if fn == nil || leftToHeirs(fn) {
			continue
		}
		w := &methodWalk{m: m, class: class}
		switch w.judge(fn); {
		case w.forward && !w.other:
			found.Forward = true
		case !w.other && len(w.inherited) > 0 && len(class.Bases) > 0:
			found.Inherited = append(found.Inherited, w.inherited)
		default:
			found.Otherwise = true
		}
	}
	return found
}

func methodOf(class *python.Class, name string) *python.Function {
	for _, s := range class.Body {
		if fn, ok := s.(*python.Function); ok && fn.Name == name {
			return fn
		}
	}
	return nil
}

// leftToHeirs reports whether a method does nothing but say what heirs have to do.
func leftToHeirs(fn *python.Function) bool {
	for _, s := range fn.Body {
		switch s := s.(type) {
		case *python.Raise, *python.Simple:
		case *python.ExprStmt:
			if _, text := s.Value.(*python.String); !text {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// methodWalk goes through a method, and those of the same class that it calls on self.
type methodWalk struct {
	m              *python.Module
	class          *python.Class
	met            []*python.Function
	forward, other bool
	inherited      []string
}

func (w *methodWalk) judge(fn *python.Function) {
	if len(w.met) == maxMethodsFollowed {
		return
	}
	for _, one := range w.met {
		if one == fn {
			return
		}
	}
	w.met = append(w.met, fn)
	for _, d := range fn.Decorators {
		if !leavesGradMode(w.m, d.Value) && !python.IsBuiltin(python.LastName(d.Value)) {
			w.other = true
			return
		}
	}
	for n := range python.All(fn) {
		switch n := n.(type) {
		case *python.Attribute:
			if _, _, set := knowledge.GradMode("torch." + n.Attr); set || knowledge.AsksForGradients(n.Attr) {
				w.other = true
			}
		case *python.Call:
			w.call(fn, n)
		}
		if w.other {
			return
		}
	}
}

func (w *methodWalk) call(fn *python.Function, c *python.Call) {
	name := python.LastName(c.Func)
	if knowledge.Trains(name) || name == "grad" && functionKind(w.m.Resolve(c.Func)) == Grad {
		w.other = true
		return
	}
	if called, ok := c.Func.(*python.Name); ok {
		w.forward = w.forward || knowledge.NamesModule(name) && !knowledge.NamesFrozen(name) || isSelf(fn, called)
		return
	}
	a, ok := c.Func.(*python.Attribute)
	if !ok {
		return
	}
	if isSelf(fn, a.Value) {
		if inner := methodOf(w.class, name); inner != nil {
			w.judge(inner)
			return
		}
		w.inherited = append(w.inherited, name)
	}
	if knowledge.NamesModule(name) && !knowledge.NamesFrozen(name) && strings.ToLower(name) == name { // no constructor
		w.forward = true
	}
}
