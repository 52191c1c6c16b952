// Package dialect recognises which framework a configuration belongs to, and
// translates its keys into the fields of a training job.
package dialect

// Field is the canonical name of one property of a training job.
type Field string

// The vocabulary. Texts of enumerated fields are the words of the estimator's
// columns; "true"/"false" for yes-or-no fields; decimal digits for counts.
const (
	Model         Field = "model"          // hub id, path or architecture name
	Backbone      Field = "backbone"       // the network of a library in a model of the project's own
	Method        Field = "method"         // full, lora, qlora, dora, freeze, other-peft
	LoRARank      Field = "lora_rank"      //
	LoRAAlpha     Field = "lora_alpha"     //
	LoRATargets   Field = "lora_targets"   // module names with commas, all-linear, attention
	LoRADropout   Field = "lora_dropout"   //
	Weights       Field = "weights"        // stored dtype: fp32, bf16, fp16
	Quantisation  Field = "quantisation"   // of the frozen base: nf4, nf4-dq, fp4, int8, int4, fp8
	Precision     Field = "precision"      // compute: fp32, amp-fp16, amp-bf16, pure, fp8
	TF32          Field = "tf32"           //
	MicroBatch    Field = "micro_batch"    // samples per GPU and forward pass
	EvalBatch     Field = "eval_batch"     // the same, for evaluation
	SharedBatch   Field = "shared_batch"   // samples of one forward pass over all GPUs
	GlobalBatch   Field = "global_batch"   // samples of one optimizer step over all GPUs
	Accumulation  Field = "grad_accum"     // micro-batches of one optimizer step
	AutoBatch     Field = "auto_batch"     // the framework searches the batch size
	GPUs          Field = "gpus"           // processes over all nodes
	GPUsPerNode   Field = "gpus_per_node"  //
	Nodes         Field = "nodes"          //
	Optimizer     Field = "optimizer"      // adamw, adamw-8bit, paged-adamw-8bit, adafactor, sgd, …
	OptimizerImpl Field = "optimizer_impl" // fused, foreach, single
	LearningRate  Field = "lr"
	WeightDecay   Field = "weight_decay"
	GradientClip  Field = "grad_clip"
	MaxSteps      Field = "max_steps"
	Epochs        Field = "epochs"
	Warmup        Field = "warmup"
	Seed          Field = "seed"

	SeqLen        Field = "seq_len"    // tokens a sample may have
	ImageSize     Field = "image_size" // pixels: 512 or 512x768 (height x width)
	Packing       Field = "packing"
	Checkpointing Field = "checkpointing" // activations: none, full, selective
	Reentrant     Field = "checkpointing_reentrant"
	ActOffload    Field = "activation_offload"
	Attention     Field = "attention" // eager, sdpa, flash, xformers, flex
	Loss          Field = "loss"      // plain, chunked, fused-linear, liger
	Kernels       Field = "kernels"   // liger, unsloth
	Compile       Field = "compile"
	UseCache      Field = "use_cache" // keys and values kept for generation

	Sharding         Field = "sharding"          // none, ddp, zero1, zero2, zero3, fsdp-full, fsdp-grad-op, fsdp-hybrid
	FSDPVersion      Field = "fsdp_version"      // 1 or 2
	OffloadOptimizer Field = "offload_optimizer" // none, cpu, nvme
	OffloadParams    Field = "offload_params"    // none, cpu, nvme
	TensorParallel   Field = "tensor_parallel"
	PipelineParallel Field = "pipeline_parallel"
	ContextParallel  Field = "context_parallel"
	ExpertParallel   Field = "expert_parallel"
	// elements that DeepSpeed reduces together; auto: the hidden width squared
	ReduceBucket  Field = "reduce_bucket_size"
	OverlapComm   Field = "overlap_comm"   // DeepSpeed reduces one bucket while it fills another
	DeepSpeedFile Field = "deepspeed_file" // path of the DeepSpeed JSON that is loaded too
	FindUnused    Field = "find_unused_parameters"

	EMA              Field = "ema"
	CachedInputs     Field = "cached_inputs" // latents or text embeddings computed beforehand
	TrainTextEncoder Field = "train_text_encoder"
	FrozenTower      Field = "frozen_tower"  // what reads images trains with nothing, not even adapters
	KbitPrepared     Field = "kbit_prepared" // prepare_model_for_kbit_training was called

	Workers    Field = "workers" // loader processes per GPU
	Prefetch   Field = "prefetch"
	PinMemory  Field = "pin_memory"
	Persistent Field = "persistent_workers"

	SaveSteps     Field = "save_steps"
	SaveLimit     Field = "save_limit"
	SaveModelOnly Field = "save_model_only"
	StateDict     Field = "state_dict" // full, sharded, local
	GatherOnSave  Field = "gather_on_save"
	EvalSteps     Field = "eval_steps"
	EvalAccum     Field = "eval_accum" // evaluation batches before logits leave the GPU
	Benchmark     Field = "cudnn_benchmark"
	Deterministic Field = "deterministic"
	Output        Field = "output_dir"
	Dataset       Field = "dataset"
)

// Type is what the texts of a field are.
type Type uint8

// The types. A text that is none of its type stands for itself: 512x768 among numbers of pixels.
const (
	Word Type = iota
	Number
	Switch // true, false
)

// Type is what the texts of the field are.
func (f Field) Type() Type { return types[f] }

// types hold all fields but the words.
var types = map[Field]Type{
	LoRARank: Number, LoRAAlpha: Number, LoRADropout: Number,
	MicroBatch: Number, EvalBatch: Number, SharedBatch: Number, GlobalBatch: Number, Accumulation: Number, GPUs: Number,
	GPUsPerNode: Number, Nodes: Number,
	LearningRate: Number, WeightDecay: Number, GradientClip: Number, MaxSteps: Number, Epochs: Number, Warmup: Number,
	Seed:   Number,
	SeqLen: Number, ImageSize: Number, FSDPVersion: Number, ReduceBucket: Number,
	TensorParallel: Number, PipelineParallel: Number, ContextParallel: Number, ExpertParallel: Number,
	Workers: Number, Prefetch: Number, SaveSteps: Number, SaveLimit: Number, EvalSteps: Number, EvalAccum: Number,

	TF32: Switch, AutoBatch: Switch, Packing: Switch, Reentrant: Switch, ActOffload: Switch, Compile: Switch,
	UseCache: Switch, FindUnused: Switch,
	EMA: Switch, CachedInputs: Switch, TrainTextEncoder: Switch, KbitPrepared: Switch, FrozenTower: Switch,
	PinMemory: Switch, Persistent: Switch,
	SaveModelOnly: Switch, GatherOnSave: Switch, OverlapComm: Switch, Benchmark: Switch, Deterministic: Switch,
}
