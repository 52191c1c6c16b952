package knowledge

import "strings"

// llamaFactoryCombinations are what hparams/parser.py and the dataclasses around it refuse, tried with 0.9.1, 0.9.3
// and 0.9.5.
var llamaFactoryCombinations = func() []Combination {
	zero3 := Setting{Key: "sharding", Holds: HoldsField, Words: []string{"ZeRO stage 3"}, Absent: "zero3"}
	full := saysOther("finetuning_type", "lora", "lora")
	notSFT := saysOther("stage", "sft", "sft")
	quantised := isGiven("quantization_bit")
	noEvaluation := func(s Setting) []Setting { return []Setting{s, isOff("eval_dataset"), isOff("val_size")} }
	const evaluate = "give eval_dataset or a val_size, or take the evaluation out"
	list := []Combination{
		{Name: "llamafactory_adapter_full", When: []Setting{isGiven("adapter_name_or_path"), full},
			Says:    "Adapter is only valid for the LoRA method",
			Instead: "set finetuning_type: lora, or merge the adapter first"},
		{Name: "llamafactory_quantised_vocabulary", When: []Setting{isOn("resize_vocab"), quantised},
			Says: "Cannot resize embedding layers of a quantized model", Instead: "take one of them out"},
		{Name: "llamafactory_quantised_pissa", When: []Setting{isOn("pissa_init"), quantised},
			Says:    "Please use scripts/pissa_init.py to initialize PiSSA for a quantized model",
			Instead: "run that script first"},
		{Name: "llamafactory_quantised_new_adapter", When: []Setting{isOn("create_new_adapter"),
			isGiven("adapter_name_or_path"), quantised},
			Says: "Cannot create new adapter upon a quantized model", Instead: "merge the adapter first"},
		{Name: "llamafactory_device_map", When: []Setting{saysOne("quantization_device_map", "auto", ""), isOn("do_train")},
			Says:    "Cannot use device map for quantized models in training",
			Instead: "take quantization_device_map out"},
		{Name: "llamafactory_predict_stage", When: []Setting{isOn("predict_with_generate"), notSFT},
			Says: "`predict_with_generate` cannot be set as True except SFT", Instead: "take it out"},
		{Name: "llamafactory_packing_stage", When: []Setting{isOn("neat_packing"), notSFT},
			Says: "`neat_packing` cannot be set as True except SFT", Instead: "take it out"},
		{Name: "llamafactory_prompt_stage", When: []Setting{isOn("train_on_prompt mask_history"), notSFT},
			Says:    "`train_on_prompt` or `mask_history` cannot be set as True except SFT",
			Instead: "take it out"},
		{Name: "llamafactory_prompt_history", When: []Setting{isOn("mask_history"), isOn("train_on_prompt")},
			Says: "`mask_history` is incompatible with `train_on_prompt`", Instead: "keep one of them"},
		{Name: "llamafactory_predict", When: []Setting{isOn("do_predict"), saysOne("stage", "sft", "sft"),
			isOff("predict_with_generate")},
			Says:    "Please enable `predict_with_generate` to save model predictions",
			Instead: "set predict_with_generate: true"},
		{Name: "llamafactory_best_stage", When: []Setting{isOn("load_best_model_at_end"), saysOne("stage", "rm ppo", "")},
			Says: "RM and PPO stages do not support `load_best_model_at_end`", Instead: "take it out"},
		{Name: "llamafactory_ppo_attention", When: []Setting{isOn("shift_attn"), saysOne("stage", "ppo", "")},
			Says: "PPO training is incompatible with S^2-Attn", Instead: "take shift_attn out"},
		{Name: "llamafactory_ppo_reward", When: []Setting{saysOne("stage", "ppo", ""), isOff("reward_model")},
			Says: "`reward_model` is necessary for PPO training", Instead: "name a reward_model"},
		{Name: "llamafactory_streaming", When: []Setting{isOn("streaming"), saysOne("max_steps", "-1", "-1")},
			Says: "Please specify `max_steps` in streaming mode", Instead: "set max_steps"},
		{Name: "llamafactory_streaming_samples", When: []Setting{isGiven("max_samples"), isOn("streaming")},
			Says: "`max_samples` is incompatible with `streaming`", Instead: "take max_samples out"},
		{Name: "llamafactory_evaluation_strategy",
			When: noEvaluation(saysOne("eval_strategy evaluation_strategy", "steps epoch", "")),
			Says: "there is no dataset for evaluation (eval_dataset, val_size)", Instead: evaluate},
		{Name: "llamafactory_evaluation", When: noEvaluation(isOn("do_eval do_predict predict_with_generate")),
			Says: "there is no dataset for evaluation (eval_dataset, val_size)", Instead: evaluate},
		{Name: "llamafactory_evaluation_twice", When: []Setting{isOn("val_size"), isGiven("eval_dataset")},
			Says: "Cannot specify `val_size` if `eval_dataset` is not None", Instead: "keep one of them"},
		{Name: "llamafactory_predict_accuracy", When: []Setting{isOn("compute_accuracy"), isOn("predict_with_generate")},
			Says:    "Cannot use `predict_with_generate` and `compute_accuracy` together",
			Instead: "keep one of them"},
		{Name: "llamafactory_predict_zero3", When: []Setting{isOn("predict_with_generate"), zero3},
			Says:    "`predict_with_generate` is incompatible with DeepSpeed ZeRO-3",
			Instead: "use ZeRO-2, or take it out"},
		{Name: "llamafactory_pissa_zero3", When: []Setting{isOn("pissa_init"), zero3},
			Says:    "Please use scripts/pissa_init.py to initialize PiSSA in DeepSpeed ZeRO-3",
			Instead: "run that script first, or use ZeRO-2"},
		{Name: "llamafactory_pure_bf16_zero3", When: []Setting{isOn("pure_bf16"), zero3},
			Says: "`pure_bf16` is incompatible with DeepSpeed ZeRO-3", Instead: "set bf16: true in its place"},
		{Name: "llamafactory_unsloth_zero3", When: []Setting{isOn("use_unsloth"), zero3},
			Says: "Unsloth is incompatible with DeepSpeed ZeRO-3", Instead: "take one of them out"},
		{Name: "llamafactory_galore_deepspeed", When: []Setting{isOn("use_galore use_apollo"), isGiven("deepspeed")},
			Says: "GaLore and APOLLO are incompatible with DeepSpeed yet", Instead: "take deepspeed out"},
		{Name: "llamafactory_galore_lora", When: []Setting{isOn("use_galore use_apollo use_badam"),
			saysOne("finetuning_type", "lora", "lora")},
			Says:    "Cannot use LoRA with GaLore, APOLLO or BAdam together",
			Instead: "set finetuning_type: full, or take it out"},
		{Name: "llamafactory_galore_badam", When: []Setting{isOn("use_galore use_apollo"), isOn("use_badam")},
			Says: "Cannot use GaLore, APOLLO or BAdam together", Instead: "keep one of them"},
		{Name: "llamafactory_inference_engine",
			When:    []Setting{saysOne("infer_backend", "vllm sglang", ""), isOn("do_train")},
			Says:    "vLLM/SGLang backend is only available for API, CLI and Web",
			Instead: "take infer_backend out of the training's config"},
		{Name: "llamafactory_lora_options", When: []Setting{isOn("use_dora use_rslora pissa_init"),
			saysOther("finetuning_type", "lora oft", "lora")},
			Says: "this option is only valid for LoRA training", Instead: "take it out, or set finetuning_type: lora"},
		{Name: "llamafactory_loraplus", When: []Setting{isGiven("loraplus_lr_ratio"),
			saysOther("finetuning_type", "lora oft", "lora")},
			Says: "`loraplus_lr_ratio` is only valid for LoRA training", Instead: "take it out, or set finetuning_type: lora"},
		{Name: "llamafactory_llama_pro", When: []Setting{isOn("use_llama_pro"), saysOne("finetuning_type", "full", "")},
			Says:    "`use_llama_pro` is only valid for Freeze or LoRA training",
			Instead: "take it out, or set finetuning_type: freeze"},
		{Name: "llamafactory_label_smoothing", When: []Setting{isAbove("dpo_label_smoothing", 1e-6),
			saysOther("pref_loss", "sigmoid", "sigmoid")},
			Says: "`dpo_label_smoothing` is only valid for sigmoid loss function", Instead: "take it out"},
		{Name: "llamafactory_interleave", When: []Setting{isGiven("interleave_probs"),
			saysOne("mix_strategy", "concat", "concat")},
			Says:    "`interleave_probs` is only valid for interleaved mixing",
			Instead: "set mix_strategy: interleave_under, or take it out"},
	}
	for i := range list {
		list[i].Dialect, list[i].Raises = "llama-factory", "ValueError"
	}
	return list
}()

// torchtuneCombinations are what the recipes refuse, tried with 0.3.1, 0.4.0, 0.5.0 and 0.6.1. Those that train
// adapters do not read optimizer_in_bwd, those that distil do not read the offloading.
var torchtuneCombinations = func() []Combination {
	const training = "optimizer._component_"
	inBackward := []Setting{isOn("optimizer_in_bwd"), aside(isGiven("model._component_")),
		aside(isOff("model.lora_rank model.lora_attn_modules teacher_model"))}
	list := []Combination{
		{Name: "torchtune_clip", Since: "0.4", When: append([]Setting{isGiven("clip_grad_norm")}, inBackward...),
			Raises: "RuntimeError", Says: "Gradient clipping is not supported with optimizer in bwd",
			Instead: "set clip_grad_norm: null, or optimizer_in_bwd: False"},
		{Name: "torchtune_accumulation", Since: "0.4",
			When:   append([]Setting{isAbove("gradient_accumulation_steps", 1)}, inBackward...),
			Raises: "RuntimeError", Says: "Gradient accumulation is not supported with optimizer in bwd",
			Instead: "set gradient_accumulation_steps: 1, or optimizer_in_bwd: False"},
		{Name: "torchtune_offloading", Since: "0.5", When: []Setting{isOn("enable_activation_offloading"),
			isOff("enable_activation_checkpointing"), aside(isGiven(training)), aside(isGiven("model._component_")),
			aside(isOff("teacher_model"))},
			Raises:  "RuntimeError",
			Says:    "enable_activation_offloading should only be True when enable_activation_checkpointing is True",
			Instead: "set enable_activation_checkpointing: True"},
		{Name: "torchtune_fp16", When: []Setting{saysOne("dtype", "fp16", ""), aside(isGiven(training)),
			aside(isGiven("model._component_"))},
			Raises: "ValueError", Says: "full fp16 training is not supported with this recipe",
			Instead: "set dtype: bf16 or fp32"},
	}
	for i := range list {
		list[i].Dialect = "torchtune"
	}
	return list
}()

// kohyaAdapters are the programs of sd-scripts that train adapters.
const kohyaAdapters = "train_network.py sdxl_train_network.py sd3_train_network.py flux_train_network.py"

// kohyaCombinations are the asserts of sd-scripts (0.8.8 and 0.9.1), read from the source: the package is on no index.
var kohyaCombinations = func() []Combination {
	const (
		half     = kohyaAdapters + " sdxl_train.py sd3_train.py flux_train.py"
		encoders = "sdxl_train_network.py sd3_train_network.py flux_train_network.py sdxl_train.py sd3_train.py " +
			"flux_train.py"
		all = half + " train_db.py fine_tune.py train_textual_inversion.py sdxl_train_textual_inversion.py"
	)
	encoded := isOn("cache_text_encoder_outputs cache_text_encoder_outputs_to_disk")
	list := []Combination{
		{Name: "kohya_full_fp16", Scripts: half + " train_db.py fine_tune.py",
			When: []Setting{isOn("full_fp16"), saysOther("mixed_precision", "fp16", "no")},
			Says: "full_fp16 requires mixed precision='fp16'", Instead: "give the script mixed_precision fp16"},
		{Name: "kohya_full_bf16", Scripts: half,
			When: []Setting{isOn("full_bf16"), saysOther("mixed_precision", "bf16", "no")},
			Says: "full_bf16 requires mixed precision='bf16'", Instead: "give the script mixed_precision bf16"},
		{Name: "kohya_fp8_base", Scripts: kohyaAdapters,
			When:    []Setting{isOn("fp8_base fp8_base_unet"), saysOne("mixed_precision", "no", "no")},
			Says:    "fp8_base requires mixed precision='fp16' or 'bf16'",
			Instead: "give the script mixed_precision fp16 or bf16"},
		{Name: "kohya_latents", Scripts: all, When: []Setting{isOn("color_aug random_crop"),
			isOn("cache_latents cache_latents_to_disk")},
			Says: "when caching latents, either color_aug or random_crop cannot be used", Instead: "keep one of them"},
		{Name: "kohya_encoder_captions", Scripts: encoders, When: []Setting{
			isOn("shuffle_caption caption_dropout_rate token_warmup_step caption_tag_dropout_rate"), encoded},
			Says: "when caching text encoder output, either caption_dropout_rate, shuffle_caption, token_warmup_step or " +
				"caption_tag_dropout_rate cannot be used", Instead: "keep one of them"},
		{Name: "kohya_encoder_network", Scripts: "sdxl_train_network.py", When: []Setting{encoded,
			isOff("network_train_unet_only")},
			Says:    "network for Text Encoder cannot be trained with caching Text Encoder outputs",
			Instead: "set network_train_unet_only"},
		{Name: "kohya_encoder_trained", Scripts: "sdxl_train.py", When: []Setting{isOn("train_text_encoder"), encoded},
			Says:    "cache_text_encoder_outputs is not supported when training text encoder",
			Instead: "keep one of them"},
		{Name: "kohya_weighted_captions", Scripts: "sdxl_train.py", When: []Setting{isOn("weighted_captions"), encoded},
			Says:    "weighted_captions is not supported when caching text encoder outputs",
			Instead: "keep one of them"},
		{Name: "kohya_fused_optimizer", Scripts: all, When: []Setting{isOn("fused_backward_pass"),
			saysOther("optimizer_type", "adafactor", "AdamW")},
			Says:    "fused_backward_pass currently only works with optimizer_type Adafactor",
			Instead: "set optimizer_type Adafactor, or take fused_backward_pass out"},
		{Name: "kohya_fused_accumulation", Scripts: all, When: []Setting{isAbove("gradient_accumulation_steps", 1),
			isOn("fused_backward_pass")},
			Says:    "fused_backward_pass does not work with gradient_accumulation_steps > 1",
			Instead: "keep one of them"},
		{Name: "kohya_optimizer_twice", Scripts: all, When: []Setting{isOn("use_8bit_adam"),
			isOn("optimizer_type use_lion_optimizer")},
			Says: "both option use_8bit_adam and optimizer_type are specified", Instead: "keep optimizer_type"},
		{Name: "kohya_lion_twice", Scripts: all, When: []Setting{isOn("use_lion_optimizer"), isOn("optimizer_type")},
			Says: "both option use_lion_optimizer and optimizer_type are specified", Instead: "keep optimizer_type"},
		{Name: "kohya_v2", Scripts: "sdxl_train_network.py sdxl_train.py sdxl_train_textual_inversion.py",
			When: []Setting{isOn("v2")}, Says: "v2 cannot be enabled in SDXL training", Instead: "take v2 out"},
		{Name: "kohya_blocks", Scripts: "flux_train_network.py sd3_train_network.py flux_train.py",
			When: []Setting{isOn("blocks_to_swap"), isOn("cpu_offload_checkpointing")},
			Says: "blocks_to_swap is not supported with cpu_offload_checkpointing", Instead: "keep one of them"},
	}
	for i := range list {
		list[i].Dialect, list[i].Raises = "kohya", "AssertionError"
	}
	return list
}()

// accelerateCombinations are what accelerate launch and the plugin that it makes refuse of an fsdp_config or ignore of
// it, tried with 1.2.1, 1.6.0, 1.8.1, 1.10.1 and 1.15.0. A plugin that Python code makes is asked more than a config
// is.
var accelerateCombinations = func() []Combination {
	// fsdp is a key of the section; the launcher adds the fsdp_ that it may be written without.
	fsdp := func(key string) string {
		return "fsdp_config." + key + " fsdp_config." + strings.TrimPrefix(key, "fsdp_")
	}
	second := saysOne(fsdp("fsdp_version"), "2", "")
	sharded := saysOne("distributed_type", "FSDP", "")
	list := []Combination{
		{Name: "accelerate_reshard_word", Since: "1.6", When: []Setting{saysOne(fsdp("fsdp_reshard_after_forward"),
			"FULL_SHARD SHARD_GRAD_OP NO_SHARD NO_RESHARD HYBRID_SHARD HYBRID_SHARD_ZERO2", ""), second},
			Raises: "ValueError", Says: "invalid truth value",
			Instead: "FSDP2 takes true (full sharding) or false"},
		{Name: "accelerate_efficient_loading", When: []Setting{isFalse(fsdp("fsdp_sync_module_states")),
			isOn(fsdp("fsdp_cpu_ram_efficient_loading"))},
			Raises:  "ValueError",
			Says:    "when using `--fsdp_cpu_ram_efficient_loading` set `--fsdp_sync_module_states` to `True`",
			Instead: "set fsdp_sync_module_states: true"},
		{Name: "accelerate_local_states", Since: "1.6",
			When:   []Setting{saysOne(fsdp("fsdp_state_dict_type"), "LOCAL_STATE_DICT", ""), second},
			Raises: "ValueError", Says: "FSDP2 does not support LOCAL_STATE_DICT", Instead: "set SHARDED_STATE_DICT"},
		{Name: "accelerate_checkpointing_offload", Since: "1.15",
			When: []Setting{isOn(fsdp("fsdp_activation_checkpointing_offload")),
				isOff(fsdp("fsdp_activation_checkpointing"))},
			Raises: "ValueError", Says: "`activation_checkpointing_offload=True` requires `activation_checkpointing=True`",
			Instead: "set fsdp_activation_checkpointing: true"},
		{Name: "accelerate_strategy_ignored", Since: "1.6", When: []Setting{saysOne(fsdp("fsdp_sharding_strategy"),
			"SHARD_GRAD_OP NO_SHARD HYBRID_SHARD HYBRID_SHARD_ZERO2 2 3 4 5", ""), second,
			saysOther(fsdp("fsdp_reshard_after_forward"), "false", "true")},
			Says:    "FSDP2 reads no sharding strategy, and shards fully",
			Instead: "set fsdp_reshard_after_forward: false for SHARD_GRAD_OP, or fsdp_version: 1"},
		{Name: "accelerate_prefetch_ignored", Since: "1.6", Minor: true,
			When: []Setting{isOn(fsdp("fsdp_forward_prefetch")), second},
			Says: "FSDP2 reads no forward prefetch", Instead: "take it out, or set fsdp_version: 1"},
		{Name: "accelerate_reshard_ignored", Since: "1.6", When: []Setting{
			saysOne(fsdp("fsdp_reshard_after_forward"), "false SHARD_GRAD_OP NO_SHARD", ""),
			saysOne(fsdp("fsdp_version"), "1", "1"), saysOther(fsdp("fsdp_sharding_strategy"),
				"SHARD_GRAD_OP NO_SHARD HYBRID_SHARD HYBRID_SHARD_ZERO2 2 3 4 5", "FULL_SHARD")},
			Says:    "FSDP1 reads no reshard_after_forward, and shards fully",
			Instead: "set fsdp_version: 2, or fsdp_sharding_strategy: SHARD_GRAD_OP"},
	}
	for i := range list {
		list[i].Dialect = "accelerate"
		list[i].When = append(list[i].When, aside(sharded))
	}
	return list
}()
