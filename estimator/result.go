package estimator

// Components are the bytes that make up the peak, each as large as it is in the phase that decides.
type Components struct {
	Weights        int64 // trainable and frozen parameters of the trained model, adapters included
	Gradients      int64
	OptimizerState int64
	MasterCopy     int64
	Activations    int64 // saved for backward, and the working set of the layer in flight
	Logits         int64 // output logits and what the loss kernel keeps of them
	Buffers        int64 // gathered layers, communication buckets, autocast copies, optimizer temporaries
	FrozenHelpers  int64 // VAE, text encoders, reference and perceptual models
	EMA            int64
}

// Sum adds the components; it equals Result.Peak.
func (c Components) Sum() int64 {
	return c.Weights + c.Gradients + c.OptimizerState + c.MasterCopy + c.Activations + c.Logits +
		c.Buffers + c.FrozenHelpers + c.EMA
}

// Named lists the components by the names the JSON output uses, largest first where they matter to a reader.
func (c Components) Named() []NamedBytes {
	return []NamedBytes{
		{"weights", c.Weights}, {"gradients", c.Gradients}, {"optimizer_state", c.OptimizerState},
		{"master_copy", c.MasterCopy}, {"activations", c.Activations}, {"logits", c.Logits},
		{"buffers", c.Buffers}, {"frozen_helpers", c.FrozenHelpers}, {"ema", c.EMA},
	}
}

// NamedBytes is one line of a breakdown.
type NamedBytes struct {
	Name  string
	Bytes int64
}

// Phase is the moment of a training step at which memory peaks.
type Phase string

// The phases of a training step whose maximum is the peak.
const (
	PhaseLoss          Phase = "loss"                 // forward done, logits and loss alive
	PhaseFirstBackward Phase = "first-backward-layer" // all saved activations, plus one layer's gradients
	// of a step that was followed: wherever in the backward pass it peaks
	PhaseBackward    Phase = "backward"
	PhaseEndBackward Phase = "end-of-backward" // all gradients, plus the first layer in flight
	PhaseOptimizer   Phase = "optimizer-step"  // gradients, states and the foreach temporary
	PhaseEncode      Phase = "encoding"        // images to latents, where they are not precomputed
)

// Verdict says whether a job fits a card.
type Verdict string

// The verdicts. Tight means the point estimate fits and the high end of the interval does not, or the reverse
// cannot be excluded.
const (
	Fits           Verdict = "fits"
	Tight          Verdict = "tight"
	DoesNotFit     Verdict = "does-not-fit"
	UnknownVerdict Verdict = "unknown"
)

// Input is one fact the result rests on, under the name of the estimate command's flag.
type Input struct{ Name, Value string }

// Result is what one job needs on each of its GPUs.
type Result struct {
	// Missing names what must be known before there is an answer. When it is not empty every size is 0.
	Missing []string

	Peak       int64 // bytes, as torch.cuda.max_memory_allocated would report
	Low, High  int64 // the interval around Peak
	Phase      Phase
	Phases     []PhaseBytes
	Components Components

	Context   int64 // CUDA context and NCCL, outside torch's allocator
	Allocator int64 // what the caching allocator reserves above the peak and cannot give back
	Device    int64 // Peak + Context + Allocator: what the card must have
	// what max_memory_reserved shows on a card with room to spare; the cached part is given back under pressure
	Reserved     int64
	ReservedHigh int64 // the most that it may be, beside what Peak may be off
	Host         int64 // host memory for offloaded states, per process

	Trainable int64 // parameters that get gradients
	Assumed   []string
	Inputs    []Input
}

// PhaseBytes is the memory alive in one phase.
type PhaseBytes struct {
	Phase Phase
	Bytes int64
}

// Known reports whether there is an answer at all.
func (r Result) Known() bool { return len(r.Missing) == 0 }

// DeviceLow and DeviceHigh are the interval around Device.
func (r Result) DeviceLow() int64 { return r.Device - (r.Peak - r.Low) }

// DeviceHigh is the largest memory the job may need on its card, in bytes.
func (r Result) DeviceHigh() int64 { return r.Device + (r.High - r.Peak) }

// Verdict compares the need with the usable bytes of a card (GPU.Usable). It fits only when the high end of the
// interval does, and does not fit only when even the low end is too large.
func (r Result) Verdict(usable int64) Verdict {
	switch {
	case !r.Known() || usable <= 0:
		return UnknownVerdict
	case r.DeviceHigh() <= usable:
		return Fits
	case r.DeviceLow() > usable:
		return DoesNotFit
	}
	return Tight
}
