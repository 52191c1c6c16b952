package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// TorchScheduler reports whether the scheduler of an event is one of PyTorch's that steps on its own count, or one that only its name
// tells.
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
		return true
	}
	path, ok := scheduler.Made.Callee.(run.Symbol) // transformers.get_linear_schedule_with_warmup
	return ok && knowledge.MakesTorchScheduler(string(path))
}

func torchSchedule(path string) bool {
	return strings.HasPrefix(path, "torch.optim.") && path != "torch.optim.lr_scheduler.ReduceLROnPlateau"
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

// Drives reports whether a scheduler's optimizer is the one that steps: the call that makes it says so, or there is no
// other.
func (s *Step) Drives(schedule, optimize *Event) bool {
	if of := ScheduledBy(schedule.Object); of != nil {
		return of == optimize.Object
	}
	for _, e := range s.Events {
		if (e.Kind == OptimStep || e.Kind == ScalerStep) && e.Object != optimize.Object {
			return false
		}
	}
	return optimize.Object != nil
}

// CountsBatches reports whether what a scheduler was made with counts batches, or cannot be told not to: the division by
// n, the micro-batches of a step, is what would tell.
func CountsBatches(scheduler *run.Object, n run.Value) bool {
	if scheduler == nil || scheduler.Made == nil {
		return false
	}
	for i, a := range scheduler.Made.Args {
		if i == 0 && a.Name == "" || a.Name == "optimizer" {
			continue
		}
		divided, counts := lengthOf(a.Value, n, 0)
		if divided {
			return false
		}
		if counts {
			return true
		}
	}
	return false
}

// lengthOf looks at what a number was computed from: whether it was divided by n, and whether it counts batches.
func lengthOf(v run.Value, n run.Value, depth int) (divided, counts bool) {
	if depth > maxParts {
		return false, false
	}
	for _, one := range run.Alternatives(v) {
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
			d, c := lengthOf(operand, n, depth+1)
			if d {
				return true, false
			}
			counts = counts || c
		}
	}
	return false, counts
}
