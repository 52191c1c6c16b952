package estimator

import (
	"fmt"
	"strconv"
)

// Written is what somebody counted of modules that no catalogue knows: the models that people write. Of a Model without
// parameters nothing is known but that it is one. Sizes are bytes of one process that holds the model whole.
type Written struct {
	Weights   int64 // parameters and buffers
	Gradients int64 // of the parameters that get one where all of them take part in the forward pass
	Held      int64 // how many of these optimizers hold
	Width     int64 // bytes of one of them
	// InTurn is for several models, which may be trained in turn: the gradients of the one that has most. 0: it is one.
	InTurn int64
	// Unsure: which parameters get gradients, or are held by an optimizer, is not known; some are not counted.
	Unsure bool
	// Step is what a step takes, nil where it was not followed.
	Step *WrittenStep
	// More is the same with numbers that only data tells at the high end of what they are taken to be, where all else has
	// them at the low end; Taken says each: "num_classes=2 to 1000". nil: there are none.
	More  *Written
	Taken []string
	// Capped: the high end is the most that a number can be, and the answer is that it needs so much at most.
	Capped bool
}

// WrittenStep is a training step of written modules that was followed with shapes.
type WrittenStep struct {
	Moves *Moves
	// Outputs are what the model gives, where what the loss makes of it is not followed.
	Outputs int64
	// Unmultiplied: no product of matrices runs, so that cuBLAS asks for no workspace.
	Unmultiplied bool
	// Perhaps is what data, or a version that is not known, may add to the peak.
	Perhaps int64
	// Tokens: the step is one of texts of so many tokens, the most that their tokenizer lets pass; 0 where their length is
	// known.
	Tokens int64
	// Targets: what the loss compares with is not known, and taken to be of the shape that it takes.
	Targets bool
	// Shared: a router's experts are taken to be given as many tokens as each other.
	Shared bool
	// Side is that of square images, taken as the model takes no others; 0 where nothing is taken.
	Side int64
}

// Least are the parts of a job of written modules that are there in every step, whatever it is fed: the weights, and,
// where every parameter takes part in the forward pass, the gradients and what the optimizer keeps. The context of the
// device is not among them. ok is false where not even that is known, as where something unread divides the model over
// GPUs.
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
	parts.OptimizerState = writtenState(f, job.Optimizer) / divided
	return parts, true
}

// writtenState is what an optimizer keeps of written modules on the device; 0 for one that is not known.
func writtenState(f facts, optimizer Optimizer) int64 {
	if optimizer == "" || !knownOptimizer(optimizer) || f.Offload == OffloadOptimizer || f.Offload == OffloadBoth {
		return 0
	}
	state := optimizerStates[optimizerName(optimizer)]
	return int64(float64(f.Model.Written.Held) * (state.tensors*float64(f.Model.Written.Width) + state.bytes))
}

// settleWritten settles what an estimate of written modules rests on. What they are made of, and what is trained of
// them, was counted. Nothing is assumed that a project usually says.
func (f *facts) settleWritten() {
	w := f.Model.Written
	if !f.Model.Known() {
		f.lack("model")
		return
	}
	if f.Optimizer == "" {
		f.lack("optimizer")
	}
	if f.Compute == "" {
		f.lack("compute")
	}
	f.settleOptimizer()
	if (f.mesh.ranks > 1 && f.Sharding != DDP && f.Sharding != Unsharded || f.deepSpeed()) && !f.gathered() {
		f.lack("what each rank holds of a step")
	}
	if w.Unsure {
		f.lack("trainable")
	}
	if w.Step == nil || w.Step.Moves == nil {
		f.lack("input")
		return
	}
	if w.Step.Tokens > 0 {
		f.assume("seq-len=" + strconv.FormatInt(w.Step.Tokens, 10) + AtItsMost)
	}
	if w.Step.Targets {
		f.assume("targets as the loss takes them")
	}
	if w.Step.Shared {
		f.assume("as many tokens for each expert")
	}
	if side := w.Step.Side; side > 0 {
		f.assume(fmt.Sprintf("image=%dx%d, the usual size that the model takes", side, side))
	}
}

// gathered reports whether FSDP shards written modules in units that nobody sees, and an answer for the most will do:
// all of them gathered at once.
func (f *facts) gathered() bool {
	m := f.mesh
	return f.AtMost && (f.Sharding == FSDPFull || f.Sharding == FSDPGradOp) && f.Offload == OffloadNone &&
		m.ranks > 1 && m.tensor*m.context*m.pipeline <= 1 && !f.deepSpeed()
}

// gatheredWhole is the answer where FSDP gathers everything at once, whose shards of weights and gradients then take no
// more than what DDP holds besides; at the least, a rank holds its share of all states.
func gatheredWhole(job Job, f facts) Result {
	whole := job
	whole.Sharding = DDP
	most := Estimate(whole)
	if !most.Known() {
		return most
	}
	states := most.Components.Weights + most.Components.Gradients + most.Components.OptimizerState
	least := most
	least.Device -= states - states/int64(max(f.mesh.shard, 1))
	out := upTo(least, most, []string{"units of FSDP=one" + AtItsMost})
	out.Inputs = inputs(f.said(job))
	return out
}

// computeWritten sizes a step that was followed.
func computeWritten(f facts) Result {
	result := Result{Assumed: f.assumed, Inputs: inputs(f.Job), Trainable: f.Model.Written.Held}
	fill(&result, f, courseOfWritten(f))
	step := f.Model.Written.Step
	result.High += step.Perhaps + 3*step.Outputs // a log_softmax of what the model gives, and its gradients
	return result
}

// courseOfWritten lists what the steps of written modules allocate and free.
func courseOfWritten(f facts) *Course {
	step := f.Model.Written.Step
	c := newCourse()
	c.once = true
	for _, bytes := range step.Moves.Owned {
		c.take(ofWeights, float64(bytes))
	}
	if !step.Unmultiplied {
		c.take(ofBuffers, BLASWorkspaces(f.GPU)/2)
		c.take(ofBuffers, BLASWorkspaces(f.GPU)/2)
	}
	// DistributedDataParallel's buckets of bucket_cap_mb: gradients are copied into them
	if f.Sharding == DDP && f.GPUs > 1 {
		for _, bytes := range pieces(float64(step.Moves.trainedBytes()), 25<<20) {
			c.take(ofBuffers, bytes)
		}
	}
	c.begin()
	newPlaying(c, f, step.Moves).all()
	return c
}

// upTo is the answer at the most that numbers can be, with an interval that begins at the least; one of no size where
// the two say nothing together.
func upTo(least, most Result, taken []string) Result {
	if !most.Known() || most.DeviceHigh() > max(farApart*least.DeviceLow(), commonCard) {
		return Result{Missing: []string{"input"}, Assumed: least.Assumed, Inputs: least.Inputs}
	}
	most.Low = min(most.Low, most.Peak-(most.Device-least.DeviceLow()))
	most.Assumed = append(append([]string{}, least.Assumed...), taken...)
	return most
}

// mostBetween is how much more a card must have at one end of what numbers are taken to be than at the other, in
// hundredths: beyond it the numbers decide, and there is no answer.
const mostBetween = 15

// between is an answer that holds for both ends of what numbers are taken to be, and lies in the middle; one of no size
// where that matters.
func between(low, high Result, taken []string) Result {
	out := high
	out.Assumed = append(append([]string{}, low.Assumed...), taken...)
	if !high.Known() || 100*high.Device > (100+mostBetween)*low.Device {
		return Result{Missing: []string{"model"}, Assumed: low.Assumed, Inputs: low.Inputs}
	}
	out.Inputs = low.Inputs
	middle := func(a, b int64) int64 { return a + (b-a)/2 }
	if low.Phase == high.Phase {
		a, b := low.Components, high.Components
		out.Components = Components{
			Weights: middle(
				a.Weights,
				b.Weights,
			), Gradients: middle(a.Gradients, b.Gradients), OptimizerState: middle(a.OptimizerState, b.OptimizerState),
			MasterCopy: middle(
				a.MasterCopy,
				b.MasterCopy,
			), Activations: middle(a.Activations, b.Activations), Logits: middle(a.Logits, b.Logits),
			Buffers: middle(
				a.Buffers,
				b.Buffers,
			), FrozenHelpers: middle(a.FrozenHelpers, b.FrozenHelpers), EMA: middle(a.EMA, b.EMA),
		}
		out.Phases = nil
		for i, p := range high.Phases {
			out.Phases = append(out.Phases, PhaseBytes{p.Phase, middle(low.Phases[i].Bytes, p.Bytes)})
		}
		for i, p := range out.Phases {
			if p.Phase == out.Phase {
				out.Phases[i].Bytes = out.Components.Sum()
			}
		}
		out.Peak, out.Allocator = out.Components.Sum(), middle(low.Allocator, high.Allocator)
		out.Device, out.Reserved = out.Peak+out.Context+out.Allocator, middle(low.Reserved, high.Reserved)
		out.Trainable = middle(low.Trainable, high.Trainable)
	}
	out.Low, out.High = min(low.Low, high.Low), max(low.High, high.High)
	return out
}
