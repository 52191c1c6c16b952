package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Copy is what copies the batches of a loader to a CUDA device.
type Copy struct {
	Place run.Place
	By    string // the library that does it by itself; "" where the program does
}

// Copied is what copies the batches of a loader that feeds training to a CUDA device: a call in the loop, or a library
// that was given the loader and shows no copy in the text. Nil when nothing is seen to.
func (l *Loader) Copied() *Copy {
	if c := l.Moves(); c != nil {
		return &Copy{Place: c.Place()}
	}
	for _, c := range l.Entry.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || c.Node == nil {
			continue
		}
		switch {
		case l.Training() != nil && knowledge.Prepares(m.Name) && placesBatches(m.Object) && l.prepared(c):
			return &Copy{Place: c.Place(), By: "accelerate"}
		case l.trainedBy(c) && trainsOnCUDA(m.Object):
			return &Copy{Place: c.Place(), By: "Lightning"}
		}
	}
	return nil
}

// prepared reports whether a call of prepare() is given the loader and not told what to place where.
func (l *Loader) prepared(c *run.Call) bool {
	own, _ := c.Argument("device_placement", -1)
	return own == nil && slices.ContainsFunc(c.Args, func(a run.Argument) bool { return l.within(a.Value, maxHeld) })
}

// placesBatches reports whether an object is an Accelerator that copies batches to its device, which is the GPU where
// there is one.
func placesBatches(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || symbolOf(o.Made) != "accelerate.Accelerator" {
		return false
	}
	placed, _ := o.Made.Argument("device_placement", 0)
	onCPU, _ := o.Made.Argument("cpu", -1)
	return (placed == nil || placed == run.Value(run.Bool(true))) && (onCPU == nil || onCPU == run.Value(run.Bool(false)))
}

// trainsOnCUDA reports whether a trainer of Lightning's was asked to train on a GPU, or on the best that is there.
func trainsOnCUDA(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || !knowledge.IsLightningTrainer(symbolOf(o.Made)) {
		return false
	}
	accelerator, _ := o.Made.Argument("accelerator", -1)
	name, ok := run.Bare(accelerator).(run.Str)
	if ok {
		return knowledge.IsGPUAccelerator(string(name))
	}
	gpus, _ := o.Made.Argument("gpus", -1)
	count, ok := run.Bare(gpus).(run.Int)
	return ok && accelerator == nil && count != 0
}
