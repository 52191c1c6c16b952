package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// FastCounter is a counter of optimizer steps that runs faster than the optimizer.
type FastCounter struct {
	// Increment is the statement that adds one.
	Increment run.Place
	// Path is the counter as the code writes it: global_step, self.num_updates.
	Path string
	// Inner is the loop in the loop over batches in which it counts; nil where it counts beside a step that waits for
	// several micro-batches.
	Inner *Loop
	// Optimize is a step of the optimizer that it outruns, in the loop over batches.
	Optimize *Event
	// Step is the training step of Optimize where Inner is nil.
	Step *Step
}

// FastCounters lists the counters of the file's programs that run faster than the optimizer whenever they count, each
// place once.
func (f *Facts) FastCounters() []*FastCounter {
	var counters perPlace[FastCounter]
	for _, e := range f.Entries() {
		e.AllLoops()
		for _, s := range e.Stores {
			stmt, target := incremented(s)
			if stmt == nil || !knowledge.NamesStepCounter(python.LastName(target)) || !e.followed(s) {
				continue
			}
			counters.judge(stmt, e.fastCounter(s, stmt, target))
		}
	}
	return counters.list()
}

// incremented is the statement that adds one to a counter, and the counter; nil when a store is none: n += 1, n = n +
// 1.
func incremented(s *run.Store) (python.Stmt, python.Expr) {
	if s.Kind != run.StoreSummed && s.Kind != run.StoreAttribute || s.Node == nil {
		return nil, nil
	}
	stmt := python.EnclosingStmt(s.Node)
	if target := addsOne(stmt); target != nil {
		return stmt, target
	}
	return nil, nil
}

// addsOne is the counter to which a statement adds one; nil when it does something else.
func addsOne(n python.Node) python.Expr {
	switch n := n.(type) {
	case *python.AugAssign:
		if n.Op == "+=" && isOne(n.Value) && python.PathText(n.Target) != "" {
			return n.Target
		}
	case *python.Assign:
		sum, ok := n.Value.(*python.Binary)
		if !ok || sum.Op != "+" || len(n.Targets) != 1 {
			return nil
		}
		path := python.PathText(n.Targets[0])
		if path == "" {
			return nil
		}
		if python.PathText(sum.Left) == path && isOne(sum.Right) || python.PathText(sum.Right) == path && isOne(sum.Left) {
			return n.Targets[0]
		}
	}
	return nil
}

func isOne(e python.Expr) bool {
	n, ok := e.(*python.Number)
	return ok && n.Text == "1"
}

// followed reports whether the loop around a store was seen to its end.
func (e *Entry) followed(s *run.Store) bool {
	loop := e.directLoop(s.Laps)
	return e.Whole || loop == nil || loop.Run.End < e.Until
}

// fastCounter judges one time that a counter counts; nil when it is in step with the optimizer, or may be.
func (e *Entry) fastCounter(s *run.Store, stmt python.Stmt, target python.Expr) *FastCounter {
	loop := e.directLoop(s.Laps)
	if loop == nil {
		return nil
	}
	c := &FastCounter{Increment: run.Place{Unit: s.Unit, Node: stmt}, Path: python.PathText(target)}
	if gated(s.Gates, loop) || resets(loop, c.Path) || !readAsSteps(s.Unit.Module, stmt, target) {
		return nil
	}
	if e.countsAgain(s, loop) && e.outruns(c, loop) {
		return c
	}
	if e.countsWaiting(c, s, loop) {
		return c
	}
	return nil
}

// countsAgain reports whether more than one lap of a loop counts in the same place: a loop over several observers has
// each of them count its own calls.
func (e *Entry) countsAgain(s *run.Store, l *Loop) bool {
	if s.Kind != run.StoreAttribute && (s.Target == nil || s.Target.ItemFrom() == nil) {
		return true // a name, which all laps share
	}
	depth := len(l.Run.Laps)
	return len(s.Laps) <= depth || slices.ContainsFunc(e.Stores, func(o *run.Store) bool {
		return o.Node == s.Node && o.Target == s.Target && len(o.Laps) > depth &&
			o.Laps[depth].Entry == s.Laps[depth].Entry && o.Laps[depth].N != s.Laps[depth].N
	})
}

// gated reports whether something in a loop happens under a condition only.
func gated(gates []run.Literal, l *Loop) bool {
	for _, g := range l.gatesIn(gates) {
		if g.Condition.Operator != run.Raises && g.Condition.Operator != run.Iterates {
			return true
		}
	}
	return false
}

// resets reports whether a loop's body gives a counter another value than one more.
func resets(l *Loop, path string) bool {
	found := false
	python.WalkBody(l.Body(), func(n python.Node) bool {
		if addsOne(n) != nil {
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

// outruns looks for the loop over batches around the loop in which a counter counts, whose own body steps an optimizer.
func (e *Entry) outruns(c *FastCounter, inner *Loop) bool {
	if !inner.again() || leavesLoop(c.Increment.Node, inner) {
		return false
	}
	for at := inner; at.Parent != nil; at = at.Parent {
		batch := at.Parent
		if resets(batch, c.Path) || stepsEnvironment(e.callsIn(at)) ||
			at.overBatches() && knowledge.NamesEpochs(batch.words()) ||
			at.Kind == BatchLoop && !at.Trains {
			return false
		}
		if batch.Kind != BatchLoop || len(batch.steps) == 0 {
			continue
		}
		if e.stepsAnyOf(at, batch.steps) {
			return false
		}
		c.Inner, c.Optimize = at, batch.steps[0]
		return true
	}
	return false
}

// leavesLoop reports whether the block of a statement leaves the loop around it behind the statement: the body of a
// loop that tries again. What a function that the loop calls returns leaves no loop.
func leavesLoop(n python.Node, l *Loop) bool {
	if python.EnclosingFunction(n) != python.EnclosingFunction(l.Node()) {
		return false
	}
	for ; n != nil && n != python.Node(l.Node()); n = n.Parent() {
		if stmt, ok := n.(python.Stmt); ok && leavesBehind(stmt) {
			return true
		}
		if _, function := n.(*python.Function); function {
			return false
		}
	}
	return false
}

// callsIn lists the calls in one run of a loop.
func (e *Entry) callsIn(l *Loop) []*run.Call {
	var list []*run.Call
	for _, c := range e.Calls {
		if l.has(c) {
			list = append(list, c)
		}
	}
	return list
}

// stepsAnyOf reports whether an optimizer of one of several steps steps in a loop, too.
func (e *Entry) stepsAnyOf(l *Loop, steps []*Event) bool {
	depth := len(l.Run.Laps)
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() || len(ev.Call.Laps) <= depth || ev.Call.Laps[depth].Entry != l.Run.Entry {
			continue
		}
		for _, s := range steps {
			if ev.Object == s.Object || ev.Object == nil || s.Object == nil {
				return true
			}
		}
	}
	return false
}

// countsWaiting reports whether a counter counts in the function of a loop over batches whose optimizers wait for
// several micro-batches, and has no part in how they wait. One whose name says only that it counts steps of some kind
// may count the batches by choice.
func (e *Entry) countsWaiting(c *FastCounter, s *run.Store, loop *Loop) bool {
	if knowledge.NamesAnyCounter(python.LastName(targetOf(c))) {
		return false
	}
	if loop.Kind != BatchLoop || s.Caller != loop.Run.Caller || len(loop.steps) == 0 || e.stepsFurtherIn(loop) {
		return false
	}
	step := &Step{Entry: e, Loop: loop, gates: len(loop.Run.Gates)}
	for _, ev := range loop.steps {
		if !step.waits(ev) || step.waitsBy(ev, c) {
			return false
		}
	}
	if divides(s.Unit.Module, c.Increment.Node, targetOf(c)) || step.stepsEitherWay(loop.steps) {
		return false
	}
	c.Step, c.Optimize = step, loop.steps[0]
	return true
}

// stepsEitherWay reports whether an optimizer steps on both ways of a condition, and so in every lap: three batches for
// the critic, and the fourth for the rest.
func (s *Step) stepsEitherWay(steps []*Event) bool {
	for i, a := range steps {
		for _, b := range steps[:i] {
			for _, l := range s.Gates(a) {
				if slices.ContainsFunc(s.Gates(b), func(k run.Literal) bool {
					return l.Condition == k.Condition && l.Holds != k.Holds
				}) {
					return true
				}
			}
		}
	}
	return false
}

// stepsFurtherIn reports whether an optimizer that steps in the laps of a loop also steps in loops within it: a lap is
// no micro-batch then, but a rollout that is learnt from several times, whose last step is for what was left.
func (e *Entry) stepsFurtherIn(l *Loop) bool {
	depth := len(l.Run.Laps)
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.StepsOptimizer() && len(ev.Call.Laps) > depth+1 && ev.Call.Laps[depth].Entry == l.Run.Entry &&
			slices.ContainsFunc(
				l.steps,
				func(s *Event) bool { return ev.Object == s.Object || ev.Object == nil || s.Object == nil },
			)
	})
}

// Inside reports whether the statement stands in the body of the inner loop, and not in a function that it calls.
func (c *FastCounter) Inside() bool {
	for n := c.Increment.Node.Parent(); n != nil; n = n.Parent() {
		if _, called := n.(*python.Function); called {
			return false
		}
		if n == python.Node(c.Inner.Node()) {
			return true
		}
	}
	return false
}

func targetOf(c *FastCounter) python.Expr { return addsOne(c.Increment.Node) }

// waits reports whether an optimizer steps only behind several micro-batches: by a gate, or by a framework.
func (s *Step) waits(e *Event) bool {
	if _, gate := s.AccumulationGate(e); gate {
		return true
	}
	accelerator := accumulating(e)
	return accelerator != nil && accumulatesSeveral(accelerator)
}

// accumulating is what gates an event in its block: the accelerator of `with accelerator.accumulate(model)`; nil for
// none.
func accumulating(e *Event) *run.Object {
	for _, manager := range e.Call.Managers {
		for _, v := range run.Alternatives(manager) {
			o, ok := v.(*run.Object)
			if !ok || o.Made == nil || calleeName(o.Made) != "accumulate" {
				continue
			}
			accelerator, _ := memberObject(o.Made).(*run.Object)
			return accelerator
		}
	}
	return nil
}

// AccumulatedBy is the accelerator in whose block an optimizer steps, as the code writes it; "" when there is none.
func (c *FastCounter) AccumulatedBy() string {
	for _, manager := range c.Optimize.Call.Managers {
		for _, v := range run.Alternatives(manager) {
			o, ok := v.(*run.Object)
			if ok && o.Made != nil && o.Made.Node != nil && calleeName(o.Made) == "accumulate" {
				return python.PathText(o.Made.Node.Receiver())
			}
		}
	}
	return ""
}

// accumulatesSeveral reports whether an accelerator is made to accumulate gradients, or to be able to: one micro-batch
// a step is its default, and one that is built out of sight may have it.
func accumulatesSeveral(accelerator *run.Object) bool {
	if accelerator.Made == nil || symbolOf(accelerator.Made) != "accelerate.Accelerator" {
		return false
	}
	if plugin, _ := accelerator.Made.Argument("gradient_accumulation_plugin", -1); plugin != nil {
		return true
	}
	steps, _ := accelerator.Made.Argument("gradient_accumulation_steps", 3)
	return steps != nil && run.Bare(steps) != run.Value(run.Int(1))
}

// waitsBy reports whether a counter has a part in the gate of an event: it counts the micro-batches then.
func (s *Step) waitsBy(e *Event, c *FastCounter) bool {
	for _, l := range s.Gates(e) {
		at := l.Condition.Test
		if test, ok := at.Node.(python.Expr); ok && at.Unit == c.Increment.Unit && mentions(at.Unit.Module, test, c.Path) {
			return true
		}
	}
	gate, ok := s.AccumulationGate(e)
	if !ok {
		return false
	}
	every, _ := divisor(gate.Literal.Condition, 0)
	if every == nil || python.PathText(every) == "" {
		return false
	}
	for _, use := range usesOf(c.Increment.Unit.Module, c.Increment.Node, targetOf(c)) {
		b, ok := use.Parent().(*python.Binary)
		if ok && (python.PathText(b.Left) == python.PathText(every) || python.PathText(b.Right) == python.PathText(every)) {
			return true
		}
	}
	return false
}

// mentions reports whether an expression, or what a name in it stands for, holds a path.
func mentions(m *python.Module, e python.Expr, path string) bool {
	if holdsText(e, path) {
		return true
	}
	for n := range python.All(e) {
		name, ok := n.(*python.Name)
		if !ok {
			continue
		}
		_, bindings := m.Lookup(name.ID, name)
		if len(bindings) == 1 && bindings[0].Kind == python.Assigned && bindings[0].Value != nil &&
			holdsText(bindings[0].Value, path) {
			return true
		}
	}
	return false
}

func holdsText(e python.Expr, path string) bool {
	for n := range python.All(e) {
		if x, ok := n.(python.Expr); ok && python.PathText(x) == path {
			return true
		}
	}
	return false
}
