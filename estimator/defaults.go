package estimator

import "slices"

// defaultCheckpointing is what a framework does when its config says nothing: torch and transformers keep all
// activations; these recompute them by default (torchtune's recipes, LLaMA-Factory's disable_gradient_checkpointing,
// ms-swift's and SimpleTuner's gradient_checkpointing, Unsloth's get_peft_model).
func defaultCheckpointing(framework Framework) Checkpointing {
	switch framework {
	case TorchTune, LLaMAFactory, MSSwift, SimpleTuner, Unsloth:
		return CheckpointFull
	}
	return CheckpointNone
}

// defaultLoss is the loss kernel a framework uses when its config does not name one.
func defaultLoss(framework Framework, kernels []string) Loss {
	switch {
	case slices.Contains(kernels, "liger"):
		return LigerLoss
	case framework == LitGPT, framework == TorchTune: // chunked_cross_entropy, 128 rows; CEWithChunkedOutputLoss
		return ChunkedLoss
	case framework == Unsloth, slices.Contains(kernels, "unsloth"):
		return FusedLinear
	}
	return PlainLoss
}

// upcastsShards is true of accelerate, since 0.27: with mixed precision it keeps the trainable shards of FSDP in fp32
// even when the model was loaded in 16 bits (fms-acceleration: 16 bytes a parameter between steps, 20 at the step).
func (f *facts) upcastsShards() bool {
	switch f.Framework {
	case HFTrainer, TRL, Accelerate, Axolotl, LLaMAFactory, MSSwift, Diffusers:
		return !older(f.Accelerate, 0, 27, 0) && f.fsdp() && f.Method == Full && f.autocast() &&
			(f.Weights == BF16 || f.Weights == FP16)
	}
	return false
}

// eagerFamilies have no other attention in transformers without a kernel of its own: position biases are added to the
// scores, or a sink is.
var eagerFamilies = []string{"t5", "deberta", "longformer", "pegasus", "marian", "mpnet", "gpt_oss"}
