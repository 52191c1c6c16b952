package dialect

// xtuner configurations are Python files: bare assignments above MMEngine's dicts.
var xtuner = &Dialect{
	Name: "xtuner",
	Signatures: []Signature{
		{
			All: []string{"accumulative_counts"},
			Any: []string{"pretrained_model_name_or_path", "pack_to_max_length", "optim_type"},
		},
	},
}
