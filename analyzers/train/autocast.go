package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// CUDAAutocast is the call that made the innermost autocast region around a call, where this one surely is switched on
// and for CUDA; nil where there is none, or only the program knows.
func CUDAAutocast(c *run.Call) *run.Call {
	for i := len(c.Managers) - 1; i >= 0; i-- {
		o, ok := c.Managers[i].(*run.Object)
		if !ok || o.Made == nil {
			return nil // it may be one
		}
		path, ok := o.Made.Callee.(run.Symbol)
		if !ok {
			return nil
		}
		if run.LastPart(string(path)) != "autocast" || !strings.HasPrefix(string(path), "torch.") {
			if strings.HasPrefix(string(path), "torch.") {
				continue
			}
			return nil
		}
		if on(o.Made, string(path)) {
			return o.Made
		}
		return nil
	}
	return nil
}

// on reports whether an autocast region is switched on and for CUDA.
func on(made *run.Call, path string) bool {
	device, enabled := "cuda", 0
	if !strings.HasPrefix(path, "torch.cuda.") {
		v, _ := made.Argument("device_type", 0)
		text, ok := run.Bare(v).(run.Str)
		if !ok {
			return false
		}
		device, enabled = string(text), 2
	}
	v, open := made.Argument("enabled", enabled)
	return device == "cuda" && !open && (v == nil || run.Bare(v) == run.Value(run.Bool(true)) || switchedOn(v))
}

// switchedOn reports whether a value is a switch at the top of the script that stands at True there: USE_AMP = True. As
// it is written, it is on.
func switchedOn(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Kind != run.Unknown || o.Default != run.Value(run.Bool(true)) {
		return false
	}
	_, written := o.At.Node.(*python.Constant)
	return written
}
