package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var autotrain = &Dialect{
	Name:       "autotrain",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"task", "base_model"}, Any: []string{"params:map", "backend"}}},
	Keys: append([]Key{{Path: "base_model", Field: Model}}, under("params.", []Key{
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "gradient_accumulation", Field: Accumulation, read: number},
		{Path: "mixed_precision", Field: Precision, read: mixedPrecision},
		{Path: "quantization", Field: Quantisation, read: words(map[string]string{"int4": "nf4", "int8": "int8"})},
		{Path: "peft", Field: Method, read: choose("lora", "full")},
		{Path: "lora_r", Field: LoRARank, read: number},
		{Path: "block_size", Field: SeqLen, read: number},
		{Path: "model_max_length", Field: SeqLen, read: number},
		{Path: "optimizer", Field: Optimizer, read: optimizer},
		{Path: "lr", Field: LearningRate, read: number},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "disable_gradient_checkpointing", Field: Checkpointing, read: choose("none", "full")},
		{Path: "use_flash_attention_2", Field: Attention, read: when(fact{text: "flash"})},
	})...),
	Defaults: []Default{{MicroBatch, "2", "batch_size"}, {Accumulation, "4", "gradient_accumulation"}, {Quantisation, "nf4", "quantization=int4 unless null is written"}, {Checkpointing, "full", "disable_gradient_checkpointing"}},
	finish:   func(r *Reading) { r.qlora() },
}
