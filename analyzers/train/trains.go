package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Trains reports whether a program that starts in the file trains: in a loop or a step that is seen.
func (f *Facts) Trains() bool {
	for _, e := range f.Entries() {
		if len(e.Steps()) > 0 {
			return true
		}
		for _, l := range e.AllLoops() {
			if l.Trains {
				return true
			}
		}
	}
	return false
}

// StartsTraining reports whether the file calls something that trains by its name: trainer.train(), fit(),
// train_model().
func (f *Facts) StartsTraining() bool {
	for _, c := range f.Module.AllCalls() {
		switch name := python.LastName(c.Func); {
		case name == "fit",
			strings.HasPrefix(name, "train_") && !knowledge.SplitsData(name),
			name == "train" && c.Receiver() == nil,
			name == "train" && strings.Contains(strings.ToLower(python.LastName(c.Receiver())), "trainer"):
			return true
		}
	}
	return false
}

// maxImported bounds the modules that are looked at for being imported.
const maxImported = 64

// Imported lists the modules of the project whose bodies run when the file is imported or started, before its own: what
// it imports, and what these do.
func (f *Facts) Imported() []*run.Unit {
	m := f.Machine()
	main := m.Unit(f.Module, "__main__")
	list := []*run.Unit{main}
	for i := 0; i < len(list) && len(list) < maxImported; i++ {
		for _, u := range m.Imports(list[i]) {
			if !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	return list[1:]
}

// Around is the loop of epochs that runs, with training in it, under the context manager that a call makes; nil when
// there is none.
func (f *Facts) Around(manager python.Node) *Loop {
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			for l := e.LoopAround(ev.Call.Laps); l != nil; l = l.Parent {
				if l.Kind == EpochLoop && l.Trains && e.manages(manager, ev, l) {
					return l
				}
			}
		}
	}
	return nil
}

// manages reports whether an event runs under a context manager that was made before a loop began.
func (e *Entry) manages(manager python.Node, ev *Event, l *Loop) bool {
	for _, v := range ev.Call.Managers {
		for _, one := range run.Alternatives(v) {
			if o, ok := one.(*run.Object); ok && o.Made != nil && o.Made.At == manager && o.Made.Seq < l.Run.Seq {
				return true
			}
		}
	}
	return false
}

// TrainsAfter reports whether training follows behind a statement in the run of a function that came to a call: in that
// function or in what it calls. What the function holds is held while it trains.
func (f *Facts) TrainsAfter(call *python.Call, behind python.Node) bool {
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.At != python.Node(call) {
				continue
			}
			for _, later := range e.Calls {
				if later.Seq < c.Seq || !trainingCall(later) || !compatible(c.Gates, later.Gates) || stepsOnce(later, c) ||
					switchedOff(later, c) || e.onlyDifferentiates(later) || e.perturbs(newEvent(later)) {
					continue
				}
				if site := siteIn(later, c.Caller); site != nil && site.Span().Start > behind.Span().End &&
					!leftBefore(c.At, site) {
					return true
				}
			}
		}
	}
	return false
}

// leftBefore reports whether a function is left for sure between a node of it and a later one: a branch around the
// first alone ends with a return.
func leftBefore(n, site python.Node) bool {
	for up := n; up != nil; up = up.Parent() {
		if _, function := up.(*python.Function); function {
			return false
		}
		s, ok := up.(python.Stmt)
		if !ok {
			continue
		}
		block := python.BlockOf(s)
		if len(block) == 0 || slices.ContainsFunc(block, func(b python.Stmt) bool { return python.Within(site, b) }) {
			return false
		}
		if leaves(block[len(block)-1]) {
			return true
		}
	}
	return false
}

// switchedOff reports whether a call is made only where somebody turns a switch on that is off as the file is written,
// RUN_ALL_FOLDS = False, and another call is made either way.
func switchedOff(later, c *run.Call) bool {
	return slices.ContainsFunc(later.Gates, func(l run.Literal) bool {
		asked := l.Condition
		return l.Holds && asked.Operator == "" && asked.Object != nil && asked.Object.Default == run.Value(run.Bool(false)) &&
			!slices.ContainsFunc(c.Gates, func(other run.Literal) bool { return other.Condition == asked })
	})
}

// onlyDifferentiates reports whether a call is a backward pass of a program in which no optimizer steps: an attack, a
// check of gradients.
func (e *Entry) onlyDifferentiates(c *run.Call) bool {
	ev := newEvent(c)
	return ev != nil && ev.Kind == Backward && ev.By == knowledge.NoRole &&
		!slices.ContainsFunc(e.Events(), func(other *Event) bool {
			return other.StepsOptimizer() && !e.perturbs(other)
		})
}

// perturbs reports whether an event is the step of an optimizer that is given tensors alone, the perturbation of an
// attack: it trains no network.
func (e *Entry) perturbs(ev *Event) bool {
	return ev != nil && ev.StepsOptimizer() && e.ofTensorsAlone(ev.Object)
}

// stepsOnce reports whether a call is that of an optimizer's step in no loop behind another call: it trains nothing by
// itself.
func stepsOnce(later, c *run.Call) bool {
	ev := newEvent(later)
	return ev != nil && ev.StepsOptimizer() && len(later.Laps) <= len(c.Laps)
}

// trainingCall reports whether a call is a part of training, or starts all of it: trainer.train(), trainer.fit(model).
func trainingCall(c *run.Call) bool {
	if ev := newEvent(c); ev != nil && ev.Kind != TrainMode { // trainer.train() looks like a mode
		return ev.Kind == Backward || ev.StepsOptimizer()
	}
	return startsTrainer(c)
}

// startsTrainer reports whether a call has a trainer do a whole training.
func startsTrainer(c *run.Call) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok || m.Name != "fit" && (m.Name != "train" || len(c.Args) > 0) {
		return false
	}
	o, ok := m.Object.(*run.Object)
	return ok && !library.IsModule(o) &&
		(library.RoleOf(o) == knowledge.Trainer || strings.Contains(strings.ToLower(o.Word), "trainer"))
}

// siteIn is the place in a function's run that leads to a call; nil when the call does not happen in it.
func siteIn(c, frame *run.Call) python.Node {
	for ; c != nil; c = c.Caller {
		if c.Caller == frame {
			return c.At
		}
	}
	return nil
}

// RoleAt is the role of what a method is called on at a node, where the run came to it.
func (f *Facts) RoleAt(call *python.Call) knowledge.Role {
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if m, ok := c.Callee.(*run.Member); ok && c.At == python.Node(call) {
				return library.RoleOf(m.Object)
			}
		}
	}
	return knowledge.RoleOfWord(python.LastName(call.Receiver()))
}
