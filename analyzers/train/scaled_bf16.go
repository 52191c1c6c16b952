package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// ScalersOfBF16 are the calls that make the scalers of steps whose only autocast regions compute in bf16, as the run
// shows it: dtype may be self.dtype, which another file chose by a word of its config.
func (f *Facts) ScalersOfBF16() []*run.Call {
	var list []*run.Call
	for _, s := range f.Steps() {
		if s.Loop == nil || !s.onlyBF16() {
			continue
		}
		for _, ev := range s.Events {
			if ev.Kind != Backward || ev.Scaler == nil || ev.Scaler.Made == nil || ev.Scaler.Made.Node == nil {
				continue
			}
			made := ev.Scaler.Made
			enabled, open := made.Argument("enabled", scalerEnabled(symbolOf(made)))
			if !open && (enabled == nil || run.Bare(enabled) == run.Value(run.Bool(true))) && !slices.Contains(list, made) {
				list = append(list, made)
			}
		}
	}
	return list
}

// scalerEnabled is the position of a scaler's switch.
func scalerEnabled(path string) int {
	if path == "torch.amp.GradScaler" {
		return 5
	}
	return 4
}

// onlyBF16 reports whether calls of a step's loop run under autocast, and each time it computes in bf16.
func (s *Step) onlyBF16() bool {
	found := false
	asked := map[*run.Call]bool{}
	for _, c := range s.Entry.Calls {
		if len(c.Managers) == 0 || s.Entry.LoopAround(c.Laps) != s.Loop {
			continue
		}
		region := CUDAAutocast(c)
		if region == nil || asked[region] {
			continue
		}
		asked[region] = true
		dtype, open := region.Argument("dtype", 1)
		if open || dtype == nil || run.Bare(dtype) != run.Value(run.Symbol("torch.bfloat16")) {
			return false
		}
		found = true
	}
	return found
}

// UnsteppedInRun are the calls that make schedulers which a whole program surely never steps, although it trains with
// their optimizers: kept in an object of its own, as Optimisation(optimizer, scheduler), or in a dictionary. What the
// file itself shows of one is UnsteppedSchedulers.
func (f *Facts) UnsteppedInRun() []*run.Call {
	var list []*run.Call
	for _, e := range f.Entries() {
		if !e.Whole || e.owner() != PlainTorch || e.mayStepUnseen() {
			continue
		}
		for _, c := range slices.Concat(e.Built.Calls, e.Calls) {
			o, ok := c.Result.(*run.Object)
			if ok && o.Made == c && c.Node != nil && knowledge.MakesStepped(symbolOf(c)) && o.Class == c.Callee &&
				!slices.Contains(list, c) && e.neverSteps(o) {
				list = append(list, c)
			}
		}
	}
	return list
}

// mayStepUnseen reports whether something that a program calls step on may be a scheduler: its name says so, and the
// run does not know what it is.
func (e *Entry) mayStepUnseen() bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.Kind == Schedule && ev.Object == nil
	}) || slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		on, ok := c.Callee.(*run.Member)
		if !ok || on.Name != "step" || c.Node == nil {
			return false
		}
		o, seen := run.Bare(on.Object).(*run.Object)
		return (!seen || o.Made == nil) && knowledge.NamesSchedule(python.LastName(c.Node.Receiver()))
	})
}

// neverSteps reports whether nothing steps a scheduler, nobody unseen has it, and its optimizer trains in a loop.
func (e *Entry) neverSteps(scheduler *run.Object) bool {
	drives := mayDrive(scheduler)
	trains := false
	for _, ev := range e.Events() {
		if ev.Kind == Schedule && slices.Contains(objectsOf(ev), scheduler) {
			return false
		}
		if ev.StepsOptimizer() && ev.Object != nil && slices.Contains(drives, ev.Object) && ev.Call.Seq > scheduler.Seq {
			loop := e.LoopAround(ev.Call.Laps)
			trains = trains || loop != nil && loop.Trains && loop.Parent != nil
		}
	}
	return trains && !slices.ContainsFunc(slices.Concat(e.Built.Calls, e.Calls), func(c *run.Call) bool {
		if c.Node == nil ||
			!slices.ContainsFunc(given(c), func(v run.Value) bool { return e.leads(v, []*run.Object{scheduler}, maxHeld) }) {
			return false
		}
		switch callee := c.Callee.(type) {
		case *run.Function, *run.Method, *run.Class:
			return false // followed
		case *run.Member:
			on, ok := callee.Object.(*run.Object)
			return !ok || on.Kind != run.List && on.Kind != run.Dict
		}
		return true // a schedule of several, a trainer
	})
}
