package flow

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// Increment is a statement that adds one to a counter: `n += 1`, `n = n + 1`.
type Increment struct {
	Stmt   python.Stmt
	Target python.Expr
	// Path is the counter's name as written: `global_step`, `self.global_step`.
	Path string
}

// Increments lists the statements that add one to a name or an attribute.
func (f *Facts) Increments() []Increment {
	var list []Increment
	python.WalkBody(f.Module.Body, func(n python.Node) bool {
		if inc, ok := increment(n); ok {
			list = append(list, inc)
		}
		return true
	})
	return list
}

func increment(n python.Node) (Increment, bool) {
	switch n := n.(type) {
	case *python.AugAssign:
		if path := python.PathText(n.Target); n.Op == "+=" && isOne(n.Value) && path != "" {
			return Increment{n, n.Target, path}, true
		}
	case *python.Assign:
		sum, ok := n.Value.(*python.Binary)
		if !ok || sum.Op != "+" || len(n.Targets) != 1 {
			break
		}
		path := python.PathText(n.Targets[0])
		if path != "" && (python.PathText(sum.Left) == path && isOne(sum.Right) || python.PathText(sum.Right) == path && isOne(sum.Left)) {
			return Increment{n, n.Targets[0], path}, true
		}
	}
	return Increment{}, false
}

func isOne(e python.Expr) bool {
	n, ok := e.(*python.Number)
	return ok && n.Text == "1"
}

var (
	stepCounter = regexp.MustCompile(`^(global|total|train(ing)?|optim(izer|ization)?|opt|cur(rent)?|completed|update|num|n|grad(ient)?)_?(train(ing)?_?|opt(im|imizer|imization)?_?|global_?)?(steps?|iter(ation)?s?|updates?)(_?(num|count(er)?|idx|no|done|completed))?$|` +
		`^(steps?|iter(ation)?s?|updates?)_?(num|count(er)?|idx|done|completed|taken)?$|^n_?iters?$|^steps?_?(so_far|total)$`)
	// otherCounter holds the words of counters that rightly run faster than the optimizer.
	otherCounter = regexp.MustCompile(`micro|mini|token|sample|env|episode|inner|local|sub_|eval|val(id)?_|test|frame|action|decod|rollout|interact|batch|world|sim|critic|disc|forward|log`)
)

// CountsSteps reports whether a counter is named as one of optimizer steps:
// `global_step`, `self.num_updates`, `iter_num`.
func CountsSteps(path string) bool {
	name := strings.ToLower(snake(path[strings.LastIndexByte(path, '.')+1:]))
	name = strings.TrimLeft(name, "_")
	return stepCounter.MatchString(name) && !otherCounter.MatchString(name)
}

// PlainCounter reports whether a counter's name says only that it counts steps of some
// kind: `steps`, `iteration`.
func PlainCounter(path string) bool {
	name := strings.ToLower(snake(path[strings.LastIndexByte(path, '.')+1:]))
	return plainCounter.MatchString(strings.TrimLeft(name, "_"))
}

var plainCounter = regexp.MustCompile(`^(n_|num_|cur_|current_)?(steps?|iter(ation)?s?)(_?(num|count(er)?|idx))?$`)

// Uses lists the places of the file that read a name or attribute, leaving out
// those in the statement that increments it. A name is that of the same scope; an
// attribute that of the same class, or of the same root name elsewhere.
func (f *Facts) Uses(inc Increment) []python.Expr {
	var list []python.Expr
	scope := f.homeOf(inc.Target)
	python.WalkBody(f.Module.Body, func(n python.Node) bool {
		if n == python.Node(inc.Stmt) {
			return false
		}
		if e, ok := n.(python.Expr); ok && python.PathText(e) == inc.Path && !isTarget(e) {
			if f.homeOf(e) == scope {
				list = append(list, e)
			}
			return false
		}
		return true
	})
	return list
}

// homeOf tells what a name belongs to: its scope, or the class for `self.x`.
func (f *Facts) homeOf(e python.Expr) (home any) {
	root := e
	for {
		switch x := root.(type) {
		case *python.Attribute:
			root = x.Value
			continue
		case *python.Subscript:
			root = x.Value
			continue
		}
		break
	}
	name, isName := root.(*python.Name)
	if !isName {
		return nil
	}
	if c := f.Module.ClassOf(name); c != nil && root != e {
		return c
	}
	scope, _ := f.Module.Lookup(name.ID, name)
	return scope
}

func isTarget(e python.Expr) bool {
	switch p := e.Parent().(type) {
	case *python.Assign:
		for _, t := range p.Targets {
			if t == e {
				return true
			}
		}
	case *python.AugAssign:
		return p.Target == e
	}
	return false
}

// BoundIn reports whether the path is assigned anew somewhere in a loop's body,
// other than by adding one.
func (f *Facts) BoundIn(path string, l *Loop) bool {
	found := false
	python.WalkBody(l.Body, func(n python.Node) bool {
		if _, isIncrement := increment(n); isIncrement {
			return false
		}
		switch n := n.(type) {
		case *python.Assign:
			for _, t := range n.Targets {
				found = found || python.PathText(t) == path
			}
		case *python.For:
			found = found || n.Target != nil && python.PathText(n.Target) == path
		}
		return !found
	})
	return found
}

// StepsDirectly lists the optimizer steps that a loop's body makes itself, not
// in loops inside it.
func (f *Facts) StepsDirectly(l *Loop) []Event {
	f.Loops()
	var list []Event
	for _, e := range f.eventsDirectlyIn(l) {
		if e.Kind == Step || e.Kind == ScalerStep {
			list = append(list, e)
		}
	}
	return list
}

// StepsEnvironment reports whether a body steps something that is no optimizer,
// scheduler or scaler: a simulator, a decoder, a sampler.
func (f *Facts) StepsEnvironment(body []python.Stmt) bool { return f.stepsEnvironment(body, 0) }

func (f *Facts) stepsEnvironment(body []python.Stmt, depth int) bool {
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		if !ok || found {
			return !found
		}
		switch f.RoleOf(c.Receiver()) {
		case Optimizer, Scheduler, Scaler, Engine:
			return true
		}
		if fn := f.Callee(c); fn != nil {
			found = depth < maxFollow && f.stepsEnvironment(fn.Body, depth+1)
			return !found
		}
		name := c.MethodName()
		if strings.HasPrefix(name, "step") && name != "step_end" || strings.HasSuffix(name, "env_step") || environment.MatchString(lastName(c.Receiver())) {
			found = true
		}
		return !found
	})
	return found
}

var environment = regexp.MustCompile(`(?i)^(train_?|eval_?)?(v?envs?|environments?|simulator)$`)

// GatesAround lists the tests on the way from a loop's body to a node in it:
// those of the ifs it stands in, and of the ifs before it that leave the iteration.
func GatesAround(n python.Node, l *Loop) []python.Expr {
	var list []python.Expr
	for p := n; p != nil && p != python.Node(l.Node); p = p.Parent() {
		if gate, ok := p.Parent().(*python.If); ok && p != python.Node(gate.Test) {
			list = append(list, gate.Test)
		}
		s, ok := p.(python.Stmt)
		if !ok {
			continue
		}
		for _, before := range python.BlockOf(s) {
			if before == s {
				break
			}
			if gate, ok := before.(*python.If); ok && len(gate.Else) == 0 && leaves(gate.Body) {
				list = append(list, gate.Test)
			}
		}
	}
	return list
}

// RunsOnce reports whether the block of a statement leaves the loop around it
// behind the statement: the body of a loop that retries.
func RunsOnce(s python.Stmt, l *Loop) bool {
	for p := python.Node(s); p != nil && p != python.Node(l.Node); p = p.Parent() {
		if stmt, ok := p.(python.Stmt); ok && breaksBehind(stmt) {
			return true
		}
	}
	return false
}

func breaksBehind(s python.Stmt) bool {
	list := python.BlockOf(s)
	for i := len(list) - 1; i >= 0 && list[i] != s; i-- {
		switch s := list[i].(type) {
		case *python.Simple:
			if s.Kind == python.Break {
				return true
			}
		case *python.Return, *python.Raise:
			return true
		}
	}
	return false
}

// SplitsEpoch reports whether two nested loops are the usual nest of epochs and
// batches, although the optimizer steps in the outer one.
func (f *Facts) SplitsEpoch(outer, inner *Loop) bool {
	return epochName.MatchString(f.loopWords(outer)) && inner.Iterates != nil && !isRange(inner.Iterates) &&
		(f.RoleOf(inner.Iterates) == Loader || batchName.MatchString(lastName(inner.Iterates)) || f.callsLoader(inner.Iterates))
}

// StepsAny reports whether a loop steps, itself or in what it calls and holds, an
// optimizer of one of the events.
func (f *Facts) StepsAny(l *Loop, steps []Event) bool {
	for _, e := range f.EventsIn(l.Body) {
		if e.Kind != Step && e.Kind != ScalerStep {
			continue
		}
		for i := range steps {
			if e.Object == steps[i].Object || e.Object == "" || steps[i].Object == "" {
				return true
			}
		}
	}
	return false
}

// Accumulates reports whether an optimizer step waits for several micro-batches:
// behind a gate, or in a block in which a framework gates it.
func (f *Facts) Accumulates(e *Event) bool {
	if _, _, gated := f.AccumulationGate(e); gated {
		return true
	}
	return e.Accumulating && (e.AccumulatedBy == nil || f.accumulatesSeveral(e.AccumulatedBy))
}

// accumulatesSeveral reports whether the file shows an Accelerator to accumulate
// gradients, or to be able to. One micro-batch a step is its default, and one that is
// built elsewhere may have it.
func (f *Facts) accumulatesSeveral(accelerator python.Expr) bool {
	c, ok := f.ValueOf(accelerator).(*python.Call)
	switch {
	case !ok:
		c = f.onlyAccelerator(accelerator)
	case f.Module.Resolve(c.Func) != "accelerate.Accelerator":
		c = f.returned(c)
	}
	if c == nil {
		return false
	}
	steps := f.Module.Argument(c, "gradient_accumulation_steps", 3)
	plugin := f.Module.Argument(c, "gradient_accumulation_plugin", -1)
	one, known := f.Module.Const(steps.Value)
	return plugin.Presence == python.Given || steps.Presence == python.Given && (!known || one.Int != 1 || one.Default)
}

// onlyAccelerator is the one Accelerator that the file makes, for a function that is
// given it; nil when there is none, or a choice.
func (f *Facts) onlyAccelerator(e python.Expr) *python.Call {
	name, ok := e.(*python.Name)
	if !ok {
		return nil
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	made := f.Module.Calls("accelerate.Accelerator")
	if len(bindings) != 1 || bindings[0].Kind != python.Parameter || len(made) != 1 {
		return nil
	}
	return made[0]
}

// returned is the Accelerator that a function of this file returns, nil when it is not one
// call that makes it.
func (f *Facts) returned(c *python.Call) *python.Call {
	fn := f.Callee(c)
	if fn == nil {
		return nil
	}
	returns := python.Returns(fn)
	if len(returns) != 1 {
		return nil
	}
	made, ok := f.ValueOf(returns[0].Value).(*python.Call)
	if !ok || f.Module.Resolve(made.Func) != "accelerate.Accelerator" {
		return nil
	}
	return made
}

// GatesOptimizer reports whether a counter takes part in an accumulation gate of
// the loop, or is divided by something: it is the one of micro-batches then.
func (f *Facts) GatesOptimizer(inc Increment, l *Loop) bool {
	for _, e := range f.eventsDirectlyIn(l) {
		_, n, gated := f.AccumulationGate(&e)
		if !gated {
			continue
		}
		for _, use := range f.Uses(inc) {
			if divided(use, n) {
				return true
			}
		}
		for _, g := range e.Gates {
			if f.mentions(g.Test, inc.Path) {
				return true
			}
		}
	}
	for _, use := range f.Uses(inc) {
		if b, ok := use.Parent().(*python.Binary); ok && (b.Op == "//" || b.Op == "/") && b.Left == use {
			return true
		}
	}
	return false
}

// divided reports whether a counter is used with the divisor of the gate.
func divided(use python.Expr, n python.Expr) bool {
	b, ok := use.Parent().(*python.Binary)
	return ok && n != nil && python.PathText(n) != "" && (python.PathText(b.Left) == python.PathText(n) || python.PathText(b.Right) == python.PathText(n))
}

// mentions reports whether an expression, or what a name in it stands for, holds a path.
func (f *Facts) mentions(e python.Expr, path string) bool {
	found := false
	python.Walk(e, func(n python.Node) bool {
		x, ok := n.(python.Expr)
		if ok && python.PathText(x) == path {
			found = true
		}
		if name, ok := n.(*python.Name); ok && !found {
			_, bindings := f.Module.Lookup(name.ID, name)
			if len(bindings) == 1 && bindings[0].Kind == python.Assigned && bindings[0].Value != nil {
				python.Walk(bindings[0].Value, func(m python.Node) bool {
					y, ok := m.(python.Expr)
					found = found || ok && python.PathText(y) == path
					return !found
				})
			}
		}
		return !found
	})
	return found
}
