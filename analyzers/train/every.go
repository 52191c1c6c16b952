package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Repeated is a call that happens in every run of a training step.
type Repeated struct {
	Call *run.Call
	Step *Step
}

// EveryStep lists the calls of one kind that happen in every run of a training step, each place once.
func (f *Facts) EveryStep(is func(*run.Call) bool) []Repeated {
	var list []Repeated
	seen := map[python.Node]bool{}
	of := map[*Entry][]*run.Call{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node != nil && is(c) {
				of[e] = append(of[e], c)
			}
		}
	}
	for _, s := range append(f.Steps(), f.hookSteps()...) {
		if len(of[s.Entry]) == 0 || !s.single() || s.few() {
			continue
		}
		for _, c := range of[s.Entry] {
			if !seen[c.At] && s.during(c.Laps) && s.always(c) {
				seen[c.At] = true
				list = append(list, Repeated{c, s})
			}
		}
	}
	return list
}

// PerEpoch reports whether a step is a whole epoch: all the data is one batch.
func (s *Step) PerEpoch() bool {
	return s.Loop != nil && isCount(s.Loop.Over()) && knowledge.NamesEpochs(s.Loop.words())
}

// aHandful is how many training steps are no training: a trial of two or three, whose memory is looked at.
const aHandful = 5

// few reports whether a step happens only a handful of times, once in the program: what a call costs there is nothing.
func (s *Step) few() bool {
	if s.Loop == nil || len(s.Loop.Run.Laps) > 0 {
		return false
	}
	over, ok := s.Loop.Over().(*run.Range)
	return ok && over.Step == 1 && over.Stop-over.Start <= aHandful
}

// hookSteps are the methods that a framework calls once a step, which it differentiates and steps behind itself.
func (f *Facts) hookSteps() []*Step {
	var list []*Step
	for _, e := range f.Entries() {
		if e.Function == nil || e.Function.Class == nil || !knowledge.NamesStep(e.Function.Name()) || len(e.Steps()) > 0 {
			continue
		}
		if by := hooksOf(e.Function.Class); by != PlainTorch {
			list = append(list, &Step{Entry: e, Owner: by})
		}
	}
	return list
}

// single reports whether a step is one for sure: a loop that steps itself, not one over tasks or folds that trains on
// each, or a function that is called a training step and has no loop of its own around what it does.
func (s *Step) single() bool {
	if s.Loop != nil {
		if s.startsAnew() || s.isStage() {
			return false
		}
		return (s.Loop.direct != NoEvent || s.Loop.innerSteps()) &&
			(s.Owner != PlainTorch || s.Entry.optimizesSomething() || s.mayUpdate())
	}
	f := s.Entry.Function
	return f != nil && knowledge.NamesStep(f.Name())
}

// startsAnew reports whether each lap makes the optimizer that it steps, or what it differentiates: a trial, or a run
// of its own whose memory or time is measured.
func (s *Step) startsAnew() bool {
	anew := false
	for _, ev := range s.Events {
		if ev.Kind != OptimStep && ev.Kind != ScalerStep || ev.Object == nil {
			continue
		}
		if !madeIn(ev.Object, s.Loop) {
			return false
		}
		anew = true
	}
	if anew {
		return true
	}
	trainees := s.trainees()
	return len(trainees) > 0 && !slices.ContainsFunc(trainees, func(o *run.Object) bool { return !madeIn(o, s.Loop) })
}

// isStage reports whether each lap has a trainer do a whole training: a lap is a task or a stage, and a backward pass
// in it looks at the gradients.
func (s *Step) isStage() bool {
	return slices.ContainsFunc(s.Entry.Calls, func(c *run.Call) bool { return s.during(c.Laps) && startsTrainer(c) })
}

// optimizesSomething reports whether an optimizer may step in what was entered: passes that none follows measure
// something, how long they take or how many samples fit.
func (e *Entry) optimizesSomething() bool {
	return !e.Whole || slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if ev := newEvent(c); ev != nil {
			return ev.StepsOptimizer()
		}
		m, ok := c.Callee.(*run.Member) // optimizer.step("decoder") of a class of the project's own
		return ok && m.Name == "step" && c.Node != nil &&
			(library.RoleOf(m.Object) == knowledge.Optimizer ||
				knowledge.RoleOfWord(python.LastName(c.Node.Receiver())) == knowledge.Optimizer)
	})
}

// innerSteps reports whether what trains in a loop are loops of the step: micro-batches, optimizers, the turns of a
// critic.
func (l *Loop) innerSteps() bool {
	for _, c := range l.children {
		if c.Trains && (c.Kind == BatchLoop || c.Kind == EpochLoop) {
			return false
		}
	}
	return l.Trains
}

// always reports whether a call happens in every lap of a step: no condition decides it but on the hardware and the
// process, no exception, no break behind it that ends the loop in its first lap.
func (s *Step) always(c *run.Call) bool {
	gates := c.Gates[min(s.gates, len(c.Gates)):]
	if s.Loop != nil {
		l := s.Entry.innermost(c.Laps)
		for ; l != nil && l.Node() != s.Loop.Node(); l = l.Parent {
			if l.Kind == BatchLoop || l.Kind == EpochLoop {
				return false
			}
		}
		if l == nil { // the same loop, entered in another lap of the one around it, where other gates lead to it
			l = s.Loop
		}
		gates = l.gatesIn(c.Gates)
		if !s.Loop.again() {
			return false
		}
	}
	return steady(s.decisive(gates, c))
}

// decisive leaves out the conditions of which either answer leads to the same call: its receiver is one of two values
// there.
func (s *Step) decisive(gates []run.Literal, c *run.Call) []run.Literal {
	var list []run.Literal
	for _, l := range gates {
		opposite := run.Literal{Condition: l.Condition, Holds: !l.Holds}
		if !slices.ContainsFunc(s.Entry.Calls, func(other *run.Call) bool {
			return other.At == c.At && other.Caller == c.Caller && slices.Equal(other.Laps, c.Laps) &&
				slices.Contains(other.Gates, opposite)
		}) {
			list = append(list, l)
		}
	}
	return slices.DeleteFunc(list, func(l run.Literal) bool { return choosesWay(l, c) })
}

// choosesWay reports whether a literal on the way to a call only says by which of two ways a step computes the same
// thing, the same one in all steps of an epoch: `if args.distill: loss = distilled(x) else: loss = plain(x)`, or one
// assigner of targets until some epoch and another after.
func choosesWay(l run.Literal, c *run.Call) bool {
	test := l.Condition.Test
	if test.Node == nil || !settled(l.Condition, 0) && !comparesEpoch(test.Node) {
		return false
	}
	text := test.Unit.Module.File.Slice(test.Node.Span())
	for ; c != nil && c.At != nil; c = c.Caller {
		for up := c.At.Parent(); up != nil; up = up.Parent() {
			block, ok := up.(*python.If)
			if !ok || c.Unit.Module.File.Slice(block.Test.Span()) != text {
				continue
			}
			other := bindsTo(block.Else)
			return slices.ContainsFunc(bindsTo(block.Body), func(name string) bool { return slices.Contains(other, name) })
		}
	}
	return false
}

// comparesEpoch reports whether a test compares an epoch with something.
func comparesEpoch(test python.Node) bool {
	c, ok := test.(*python.Compare)
	return ok && len(c.Ops) == 1 && strings.ContainsAny(c.Ops[0], "<>") &&
		knowledge.NamesEpochs(python.LastName(c.Operands[0]))
}

// bindsTo are the names that a block's own statements bind, those of an elif below it too.
func bindsTo(block []python.Stmt) []string {
	var names []string
	for _, s := range block {
		switch s := s.(type) {
		case *python.Assign:
			for _, t := range s.Targets {
				for n := range python.All(t) {
					if name, ok := n.(*python.Name); ok && python.IsTarget(name) {
						names = append(names, name.ID)
					}
				}
			}
		case *python.If:
			if s.Elif {
				names = append(names, bindsTo(s.Body)...)
			}
		}
	}
	return names
}

// again reports whether a loop goes round more than once: no break at its end leaves it in the first lap.
func (l *Loop) again() bool { return l.Run.Turns > 1 }

// StepsEnvironment reports whether a step also steps something that is no optimizer, scheduler or scaler: a simulator,
// a decoder, a sampler.
func (s *Step) StepsEnvironment() bool { return stepsEnvironment(s.calls()) }

func stepsEnvironment(calls []*run.Call) bool {
	for _, c := range calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || newEvent(c) != nil {
			continue
		}
		role := library.RoleOf(m.Object)
		if role == knowledge.NoRole && c.Node != nil { // an item of a dictionary that is called optimizers
			role = knowledge.RoleOfWord(python.LastName(c.Node.Receiver()))
		}
		switch role {
		case knowledge.Optimizer, knowledge.Scheduler, knowledge.Scaler, knowledge.Engine, knowledge.Progress:
			continue
		}
		on := ""
		if o, ok := m.Object.(*run.Object); ok {
			on = o.Word
		}
		if knowledge.StepsEnvironment(on, m.Name) {
			return true
		}
	}
	return false
}
