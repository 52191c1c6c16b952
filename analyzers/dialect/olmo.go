package dialect

import (
	"github.com/trainlint/trainlint/analyzers/config"
)

// olmo shares names with llm-foundry; its model block is of its own making.
var olmo = &Dialect{
	Name: "olmo",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{
			All:   []string{"model.d_model"},
			Any:   []string{"save_folder", "global_train_batch_size", "device_train_microbatch_size", "max_duration"},
			Never: []string{"train_loader:map", "train_loader", "model.name"},
		},
	},
}
