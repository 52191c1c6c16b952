package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// StuckMode is a call of eval() behind a training step that stays in force in the next one.
type StuckMode struct {
	Eval *Event
	// Loop is the one whose next lap trains the module in evaluation mode.
	Loop *Loop
	// Unknown is set where nothing is known of the module: it may have no layer that asks for the mode.
	Unknown bool
	// Seen is set where a layer of the module was met that asks for the mode.
	Seen bool
	// First: the evaluation opens the lap, and the training of the same lap already runs in evaluation mode.
	First bool
}

// StuckModes lists the calls of eval() after which a module is trained on, in the next lap of a loop, without a call of
// train() between.
func (e *Entry) StuckModes() []*StuckMode {
	var list []*StuckMode
	seen := map[python.Node]bool{}
	events := e.Events()
	for i, ev := range events {
		if ev.Kind != EvalMode || ev.Object == nil || seen[ev.Call.At] || e.endUnseen(ev.Call) {
			continue
		}
		stuck := &StuckMode{Eval: ev, Loop: e.sticks(events, i)}
		if stuck.Loop == nil {
			stuck.Loop, stuck.First = e.sticksAtFirst(events, i), true
		}
		if stuck.Loop != nil && !e.sameInBothModes(ev.Object, e.madeForEval(ev.Object)...) && !e.keepsPartsInEval(stuck) &&
			!e.tunesPart(ev) && !e.restoredByHand(ev) && !e.modeChosen(ev) {
			seen[ev.Call.At] = true
			inner := ev.Object
			for o, ok := wrapped(inner); ok; o, ok = wrapped(inner) {
				inner = o
			}
			stuck.Unknown = inner.Class == nil
			layer, _ := (&modes{e, map[*run.Object]bool{}}).differs(inner, 3*maxHeld)
			stuck.Seen = layer != nil
			list = append(list, stuck)
		}
	}
	return list
}

// keepsPartsInEval reports whether the loop that trains a module puts what it holds into evaluation mode one by one:
// its norms are meant to keep their statistics, and whether it drops anything out besides is not asked.
func (e *Entry) keepsPartsInEval(stuck *StuckMode) bool {
	depth := len(stuck.Loop.Run.Laps)
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		if ev.Kind != EvalMode || ev.Object == nil || len(ev.Call.Laps) <= depth ||
			ev.Call.Laps[depth].Entry != stuck.Loop.Run.Entry {
			return false
		}
		walked, ok := ev.Object.ItemFrom().(*run.Object)
		if !ok || walked.Made == nil || !knowledge.WalksModules(calleeName(walked.Made)) {
			return false
		}
		whole, ok := receiver(walked.Made).(*run.Object)
		return ok && e.related(whole, stuck.Eval.Object)
	})
}

// tunesPart reports whether a module that is put into evaluation mode was frozen, and what optimizers take of it is a
// part alone: the prompts of a CLIP, or the head of a network whose norms are meant to keep what they learnt elsewhere.
func (e *Entry) tunesPart(eval *Event) bool {
	module := eval.Object
	if !slices.ContainsFunc(e.freezings(), func(f freezing) bool {
		return f.seq < eval.Call.Seq && f.module != nil && e.holds(f.module, module)
	}) {
		return false
	}
	parts := 0
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() {
			continue
		}
		o, ok := e.OptimizedBy(ev.Object)
		if !ok && e.trains(e.Events(), ev, eval) {
			return false
		}
		for _, m := range o.Modules {
			switch {
			case e.holds(m, module):
				return false
			case e.holds(module, m):
				parts++
			}
		}
	}
	return parts > 0
}

// modeChosen reports whether an if does nothing but put a module into one mode or the other, and asks for no lap: the
// norms are meant to stay as they are where somebody says so, if args.fix_bn: model.eval() else: model.train().
func (e *Entry) modeChosen(eval *Event) bool {
	branch, ok := python.EnclosingStmt(eval.Call.At).Parent().(*python.If)
	if !ok || !setsModesAlone(branch.Body) || !setsModesAlone(branch.Else) {
		return false
	}
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.Kind == TrainMode && ev.Object != nil && e.mayBeRelated(ev.Object, eval.Object) &&
			python.EnclosingStmt(ev.Call.At).Parent() == python.Node(branch) &&
			!slices.ContainsFunc(ev.Call.Gates, func(l run.Literal) bool {
				return picksLaps(l.Condition) && !slices.Contains(eval.Call.Gates, l)
			})
	})
}

// setsModesAlone reports whether a block is nothing but calls of train() and eval().
func setsModesAlone(block []python.Stmt) bool {
	return len(block) > 0 && !slices.ContainsFunc(block, func(s python.Stmt) bool {
		only, ok := s.(*python.ExprStmt)
		if !ok {
			return true
		}
		c, ok := only.Value.(*python.Call)
		return !ok || c.MethodName() != "eval" && c.MethodName() != "train"
	})
}

// restoredByHand reports whether the flag that train() and eval() set is written behind an evaluation, to something
// that is not False: a context manager that gives each part of a model the mode back that it had.
func (e *Entry) restoredByHand(eval *Event) bool {
	return slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Kind == run.StoreAttribute && s.Name == "training" && s.Seq > eval.Call.Seq &&
			s.New != run.Value(run.Bool(false))
	})
}

// endUnseen reports whether a call stands in a function that was not followed to its end: a train() may come there, as
// in a callback that measures for hundreds of lines before it sets the model back.
func (e *Entry) endUnseen(c *run.Call) bool {
	for up := c.Caller; up != nil; up = up.Caller {
		if e.Facts.machine.GaveUp(up) {
			return true
		}
	}
	return false
}

// sticks is the loop in whose next lap the module of the i-th event is trained in evaluation mode; nil when none is.
func (e *Entry) sticks(events []*Event, i int) *Loop {
	eval := events[i]
	if e.Until > 0 && eval.Call.Seq > e.Until {
		return nil
	}
	before := e.trainedBefore(events[:i], eval)
	if before == nil {
		return nil
	}
	evaluated := e.mode(events[:i], before, eval) == EvalMode
	if evaluated && len(eval.Call.Laps) == 0 {
		return nil
	}
	for _, next := range events[i+1:] {
		if e.Until > 0 && next.Call.Seq > e.Until {
			return nil
		}
		switch next.Kind {
		case TrainMode:
			if next.Object == nil || e.mayBeRelated(next.Object, eval.Object) && compatible(eval.Call.Gates, next.Call.Gates) &&
				!e.onOtherLaps(next, eval) {
				return nil
			}
		case OptimStep, ScalerStep:
			if !compatible(eval.Call.Gates, next.Call.Gates) || !e.trains(events, next, eval) {
				continue
			}
			// What is set before the step of its own lap is meant so: an attack on a model.
			loop := e.nextLap(eval, next)
			if loop == nil || !sameLap(before, eval, loop) || onceOnly(eval, loop) || madeIn(eval.Object, loop) ||
				e.handsAway(eval, next) || e.mayTrainParts(eval, next) ||
				evaluated && !e.trainedAtFirst(events[:i], eval, loop) {
				return nil
			}
			return loop
		}
	}
	return nil
}

// mayTrainParts reports whether, between an evaluation and the training behind it, a method of the module that is not
// followed may set the mode, by its name: model.adapters_train().
func (e *Entry) mayTrainParts(eval, next *Event) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if c.Seq <= eval.Call.Seq || c.Seq >= next.Call.Seq || c.Node == nil || newEvent(c) != nil || functionOf(c) != nil {
			return false
		}
		name := c.Node.MethodName()
		on, ok := receiver(c).(*run.Object)
		return ok && name != "train" && strings.Contains(name, "train") && e.mayBeRelated(on, eval.Object)
	})
}

// trainedAtFirst reports whether a loop began to train a module outside of evaluation mode, and only helpers have put
// it there since: one that draws samples, beside the one that validates.
func (e *Entry) trainedAtFirst(events []*Event, eval *Event, loop *Loop) bool {
	depth := len(loop.Run.Laps)
	var first *Event
	for _, ev := range events {
		if len(ev.Call.Laps) <= depth || ev.Call.Laps[depth].Entry != loop.Run.Entry ||
			!compatible(ev.Call.Gates, eval.Call.Gates) {
			continue
		}
		switch ev.Kind {
		case OptimStep, ScalerStep:
			if first == nil && e.trains(events, ev, eval) {
				first = ev
			}
		case EvalMode:
			if first != nil && ev.Call.Caller == first.Call.Caller && ev.Object != nil && e.related(ev.Object, eval.Object) {
				return false
			}
		}
	}
	return first != nil && e.mode(events, first, eval) != EvalMode
}

// sticksAtFirst is the loop in whose lap a module is evaluated, by the i-th event and without recording, and then
// trained as it is; nil when there is none, or nobody put the module into training mode before the loop and each lap
// evaluates: it is meant so then.
func (e *Entry) sticksAtFirst(events []*Event, i int) *Loop {
	eval := events[i]
	meant := slices.IndexFunc(events[:i], func(ev *Event) bool {
		return ev.Kind == TrainMode && ev.Object != nil && e.related(ev.Object, eval.Object) &&
			compatible(ev.Call.Gates, eval.Call.Gates)
	})
	switch {
	case meant >= 0 && len(events[meant].Call.Laps) < len(eval.Call.Laps):
	case meant < 0 && slices.ContainsFunc(eval.Call.Gates, func(l run.Literal) bool {
		return l.Holds && picksLaps(l.Condition)
	}):
	default:
		return nil
	}
	for _, next := range events[i+1:] {
		switch {
		case e.Until > 0 && next.Call.Seq > e.Until:
			return nil
		case next.Kind == TrainMode:
			if next.Object == nil || e.mayBeRelated(next.Object, eval.Object) {
				return nil
			}
		case !next.StepsOptimizer() || !compatible(eval.Call.Gates, next.Call.Gates) ||
			!e.trains(events, next, eval):
		default:
			loop := e.lapOf(eval, next)
			if loop == nil || meant >= 0 && len(events[meant].Call.Laps) > len(loop.Run.Laps) || onceOnly(eval, loop) ||
				!e.evaluatesBetween(eval, next) || e.handsAway(eval, next) {
				return nil
			}
			return loop
		}
	}
	return nil
}

// lapOf is the innermost loop of which two events happen in the same lap; nil when there is none.
func (e *Entry) lapOf(a, b *Event) *Loop {
	var loop *Loop
	for i := range min(len(a.Call.Laps), len(b.Call.Laps)) {
		if a.Call.Laps[i] != b.Call.Laps[i] {
			break
		}
		loop = e.loopFor(a.Call.Laps[i])
	}
	return loop
}

// evaluatesBetween reports whether a module that was put into evaluation mode is run for that before it is trained,
// and not frozen: without recording, or by an evaluation that sets it itself and is over before.
func (e *Entry) evaluatesBetween(eval, next *Event) bool {
	for _, c := range e.Calls {
		if c.Seq <= eval.Call.Seq || c.Seq >= next.Call.Seq || newEvent(c) != nil {
			continue
		}
		m := moduleCalled(c)
		if m == nil || !e.related(m, eval.Object) {
			continue
		}
		if c.Grad != run.Value(run.Bool(true)) || e.evaluationOf(eval, c) {
			return true
		}
	}
	return false
}

// evaluationOf reports whether a forward pass runs in the same function that put its module into evaluation mode, by
// itself or through a helper, which is called an evaluation, and the backward passes of the entry do not.
func (e *Entry) evaluationOf(eval *Event, pass *run.Call) bool {
	by := eval.Call.Caller
	for by != nil && !knowledge.NamesEvaluation(calleeName(by)) {
		by = by.Caller
	}
	if by == nil || by.Node == nil || !within(pass, by) {
		return false
	}
	return !slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return (ev.Kind == Backward || ev.Kind == Grad) && within(ev.Call, by)
	})
}

// trainedBefore is the last optimizer step that trains the module of an event before it.
func (e *Entry) trainedBefore(events []*Event, eval *Event) *Event {
	for i := len(events) - 1; i >= 0; i-- {
		ev := events[i]
		if ev.StepsOptimizer() && compatible(ev.Call.Gates, eval.Call.Gates) && e.trains(events, ev, eval) {
			return ev
		}
	}
	return nil
}

// mode is the mode in which the module of an evaluation stands at one of the events, as far as the events say. That the
// same evaluation ran before the training says nothing of how it is meant to train: the figures at the start.
func (e *Entry) mode(events []*Event, at, eval *Event) EventKind {
	found, module := NoEvent, eval.Object
	for _, ev := range events {
		if ev == at {
			break
		}
		if ev.Kind == EvalMode && ev.Call.At == eval.Call.At && inEvaluation(ev.Call) {
			continue
		}
		if (ev.Kind == TrainMode || ev.Kind == EvalMode) && ev.Object != nil && e.related(ev.Object, module) &&
			compatible(ev.Call.Gates, at.Call.Gates) && !e.partMadeForEval(ev, module) {
			found = ev.Kind
		}
	}
	return found
}

// partMadeForEval reports whether a constructor puts a part of a module, and not all of it, into evaluation mode: an
// encoder that comes so from its own factory says nothing of the mode of what holds it.
func (e *Entry) partMadeForEval(ev *Event, module *run.Object) bool {
	return ev.Kind == EvalMode && constructs(ev.Call) && e.holds(module, ev.Object) && !e.holds(ev.Object, module)
}

// madeForEval are the parts of a module that its constructor puts into evaluation mode.
func (e *Entry) madeForEval(module *run.Object) []*run.Object {
	var list []*run.Object
	for _, ev := range e.Events() {
		if ev.Object != nil && e.partMadeForEval(ev, module) {
			list = append(list, ev.Object)
		}
	}
	return list
}

// onOtherLaps reports whether a train() comes in the lap of an evaluation, in laps that another count picks: what
// samples every hundred steps is not set back by what validates every thousand.
func (e *Entry) onOtherLaps(train, eval *Event) bool {
	if !sameLaps(train.Call.Laps, eval.Call.Laps) {
		return false
	}
	return slices.ContainsFunc(train.Call.Gates, func(l run.Literal) bool {
		return picksLaps(l.Condition) && !slices.Contains(eval.Call.Gates, l)
	})
}

// picksLaps reports whether a condition asks whether a count can be divided: step % args.every == 0.
func picksLaps(c *run.Condition) bool {
	return c.Object != nil && c.Object.Operator == "%" ||
		slices.ContainsFunc(c.Parts, func(l run.Literal) bool { return picksLaps(l.Condition) })
}

// inEvaluation reports whether a call is made by a function that is called an evaluation, or on its behalf.
func inEvaluation(c *run.Call) bool {
	for c = c.Caller; c != nil; c = c.Caller {
		if knowledge.NamesEvaluation(calleeName(c)) {
			return true
		}
	}
	return false
}

// nextLap is the loop of which b happens in a later lap than a; nil when there is none.
func (e *Entry) nextLap(a, b *Event) *Loop {
	for i := range b.Call.Laps {
		if earlierLap(a.Call.Laps, b.Call.Laps, i) {
			return e.loopFor(b.Call.Laps[i])
		}
	}
	return nil
}

// sameLap reports whether two events happen in the same lap of a loop.
func sameLap(a, b *Event, loop *Loop) bool {
	depth := len(loop.Run.Laps)
	return len(a.Call.Laps) > depth && len(b.Call.Laps) > depth && a.Call.Laps[depth] == b.Call.Laps[depth]
}

// trains reports whether an optimizer step surely trains the module that was put into eval mode, or one that it holds:
// the optimizer takes parameters of it, or nothing shows what it takes, the module is called as the main one is or
// there is but one optimizer, and the backward pass before goes through it.
func (e *Entry) trains(events []*Event, optimize, eval *Event) bool {
	module := eval.Object
	if o, ok := e.OptimizedBy(optimize.Object); ok {
		return slices.ContainsFunc(o.Modules, func(m *run.Object) bool { return e.holds(module, m) || e.lists(m, module) })
	}
	if optimize.Object != nil && library.RoleOf(optimize.Object) == knowledge.Engine {
		return e.related(optimize.Object, module)
	}
	if e.ofTensorsAlone(optimize.Object) {
		return false
	}
	name := run.LastPart(eval.Name())
	if !knowledge.NamesMainModel(module.Word) && !knowledge.NamesMainModel(name) &&
		(knowledge.NamesFrozen(module.Word) || knowledge.NamesFrozen(name) || !onlyOne(events, optimize) ||
			e.mayBeFrozen(optimize.Call, module)) {
		return false
	}
	for i := len(events) - 1; i >= 0; i-- {
		if ev := events[i]; ev.Kind == Backward && ev.Call.Seq < optimize.Call.Seq {
			return e.graphs().passesThrough(ev, module, e)
		}
	}
	return false
}

// onlyOne reports whether one optimizer makes all the steps.
func onlyOne(events []*Event, optimize *Event) bool {
	return !slices.ContainsFunc(events, func(ev *Event) bool {
		return ev.StepsOptimizer() && ev.Object != optimize.Object
	})
}

// leavesBehind reports whether a break, return or raise follows a statement in its block.
func leavesBehind(s python.Stmt) bool {
	list := python.BlockOf(s)
	for i := len(list) - 1; i >= 0 && list[i] != s; i-- {
		if leaves(list[i]) {
			return true
		}
		switch s := list[i].(type) {
		case *python.Simple:
			if s.Kind == python.Break {
				return true
			}
		case *python.With: // with torch.no_grad(): return model(x)
			if len(s.Body) > 0 && (leavesBehind(s.Body[0]) || leaves(s.Body[0])) {
				return true
			}
		}
	}
	return false
}

// leaves reports whether a statement ends its function, or the program.
func leaves(s python.Stmt) bool {
	switch s.(type) {
	case *python.Return, *python.Raise:
		return true
	}
	return run.Ends(s)
}

// handsAway reports whether a function that is not seen is given the module between two events: it may put it back.
func (e *Entry) handsAway(eval, next *Event) bool {
	for _, c := range e.Calls {
		if c.Seq > eval.Call.Seq && c.Seq < next.Call.Seq && c.Node != nil && e.outOfSight(c, eval.Object) {
			return true
		}
	}
	return false
}

func (e *Entry) outOfSight(c *run.Call, module *run.Object) bool {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		path := string(callee)
		if strings.HasPrefix(path, "torch.") || !strings.Contains(path, ".") || knowledge.OnlyLooks(path) ||
			leavesAlone(run.LastPart(path)) {
			return false
		}
	case *run.Member:
		on, ok := callee.Object.(*run.Object)
		if !ok || on.Kind == run.List || on.Kind == run.Dict || on.Kind == run.Set || leavesAlone(callee.Name) ||
			knowledge.CastsTo(callee.Name) {
			return false
		}
		if newEvent(c) != nil || library.RoleOf(on) != knowledge.NoRole || library.IsModule(on) {
			return false
		}
		// a SummaryWriter draws
		if class, theirs := on.Class.(run.Symbol); theirs && strings.HasPrefix(string(class), "torch.") {
			return false
		}
		if _, ours := on.Class.(*run.Class); ours && e.holds(on, module) {
			return !knowledge.ModuleMethod(callee.Name) || callee.Name == "apply"
		}
	case *run.Object:
		if library.IsModule(callee) || library.RoleOf(callee) != knowledge.NoRole || leavesAlone(callee.Word) ||
			e.calls(callee) {
			return false
		}
	default:
		return false
	}
	for _, a := range c.Args {
		for _, v := range e.graphs().flatten(a.Value) {
			if o, ok := v.(*run.Object); ok && (o.Kind == run.Unknown || o.Kind == run.Instance) && e.related(o, module) &&
				!isSetting(o, module, e) {
				return true
			}
		}
	}
	return false
}

// leavesAlone reports whether a function, by its name, puts nothing that it is given into another mode.
func leavesAlone(name string) bool { return knowledge.Harmless(name) || knowledge.LeavesMode(name) }

// calls reports whether an object is of a class of the project whose __call__ is seen: validate = Validator(loader).
func (e *Entry) calls(o *run.Object) bool {
	class, ours := o.Class.(*run.Class)
	if !ours {
		return false
	}
	_, seen := e.Facts.machine.ClassMember(class, "__call__").(*run.Function)
	return seen
}

// Site is the call of eval(), or the call that leads to it in the loop's file where a helper elsewhere holds it.
func (s *StuckMode) Site() run.Place {
	for c := s.Eval.Call; c != nil; c = c.Caller {
		if c.Node != nil && c.Unit == s.Loop.Run.Unit {
			return c.Place()
		}
	}
	return s.Eval.Place()
}

// Name is how the function of the loop calls the module; shown is false when it does not show, and the name is that of
// the place where the module is set.
func (s *StuckMode) Name() (name string, shown bool) {
	top := s.Eval.Call
	for top.Caller != nil && top.Caller != s.Loop.Run.Caller {
		top = top.Caller
	}
	if top == s.Eval.Call {
		return s.Eval.Name(), s.Eval.Name() != "" && !s.InTurn()
	}
	for _, a := range top.Args {
		for _, v := range run.Alternatives(a.Value) {
			if v != run.Value(s.Eval.Object) || a.Node == nil {
				continue
			}
			if name := python.PathText(a.Node); name != "" {
				return name, true
			}
		}
	}
	name = s.Eval.Name()
	if name == "" {
		name = "the model"
	}
	caller := s.Loop.Run.Caller
	return name, strings.HasPrefix(name, "self.") && caller != nil && selfOf(caller) != nil &&
		selfOf(caller) == selfOf(s.Eval.Call.Caller)
}

// InTurn reports whether a loop calls eval() on several modules in turn: the name is that of none at the top of the
// loop around.
func (s *StuckMode) InTurn() bool {
	c := s.Eval.Call
	if c.Node == nil || c.Node.Receiver() == nil {
		return false
	}
	name, ok := c.Node.Receiver().(*python.Name)
	if !ok {
		return false
	}
	for n := c.At; n != nil && n != python.Node(s.Loop.Node()); n = n.Parent() {
		if loop, ok := n.(*python.For); ok && bindsName(loop.Target, name.ID) {
			return true
		}
	}
	return false
}
