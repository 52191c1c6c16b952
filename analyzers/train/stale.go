package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// StaleSchedule is a scheduler's step that drives an optimizer which another one has replaced.
type StaleSchedule struct {
	Step *Event
	// Replaced is where another optimizer takes the place of the scheduler's.
	Replaced *run.Store
}

// StaleSchedules lists those steps.
func (e *Entry) StaleSchedules() []*StaleSchedule {
	var list []*StaleSchedule
	for _, ev := range e.Events() {
		if ev.Kind != Schedule || ev.Object == nil || e.pointedElsewhere(ev.Object) {
			continue
		}
		driven := ScheduledBy(ev.Object)
		if driven == nil || library.RoleOf(driven) != knowledge.Optimizer {
			continue
		}
		if s := e.replaced(driven, ev); s != nil {
			list = append(list, &StaleSchedule{ev, s})
		}
	}
	return list
}

// pointedElsewhere reports whether the code gives a scheduler another optimizer.
func (e *Entry) pointedElsewhere(scheduler *run.Object) bool {
	for _, s := range e.Stores {
		if s.Target == scheduler && s.Name == "optimizer" {
			return true
		}
	}
	return false
}

// replaced is the last place before a scheduler's step where another optimizer, not made of it, takes the place of the
// one it drives; nil when there is none, or the old one goes on stepping.
func (e *Entry) replaced(driven *run.Object, schedule *Event) *run.Store {
	var last *run.Store
	for _, s := range e.Stores {
		if s.Seq > schedule.Call.Seq || s.Seq < schedule.Object.Seq ||
			s.Kind != run.StoreName && s.Kind != run.StoreAttribute ||
			!compatible(s.Gates, schedule.Call.Gates) || !holdsObject(s.Old, driven) || holdsObject(s.New, driven) ||
			goesThrough(s) {
			continue
		}
		if e.otherOptimizer(s.New, driven) {
			last = s
		}
	}
	if last == nil {
		return nil
	}
	if e.stepsBehind(driven, last) || e.scheduled(last.New, last.Seq) || e.rebuiltBeside(last, schedule) {
		return nil
	}
	return last
}

// rebuiltBeside reports whether the block of code that replaces the optimizer also gives the name under which the
// scheduler steps something else: `self.opt, self.sched = self.setup()`. On whichever way the old scheduler still
// steps, the old optimizer is there.
func (e *Entry) rebuiltBeside(replaced *run.Store, schedule *Event) bool {
	if schedule.Call.Node == nil {
		return false
	}
	name := python.LastName(schedule.Call.Node.Receiver())
	block := python.BlockOf(python.EnclosingStmt(replaced.Node))
	return name != replaced.Name && slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Unit == replaced.Unit && s.Kind == replaced.Kind && s.Target == replaced.Target && s.Name == name &&
			s.New != run.Value(schedule.Object) && slices.Contains(block, python.EnclosingStmt(s.Node))
	})
}

// goesThrough reports whether a name is bound by a loop that goes through several, each of which has another name.
func goesThrough(s *run.Store) bool {
	loop, ok := python.EnclosingStmt(s.Node).(*python.For)
	return ok && python.Within(s.Node, loop.Target)
}

// scheduled reports whether a scheduler is made for an optimizer after something happened: what still steps the old
// one's then, such as a loop over a list of all, changes nothing that trains.
func (e *Entry) scheduled(optimizer run.Value, since int) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		o, ok := c.Result.(*run.Object)
		if !ok || c.Seq < since {
			return false
		}
		return slices.ContainsFunc(mayDrive(o), func(driven *run.Object) bool { return holdsObject(optimizer, driven) })
	})
}

func holdsObject(v run.Value, o *run.Object) bool {
	for _, one := range run.Alternatives(v) {
		if one == run.Value(o) {
			return true
		}
	}
	return false
}

// otherOptimizer reports whether a value is an optimizer of a library that another one has no part in.
func (e *Entry) otherOptimizer(v run.Value, other *run.Object) bool {
	list := run.Alternatives(v)
	for _, one := range list {
		o, ok := one.(*run.Object)
		if !ok || library.RoleOf(o) != knowledge.Optimizer || o.Made == nil {
			return false
		}
		if _, ofLibrary := o.Made.Callee.(run.Symbol); !ofLibrary {
			return false
		}
		for _, a := range o.Made.Args {
			if e.leads(a.Value, []*run.Object{other}, maxHeld) {
				return false
			}
		}
	}
	return len(list) > 0
}

// Site is where to point: the step, where it stands in the function that also leads to the replacement; otherwise
// several stages share the step, and the place in that function that replaces the optimizer.
func (s *StaleSchedule) Site() (at run.Place, atStep bool) {
	common := commonCaller(s.Step.Call.Caller, s.Replaced.Caller)
	if s.Step.Call.Caller == common {
		return s.Step.Place(), true
	}
	at = run.Place{Unit: s.Replaced.Unit, Node: s.Replaced.Node}
	for c := s.Replaced.Caller; c != common && c != nil; c = c.Caller {
		if c.Node != nil {
			at = c.Place()
		}
	}
	return at, false
}

// commonCaller is the innermost call that runs both what one call does and what the other one does; nil for the entry.
func commonCaller(a, b *run.Call) *run.Call {
	around := map[*run.Call]bool{}
	for ; a != nil; a = a.Caller {
		around[a] = true
	}
	for ; b != nil && !around[b]; b = b.Caller {
	}
	return b
}
