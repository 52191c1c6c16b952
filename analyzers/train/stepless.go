package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Stepless is an optimizer whose gradients a training loop clears in each lap, and which never steps.
type Stepless struct {
	Making *run.Call
	// Zero clears its gradients, Other are the steps of other optimizers in the same loop. Where there is no other,
	// Schedule is the step of its scheduler there.
	Zero     *Event
	Other    []*Event
	Schedule *Event
	// Attribute is what it is called on the object whose constructor made it, where a method of that is the whole program
	// that is seen; "" for any other.
	Attribute string
}

// SteplessOptimizers lists the optimizers that surely never step in a program that trains with others beside them, or
// steps their scheduler alone.
func (f *Facts) SteplessOptimizers() []*Stepless {
	var list []*Stepless
	seen := map[python.Node]bool{}
	for _, m := range f.optimizers() {
		if s := m.stepless(); s != nil && !seen[s.Zero.Node()] {
			seen[s.Zero.Node()] = true
			list = append(list, s)
		}
	}
	for _, e := range f.Entries() {
		for _, c := range e.Built.Calls {
			o, ok := c.Result.(*run.Object)
			if !ok || o.Made != c || library.RoleOf(o) != knowledge.Optimizer || o.Kind != run.Instance {
				continue
			}
			optimized, _ := e.OptimizedBy(o)
			optimized.Call = c
			s := making{e, optimized}.stepless()
			if s == nil || seen[s.Zero.Node()] || s.Zero.Call.Unit.Module != c.Unit.Module {
				continue
			}
			on, ok := s.Zero.Node().Receiver().(*python.Attribute)
			if !ok || !f.onlyCleared(on.Attr, c.Unit.Module) {
				continue
			}
			seen[s.Zero.Node()] = true
			s.Attribute = on.Attr
			list = append(list, s)
		}
	}
	return list
}

// onlyCleared reports whether all that a file does with an optimizer on self is to make it, to clear it, to keep its
// state, and to hand it to a scheduler.
func (f *Facts) onlyCleared(attribute string, m *python.Module) bool {
	for n := range python.AllIn(m.Body) {
		a, ok := n.(*python.Attribute)
		if !ok || a.Attr != attribute || a.Assignment() != nil {
			continue
		}
		switch up := a.Parent().(type) {
		case *python.Attribute:
			switch up.Attr {
			case "zero_grad", "state_dict", "load_state_dict", "param_groups":
				continue
			}
		case *python.Arg:
			call, ok := up.Parent().(*python.Call)
			if ok && (strings.HasPrefix(m.Resolve(call.Func), "torch.optim.lr_scheduler.") ||
				knowledge.SavesTensors(python.LastName(call.Func))) {
				continue
			}
		}
		return false
	}
	return true
}

func (m making) stepless() *Stepless {
	e, made := m.entry, m.optimized
	optimizer, ok := made.Call.Result.(*run.Object)
	if !ok || !e.Whole || e.owner() != PlainTorch || !made.Whole || len(made.Modules) == 0 {
		return nil
	}
	var zero *Event
	for _, ev := range e.Events() {
		switch {
		case ev.StepsOptimizer() && (ev.Object == nil || ev.Object == optimizer):
			return nil
		case ev.Kind == ZeroGrad && ev.Object == optimizer && zero == nil && ev.Node() != nil:
			zero = ev
		}
	}
	if zero == nil || e.steppedOutOfSight(zero, optimizer) || e.readsGradientsBehind(zero) {
		return nil
	}
	loop := e.LoopAround(zero.Call.Laps)
	if loop == nil || !loop.Trains {
		return nil
	}
	var others []*Event
	for _, ev := range e.Events() {
		if ev.StepsOptimizer() && ev.Node() != nil && e.LoopAround(ev.Call.Laps) == loop && ev.Call.Seq > zero.Call.Seq {
			others = append(others, ev)
		}
	}
	if len(others) == 0 {
		schedule := e.scheduledAlone(zero, loop)
		if schedule == nil {
			return nil
		}
		return &Stepless{Making: made.Call, Zero: zero, Schedule: schedule}
	}
	if slices.ContainsFunc(others, func(ev *Event) bool { return m.mayShare(ev.Object) }) {
		return nil
	}
	return &Stepless{Making: made.Call, Zero: zero, Other: others}
}

// scheduledAlone is the step of a scheduler in a loop that clears gradients and goes back through a loss, and where
// nothing is done with the gradients: a line was lost. nil where the loop may be there for the gradients themselves.
func (e *Entry) scheduledAlone(zero *Event, loop *Loop) *Event {
	var schedule *Event
	backward := 0
	for _, ev := range e.Events() {
		if ev.Node() == nil || !loop.around(ev.Call.Laps) {
			continue
		}
		switch ev.Kind {
		case Schedule:
			if schedule == nil && ev.Call.Unit == zero.Call.Unit {
				schedule = ev
			}
		case Backward:
			backward++
		case Grad:
			return nil
		}
	}
	if backward == 0 || schedule == nil {
		return nil
	}
	for n := range python.AllIn(zero.Call.Unit.Module.Body) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == "grad" && a.Assignment() == nil {
			return nil
		}
	}
	return schedule
}

// readsGradientsBehind reports whether a function of the project that is called behind an optimizer has cleared its
// gradients reads those of parameters: it computes an update of its own, or the influence of a sample.
func (e *Entry) readsGradientsBehind(zero *Event) bool {
	met := map[*python.Function]bool{}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		f := functionOf(c)
		if c.Seq < zero.Call.Seq || f == nil || f.Node == nil || met[f.Node] {
			return false
		}
		met[f.Node] = true
		for n := range python.All(f.Node) {
			if a, ok := n.(*python.Attribute); ok && a.Attr == "grad" && a.Assignment() == nil {
				return true
			}
		}
		return false
	})
}

// mayShare reports whether another optimizer may have parameters of this one's: it need not step then, and only clears.
func (m making) mayShare(other *run.Object) bool {
	theirs, ok := m.entry.OptimizedBy(other)
	if !ok || !theirs.Whole {
		return true
	}
	for _, a := range m.optimized.Modules {
		for _, b := range theirs.Modules {
			if base(a).Made == nil || base(b).Made == nil || m.entry.Covers(a, b) || m.entry.Covers(b, a) {
				return true
			}
		}
	}
	return false
}

// steppedOutOfSight reports whether something that is not seen may step an optimizer: it was handed on, or the file
// calls a step under its name.
func (e *Entry) steppedOutOfSight(zero *Event, optimizer *run.Object) bool {
	on := zero.Node().Receiver()
	if on == nil {
		return true
	}
	for n := range python.AllIn(zero.Call.Unit.Module.Body) { // a step that is a comment is none
		if a, ok := n.(*python.Attribute); ok && a.Attr == "step" && python.LastName(a.Value) == python.LastName(on) {
			return true
		}
	}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if c.Node == nil ||
			!slices.ContainsFunc(given(c), func(v run.Value) bool { return e.leads(v, []*run.Object{optimizer}, maxHeld) }) {
			return false
		}
		switch callee := c.Callee.(type) {
		case run.Symbol:
			return !strings.HasPrefix(string(callee), "torch.optim.lr_scheduler.")
		case *run.Function, *run.Method, *run.Class:
			return false // followed
		case *run.Member:
			on, ok := callee.Object.(*run.Object)
			return !ok || on.Kind != run.List && on.Kind != run.Dict
		}
		return true
	})
}
