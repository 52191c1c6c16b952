package speed

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// loopsOver lists the loops of the file that walk over what a DataLoader call
// makes: directly, or through a name or attribute bound to it.
func loopsOver(p *rules.Pass, l loading) []*flow.Loop {
	var list []*flow.Loop
	for _, loop := range p.Flow.Loops() {
		if loop.Iterates != nil && madeBy(p.Python, loop.Iterates, l.call, 0) {
			list = append(list, loop)
		}
	}
	return list
}

// feeding lists the loaders whose batches a training loop of the file goes over, in the order of the
// text. What is said about one of them is tuning, and said once a file: at the first it holds for.
func feeding(p *rules.Pass) []fed {
	var list []fed
	for _, l := range loadings(p) {
		if l.prefix != "" {
			continue
		}
		for _, loop := range loopsOver(p, l) {
			if loop.Trains {
				list = append(list, fed{l, loop})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b fed) int { return a.call.Span().Start - b.call.Span().Start })
	return list
}

// fed is a loader and a training loop over what it loads.
type fed struct {
	loading
	loop *flow.Loop
}

// madeBy reports whether an expression may be the object that a call makes,
// through names, attributes of self, parameters and returned values of this file.
func madeBy(m *python.Module, e python.Expr, call *python.Call, steps int) bool {
	if e == nil || steps > 6 {
		return false
	}
	switch e := e.(type) {
	case *python.Call:
		if e == call {
			return true
		}
		if fn, ok := m.Definition(e.Func).(*python.Function); ok {
			return returned(m, fn, call, steps)
		}
		for _, a := range e.Args { // accelerator.prepare(loader), enumerate(loader)
			if madeBy(m, a.Value, call, steps+1) {
				return true
			}
		}
	case *python.Name:
		_, bindings := m.Lookup(e.ID, e)
		return anyMadeBy(m, bindings, call, steps)
	case *python.Attribute:
		if c := m.ClassOf(e.Value); c != nil {
			return anyMadeBy(m, m.Member(c, e.Attr), call, steps)
		}
	case *python.Sequence:
		for _, item := range e.Items {
			if madeBy(m, item, call, steps+1) {
				return true
			}
		}
	}
	return false
}

func returned(m *python.Module, fn *python.Function, call *python.Call, steps int) bool {
	for _, r := range python.Returns(fn) {
		if madeBy(m, r.Value, call, steps+1) {
			return true
		}
	}
	return false
}

func anyMadeBy(m *python.Module, bindings []*python.Binding, call *python.Call, steps int) bool {
	for _, b := range bindings {
		switch b.Kind {
		case python.Assigned, python.Unpacked:
			if madeBy(m, b.Value, call, steps+1) {
				return true
			}
		case python.Parameter:
			if p, ok := b.Node.(*python.Param); ok && passedIn(m, p, call, steps) {
				return true
			}
		}
	}
	return false
}

// passedIn reports whether a call in the file passes the loader for a parameter.
func passedIn(m *python.Module, p *python.Param, call *python.Call, steps int) bool {
	fn, ok := p.Parent().(*python.Function)
	if !ok {
		return false
	}
	for _, c := range m.AllCalls() {
		if def, ok := m.Definition(c.Func).(*python.Function); !ok || def != fn {
			continue
		}
		if arg := m.Argument(c, p.Name, position(fn, p)); arg.Presence == python.Given && madeBy(m, arg.Value, call, steps+1) {
			return true
		}
	}
	return false
}

// movesBatch is the first call in a loop that copies what the loop walks over to
// a CUDA device; nil when there is none.
func movesBatch(p *rules.Pass, loop *flow.Loop) *python.Call {
	targets := map[string]bool{}
	python.Walk(loop.Target, func(n python.Node) bool {
		if name, ok := n.(*python.Name); ok {
			targets[name.ID] = true
		}
		return true
	})
	var found *python.Call
	python.WalkBody(loop.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Assign: // images, labels = batch
			if n.Value != nil && mentions(n.Value, targets) {
				addNames(n.Targets, targets)
			}
		case *python.For, *python.Comprehension: // for k, v in batch.items()
			addLoopNames(n, targets)
		case *python.Call:
			if found == nil && movesToCUDA(p.Python, n) && mentions(n.Receiver(), targets) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

func mentions(e python.Expr, names map[string]bool) bool {
	root := e
	for {
		switch x := root.(type) {
		case *python.Attribute:
			root = x.Value
			continue
		case *python.Subscript:
			root = x.Value
			continue
		case *python.Call:
			root = x.Func
			continue
		case *python.Name:
			return names[x.ID]
		}
		return false
	}
}

func addNames(targets []python.Expr, names map[string]bool) {
	for _, t := range targets {
		python.Walk(t, func(n python.Node) bool {
			if name, ok := n.(*python.Name); ok {
				names[name.ID] = true
			}
			return true
		})
	}
}

func addLoopNames(n python.Node, names map[string]bool) {
	switch n := n.(type) {
	case *python.For:
		if mentions(n.Iter, names) {
			addNames([]python.Expr{n.Target}, names)
		}
	case *python.Comprehension:
		for _, c := range n.Clauses {
			if mentions(c.Iter, names) {
				addNames([]python.Expr{c.Target}, names)
			}
		}
	}
}
