package estimator

import (
	"fmt"
	"slices"
)

// Meaning says how far a change moves the experiment.
type Meaning int

// The meanings, from harmless to a different experiment.
const (
	SameTraining  Meaning = iota // the same numbers up to rounding
	OtherNumerics                // the same method with another precision or optimizer state
	OtherMethod                  // another method: fewer parameters train
)

// Change sets one input of a job, under the name of the estimate command's flag.
type Change struct {
	Field, Old, New string
}

// Remedy is one way to need less memory, with what it costs.
type Remedy struct {
	Name     string
	Slowdown float64 // time of a training step relative to before: 1.33 is a third slower
	Meaning  Meaning
	Remark   string // what changes for the person who trains, with the documented source

	// keeps is added to the remark where nothing else of a plan makes it untrue.
	keeps string
	apply func(*Job)
}

// axis is a group of remedies of which a plan takes at most one.
type axis []Remedy

// axes lists what can be changed about a job on a card. The slowdowns are those the named sources report; where a
// change makes steps faster, 1 is used: a plan must not be chosen for speed it may not bring.
func axes(job Job, card Card) []axis {
	return []axis{
		attentionRemedies(job), lossRemedies(job), implementationRemedies(job), checkpointRemedies(job),
		batchRemedies(job), precisionRemedies(job, card), optimizerRemedies(job), shardingRemedies(job),
		offloadRemedies(job), methodRemedies(job, card),
	}
}

func attentionRemedies(job Job) axis {
	if job.Attention != Eager {
		return nil
	}
	return axis{{
		Name: "SDPA attention", Slowdown: 1,
		Remark: "the score matrix is never stored (torch.nn.functional.scaled_dot_product_attention)",
		apply:  func(j *Job) { j.Attention = SDPA },
	}}
}

func lossRemedies(job Job) axis {
	if job.Model.Kind != Decoder || job.Loss == LigerLoss || job.Loss == FusedLinear || !usesTransformers(job.Framework) {
		return nil
	}
	return axis{{
		Name: "fused linear cross-entropy", Slowdown: 1,
		Remark: "the logits are never stored (Liger kernel, arXiv 2410.10989)",
		apply: func(j *Job) {
			j.Loss = LigerLoss
			j.Kernels = append(slices.Clone(j.Kernels), "liger") // the frameworks' switch brings all of Liger's kernels
		},
	}}
}

func implementationRemedies(job Job) axis {
	if !optimizerStates[optimizerName(job.Optimizer)].foreach || job.OptimizerImpl == Fused ||
		inBackward(facts{Job: job}) {
		return nil
	}
	return axis{{
		Name: "fused optimizer", Slowdown: 1,
		Remark: "foreach keeps a temporary as large as the parameters in optimizer.step, fused does not (torch.optim documentation)",
		apply:  func(j *Job) { j.OptimizerImpl = Fused },
	}}
}

func checkpointRemedies(job Job) axis {
	if job.Checkpointing == CheckpointFull || job.Model.unet == nil && job.Model.Hidden == 0 && job.Model.dit == nil {
		return nil
	}
	return axis{{
		Name: "activation checkpointing", Slowdown: 1.33,
		Remark: "every layer runs forward twice: a third more compute (arXiv 2205.05198)",
		apply:  func(j *Job) { j.Checkpointing = CheckpointFull },
	}}
}

// batchRemedies divide the micro-batch and multiply the accumulation by the same number, so that every optimizer
// step sees the same samples.
func batchRemedies(job Job) axis {
	if usesBatchNorm(job.Model) || job.MicroBatch > mostSamples || job.GradAccum > mostSamples {
		return nil
	}
	var list axis
	for parts := 2; parts <= min(job.MicroBatch, mostParts); parts++ {
		if job.MicroBatch%parts != 0 {
			continue
		}
		micro, accumulate := job.MicroBatch/parts, max(job.GradAccum, 1)*parts
		list = append(list, Remedy{
			Name: fmt.Sprintf("micro-batch %d with accumulation %d", micro, accumulate), Slowdown: 1 + 0.02*float64(parts),
			Remark: fmt.Sprintf("%d × %d × %d GPUs is %d samples a step, as before", micro, accumulate, max(job.GPUs, 1),
				micro*accumulate*max(job.GPUs, 1)),
			apply: func(j *Job) { j.MicroBatch, j.GradAccum = micro, accumulate },
		})
	}
	return list
}

// What a micro-batch is divided into is bounded, and so is what is divided: a config may say 2^63.
const (
	mostParts   = 4096
	mostSamples = 1 << 24
)

// usesBatchNorm is true of the convolutional networks, whose statistics depend on the micro-batch.
func usesBatchNorm(model Model) bool {
	return (model.Kind == VisionCls || model.Kind == VisionDet || model.Kind == VisionSeg) && model.Hidden == 0
}

func precisionRemedies(job Job, card Card) axis {
	if job.Weights != FP32 {
		return nil
	}
	half, amp := BF16, AMPBF16
	if card.BF16 == No {
		half, amp = FP16, AMPFP16
	}
	var list axis
	if job.Compute == ComputeFP32 || job.Compute == Pure {
		list = append(list, Remedy{
			Name: "autocast " + string(amp), Slowdown: 1, Meaning: OtherNumerics,
			Remark: "activations are half as wide (torch.amp documentation)",
			keeps:  "weights, gradients and states stay fp32",
			apply:  func(j *Job) { j.Compute = amp },
		})
	}
	if job.Method != Full && job.Method != "" {
		list = append(list, frozenHalf(job, half, amp))
	} else if half == BF16 {
		list = append(list, halfWeights(job))
	}
	return list
}

// halfWeights stores the trained weights themselves in bf16. Autocast in bf16 may stay,
// it has nothing left to cast; in fp16 it would bring a GradScaler that cannot unscale
// the gradients of bf16 weights.
func halfWeights(job Job) Remedy {
	name := "pure bf16"
	if job.Compute == AMPBF16 {
		name = "bf16 weights"
	}
	return Remedy{
		Name: name, Slowdown: 1, Meaning: OtherNumerics,
		Remark: "updates smaller than 1/256 of a weight are lost: raise the learning rate or expect a worse fit (arXiv 2010.06192)",
		apply: func(j *Job) {
			j.Weights = BF16
			if j.Compute != AMPBF16 {
				j.Compute = Pure
			}
		},
	}
}

// frozenHalf stores a frozen base in the dtype that autocast computes in: nothing is lost
// where the job computes in it already.
func frozenHalf(job Job, half DType, amp Compute) Remedy {
	meaning := OtherNumerics
	switch job.Compute {
	case AMPBF16:
		half, amp, meaning = BF16, AMPBF16, SameTraining
	case AMPFP16:
		half, amp, meaning = FP16, AMPFP16, SameTraining
	}
	return Remedy{
		Name: "frozen weights in " + string(half), Slowdown: 1, Meaning: meaning,
		Remark: "the frozen base needs no more precision than it was published in",
		apply:  func(j *Job) { j.Weights, j.Compute = half, amp },
	}
}

func optimizerRemedies(job Job) axis {
	if name := optimizerName(job.Optimizer); name != AdamW && name != "adam" || job.Method != Full && job.Method != "" {
		return nil
	}
	make := func(name Optimizer, title, remark string, slowdown float64) Remedy {
		return Remedy{
			Name: title, Slowdown: slowdown, Meaning: OtherNumerics, Remark: remark,
			apply: func(j *Job) { j.Optimizer, j.OptimizerImpl = name, "" },
		}
	}
	return axis{
		make(AdamW8bit, "8-bit AdamW", "states in 8 bits match 32-bit training on the tasks of arXiv 2110.02861", 1),
		make(
			PagedAdamW8bit,
			"paged 8-bit AdamW",
			"states in 8 bits, moved to host memory when the card is full (arXiv 2305.14314)",
			1.05,
		),
	}
}

func shardingRemedies(job Job) axis {
	if job.GPUs < 2 || job.Sharding != DDP && job.Sharding != Unsharded && job.Sharding != "" || job.Weights == NF4 ||
		job.Weights == NF4DQ {
		return nil
	}
	make := func(sharding Sharding, title string, slowdown float64, remark string) Remedy {
		meaning := SameTraining
		if sharding == ZeRO2 {
			meaning, remark = casting(job, remark)
		}
		return Remedy{
			Name: title, Slowdown: slowdown, Meaning: meaning, Remark: remark,
			apply: func(j *Job) { j.Sharding = sharding },
		}
	}
	return axis{
		make(
			ZeRO2,
			"ZeRO-2",
			1.02,
			"the ranks share optimizer states and gradients at DDP's communication volume (arXiv 1910.02054)",
		),
		make(
			FSDPFull,
			"FSDP full shard",
			1.2,
			"the ranks share everything at 1.5 times DDP's communication volume (arXiv 1910.02054)",
		),
	}
}

// casting is what DeepSpeed does to fp32 weights under autocast: the module itself
// becomes 16 bits wide, which is no longer the same training.
func casting(job Job, remark string) (Meaning, string) {
	facts := settle(job)
	if facts.deepSpeed() || facts.Weights != FP32 || !facts.autocast() {
		return SameTraining, remark
	}
	return OtherNumerics, remark + "; DeepSpeed casts the weights to 16 bits and steps fp32 copies of them"
}

func offloadRemedies(job Job) axis {
	if job.Offload != "" && job.Offload != OffloadNone || job.Method != Full && job.Method != "" || job.Optimizer == "" {
		return nil
	}
	meaning, remark := casting(job, "the optimizer steps on the CPU, over host memory (ZeRO-Offload, arXiv 2101.06840)")
	return axis{{
		Name: "optimizer offload", Slowdown: 1.5, Meaning: meaning, Remark: remark,
		apply: func(j *Job) {
			j.Offload = OffloadOptimizer
			if j.Sharding == Unsharded || j.Sharding == DDP || j.Sharding == "" {
				j.Sharding = ZeRO2 // offloading is a part of DeepSpeed's ZeRO, on one GPU too
			}
		},
	}}
}

// methodRemedies change the experiment, and come last.
func methodRemedies(job Job, card Card) axis {
	if job.Method != Full || usesBatchNorm(job.Model) ||
		job.Model.unet == nil && job.Model.dit == nil && job.Model.Hidden == 0 {
		return nil
	}
	half, amp := BF16, AMPBF16
	if card.BF16 == No {
		half, amp = FP16, AMPFP16
	}
	lora := Remedy{
		Name: "LoRA of rank 16", Slowdown: 1, Meaning: OtherMethod,
		Remark: "only adapters train: another experiment, with another learning rate (arXiv 2106.09685)",
		apply: func(j *Job) {
			j.Method, j.LoRARank, j.LoRATargets = LoRA, 16, []string{"all-linear"}
			if j.Weights == FP32 {
				j.Weights, j.Compute = half, amp
			}
		},
	}
	list := axis{lora}
	if job.Model.Kind == Decoder {
		list = append(list, Remedy{
			Name: "QLoRA of rank 16", Slowdown: 1.39, Meaning: OtherMethod,
			Remark: "only adapters train, on a 4-bit base (arXiv 2305.14314); 39 % more time than LoRA (litgpt's published comparison)",
			apply: func(j *Job) {
				j.Method, j.LoRARank, j.LoRATargets = QLoRA, 16, []string{"all-linear"}
				j.Weights, j.Compute = NF4DQ, amp
			},
		})
	}
	return list
}
