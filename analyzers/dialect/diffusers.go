package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// diffusers are the flags of diffusers' example scripts and of the many scripts
// made from them; the same names appear in YAML files that such scripts load.
var diffusers = &Dialect{
	Name: "diffusers",
	Host: config.PyYAML,
	Signatures: []Signature{
		{
			All: []string{"pretrained_model_name_or_path"},
			Any: []string{
				"train_batch_size",
				"instance_data_dir",
				"instance_prompt",
				"validation_prompt",
				"max_train_steps",
				"resolution",
			},
			Least: 2,
			Never: []string{
				"network_module",
				"network_dim",
				"LoRA_type",
				"model:map",
				"max_data_loader_n_workers",
				"datasets:list",
				"optimizer_type",
			},
		},
	},
	Keys: []Key{
		{Path: "pretrained_model_name_or_path", Field: Model},
		{Path: "train_batch_size", Field: MicroBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "mixed_precision", Field: Precision, read: mixedPrecision},
		{Path: "resolution", Field: ImageSize, read: imageSize},
		{Path: "rank", Field: LoRARank, read: number},
		{Path: "rank", Field: Method, read: always("lora")},
		{Path: "optimizer", Field: Optimizer, read: optimizer},
		{Path: "use_8bit_adam", Field: Optimizer, read: when(fact{text: "adamw-8bit"})},
		{Path: "learning_rate", Field: LearningRate, read: number},
		{Path: "max_grad_norm", Field: GradientClip, read: number},
		{Path: "max_train_steps", Field: MaxSteps, read: number},
		{Path: "num_train_epochs", Field: Epochs, read: number},
		{Path: "allow_tf32", Field: TF32, read: boolean},
		{Path: "enable_xformers_memory_efficient_attention", Field: Attention, read: when(fact{text: "xformers"})},
		{Path: "dataloader_num_workers", Field: Workers, read: number},
		{Path: "use_ema", Field: EMA, read: boolean},
		{Path: "cache_latents", Field: CachedInputs, read: boolean},
		{Path: "train_text_encoder", Field: TrainTextEncoder, read: boolean},
		{Path: "max_sequence_length", Field: SeqLen, read: number},
		{Path: "checkpointing_steps", Field: SaveSteps, read: number},
		{Path: "checkpoints_total_limit", Field: SaveLimit, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "output_dir", Field: Output},
	},
	Defaults: []Default{
		{Accumulation, "1", "gradient_accumulation_steps"},
		{Checkpointing, "none", "a flag"},
		{Workers, "0", "dataloader_num_workers"},
	},
}
