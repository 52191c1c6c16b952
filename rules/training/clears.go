package training

import (
	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// optimizerOf is the optimizer of a step as an expression of the source.
func optimizerOf(e *flow.Event) python.Expr {
	if e.Kind == flow.ScalerStep {
		if len(e.Call.Args) == 0 {
			return nil
		}
		return e.Call.Args[0].Value
	}
	return e.Call.Receiver()
}

// clears reports whether a zero_grad surely clears what an optimizer steps on: it is
// the optimizer's own, or that of a module that holds all its parameters. Where the file does
// not show the parameters, it is the module that the one optimizer's step calls.
func clears(p *rules.Pass, step *flow.TrainingStep, zero, optimize *flow.Event) bool {
	if zero.Object == "" || zero.Object == optimize.Object {
		return zero.Object != ""
	}
	if p.Flow.RoleOf(zero.Call.Receiver()) != flow.NoRole && p.Flow.RoleOf(zero.Call.Receiver()) != flow.Model {
		return false
	}
	if parameters, ok := p.Flow.ParametersOf(optimizerOf(optimize)); ok {
		return parameters.Whole && covered(parameters.Owners, zero.Object)
	}
	return onlyOptimizer(step) != nil && calls(stepBody(p, step), zero.Object)
}

func covered(owners []string, module string) bool {
	for _, owner := range owners {
		if !flow.Covers(module, owner) {
			return false
		}
	}
	return true
}

// calls reports whether a body calls an object like a function.
func calls(body []python.Stmt, path string) bool {
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		found = found || ok && python.PathText(c.Func) == path
		return !found
	})
	return found
}

// clearedIn reports whether some zero_grad of the step clears, or may clear, what an
// optimizer steps on. Another optimizer's surely does not when the file shows that the
// two hold parameters of different modules.
func clearedIn(p *rules.Pass, step *flow.TrainingStep, optimize *flow.Event) bool {
	for _, zero := range step.Of(flow.ZeroGrad) {
		if zero.Object == "" || zero.Object == optimize.Object || !separate(p, zero, optimize) {
			return true
		}
	}
	return false
}

// separate reports whether the file shows that a zero_grad and an optimizer step concern
// parameters of different modules.
func separate(p *rules.Pass, zero, optimize *flow.Event) bool {
	stepped, ok := p.Flow.ParametersOf(optimizerOf(optimize))
	if !ok || !stepped.Whole {
		return false
	}
	cleared := []string{zero.Object}
	switch p.Flow.RoleOf(zero.Call.Receiver()) {
	case flow.Optimizer:
		other, ok := p.Flow.ParametersOf(zero.Call.Receiver())
		if !ok || !other.Whole {
			return false
		}
		cleared = other.Owners
	case flow.NoRole, flow.Model:
	default:
		return false
	}
	for _, a := range cleared {
		for _, b := range stepped.Owners {
			if flow.Covers(a, b) || flow.Covers(b, a) {
				return false
			}
		}
	}
	return true
}

// backwardOf is the last backward pass before an optimizer step.
func backwardOf(step *flow.TrainingStep, optimize *flow.Event) *flow.Event {
	var last *flow.Event
	for i := range step.Events {
		e := &step.Events[i]
		if e == optimize {
			break
		}
		if e.Kind == flow.Backward {
			last = e
		}
	}
	return last
}
