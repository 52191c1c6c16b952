package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var axolotl = &Dialect{
	Name: "axolotl",
	Host: config.PyYAML,
	Signatures: []Signature{
		{
			All: []string{"base_model:scalar"},
			Any: []string{
				"micro_batch_size",
				"sequence_len",
				"datasets:list",
				"pretraining_dataset",
				"adapter=lora",
				"adapter=qlora",
			},
			Never: []string{"input_features", "model_type=llm", "task", "model:map", "job"},
		},
		// a project's own config has these, and names of TrainingArguments beside them
		{All: []string{"base_model:scalar", "gradient_accumulation_steps"},
			Never: []string{
				"input_features",
				"model_type=llm",
				"task",
				"model:map",
				"job",
				"per_device_train_batch_size",
				"num_train_epochs",
				"max_seq_length",
			}},
	},
	Keys: []Key{
		{Path: "base_model", Field: Model},
		{Path: "adapter", Field: Method, read: method},
		{Path: "peft_use_dora", Field: Method, read: when(fact{text: "dora"})},
		{Path: "load_in_8bit", Field: Quantisation, read: when(fact{text: "int8"})},
		{Path: "load_in_4bit", Field: Quantisation, read: when(fact{text: "nf4-dq"})}, // axolotl quantises twice by default
		{Path: "lora_r", Field: LoRARank, read: number},
		{Path: "lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "lora_dropout", Field: LoRADropout, read: number},
		{Path: "lora_target_modules", Field: LoRATargets, read: loraTargets},
		{Path: "lora_target_linear", Field: LoRATargets, read: when(fact{text: "all-linear"})},
		{Path: "micro_batch_size", Field: MicroBatch, read: number},
		{Path: "eval_batch_size", Field: EvalBatch, read: number},
		{Path: "batch_size", Field: GlobalBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "auto_find_batch_size", Field: AutoBatch, read: boolean},
		{Path: "sequence_len", Field: SeqLen, read: number},
		{Path: "sample_packing", Field: Packing, read: boolean},
		{Path: "bf16", Field: Precision, read: axolotlBF16},
		{Path: "fp16", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "fp8", Field: Precision, read: when(fact{text: "fp8"})},
		{Path: "bfloat16", Field: Precision, read: when(fact{text: "pure"}, fact{field: Weights, text: "bf16"})},
		{Path: "float16", Field: Precision, read: when(fact{text: "pure"}, fact{field: Weights, text: "fp16"})},
		{Path: "tf32", Field: TF32, read: boolean},
		{Path: "gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "gradient_checkpointing", Field: ActOffload, read: offloadWord},
		{Path: "gradient_checkpointing_kwargs.use_reentrant", Field: Reentrant, read: boolean},
		{Path: "activation_offloading", Field: ActOffload, read: boolean},
		{Path: "selective_checkpointing", Field: Checkpointing, read: when(fact{text: "selective"})},
		{Path: "eager_attention", Field: Attention, read: when(fact{text: "eager"})},
		{Path: "xformers_attention", Field: Attention, read: when(fact{text: "xformers"})},
		{Path: "sdp_attention", Field: Attention, read: when(fact{text: "sdpa"})},
		{Path: "flex_attention", Field: Attention, read: when(fact{text: "flex"})},
		{Path: "flash_attention", Field: Attention, read: when(fact{text: "flash"})},
		{Path: "attn_implementation", Field: Attention, read: attention},
		{Path: "optimizer", Field: Optimizer, read: optimizer},
		{Path: "learning_rate", Field: LearningRate, read: number},
		{Path: "weight_decay", Field: WeightDecay, read: number},
		{Path: "max_grad_norm", Field: GradientClip, read: number},
		{Path: "num_epochs", Field: Epochs, read: number},
		{Path: "max_steps", Field: MaxSteps, read: positive},
		{Path: "warmup_steps", Field: Warmup, read: number},
		{Path: "deepspeed", Field: DeepSpeedFile, read: filePath},
		{Path: "fsdp", Field: Sharding, read: fsdpWords},
		{Path: "fsdp_config.fsdp_sharding_strategy", Field: Sharding, read: fsdpStrategy},
		{Path: "fsdp_config.fsdp_offload_params", Field: OffloadParams, read: fsdpOffload},
		{Path: "fsdp_config.offload_params", Field: OffloadParams, read: fsdpOffload},
		{Path: "fsdp_config.reshard_after_forward", Field: Sharding, read: choose("fsdp-full", "fsdp-grad-op")},
		{Path: "fsdp_config.fsdp_state_dict_type", Field: StateDict, read: stateDict},
		{Path: "fsdp_config.state_dict_type", Field: StateDict, read: stateDict},
		{Path: "fsdp_version", Field: FSDPVersion, read: number},
		{Path: "fsdp_config.fsdp_version", Field: FSDPVersion, read: number},
		{Path: "context_parallel_size", Field: ContextParallel, read: number},
		{Path: "sequence_parallel_degree", Field: ContextParallel, read: number},
		{Path: "tensor_parallel_size", Field: TensorParallel, read: number},
		{Path: "torch_compile", Field: Compile, read: boolean},
		{Path: "dataloader_num_workers", Field: Workers, read: number},
		{Path: "dataloader_pin_memory", Field: PinMemory, read: boolean},
		{Path: "dataloader_prefetch_factor", Field: Prefetch, read: number},
		{Path: "liger_fused_linear_cross_entropy", Field: Loss, read: when(fact{text: "liger"})},
		{Path: "cut_cross_entropy", Field: Loss, read: when(fact{text: "fused-linear"})},
		{Path: "chunked_cross_entropy", Field: Loss, read: when(fact{text: "chunked"})},
		{Path: "save_steps", Field: SaveSteps, read: number},
		{Path: "save_total_limit", Field: SaveLimit, read: number},
		{Path: "save_only_model", Field: SaveModelOnly, read: boolean},
		{Path: "output_dir", Field: Output},
	},
	Defaults: []Default{
		{
			MicroBatch,
			"1",
			"micro_batch_size",
		}, {Accumulation, "1", "gradient_accumulation_steps"}, {Method, "full", "no adapter"},
		{
			SeqLen,
			"512",
			"sequence_len",
		}, {Checkpointing, "none", "gradient_checkpointing"}, {Optimizer, "adamw", "adamw_torch_fused"},
	},
	finish: func(r *Reading) {
		r.qlora()
		r.axolotlWeights()
		r.embeddedDeepSpeed("deepspeed")
	},
}

// axolotlWeights: the model is loaded in the dtype of the precision switches
// (utils/config resolve_dtype), before autocast comes on top.
func (r *Reading) axolotlWeights() {
	if _, ok := r.Get(Weights); ok {
		return
	}
	for _, key := range []struct{ name, dtype string }{{"bf16", "bf16"}, {"load_in_8bit", "fp16"}, {"fp16", "fp16"}} {
		p, ok := r.Pair(key.name)
		if !ok || p.Value.Kind == config.Null {
			continue
		}
		yes, known := truth(p.Value)
		switch {
		case !known:
			r.unknown(Weights, p)
			return
		case yes:
			r.add(Weights, key.dtype, p)
			return
		}
	}
	if p, ok := r.Pair("bf16"); ok && p.Value.Kind == config.Bool {
		r.add(Weights, "fp32", p)
		if _, said := r.Get(Precision); !said { // fp16 is not on either
			r.add(Precision, "fp32", p)
		}
	}
}

// axolotlBF16: "full" trains in bf16 without autocast.
func axolotlBF16(v config.Value) []fact {
	if v.Text == "full" {
		return []fact{{text: "pure"}, {field: Weights, text: "bf16"}}
	}
	return when(fact{text: "amp-bf16"})(v)
}

// offloadWord: gradient_checkpointing: offload keeps the saved inputs on the host.
func offloadWord(v config.Value) []fact {
	if v.Text == "offload" || v.Text == "offload_disk" {
		return one("true")
	}
	return nil
}
