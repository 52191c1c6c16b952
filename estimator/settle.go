package estimator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// facts is a Job whose unknowns were either filled with a documented default, and then named in assumed, or named
// in missing.
type facts struct {
	Job
	assumed []string
	missing []string
	mesh    mesh
	partial bool // frozen layers below the trained ones keep no activations
}

// mesh is how many ways the ranks divide the work.
type mesh struct {
	ranks    int // all of them
	shard    int // ranks that share one copy of the states
	tensor   int // tensor-parallel degree
	context  int // context-parallel degree: divides the tokens of a sample
	pipeline int
}

func settle(job Job) facts {
	facts := facts{Job: job}
	facts.settleDevices()
	if job.Model.Written != nil {
		facts.settleWritten()
		return facts
	}
	if job.Model.Inferred {
		facts.assume("model=" + job.Model.ID)
	}
	facts.settleHead()
	facts.settleMethod()
	facts.settlePrecision()
	facts.settleOptimizer()
	facts.settleKernels()
	facts.requireShape()
	return facts
}

// settleHead: litgpt's one model has a head of its own for every family; where a checkpoint has none, its embeddings
// are copied (convert_hf_checkpoint.py).
func (f *facts) settleHead() {
	if f.Framework == LitGPT && f.Model.TiedEmbedding && f.Model.Kind == Decoder && f.Model.Params > 0 {
		f.Model.TiedEmbedding = false
		f.Model.Params += int64(f.Model.Vocab) * int64(f.Model.Hidden)
	}
}

func (f *facts) assume(text string) { f.assumed = append(f.assumed, text) }
func (f *facts) lack(text string)   { f.missing = append(f.missing, text) }

func (f *facts) settleDevices() {
	if f.GPUs == 0 {
		f.GPUs = 1
		f.assume("gpus=1")
	}
	if f.Sharding == UnknownSharding {
		f.Sharding = Unsharded
		f.lack("sharding")
	}
	if f.Sharding == "" {
		f.Sharding = Unsharded
		if f.GPUs > 1 {
			f.Sharding = DDP
			f.assume("sharding=ddp")
		}
	}
	if f.Offload == "" {
		f.Offload = OffloadNone
	}
	f.mesh = readMesh(f.Sharding, f.GPUs)
	if f.mesh.pipeline > 1 {
		f.lack("pipeline micro-batches") // how many are in flight decides what the stages store
	}
}

// readMesh reads "mixed:FSDP8*TP8*PP8": the letters are torchtitan's names for the dimensions of its device mesh.
func readMesh(sharding Sharding, gpus int) mesh {
	m := mesh{ranks: gpus, shard: 1, tensor: 1, context: 1, pipeline: 1}
	text, mixed := strings.CutPrefix(string(sharding), "mixed:")
	if !mixed {
		if sharding != Unsharded && sharding != DDP {
			m.shard = gpus
		}
		return m
	}
	text, _, _ = strings.Cut(text, "-")
	for _, dimension := range strings.Split(text, "*") {
		name := strings.TrimRight(dimension, "0123456789")
		degree, _ := strconv.Atoi(dimension[len(name):])
		degree = max(degree, 1)
		switch strings.ToUpper(name) {
		case "TP":
			m.tensor = degree
		case "CP": // FSDP shards over the context-parallel ranks too
			m.context, m.shard = degree, m.shard*degree
		case "FSDP":
			m.shard *= degree
		case "PP":
			m.pipeline, m.shard = degree, m.shard*degree
		}
	}
	return m
}

func (f *facts) settleMethod() {
	if f.Method == Partial {
		f.settlePartial()
		return
	}
	if f.Method == "" {
		f.Method = Full
		if f.LoRARank > 0 {
			f.Method = LoRA
		}
		if f.OpenMethod && f.LoRARank == 0 { // all of it, or a thousandth
			f.lack("method")
		} else {
			f.assume("method=" + string(f.Method))
		}
	}
	if f.Method == LoRA && f.quantised() {
		f.Method = QLoRA
	}
	if f.adapters() && f.LoRARank == 0 && f.Trainable == 0 {
		f.LoRARank = 16
		f.assume("lora-rank=16")
	}
	if f.adapters() && len(knownRoles(f.LoRATargets)) == 0 && f.Trainable == 0 {
		f.LoRATargets = []string{"all-linear"}
		f.assume("lora-targets=all-linear")
	}
}

func (f *facts) adapters() bool { return f.Method != Full }

func (f *facts) quantised() bool {
	switch f.Weights {
	case NF4, NF4DQ, Int4, Int8, FP8:
		return true
	}
	return false
}

func (f *facts) settlePrecision() {
	if f.Weights == "" {
		f.Weights = FP32
		switch {
		case f.Method == QLoRA:
			f.Weights = NF4
		case f.Compute == Pure || f.deepSpeed():
			f.Weights = BF16
		case f.adapters() && f.Model.Kind != VisionCls && f.Model.Kind != Encoder:
			f.Weights = BF16
		}
		f.assume("weights=" + string(f.Weights))
	}
	if f.deepSpeed() && f.Weights == FP32 && f.autocast() {
		f.Weights = BF16 // the engine casts the module itself and keeps fp32 masters (engine.py _configure_distributed_model)
		if f.Compute == AMPFP16 {
			f.Weights = FP16
		}
	}
	if f.upcastsShards() {
		f.Weights = FP32
		f.assume("weights=fp32, accelerate upcasts what FSDP shards")
	}
	if f.Compute == "" {
		f.Compute = Pure
		if f.Weights == FP32 {
			f.Compute = ComputeFP32
		} else if f.quantised() {
			f.Compute = AMPBF16
		}
		f.assume("compute=" + string(f.Compute))
	}
}

func (f *facts) deepSpeed() bool {
	return f.Sharding == ZeRO1 || f.Sharding == ZeRO2 || f.Sharding == ZeRO3
}

func (f *facts) fsdp() bool {
	// torchtitan shards over the ranks that share a sequence, too (parallelize_llama.py, dp_shard_cp)
	return strings.Contains(strings.ToLower(string(f.Sharding)), "fsdp") || f.Framework == TorchTitan && f.mesh.shard > 1
}

// shardsParameters tells ZeRO-3 and FSDP, whose layers are gathered when they run, from the rest.
func (f *facts) shardsParameters() bool {
	return f.fsdp() || f.Sharding == ZeRO3 || strings.HasPrefix(string(f.Sharding), "mixed") && f.mesh.shard > 1
}

func (f *facts) autocast() bool { return f.Compute == AMPFP16 || f.Compute == AMPBF16 }

func (f *facts) settleOptimizer() {
	if f.Optimizer == "" {
		f.Optimizer = AdamW
		f.assume("optimizer=adamw")
	}
	if !knownOptimizer(f.Optimizer) {
		f.lack("optimizer")
	}
	if f.OptimizerImpl == "" && optimizerStates[optimizerName(f.Optimizer)].foreach {
		// torch.optim picks foreach on CUDA since 2.0 when neither foreach nor fused is given.
		// torchtune's recipes ask for the fused one.
		f.OptimizerImpl = Foreach
		if f.Framework == TorchTune {
			f.OptimizerImpl = Fused
		}
	}
	if f.GradAccum == 0 {
		f.GradAccum = 1
		// what a forward pass keeps does not depend on it; with more than one the gradients stay through the next
		if f.OpenAccum {
			f.assume("grad-accum=1")
		}
	}
}

func (f *facts) settleKernels() {
	if f.Checkpointing == "" {
		f.Checkpointing = defaultCheckpointing(f.Framework)
		f.assume("checkpointing=" + string(f.Checkpointing))
	}
	if f.Attention == "" && slices.Contains(eagerFamilies, f.Model.Family) && f.Framework != Unsloth {
		f.Attention = Eager
	}
	if f.Attention == "" {
		f.Attention = SDPA
		if f.Model.Kind != Diffusion && f.Model.Kind != VisionCls && f.Model.Kind != VisionDet {
			f.assume("attention=sdpa")
		}
	}
	if f.openProducts() {
		f.assume("kernels: of quantised weights only the input of an adapter is kept")
	}
	if f.CachedInputs == Unsaid && f.Framework == SimpleTuner {
		f.CachedInputs = Yes // its caches of latents and text embeddings cannot be turned off
	}
	if f.Loss == "" && f.Model.Kind == Decoder {
		f.Loss = defaultLoss(f.Framework, f.Kernels)
		f.assume("loss=" + string(f.Loss))
	}
}

func (f *facts) requireShape() {
	if !f.Model.Known() {
		f.lack("model")
	}
	if f.MicroBatch == 0 {
		f.lack("micro-batch")
	}
	f.settleImages()
	if most := f.Model.mostTokens(); f.SeqLen == 0 && most > 0 && f.AtMost {
		f.SeqLen = most
		f.assume("seq-len=" + strconv.Itoa(most) + AtItsMost)
	}
	switch f.Model.Kind {
	case Decoder, Encoder, Seq2Seq, VLM, Audio:
		switch {
		case f.Model.hears():
			if f.Waveform == 0 {
				f.lack("audio-samples")
			}
		case f.SeqLen == 0:
			f.lack("seq-len")
		}
	case Diffusion, Video, VisionCls, VisionDet, VisionSeg:
		if f.Image.Pixels() == 0 {
			f.lack("image")
		}
	}
	if f.Model.delta != nil {
		f.assume("kernels of flash-linear-attention")
	}
	if f.Model.Family == "gpt_oss" && f.quantised() && f.Framework != Unsloth {
		f.lack("weights") // its experts are no linear layers: who quantises them decides how wide they are
	}
	if f.trainsTower() && f.Images == nil {
		f.lack("image tokens") // what the part that reads images keeps for each of them
	}
	if slices.Contains(f.Kernels, "torchao-fp8") {
		f.lack("kernels") // what its dynamic quantisation keeps of every input is not modelled
	}
	if text := string(f.Checkpointing); strings.HasPrefix(text, "other:") && text != "other:seg2-stride4" {
		f.lack("checkpointing")
	}
	if f.Model.Known() && len(f.missing) == 0 && !canCountActivations(f.Model) {
		f.lack("architecture")
	}
}

func oldTorch(job Job) bool {
	return strings.HasPrefix(job.Torch, "0.") || strings.HasPrefix(job.Torch, "1.")
}

// older reports whether a declared version is before another; false where none is declared.
func older(version string, major, minor, patch int) bool {
	var a, b, c int
	if n, _ := fmt.Sscanf(version, "%d.%d.%d", &a, &b, &c); n < 2 {
		return false
	}
	return a < major || a == major && (b < minor || b == minor && c < patch)
}

// kernel reports whether a word of the kernels column is there: "fused-fms-liger" has liger and fused.
func (f *facts) kernel(word string) bool {
	return slices.ContainsFunc(f.Kernels, func(kernel string) bool { return strings.Contains(kernel, word) })
}
