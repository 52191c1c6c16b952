package dialect

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var llamaFactory = &Dialect{
	Name:   "llama-factory",
	Host:   config.OmegaConf,
	Closed: true,
	Signatures: []Signature{
		{All: []string{"finetuning_type"}, Never: []string{"model:map", "trainer:map"}},
		{All: []string{"stage", "template", "model_name_or_path"}},
		{All: []string{"infer_backend"}, Any: []string{"template", "model_name_or_path"}},
		{All: []string{"export_dir"}, Any: []string{"template", "export_size"}},
		{
			All: []string{"model_name_or_path", "template"},
			Any: []string{"cutoff_len", "task_dir", "trust_remote_code", "dataset"},
		},
	},
	Keys: append(llamaFactoryHFKeys(), []Key{
		{Path: "model_name_or_path", Field: Model},
		{Path: "finetuning_type", Field: Method, read: method},
		{Path: "use_dora", Field: Method, read: when(fact{text: "dora"})},
		{Path: "quantization_bit", Field: Quantisation, read: words(map[string]string{"4": "nf4-dq", "8": "int8"})},
		{Path: "lora_rank", Field: LoRARank, read: number},
		{Path: "lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "lora_dropout", Field: LoRADropout, read: number},
		{Path: "lora_target", Field: LoRATargets, read: loraTargets},
		{
			Path:  "flash_attn",
			Field: Attention,
			read:  words(map[string]string{"disabled": "eager", "sdpa": "sdpa", "fa2": "flash", "fa3": "flash"}),
		},
		{Path: "cutoff_len", Field: SeqLen, read: number},
		{Path: "packing", Field: Packing, read: boolean},
		{Path: "neat_packing", Field: Packing, read: when(fact{text: "true"})},
		{Path: "pure_bf16", Field: Precision, read: when(fact{text: "pure"}, fact{field: Weights, text: "bf16"})},
		{Path: "disable_gradient_checkpointing", Field: Checkpointing, read: choose("none", "full")},
		// Its own code never reads this one (model_utils/checkpointing.py); the Trainer
		// beneath it does, and switches checkpointing on where it is true.
		{Path: "gradient_checkpointing", Field: Checkpointing, read: when(fact{text: "full"})},
		{Path: "use_reentrant_gc", Field: Reentrant, read: boolean},
		{Path: "use_unsloth_gc", Field: ActOffload, read: when(fact{text: "true"})},
		{Path: "use_unsloth", Field: Kernels, read: when(fact{text: "unsloth"})},
		{Path: "enable_liger_kernel", Field: Kernels, read: when(fact{text: "liger"}, fact{field: Loss, text: "liger"})},
		{Path: "freeze_vision_tower", Field: FrozenTower, read: boolean},
		{Path: "image_max_pixels", Field: "image_max_pixels", read: number},
		{Path: "use_cache", Field: UseCache, read: boolean},
		{Path: "dataset", Field: Dataset},
	}...),
	Defaults: []Default{
		{
			Method,
			"lora",
			"finetuning_type",
		}, {SeqLen, "2048", "cutoff_len"}, {LoRARank, "8", "lora_rank"}, {LoRATargets, "all-linear", "lora_target"},
		{Checkpointing, "full", "on unless disable_gradient_checkpointing"}, {MicroBatch, "8", "per_device_train_batch_size"},
		{
			Accumulation,
			"1",
			"gradient_accumulation_steps",
		}, {Workers, "0", "dataloader_num_workers"}, {Optimizer, "adamw", "optim"},
	},
	finish: func(r *Reading) {
		r.quantisedOnce("double_quantization")
		r.qlora()
		r.fp32When("bf16", "fp16")
		r.llamaFactoryWeights()
	},
}

// llamaFactoryHFKeys are the training arguments that mean here what they mean to
// transformers.
func llamaFactoryHFKeys() []Key {
	return slices.DeleteFunc(slices.Clone(hfKeys), func(k Key) bool { return k.Path == "gradient_checkpointing" })
}

// llamaFactoryWeights: the base is loaded in the compute dtype, and what trains is
// cast up to fp32 unless pure_bf16 or ZeRO-3 say otherwise (model/adapter.py).
func (r *Reading) llamaFactoryWeights() {
	precision, ok := r.Get(Precision)
	if _, said := r.Get(Weights); said || !ok || !precision.Known {
		return
	}
	how, _ := r.Get(Method)
	switch dtype := strings.TrimPrefix(precision.Text, "amp-"); {
	case how.Text == "full" || how.Text == "freeze":
		if _, deepspeed := r.Get(DeepSpeedFile); !deepspeed {
			r.add(Weights, "fp32", precision.Pair)
		}
	case dtype == "bf16" || dtype == "fp16":
		r.add(Weights, dtype, precision.Pair)
	}
}
