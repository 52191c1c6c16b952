package dialect

// unsloth are the keywords of FastLanguageModel.from_pretrained and get_peft_model.
var unsloth = &Dialect{
	Name:       "unsloth",
	Signatures: []Signature{{All: []string{"use_gradient_checkpointing"}, Any: []string{"load_in_4bit", "max_seq_length", "r", "full_finetuning"}}},
	Keys: []Key{
		{Path: "model_name", Field: Model},
		{Path: "max_seq_length", Field: SeqLen, read: number},
		{Path: "dtype", Field: Weights, read: storedDType},
		{Path: "load_in_4bit", Field: Quantisation, read: when(fact{text: "nf4"})},
		{Path: "load_in_8bit", Field: Quantisation, read: when(fact{text: "int8"})},
		{Path: "load_in_fp8", Field: Quantisation, read: when(fact{text: "fp8"})},
		{Path: "full_finetuning", Field: Method, read: when(fact{text: "full"})},
		{Path: "r", Field: LoRARank, read: number},
		{Path: "r", Field: Method, read: always("lora")},
		{Path: "lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "target_modules", Field: LoRATargets, read: loraTargets},
		{Path: "use_gradient_checkpointing", Field: Checkpointing, read: checkpointing},
	},
	Defaults: []Default{{SeqLen, "2048", "max_seq_length"}, {Quantisation, "nf4", "load_in_4bit is on unless another loading is chosen"}},
	finish:   func(r *Reading) { r.qlora() },
}
