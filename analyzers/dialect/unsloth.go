package dialect

// unsloth are the keywords of FastLanguageModel.from_pretrained and get_peft_model.
var unsloth = &Dialect{
	Name: "unsloth",
	Signatures: []Signature{
		{
			All: []string{"use_gradient_checkpointing"},
			Any: []string{"load_in_4bit", "max_seq_length", "r", "full_finetuning"},
		},
	},
}
