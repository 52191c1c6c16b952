package dialect

// kohya are the options of sd-scripts. In TOML the section names do not matter:
// the loader flattens every table into one namespace (library/train_util.py), so
// keys are matched at any depth.
var kohya = &Dialect{
	Name: "kohya",
	flat: true,
	Signatures: []Signature{
		{Any: []string{"**.network_module", "LoRA_type"}, Never: []string{"train:map"}},
		{
			All: []string{"**.pretrained_model_name_or_path"},
			Any: []string{
				"**.network_dim",
				"**.optimizer_type",
				"**.max_data_loader_n_workers",
				"**.train_data_dir",
				"**.save_precision",
				"**.dataset_config",
				"**.lr_scheduler",
			},
			Least: 2,
		},
		{All: []string{"datasets:list", "datasets.subsets:list"}},
		{All: []string{"datasets:list"}, Any: []string{"general:map"}, Never: []string{"base_model", "model:map"}},
		{
			All: []string{"general:map"},
			Any: []string{"general.caption_extension", "general.enable_bucket", "general.shuffle_caption"},
		},
	},
	Keys: []Key{
		{Path: "**.pretrained_model_name_or_path", Field: Model},
		{Path: "**.network_module", Field: Method, read: always("lora")},
		{Path: "**.network_dim", Field: LoRARank, read: number},
		{Path: "**.network_alpha", Field: LoRAAlpha, read: number},
		{Path: "**.train_batch_size", Field: MicroBatch, read: number},
		{Path: "datasets.batch_size", Field: MicroBatch, read: number},
		{Path: "general.batch_size", Field: MicroBatch, read: number},
		{Path: "**.resolution", Field: ImageSize, read: imageSize},
		{Path: "**.max_resolution", Field: ImageSize, read: imageSize},
		{Path: "**.gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "**.gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "**.mixed_precision", Field: Precision, read: mixedPrecision},
		{Path: "**.full_fp16", Field: Weights, read: when(fact{text: "fp16"}, fact{field: Precision, text: "pure"})},
		{Path: "**.full_bf16", Field: Weights, read: when(fact{text: "bf16"}, fact{field: Precision, text: "pure"})},
		{Path: "**.fp8_base", Field: Quantisation, read: when(fact{text: "fp8"})},
		{Path: "**.optimizer_type", Field: Optimizer, read: optimizer},
		{Path: "**.optimizer", Field: Optimizer, read: onlyText(optimizer)},
		{Path: "**.use_8bit_adam", Field: Optimizer, read: when(fact{text: "adamw-8bit"})},
		{Path: "**.learning_rate", Field: LearningRate, read: number},
		{Path: "**.xformers", Field: Attention, read: when(fact{text: "xformers"})},
		{Path: "**.sdpa", Field: Attention, read: when(fact{text: "sdpa"})},
		{Path: "**.cache_latents", Field: CachedInputs, read: boolean},
		{Path: "**.max_data_loader_n_workers", Field: Workers, read: number},
		{Path: "**.persistent_data_loader_workers", Field: Persistent, read: boolean},
		{Path: "**.max_train_steps", Field: MaxSteps, read: number},
		{Path: "**.max_train_epochs", Field: Epochs, read: number},
		{Path: "**.torch_compile", Field: Compile, read: boolean},
		{Path: "**.max_grad_norm", Field: GradientClip, read: number},
		{Path: "**.save_every_n_steps", Field: SaveSteps, read: number},
		{Path: "**.seed", Field: Seed, read: number},
		{Path: "**.output_dir", Field: Output},
	},
	Defaults: []Default{
		{
			MicroBatch,
			"1",
			"train_batch_size",
		}, {Accumulation, "1", "gradient_accumulation_steps"}, {Workers, "8", "max_data_loader_n_workers"},
		{Precision, "fp32", "mixed_precision=no"}, {Checkpointing, "none", "a flag"},
	},
}
