package estimator

import "strings"

// gathersGradients reports whether gradients stay whole on each rank until the last of several micro-batches:
// accelerate's no_sync, in which its accumulate() and transformers' Trainer run all others, and Fabric's
// no_backward_sync, in which litgpt does, leave FSDP's gradients unreduced (torch's FullyShardedDataParallel.no_sync:
// "the full model's gradients"; of FSDP2, set_requires_gradient_sync(False)).
func (f *facts) gathersGradients() bool {
	switch f.Framework {
	case HFTrainer, TRL, Accelerate, Axolotl, LLaMAFactory, MSSwift, LitGPT:
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
