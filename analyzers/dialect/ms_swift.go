package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var msSwift = &Dialect{
	Name: "ms-swift",
	Host: config.PyYAML,
	Signatures: []Signature{
		{
			All: []string{"tuner_type|train_type"},
			Any: []string{"model", "per_device_train_batch_size", "torch_dtype", "dataset"},
		},
		{All: []string{"swift_version"}},
		{All: []string{"rlhf_type"}, Any: []string{"model:text", "dataset"}},
		{
			All: []string{"model:text", "per_device_train_batch_size"},
			Any: []string{"target_modules", "quant_bits", "freeze_vit", "attn_impl", "lazy_tokenize", "ENV:map"},
		},
	},
	Keys: append(append([]Key{}, hfKeys...), []Key{
		{Path: "model", Field: Model, read: onlyText(text)},
		{Path: "tuner_type", Field: Method, read: method},
		{Path: "train_type", Field: Method, read: method},
		{Path: "torch_dtype", Field: Weights, read: storedDType},
		{Path: "attn_impl", Field: Attention, read: attention},
		{Path: "max_length", Field: SeqLen, read: number},
		// it quantises twice by default
		{
			Path:  "quant_bits",
			Field: Quantisation,
			read:  words(map[string]string{"4": "nf4-dq", "8": "int8", "float8": "fp8"}),
		},
		{Path: "lora_rank", Field: LoRARank, read: number},
		{Path: "lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "target_modules", Field: LoRATargets, read: swiftTargets},
		{
			Path:  "deepspeed",
			Field: Sharding,
			read: words(
				map[string]string{
					"zero0":         "none",
					"zero1":         "zero1",
					"zero2":         "zero2",
					"zero3":         "zero3",
					"zero2_offload": "zero2",
					"zero3_offload": "zero3",
					"default-zero2": "zero2",
					"default-zero3": "zero3",
					"zero2-offload": "zero2",
					"zero3-offload": "zero3",
				},
			),
		},
		{
			Path:  "deepspeed",
			Field: OffloadOptimizer,
			read: words(
				map[string]string{"zero2_offload": "cpu", "zero3_offload": "cpu", "zero2-offload": "cpu", "zero3-offload": "cpu"},
			),
		},
		{Path: "packing", Field: Packing, read: boolean},
		{Path: "sequence_parallel_size", Field: ContextParallel, read: number},
		{Path: "freeze_vit", Field: FrozenTower, read: boolean},
		{Path: "dataset", Field: Dataset},
		// Until 2.6:
		{Path: "model_id_or_path", Field: Model, read: onlyText(text)},
		{Path: "sft_type", Field: Method, read: method},
		{Path: "dtype", Field: Weights, read: storedDType},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "eval_batch_size", Field: EvalBatch, read: number},
		{Path: "quantization_bit", Field: Quantisation, read: words(map[string]string{"4": "nf4-dq", "8": "int8"})},
		{Path: "lora_target_modules", Field: LoRATargets, read: swiftTargets},
		{Path: "lora_dropout_p", Field: LoRADropout, read: number},
		{Path: "use_flash_attn", Field: Attention, read: when(fact{text: "flash"})},
	}...),
	Defaults: []Default{
		{
			MicroBatch,
			"1",
			"per_device_train_batch_size",
		}, {Checkpointing, "full", "gradient_checkpointing"}, {Method, "lora", "tuner_type"},
		{
			LoRARank,
			"8",
			"lora_rank",
		}, {LoRATargets, "all-linear", "target_modules"}, {LoRADropout, "0.05", "lora_dropout"},
		{Optimizer, "adamw", "optim"},
	},
	finish: func(r *Reading) {
		r.quantisedOnce("bnb_4bit_use_double_quant")
		r.qlora()
		r.mixedByWeights()
		r.oldSwift()
	},
}

// swiftTargets: ALL was the word for all linear layers until 2.6; DEFAULT and AUTO leave them to the architecture.
func swiftTargets(v config.Value) []fact {
	switch v.Text {
	case "ALL":
		return one("all-linear")
	case "DEFAULT", "AUTO":
		return auto()
	}
	return loraTargets(v)
}

// oldSwift takes the defaults of the releases until 2.6 where an argument shows that it is one of them: sequences of
// 2048 tokens, and adapters where the architecture has them by default. One beside an argument of a later release is
// refused, and says nothing.
func (r *Reading) oldSwift() {
	for _, name := range []string{"tuner_type", "train_type", "quant_bits", "torch_dtype"} {
		if _, later := r.Pair(name); later {
			return
		}
	}
	for _, name := range []string{
		"sft_type", "model_id_or_path", "lora_target_modules", "lora_dropout_p", "quantization_bit",
	} {
		p, ok := r.Pair(name)
		if !ok {
			continue
		}
		if _, said := r.Get(SeqLen); !said {
			r.add(SeqLen, "2048", p)
		}
		if _, said := r.Get(LoRATargets); !said {
			r.unknown(LoRATargets, p)
		}
		return
	}
}

// mixedByWeights: without fp16 and bf16, ms-swift takes the one that fits torch_dtype.
func (r *Reading) mixedByWeights() {
	weights, ok := r.Get(Weights)
	if _, said := r.Get(Precision); !ok || !weights.Known || said {
		return
	}
	if text := map[string]string{"bf16": "amp-bf16", "fp16": "amp-fp16", "fp32": "amp-fp16"}[weights.Text]; text != "" {
		r.add(Precision, text, weights.Pair)
	}
}
