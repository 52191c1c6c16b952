package compat

// renamed is one keyword argument of Hugging Face's libraries that newer versions
// call something else or dropped.
type renamed struct {
	// of tells where it is an argument: "arguments", "trainer", "trl trainer",
	// "from_pretrained" or the name of one class.
	of       string
	old, new string
	// advice says what to do where it is no plain rename; new is "" then.
	advice string
	// since is the first version with the replacement, removed the first without
	// the old name ("" while it still works). Both are versions of library.
	library, since, removed string
}

// renames is what to do about them, from transformers' MIGRATION_GUIDE_V5.md and trl's release notes; the versions are
// held against knowledge.TakenBy, which is read from the released packages.
var renames = []renamed{
	{
		of:      "arguments",
		old:     "evaluation_strategy",
		new:     "eval_strategy",
		library: "transformers",
		since:   "4.41",
		removed: "4.51",
	},
	{of: "arguments", old: "no_cuda", new: "use_cpu", library: "transformers", since: "4.32", removed: "5.0"},
	{
		of:      "arguments",
		old:     "per_gpu_train_batch_size",
		new:     "per_device_train_batch_size",
		library: "transformers",
		since:   "3.0",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "per_gpu_eval_batch_size",
		new:     "per_device_eval_batch_size",
		library: "transformers",
		since:   "3.0",
		removed: "5.0",
	},
	{of: "arguments", old: "push_to_hub_token", new: "hub_token", library: "transformers", since: "4.11", removed: "5.0"},
	{
		of:      "arguments",
		old:     "push_to_hub_model_id",
		new:     "hub_model_id",
		library: "transformers",
		since:   "4.11",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "include_tokens_per_second",
		advice:  "use include_num_input_tokens_seen",
		library: "transformers",
		since:   "4.45",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "include_inputs_for_metrics",
		advice:  `use include_for_metrics=["inputs"]`,
		library: "transformers",
		since:   "4.46",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "fp16_backend",
		advice:  "drop it: only torch.amp is left",
		library: "transformers",
		since:   "4.20",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "half_precision_backend",
		advice:  "drop it: only torch.amp is left",
		library: "transformers",
		since:   "4.20",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "use_mps_device",
		advice:  "drop it: mps is used where there is one",
		library: "transformers",
		since:   "4.31",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "tpu_metrics_debug",
		advice:  `use debug="tpu_metrics_debug"`,
		library: "transformers",
		since:   "4.8",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "fsdp_min_num_params",
		advice:  "put min_num_params into fsdp_config",
		library: "transformers",
		since:   "4.28",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "fsdp_transformer_layer_cls_to_wrap",
		advice:  "put transformer_layer_cls_to_wrap into fsdp_config",
		library: "transformers",
		since:   "4.28",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "overwrite_output_dir",
		advice:  "drop it: only example scripts read it",
		library: "transformers",
		since:   "4.0",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "save_safetensors",
		advice:  "drop it: checkpoints are always safetensors",
		library: "transformers",
		since:   "5.0",
		removed: "5.0",
	},
	{
		of:      "arguments",
		old:     "group_by_length",
		advice:  `use train_sampling_strategy="group_by_length"`,
		library: "transformers",
		since:   "5.2",
		removed: "5.2",
	},
	{
		of:      "arguments",
		old:     "warmup_ratio",
		advice:  "use warmup_steps, which takes a share of the steps below 1 too",
		library: "transformers",
		since:   "5.0",
		removed: "5.15",
	},
	{
		of:      "arguments",
		old:     "logging_dir",
		advice:  "set the environment variable TENSORBOARD_LOGGING_DIR",
		library: "transformers",
		since:   "5.0",
		removed: "5.15",
	},
	{
		of:      "arguments",
		old:     "dispatch_batches",
		advice:  "put it into accelerator_config",
		library: "transformers",
		since:   "4.38",
		removed: "4.51",
	},
	{
		of:      "arguments",
		old:     "split_batches",
		advice:  "put it into accelerator_config",
		library: "transformers",
		since:   "4.38",
		removed: "4.51",
	},
	{of: "trainer", old: "tokenizer", new: "processing_class", library: "transformers", since: "4.46", removed: "5.0"},
	{of: "trl trainer", old: "tokenizer", new: "processing_class", library: "trl", since: "0.12", removed: "0.16"},
	{of: "trl.SFTConfig", old: "max_seq_length", new: "max_length", library: "trl", since: "0.16", removed: "0.20"},
	{
		of:      "trl.SFTTrainer",
		old:     "max_seq_length",
		advice:  "it is an argument of SFTConfig now",
		library: "trl",
		since:   "0.9",
		removed: "0.13",
	},
	{
		of:      "trl.SFTTrainer",
		old:     "dataset_text_field",
		advice:  "it is an argument of SFTConfig now",
		library: "trl",
		since:   "0.9",
		removed: "0.13",
	},
	{of: "from_pretrained", old: "torch_dtype", new: "dtype", library: "transformers", since: "4.56"},
	{of: "from_pretrained", old: "use_auth_token", new: "token", library: "transformers", since: "4.32", removed: "5.0"},
	{
		of:      "model",
		old:     "load_in_4bit",
		advice:  "use quantization_config=BitsAndBytesConfig(load_in_4bit=True)",
		library: "transformers",
		since:   "4.37",
		removed: "5.0",
	},
	{
		of:      "model",
		old:     "load_in_8bit",
		advice:  "use quantization_config=BitsAndBytesConfig(load_in_8bit=True)",
		library: "transformers",
		since:   "4.37",
		removed: "5.0",
	},
}
