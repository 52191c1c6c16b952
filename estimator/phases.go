package estimator

import "strings"

// phase is one moment of a training step with everything alive in it.
type phase struct {
	name       Phase
	components Components
}

// stepPhases lists the four moments at which a training step can peak. Gradients exist before the backward pass
// only while accumulating, or on torch 1, whose zero_grad fills them with zeros instead of dropping them.
func stepPhases(f facts, s states, l live) []phase {
	early := 0.0
	if f.GradAccum > 1 || oldTorch(f.Job) {
		early = s.gradients
	}
	if f.gathersGradients() {
		early = s.trainable * gatheredSize(f)
	}
	late, head := s.gradients, s.headGrad
	if inBackward(f) {
		early, late = 0, s.headGrad
	}
	if early > 0 {
		head = 0
	}
	fixed := Components{
		Weights: int64(s.weights), OptimizerState: int64(s.optimizer), MasterCopy: int64(s.master),
		FrozenHelpers: int64(s.frozen), EMA: int64(s.ema),
	}
	with := func(name Phase, gradients, activations, logits, buffers float64) phase {
		components := fixed
		components.Gradients = int64(gradients)
		components.Activations = int64(activations)
		components.Logits = int64(logits)
		components.Buffers = int64(buffers + s.workspace)
		return phase{name, components}
	}
	cast, again := castsInBackward(f, s)
	logits, lossCast := l.logits, cast
	if l.logitsForward+s.cast > logits+cast {
		logits, lossCast = l.logitsForward, s.cast
	}
	phases := []phase{
		with(PhaseLoss, early+min(l.head, head*2), l.stored, logits, lossCast+s.gather),
		with(PhaseFirstBackward, early+head, l.stored+l.working, l.held, cast+again+s.gather),
		with(PhaseEndBackward, late, max(l.last, l.working), l.held, cast+again+s.gather),
		with(PhaseOptimizer, late, 0, l.held, s.stepTemp),
	}
	if encoding := encoderBytes(f); encoding > 0 {
		phases = append(phases, with(PhaseEncode, early, encoding, 0, 0))
	}
	return phases
}

// castsInBackward are autocast's copies of weights that are there when the backward pass begins: autocast forgets its cache where its region
// ends, and the graph holds on to those that it reads. A checkpointed layer is no part of the graph; its weights are cast again
// when it is computed again.
func castsInBackward(f facts, s states) (kept, again float64) {
	policy := checkpointPolicy(f.Checkpointing)
	if s.cast == 0 || policy.share == 0 {
		return s.cast, 0
	}
	layers := s.cast - min(s.cast, headGradient(f)/2) // of fp32 weights
	again = policy.segment * layers / float64(max(f.Model.blocks(), 1))
	return s.cast - policy.share*layers, again
}

// gathersGradients reports whether gradients stay whole on each rank until the last of several micro-batches: accelerate's no_sync,
// in which its accumulate() and transformers' Trainer run all others, leaves FSDP's gradients unreduced (torch's FullyShardedDataParallel.no_sync:
// "the full model's gradients"; of FSDP2, set_requires_gradient_sync(False)).
func (f *facts) gathersGradients() bool {
	switch f.Framework {
	case HFTrainer, TRL, Accelerate, Axolotl, LLaMAFactory, MSSwift:
		return f.GradAccum > 1 && f.fsdp()
	}
	return false
}

// framesAtOnce is how many frames a video autoencoder encodes together (diffusers CogVideoX; others take fewer).
const framesAtOnce = 8

// encoderBytes is the widest moment of encoding a batch of images to latents, without gradients: the autoencoders of
// Stable Diffusion and FLUX begin with 128 channels at full resolution, and a ResNet block there holds its input, two
// intermediate tensors and its output.
func encoderBytes(f facts) float64 {
	if f.CachedInputs == Yes {
		return 0
	}
	for _, helper := range f.Model.Helpers {
		if strings.HasPrefix(helper.Role, "VAE") {
			size := 2.0
			if f.Compute == ComputeFP32 {
				size = 4
			}
			frames := min(max(f.Image.Frames, 1), framesAtOnce)
			return 4 * 128 * size * float64(frames*f.Image.Height*f.Image.Width*f.MicroBatch)
		}
	}
	return 0
}
