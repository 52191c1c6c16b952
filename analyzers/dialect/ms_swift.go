package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var msSwift = &Dialect{
	Name: "ms-swift",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"tuner_type|train_type"}, Any: []string{"model", "per_device_train_batch_size", "torch_dtype", "dataset"}},
		{All: []string{"swift_version"}},
		{All: []string{"rlhf_type"}, Any: []string{"model:text", "dataset"}},
		{All: []string{"model:text", "per_device_train_batch_size"}, Any: []string{"target_modules", "quant_bits", "freeze_vit", "attn_impl", "lazy_tokenize", "ENV:map"}},
	},
	Keys: append(append([]Key{}, hfKeys...), []Key{
		{Path: "model", Field: Model, read: onlyText(text)},
		{Path: "tuner_type", Field: Method, read: method},
		{Path: "train_type", Field: Method, read: method},
		{Path: "torch_dtype", Field: Weights, read: storedDType},
		{Path: "attn_impl", Field: Attention, read: attention},
		{Path: "max_length", Field: SeqLen, read: number},
		{Path: "quant_bits", Field: Quantisation, read: words(map[string]string{"4": "nf4", "8": "int8", "float8": "fp8"})},
		{Path: "lora_rank", Field: LoRARank, read: number},
		{Path: "lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "target_modules", Field: LoRATargets, read: loraTargets},
		{Path: "deepspeed", Field: Sharding, read: words(map[string]string{"zero0": "none", "zero1": "zero1", "zero2": "zero2", "zero3": "zero3", "zero2_offload": "zero2", "zero3_offload": "zero3"})},
		{Path: "deepspeed", Field: OffloadOptimizer, read: words(map[string]string{"zero2_offload": "cpu", "zero3_offload": "cpu"})},
		{Path: "packing", Field: Packing, read: boolean},
		{Path: "sequence_parallel_size", Field: ContextParallel, read: number},
		{Path: "freeze_vit", Field: FrozenTower, read: boolean},
		{Path: "dataset", Field: Dataset},
	}...),
	Defaults: []Default{
		{MicroBatch, "1", "per_device_train_batch_size"}, {Checkpointing, "full", "gradient_checkpointing"}, {Method, "lora", "tuner_type"},
		{LoRARank, "8", "lora_rank"}, {LoRATargets, "all-linear", "target_modules"}, {LoRADropout, "0.05", "lora_dropout"}, {Optimizer, "adamw", "optim"},
	},
	finish: func(r *Reading) {
		r.qlora()
		r.mixedByWeights()
	},
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
