package train

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Step is a stretch of the program that runs once for every training step: one lap of a batch loop, or an entry that
// holds a step and is called from elsewhere.
type Step struct {
	Entry *Entry
	// Loop is the batch loop; nil when the entry itself is the step.
	Loop   *Loop
	Events []*Event
	Owner  Owner

	gates int // how many gates were open where the step begins

	callsKnown     bool
	callsWithin    []*run.Call // in the loop
	outdatedKnown  bool
	outdatedPasses []*Outdated // asked for by two rules
}

// Owner is who runs the training step.
type Owner uint8

// The owners. What a framework does itself (clearing gradients, dividing the loss, gating the optimizer) must not be
// missed in the code that uses it.
const (
	PlainTorch Owner = iota
	Accelerate
	Lightning
	LightningFabric
	HFTrainer
	DeepSpeed
)

// Steps lists the training steps of all entries.
func (f *Facts) Steps() []*Step {
	var list []*Step
	for _, e := range f.Entries() {
		list = append(list, e.Steps()...)
	}
	return list
}

// Steps lists the training steps of an entry: its outermost batch loops that train, and what trains outside of any.
// A loop that is entered several times is one step, as its last time shows it in which an optimizer stepped.
func (e *Entry) Steps() []*Step {
	if e.known.steps {
		return e.steps
	}
	e.known.steps = true
	last := map[string]int{}
	covered := map[*Event]bool{}
	for _, l := range e.AllLoops() {
		if !l.Trains || l.Kind != BatchLoop || outerBatchLoop(l) != nil {
			continue
		}
		s := &Step{Entry: e, Loop: l, gates: len(l.Run.Gates), Events: e.lastLap(l, covered)}
		key := siteKey(l.Run.Node, l.Run.Caller)
		if i, again := last[key]; again {
			if s.optimizes() || !e.steps[i].optimizes() { // its phase of validation may come last
				e.steps[i] = s
			}
			continue
		}
		last[key] = len(e.steps)
		e.steps = append(e.steps, s)
		e.Facts.Module.Meter.Spend(len(e.Calls) / 2) // questions look through all calls for each step
	}
	var rest []*Event
	trains := false
	for _, ev := range e.Events() {
		if covered[ev] || e.inCoveredLoop(ev) {
			continue
		}
		rest = append(rest, ev)
		trains = trains || ev.Kind == Backward || ev.StepsOptimizer()
	}
	if trains {
		e.steps = append(e.steps, &Step{Entry: e, Events: rest})
	}
	for _, s := range e.steps {
		s.Owner = s.owner()
	}
	return e.steps
}

func (e *Entry) inCoveredLoop(ev *Event) bool {
	for l := e.innermost(ev.Call.Laps); l != nil; l = l.Parent {
		if l.Kind == BatchLoop && l.Trains {
			return true
		}
	}
	return false
}

// optimizes reports whether an optimizer steps in a step.
func (s *Step) optimizes() bool { return s.Has(OptimStep, ScalerStep) }

// siteKey tells the ways to a node apart.
func siteKey(n python.Node, caller *run.Call) string {
	var b strings.Builder
	for c := caller; c != nil; c = c.Caller {
		if c.At != nil {
			b.WriteString(strconv.Itoa(c.At.Span().Start))
			b.WriteByte(' ')
		}
	}
	b.WriteString(strconv.Itoa(n.Span().Start))
	return b.String()
}

// lastLap lists the events of the last lap of a loop that was run: the first may be special, the second stands for all
// later ones.
func (e *Entry) lastLap(l *Loop, covered map[*Event]bool) []*Event {
	depth := len(l.Run.Laps)
	lap := -1
	var list []*Event
	for _, ev := range e.Events() {
		laps := ev.Call.Laps
		if len(laps) <= depth || laps[depth].Entry != l.Run.Entry {
			continue
		}
		covered[ev] = true
		if laps[depth].N > lap {
			lap, list = laps[depth].N, nil
		}
		list = append(list, ev)
	}
	return list
}

// outerBatchLoop is a batch loop around l in which the optimizer also steps.
func outerBatchLoop(l *Loop) *Loop {
	for p := l.Parent; p != nil; p = p.Parent {
		if p.Kind == BatchLoop && p.Trains {
			return p
		}
	}
	return nil
}

// Has reports whether the step holds an event of one of the kinds.
func (s *Step) Has(kinds ...EventKind) bool {
	return slices.ContainsFunc(s.Events, func(e *Event) bool { return slices.Contains(kinds, e.Kind) })
}

// Of lists the step's events of one kind, in order.
func (s *Step) Of(kind EventKind) []*Event {
	var list []*Event
	for _, e := range s.Events {
		if e.Kind == kind {
			list = append(list, e)
		}
	}
	return list
}

// Gates are the conditions between the beginning of the step and an event. Those that say which of several optimizers
// it is that steps are none.
func (s *Step) Gates(e *Event) []run.Literal {
	var list []run.Literal
	last := len(e.Call.Gates) - e.Call.Chosen
	for _, l := range e.Call.Gates[min(s.gates, last):last] {
		if l.Condition.Operator != run.Raises && l.Condition.Operator != run.Iterates {
			list = append(list, l)
		}
	}
	return list
}

// Via are the calls of the project's functions that lead from the step's own function to an event, outermost first.
func (s *Step) Via(e *Event) []*run.Call {
	var stop *run.Call
	if s.Loop != nil {
		stop = s.Loop.Run.Caller
	} else if s.Entry.Calls[0].Entry {
		stop = s.Entry.Calls[0]
	}
	var list []*run.Call
	for c := e.Call.Caller; c != nil && c != stop; c = c.Caller {
		list = append(list, c)
	}
	slices.Reverse(list)
	return list
}

// InnerLoops are the loops between the step and an event, outermost first.
func (s *Step) InnerLoops(e *Event) []*Loop {
	var list []*Loop
	for l := s.Entry.innermost(e.Call.Laps); l != nil && l != s.Loop; l = l.Parent {
		list = append(list, l)
	}
	slices.Reverse(list)
	return list
}

// owner is who owns the step.
func (s *Step) owner() Owner {
	if by := hooksOf(s.class()); by != PlainTorch {
		return by
	}
	return s.Entry.owner()
}

// hooksOf is the framework that calls the methods of a class; PlainTorch when none is seen.
func hooksOf(class *run.Class) Owner {
	if class == nil {
		return PlainTorch
	}
	for _, one := range class.Line() {
		if path, ok := one.(run.Symbol); ok {
			if by := callerOf(string(path)); by != PlainTorch {
				return by
			}
		}
	}
	return PlainTorch
}

// callerOf is the framework that calls the methods of the heirs of a library's class; PlainTorch for any other.
func callerOf(path string) Owner {
	switch {
	case strings.HasSuffix(path, "LightningModule"), strings.HasSuffix(path, "LightningDataModule"):
		return Lightning
	case knowledge.RoleOfClass(path) == knowledge.Trainer:
		return HFTrainer
	}
	return PlainTorch
}

// owner is who owns the steps of an entry, as far as what it calls shows it.
func (e *Entry) owner() Owner {
	if !e.known.owner {
		e.known.owner, e.ownedBy = true, e.ownerByCalls()
	}
	return e.ownedBy
}

func (e *Entry) ownerByCalls() Owner {
	for _, c := range e.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok {
			continue
		}
		switch m.Name {
		case "backward", "prepare", "accumulate", "setup", "setup_module", "step", "clip_grad_norm_", "setup_dataloaders":
			switch library.RoleOf(m.Object) {
			case knowledge.Accelerator:
				return Accelerate
			case knowledge.Fabric:
				return LightningFabric
			case knowledge.Engine:
				return DeepSpeed
			}
		}
	}
	return PlainTorch
}

// class is the class whose method holds the step.
func (s *Step) class() *run.Class {
	call := (*run.Call)(nil)
	switch {
	case s.Loop != nil:
		call = s.Loop.Run.Caller
	case len(s.Entry.Calls) > 0:
		call = s.Entry.Calls[0]
	}
	if call == nil {
		return nil
	}
	switch f := call.Callee.(type) {
	case *run.Function:
		return f.Class
	case *run.Method:
		return f.Func.Class
	}
	return nil
}
