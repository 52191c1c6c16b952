package train

import (
	"slices"

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
