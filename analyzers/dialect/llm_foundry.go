package dialect

import (
	"github.com/trainlint/trainlint/analyzers/config"
)

var llmFoundry = &Dialect{
	Name: "llm-foundry",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{
			All:   []string{"max_duration"},
			Any:   []string{"global_train_batch_size", "device_train_microbatch_size", "device_train_batch_size"},
			Never: []string{"fsdp.wrapping_strategy", "activation_checkpointing", "softmax_auxiliary_loss"},
		},
		{All: []string{"train_loader:map", "model:map", "optimizer:map"}},
		{All: []string{"models:list"}, Any: []string{"icl_tasks", "eval_gauntlet", "device_eval_batch_size"}},
		{All: []string{"icl_tasks:list"}}, {All: []string{"eval_gauntlet:map"}},
	},
}
