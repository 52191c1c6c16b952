package speed

import (
	"regexp"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// stepFunction is how a function that runs once a training step is called.
var stepFunction = regexp.MustCompile(`^(training|train|optimi[sz]e|optimi[sz]er)_?(one_?)?(step|batch|iter|iteration|parameters)$`)

const maxCallers = 2

// stepOf is the training step in every run of which n runs: the batch loop around
// it, the loop that calls its function, or the function when it is a step by name.
// nil when a condition decides, or no step is seen.
func stepOf(p *rules.Pass, n python.Node) python.Node { return stepAround(p, n, 0) }

func stepAround(p *rules.Pass, n python.Node, depth int) python.Node {
	if inHandler(n) {
		return nil
	}
	for l := p.Flow.LoopAround(n); l != nil; l = l.Parent {
		switch {
		case decided(p, n, l):
			return nil
		case l.Kind == flow.BatchLoop && p.Flow.HoldsStep(l):
			return l.Node
		case l.Kind == flow.BatchLoop || l.Kind == flow.EpochLoop:
			return nil
		}
	}
	fn := python.EnclosingFunction(n)
	if fn == nil || decidedIn(p, n, fn) {
		return nil
	}
	if stepFunction.MatchString(fn.Name) && hasBackward(p, fn) {
		return fn
	}
	if depth < maxCallers {
		for _, call := range p.Flow.CallsTo(fn) {
			if step := stepAround(p, call, depth+1); step != nil {
				return step
			}
		}
	}
	return nil
}

// hasBackward reports whether a function runs a step itself: one that walks over
// batches runs many, whatever its name.
func hasBackward(p *rules.Pass, fn *python.Function) bool {
	for _, e := range p.Flow.EventsIn(fn.Body) {
		if (e.Kind == flow.Backward || e.Kind == flow.Step || e.Kind == flow.ScalerStep) && !overBatches(e.Loops) {
			return true
		}
	}
	return false
}

func overBatches(loops []*flow.Loop) bool {
	return slices.ContainsFunc(loops, func(l *flow.Loop) bool { return l.Kind == flow.BatchLoop || l.Kind == flow.EpochLoop })
}

// decided reports whether a condition on more than the hardware decides in which
// iterations of a loop n runs.
func decided(p *rules.Pass, n python.Node, l *flow.Loop) bool {
	for _, test := range flow.GatesAround(n, l) {
		if !onHardware(p, test) {
			return true
		}
	}
	s := python.EnclosingStmt(n)
	return s != nil && flow.RunsOnce(s, l)
}

// decidedIn is decided for a function without a loop.
func decidedIn(p *rules.Pass, n python.Node, fn *python.Function) bool {
	for from, at := n, n.Parent(); at != nil && at != python.Node(fn); from, at = at, at.Parent() {
		if gate, ok := at.(*python.If); ok && from != python.Node(gate.Test) && !onHardware(p, gate.Test) {
			return true
		}
	}
	return false
}

// onHardware: `if torch.cuda.is_available():` holds in every step or in none.
func onHardware(p *rules.Pass, test python.Expr) bool {
	text := p.File.Slice(test.Span())
	return strings.Contains(text, "cuda") && !strings.ContainsAny(text, "%<>")
}

// inHandler reports whether n runs only after an exception, or where it is only
// defined.
func inHandler(n python.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.(type) {
		case *python.Handler, *python.Lambda:
			return true
		case *python.Function, *python.Class:
			return false
		}
	}
	return false
}

// trains reports whether the file holds a training loop.
func trains(p *rules.Pass) bool {
	for _, l := range p.Flow.Loops() {
		if l.Trains {
			return true
		}
	}
	return len(p.Flow.Steps()) > 0
}

// removal is the statement that a call is, when it can go as a whole.
func removal(c *python.Call) (python.Stmt, bool) {
	s, ok := c.Parent().(*python.ExprStmt)
	return s, ok
}
