package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// llamaFactoryV1 is the rewrite of 2026: fewer keys, plug-ins by name, defaults of
// its own.
var llamaFactoryV1 = &Dialect{
	Name: "llama-factory-v1",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"model", "model_class"}, Any: []string{"peft_config:map", "dist_config:map", "kernel_config:map", "train_dataset", "quant_config:map", "sample_backend"}},
	},
	Keys: append(append([]Key{}, hfKeys...), []Key{
		{Path: "model", Field: Model, read: onlyText(text)},
		{Path: "micro_batch_size", Field: MicroBatch, read: number},
		{Path: "global_batch_size", Field: GlobalBatch, read: number},
		{Path: "peft_config.name", Field: Method, read: method},
		{Path: "peft_config.r", Field: LoRARank, read: number},
		{Path: "peft_config.lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "peft_config.target_modules", Field: LoRATargets, read: loraTargets},
		{Path: "cutoff_len", Field: SeqLen, read: number},
		{Path: "dist_config.name", Field: Sharding, read: words(map[string]string{"fsdp2": "fsdp-full"})},
		{Path: "quant_config.quantization_bit", Field: Quantisation, read: words(map[string]string{"4": "nf4", "8": "int8"})},
		{Path: "train_dataset", Field: Dataset},
	}...),
	finish: func(r *Reading) { r.qlora() },
}
