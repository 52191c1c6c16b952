package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// generic reads a project's own configuration by the names that most projects
// use. It claims a file only when several of them are there, and says so with the
// lowest confidence: who acts on it should first find the code that reads the key.
var generic = &Dialect{
	Name: "generic",
	Host: config.PyYAML,
	Signatures: []Signature{
		{Any: genericWords, Least: 3, Confidence: Guess},
		{Any: []string{"**.batch_size|**.train_batch_size|**.micro_batch_size"}, Least: 1,
			All: []string{
				"**.lr|**.learning_rate|**.base_lr|**.epochs|**.num_epochs|**.max_epochs|**.optimizer|**.gradient_accumulation_steps",
			},
			Confidence: Guess},
	},
	Keys: genericKeys,
}

// genericWords are what makes a configuration one of training.
var genericWords = []string{
	"**.batch_size|**.train_batch_size|**.micro_batch_size|**.batch_size_per_gpu",
	"**.lr|**.learning_rate|**.base_lr|**.init_lr",
	"**.epochs|**.num_epochs|**.max_epochs|**.num_train_epochs|**.max_steps|**.max_iters|**.max_train_steps",
	"**.optimizer|**.optim|**.weight_decay|**.betas|**.momentum",
	"**.gradient_accumulation_steps|**.accumulate_grad_batches|**.accumulation_steps|**.grad_accum",
	"**.gradient_checkpointing|**.activation_checkpointing|**.use_checkpoint",
	"**.mixed_precision|**.use_amp|**.amp|**.fp16|**.bf16",
	"**.num_workers", "**.lr_scheduler|**.scheduler|**.warmup_steps|**.max_grad_norm|**.grad_clip", "**.seed",
}

var genericKeys = []Key{
	{
		Path:  "**.model_name_or_path",
		Field: Model,
	}, {Path: "**.pretrained_model_name_or_path", Field: Model}, {Path: "**.model_name", Field: Model},
	{Path: "**.model_id", Field: Model},
	{Path: "**.batch_size", Field: MicroBatch, read: number},
	{Path: "**.train_batch_size", Field: MicroBatch, read: number},
	{Path: "**.batch_size_per_gpu", Field: MicroBatch, read: number},
	{Path: "**.per_device_train_batch_size", Field: MicroBatch, read: number},
	{Path: "**.micro_batch_size", Field: MicroBatch, read: number},
	{Path: "**.global_batch_size", Field: GlobalBatch, read: number},
	{Path: "**.eval_batch_size", Field: EvalBatch, read: number},
	{Path: "**.accumulation_steps", Field: Accumulation, read: number},
	{Path: "**.grad_accum_steps", Field: Accumulation, read: number},
	{Path: "**.accumulate_grad_batches", Field: Accumulation, read: number},
	{Path: "**.gradient_accumulation_steps", Field: Accumulation, read: number},
	{Path: "**.lr", Field: LearningRate, read: number},
	{Path: "**.learning_rate", Field: LearningRate, read: number},
	{Path: "**.weight_decay", Field: WeightDecay, read: number},
	{Path: "**.max_grad_norm", Field: GradientClip, read: number},
	{
		Path:  "**.epochs",
		Field: Epochs,
		read:  number,
	}, {Path: "**.num_epochs", Field: Epochs, read: number}, {Path: "**.num_train_epochs", Field: Epochs, read: number},
	{Path: "**.max_epochs", Field: Epochs, read: positive},
	{Path: "**.max_steps", Field: MaxSteps, read: positive}, {Path: "**.max_train_steps", Field: MaxSteps, read: positive},
	{Path: "**.optimizer", Field: Optimizer, read: onlyText(optimizer)},
	{
		Path:  "optimizer.type",
		Field: Optimizer,
		read:  onlyText(optimizer),
	}, {Path: "optimizer.name", Field: Optimizer, read: onlyText(optimizer)},
	{
		Path:  "*.optimizer.type",
		Field: Optimizer,
		read:  onlyText(optimizer),
	}, {Path: "*.optimizer.name", Field: Optimizer, read: onlyText(optimizer)},
	{Path: "**.use_8bit_adam", Field: Optimizer, read: when(fact{text: "adamw-8bit"})},
	{Path: "**.mixed_precision", Field: Precision, read: genericPrecision},
	{Path: "**.use_amp", Field: Precision, read: choose("amp-fp16", "fp32")},
	{Path: "**.fp16", Field: Precision, read: when(fact{text: "amp-fp16"})},
	{Path: "**.bf16", Field: Precision, read: when(fact{text: "amp-bf16"})},
	{Path: "**.torch_dtype", Field: Weights, read: storedDType},
	{Path: "**.activation_checkpointing", Field: Checkpointing, read: checkpointing},
	{Path: "**.gradient_checkpointing", Field: Checkpointing, read: checkpointing},
	{Path: "**.enable_gradient_checkpointing", Field: Checkpointing, read: checkpointing},
	{
		Path:  "**.max_seq_length",
		Field: SeqLen,
		read:  number,
	}, {Path: "**.max_seq_len", Field: SeqLen, read: number}, {Path: "**.seq_len", Field: SeqLen, read: number},
	{
		Path:  "**.resolution",
		Field: ImageSize,
		read:  imageSize,
	}, {Path: "**.image_size", Field: ImageSize, read: imageSize},
	{Path: "**.img_size", Field: ImageSize, read: imageSize},
	{
		Path:  "**.num_workers",
		Field: Workers,
		read:  number,
	}, {Path: "**.dataloader_num_workers", Field: Workers, read: number},
	{Path: "**.prefetch_factor", Field: Prefetch, read: number},
	{Path: "**.pin_memory", Field: PinMemory, read: boolean},
	{Path: "**.persistent_workers", Field: Persistent, read: boolean},
	{Path: "**.use_ema", Field: EMA, read: boolean},
	{Path: "**.num_gpus", Field: GPUs, read: positive}, {Path: "**.world_size", Field: GPUs, read: positive},
	{Path: "**.lora_rank", Field: LoRARank, read: number}, {Path: "**.lora_r", Field: LoRARank, read: number},
	{
		Path:  "**.load_in_4bit",
		Field: Quantisation,
		read:  when(fact{text: "nf4"}),
	}, {Path: "**.load_in_8bit", Field: Quantisation, read: when(fact{text: "int8"})},
	{Path: "**.attn_implementation", Field: Attention, read: attention},
	{Path: "**.enable_xformers_memory_efficient_attention", Field: Attention, read: when(fact{text: "xformers"})},
	{Path: "**.output_dir", Field: Output},
	{Path: "**.seed", Field: Seed, read: number},
}

// genericPrecision takes a name, or yes: which of the two dtypes is then unknown.
func genericPrecision(v config.Value) []fact {
	if facts := mixedPrecision(v); facts != nil {
		return facts
	}
	if yes, ok := truth(v); ok && !yes {
		return one("fp32")
	} else if ok {
		return auto()
	}
	return nil
}
