package dialect

// nanoGPT configurations are Python files of bare assignments that train.py runs.
var nanoGPT = &Dialect{
	Name: "nanogpt",
	Signatures: []Signature{
		{
			All:   []string{"block_size"},
			Any:   []string{"n_layer", "n_head", "n_embd", "gradient_accumulation_steps", "init_from"},
			Never: []string{"**._component_", "model:map"},
		},
	},
}
