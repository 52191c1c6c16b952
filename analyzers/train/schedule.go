package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// TorchScheduler reports whether the scheduler of an event is one of PyTorch's that steps on its own count, or one that
// only its name tells.
func TorchScheduler(e *Event) bool {
	scheduler := e.Object
	if _, own := e.Call.Callee.(*run.Method); own {
		return false
	}
	if scheduler == nil {
		return false
	}
	switch class := scheduler.Class.(type) {
	case run.Symbol:
		return torchSchedule(string(class))
	case *run.Class: // one of the project's: the base counts unless it has a step of its own
		for _, one := range class.Line() {
			if path, ok := one.(run.Symbol); ok && torchSchedule(string(path)) {
				return true
			}
		}
		return false
	}
	if scheduler.Made == nil {
		if slices.ContainsFunc(scheduler.AskedFor(), func(name string) bool { return !knowledge.SchedulerHas(name) }) {
			return false // self.scheduler.global_step: somebody's own, which sets the rate of the step to come
		}
		return !slices.ContainsFunc(oneOfMany(scheduler), func(one *run.Object) bool {
			return one.Class != nil && !TorchScheduler(&Event{Call: e.Call, Object: one})
		})
	}
	if library.PickedFrom(scheduler.Made) == "torch.optim.lr_scheduler" {
		return true
	}
	path, ok := scheduler.Made.Callee.(run.Symbol) // transformers.get_linear_schedule_with_warmup
	return ok && knowledge.MakesTorchScheduler(string(path))
}

func torchSchedule(path string) bool {
	return strings.HasPrefix(path, "torch.optim.") && path != knowledge.Plateau || knowledge.MakesTorchScheduler(path)
}

// ScheduledBy is the optimizer for which a scheduler was made; nil when nothing shows it.
func ScheduledBy(scheduler *run.Object) *run.Object {
	if scheduler == nil || scheduler.Made == nil {
		return nil
	}
	v, _ := scheduler.Made.Argument("optimizer", 0)
	o, _ := v.(*run.Object)
	return o
}

// mayDrive are the optimizers of which a scheduler was made for one.
func mayDrive(scheduler *run.Object) []*run.Object {
	if of := ScheduledBy(scheduler); of != nil {
		return []*run.Object{of}
	}
	if scheduler == nil {
		return nil
	}
	if scheduler.Made == nil {
		var list []*run.Object
		for _, one := range oneOfMany(scheduler) {
			of := mayDrive(one)
			if len(of) == 0 {
				return nil
			}
			list = append(list, of...)
		}
		return list
	}
	v, _ := scheduler.Made.Argument("optimizer", 0)
	return optimizersIn(v)
}

// oneOfMany are the objects of which one that stands for very many is one; nil for any other.
func oneOfMany(o *run.Object) []*run.Object {
	if o.Operator != "choice" {
		return nil
	}
	var list []*run.Object
	for _, v := range o.Operands {
		one, ok := v.(*run.Object)
		if !ok || one.Operator == "choice" {
			return nil
		}
		list = append(list, one)
	}
	return list
}

// Drives reports whether a scheduler's optimizer is the one that steps: the call that makes it says so, or there is no
// other.
func (s *Step) Drives(schedule, optimize *Event) bool {
	if of := mayDrive(schedule.Object); len(of) > 0 {
		return slices.Contains(of, optimize.Object)
	}
	others := false
	for _, e := range s.Events {
		if e.StepsOptimizer() && e.Object != optimize.Object && e.Call.At != optimize.Call.At {
			others = true
			if sameName(schedule.Object, e.Object) {
				return false
			}
		}
	}
	return optimize.Object != nil && (!others || sameName(schedule.Object, optimize.Object))
}

// sameName reports whether a scheduler and an optimizer that a caller hands in are called alike: lr_scheduler_g and
// optimizer_g.
func sameName(scheduler, optimizer *run.Object) bool {
	if scheduler == nil || optimizer == nil {
		return false
	}
	name := knowledge.SharedName(scheduler.Word)
	return name != "" && name == knowledge.SharedName(optimizer.Word)
}

// CountsBatches reports whether what a scheduler was made with counts batches, or cannot be told not to: the division
// by n, the micro-batches of a step, is what would tell.
func (f *Facts) CountsBatches(scheduler *run.Object, n run.Value) bool {
	if scheduler == nil || scheduler.Made == nil {
		return false
	}
	for i, a := range scheduler.Made.Args {
		if i == 0 && a.Name == "" || a.Name == "optimizer" {
			continue
		}
		divided, counts := f.lengthOf(a.Value, n, 0)
		if divided {
			return false
		}
		if counts {
			return true
		}
	}
	return false
}

// LengthShown reports whether the program shows with what a scheduler was made, and so in what its length is counted.
func LengthShown(scheduler *run.Object) bool {
	if scheduler == nil {
		return false
	}
	if many := oneOfMany(scheduler); len(many) > 0 {
		return !slices.ContainsFunc(many, func(one *run.Object) bool { return !LengthShown(one) })
	}
	if scheduler.Made == nil {
		return false
	}
	if _, function := scheduler.Made.Callee.(run.Symbol); scheduler.Class == nil && !function {
		return false
	}
	return !slices.ContainsFunc(scheduler.Made.Args, func(a run.Argument) bool { return a.Star != 0 })
}

// lengthOf looks at what a number was computed from: whether it was divided by n, and whether it counts batches. A
// function that makes a factor of each step, as LambdaLR takes one, has its length from the function around it.
func (f *Facts) lengthOf(v run.Value, n run.Value, depth int) (divided, counts bool) {
	if depth > maxParts {
		return false, false
	}
	for _, one := range run.Alternatives(v) {
		if factor, ok := one.(*run.Function); ok {
			for _, from := range f.namesAround(factor) {
				d, c := f.lengthOf(from, n, depth+1)
				if d {
					return true, false
				}
				counts = counts || c
			}
			continue
		}
		o, ok := one.(*run.Object)
		if !ok {
			continue
		}
		if (o.Operator == "/" || o.Operator == "//") && len(o.Operands) == 2 {
			if same, known := run.Equal(o.Operands[1], n); o.Operands[1] == n || same && known {
				return true, false
			}
		}
		counts = counts || o.Operator == "len" || knowledge.CountsBatches(o.Word)
		for _, operand := range operands(o) {
			d, c := f.lengthOf(operand, n, depth+1)
			if d {
				return true, false
			}
			counts = counts || c
		}
	}
	return false, counts
}

// namesAround are the values that a function takes from the functions around it.
func (f *Facts) namesAround(inner *run.Function) []run.Value {
	var list []run.Value
	seen := map[string]bool{}
	for n := range python.All(inner.At()) {
		name, ok := n.(*python.Name)
		if !ok || seen[name.ID] {
			continue
		}
		seen[name.ID] = true
		if v := f.machine.Around(inner, name.ID); v != nil {
			list = append(list, v)
		}
	}
	return list
}

// EarlySchedule is the first step of a scheduler where it comes before the first step of its optimizer, although both
// step in the same loop: at the start of the epochs, before the batches.
type EarlySchedule struct {
	Schedule, Optimize *Event
}

// EarlySchedules lists the schedulers of PyTorch whose first step comes before that of their optimizer, each place
// once.
func (f *Facts) EarlySchedules() []*EarlySchedule {
	var list []*EarlySchedule
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		e.AllLoops()
		began := map[*run.Object]bool{} // schedulers that have stepped, and optimizers
		for i, ev := range e.Events() {
			switch ev.Kind {
			case OptimStep, ScalerStep:
				for _, o := range objectsOf(ev) {
					began[o] = true
				}
			case Schedule:
				if early := e.earlySchedule(ev, i, began); early != nil && !seen[ev.Node()] {
					seen[ev.Node()] = true
					list = append(list, early)
				}
				if i+1 == len(e.Events()) || e.Events()[i+1].Call.At != ev.Call.At { // one of several
					began[ev.Object] = ev.Object != nil
				}
			}
		}
	}
	return list
}

// objectsOf are the objects that an event may be about.
func objectsOf(e *Event) []*run.Object {
	v := run.Value(e.Object)
	if e.Object == nil {
		m, ok := e.Call.Callee.(*run.Member)
		if !ok {
			return nil
		}
		v = m.Object
	}
	var list []*run.Object
	for _, one := range run.Alternatives(v) {
		if o, ok := one.(*run.Object); ok {
			list = append(list, o)
		}
	}
	return list
}

// earlySchedule judges one step of a scheduler, event i of the entry.
func (e *Entry) earlySchedule(schedule *Event, i int, began map[*run.Object]bool) *EarlySchedule {
	loop := e.directLoop(schedule.Call.Laps)
	if loop == nil || !loop.Trains || schedule.Node() == nil || len(schedule.Node().Args) > 0 {
		return nil
	}
	phase := waitsFor(schedule, loop)
	drives := map[*run.Object]bool{}
	for _, scheduler := range objectsOf(schedule) {
		if scheduler.Class == run.Value(run.Symbol(knowledge.Plateau)) {
			continue // it cannot step without a metric: where it is chosen, another call steps it
		}
		list := mayDrive(scheduler)
		if scheduler.Operator == "parameter" && scheduler.Class == nil && loop.Kind == EpochLoop {
			list = e.onlyOptimizerIn(loop)
		}
		if len(list) == 0 || began[scheduler] || !ofTorch(schedule, scheduler) || continues(scheduler) {
			return nil
		}
		for _, of := range list {
			if began[of] {
				return nil
			}
			drives[of] = true
		}
	}
	depth := len(loop.Run.Laps)
	var early *EarlySchedule
	for _, other := range e.Events()[i+1:] {
		laps := other.Call.Laps
		if len(laps) <= depth || laps[depth] != schedule.Call.Laps[depth] {
			continue
		}
		if other.Kind == Schedule && other.Object == schedule.Object && other.Node() == schedule.Node() {
			return nil // an inner loop that goes through the schedule
		}
		if len(phase) > 0 && other.StepsOptimizer() && !implied(phase, other.Call.Gates) &&
			slices.ContainsFunc(objectsOf(other), func(o *run.Object) bool { return drives[o] }) {
			return nil // it steps in other laps, too, which may come first
		}
		if !other.StepsOptimizer() || !Compatible(schedule, other) ||
			e.directLoop(laps) == loop && !switchedOnly(other, loop) { // it waits for some laps: another question
			continue
		}
		for _, o := range objectsOf(other) {
			if drives[o] && early == nil {
				early = &EarlySchedule{schedule, other}
			}
		}
	}
	return early
}

// switchedOnly reports whether only switches stand between a loop and an event in it.
func switchedOnly(ev *Event, loop *Loop) bool { return len(waitsFor(ev, loop)) == 0 }

// waitsFor are the conditions that let an event happen in some laps of a loop only: those of a phase, else: of `if
// epoch < warm`.
func waitsFor(ev *Event, loop *Loop) []run.Literal {
	last := len(ev.Call.Gates) - ev.Call.Chosen
	var list []run.Literal
	for _, l := range ev.Call.Gates[min(len(loop.Run.Gates), last):last] {
		if l.Condition.Operator != run.Raises && l.Condition.Operator != run.Iterates && !settled(l.Condition, 0) {
			list = append(list, l)
		}
	}
	return list
}

// onlyOptimizerIn is the optimizer that steps in a loop, where it is the only one.
func (e *Entry) onlyOptimizerIn(loop *Loop) []*run.Object {
	var only []*run.Object
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() || len(ev.Call.Laps) <= len(loop.Run.Laps) ||
			ev.Call.Laps[len(loop.Run.Laps)].Entry != loop.Run.Entry {
			continue
		}
		if ev.Object == nil || len(only) > 0 && only[0] != ev.Object {
			return nil
		}
		only = []*run.Object{ev.Object}
	}
	return only
}

// ofTorch reports whether a scheduler was made by PyTorch, or by a library that makes one of PyTorch's, or is one that
// a function is given.
func ofTorch(schedule *Event, scheduler *run.Object) bool {
	return (scheduler.Made != nil || scheduler.Operator == "parameter") &&
		TorchScheduler(&Event{Call: schedule.Call, Object: scheduler})
}

// continues reports whether a scheduler was made to go on from another epoch: it may have been set back by one. One
// that goes on where a checkpoint is found, and begins where none is (`last_epoch = -1` before the `if`), begins in
// every first run.
func continues(scheduler *run.Object) bool {
	if scheduler.Made == nil {
		return false
	}
	v, _ := scheduler.Made.Argument("last_epoch", -1)
	return v != nil && !slices.ContainsFunc(run.Alternatives(v), run.Known)
}
