package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// llamaFactoryV1 is the rewrite of 2026: fewer keys, plug-ins by name, defaults of
// its own.
var llamaFactoryV1 = &Dialect{
	Name: "llama-factory-v1",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{
			All: []string{"model", "model_class"},
			Any: []string{
				"peft_config:map",
				"dist_config:map",
				"kernel_config:map",
				"train_dataset",
				"quant_config:map",
				"sample_backend",
			},
		},
	},
}
