package train

import (
	"bytes"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// isQuietHook reports whether a function is a hook of a callback that Lightning calls with gradients off.
func isQuietHook(f *run.Function) bool {
	return f.Class != nil && knowledge.CalledWithoutGradients(f.Name()) &&
		slices.ContainsFunc(f.Class.Line(), func(one run.Value) bool {
			path, ok := one.(run.Symbol)
			return ok && knowledge.IsCallbackOfLightning(string(path))
		})
}

// inTrainingOnly reports whether a call is made only where a module says that it is in training mode: if
// model.training. Where it is one of several, the run may not know which mode that is.
func inTrainingOnly(c *run.Call) bool {
	for ; c != nil && c.At != nil; c = c.Caller {
		for _, g := range python.GatesOf(c.At) {
			test, holds := g.Test, g.Holds
			if not, ok := test.(*python.Unary); ok && not.Op == "not" {
				test, holds = not.Operand, !holds
			}
			if asked, ok := test.(*python.Attribute); ok && holds && asked.Attr == "training" {
				return true
			}
		}
	}
	return false
}

// wasVolatile reports whether a function on the way to a call keeps gradients off as PyTorch did it before 0.4.
func wasVolatile(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if c.At == nil {
			continue
		}
		fn := python.EnclosingFunction(c.At)
		if fn == nil {
			continue
		}
		for n := range python.All(fn) {
			switch n := n.(type) {
			case *python.Arg: // Variable(x, volatile=True)
				if n.Name == "volatile" {
					return true
				}
			case *python.Attribute: // x.volatile = True
				if n.Attr == "volatile" && n.Assignment() != nil {
					return true
				}
			}
		}
	}
	return false
}

// switchesOutOfSight reports whether a function around a call has a decorator of which it is not seen what it does: one
// of the project's may turn gradients off, where a word in it speaks of them.
func (e *Entry) switchesOutOfSight(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		f := functionOf(c)
		if f == nil || f.Node == nil || f.Kind != run.PlainMethod {
			continue
		}
		unseen := len(f.Node.Decorators) - len(f.Decorators)
		for _, d := range f.Node.Decorators {
			if unseen > 0 && e.leavesGradients(f.Unit, d.Value) {
				unseen--
			}
		}
		if unseen > 0 {
			return true
		}
	}
	return false
}

// leavesGradients reports whether a decorator is a function of the project that says no word of gradients, and enters
// no context: it measures the time, or writes a log.
func (e *Entry) leavesGradients(unit *run.Unit, decorator python.Expr) bool {
	if call, ok := decorator.(*python.Call); ok {
		decorator = call.Func
	}
	name, ok := decorator.(*python.Name)
	if !ok {
		return false
	}
	f, ok := e.Facts.machine.Global(unit, name.ID).(*run.Function)
	if !ok || f.Node == nil || python.MentionsIn(f.Node, knowledge.SpeaksOfGraph) {
		return false
	}
	for n := range python.All(f.Node) {
		if _, within := n.(*python.With); within {
			return false
		}
	}
	return true
}

// alsoUnrecorded reports whether the same call runs with gradients off on another way through its function: with
// torch.no_grad() if quiet else nullcontext(). Who asks for the graph then has a use for it.
func (e *Entry) alsoUnrecorded(c *run.Call) bool {
	for _, other := range e.Calls {
		if other.At == c.At && other.Caller == c.Caller && other.Grad != run.Value(run.Bool(true)) {
			return true
		}
	}
	return false
}

// enteredUnrecorded reports whether the function that was entered, without its caller, to come to a call has the name
// of one that is called with gradients off somewhere: a base class may do so.
func (e *Entry) enteredUnrecorded(c *run.Call) bool {
	for c.Caller != nil {
		c = c.Caller
	}
	if !c.Entry {
		return false
	}
	name := calleeName(c)
	if e.Facts.evaluatedQuietly()[name] {
		return true
	}
	for _, other := range e.Facts.Entries() {
		for _, call := range other.Calls {
			quiet := !call.Entry && call.Grad != run.Value(run.Bool(true))
			// no model.train()
			if quiet && calleeName(call) == name && newEvent(call) == nil && mayBeSame(functionOf(call), functionOf(c)) {
				return true
			}
		}
	}
	return false
}

// mayBeSame reports whether a function that was called may be one that was entered: it is, or nobody sees which one it
// is, or either inherits from the other's class. A trainer's forward() is not that of its network.
func mayBeSame(called, entered *run.Function) bool {
	if called == nil || entered == nil || called.Class == nil || entered.Class == nil {
		return true
	}
	return slices.Contains(called.Class.Line(), run.Value(entered.Class)) ||
		slices.Contains(entered.Class.Line(), run.Value(called.Class))
}

// evaluatedQuietly are the names of the functions of the file that an evaluator of a library calls for each batch, with
// gradients off: Evaluator(loader, model, eval_func=lambda x, y: evaluate(model, x, y)).
func (f *Facts) evaluatedQuietly() map[string]bool {
	if f.quietly == nil {
		f.quietly = map[string]bool{}
		if bytes.Contains(f.Module.File.Text, []byte(knowledge.QuietEvaluators)) {
			for _, c := range f.Module.AllCalls() {
				name, position := knowledge.EvaluatesQuietly(f.Module.Resolve(c.Func))
				if name == "" {
					continue
				}
				given := f.Module.Argument(c, name, position).Value
				if given == nil {
					continue
				}
				for n := range python.All(given) {
					if called, ok := n.(*python.Name); ok {
						f.quietly[called.ID] = true
					}
				}
			}
		}
	}
	return f.quietly
}
