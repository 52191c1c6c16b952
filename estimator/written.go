package estimator

// Written is what somebody counted of modules that no catalogue knows: the models that people write. Of a Model without
// parameters nothing is known but that it is one. Sizes are bytes of one
// process that holds them whole.
type Written struct {
	Weights   int64 // parameters and buffers
	Gradients int64 // of the parameters that get one where all of them take part in the forward pass
	Held      int64 // elements of these that optimizers hold
	Width     int64 // bytes of one of them
	// InTurn is for several models, which may be trained in turn: the gradients of the one that has most. 0: it is one.
	InTurn int64
}

// Least are the parts of a job of written modules that are there in every step, whatever it is fed: the weights, and, where
// every parameter takes part in the forward pass, the gradients and what the optimizer keeps. The context of the device is
// not among them. ok is false where not even that is known, as where something unread divides the model over GPUs.
func Least(job Job) (parts Components, ok bool) {
	w := job.Model.Written
	if w == nil || !job.Model.Known() {
		return Components{}, false
	}
	f := settle(job)
	divided := int64(max(f.mesh.shard, 1))
	switch {
	case job.Sharding == UnknownSharding, f.mesh.tensor*f.mesh.context*f.mesh.pipeline > 1:
		return Components{}, false
	case divided > 1 && job.GPUs == 0, f.deepSpeed(), f.Offload == OffloadParams, f.Offload == OffloadBoth:
		return Components{}, false // the engine casts the model
	}
	parts.Weights = w.Weights / divided
	parts.Gradients = w.Gradients
	if w.InTurn > 0 {
		parts.Gradients = w.InTurn
	}
	parts.Gradients /= divided
	if inBackward(f) {
		parts.Gradients = 0
	}
	if job.Optimizer != "" && knownOptimizer(job.Optimizer) && f.Offload != OffloadOptimizer {
		state := optimizerStates[optimizerName(job.Optimizer)]
		parts.OptimizerState = int64(float64(w.Held)*(state.tensors*float64(w.Width)+state.bytes)) / divided
	}
	return parts, true
}

// settleWritten settles what an estimate of written modules rests on. What they are made of, and what is trained of them, was
// counted.
func (f *facts) settleWritten() {
	f.settleOptimizer()
	if !f.Model.Known() {
		f.lack("model")
		return
	}
	f.lack("input")
}
