package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var nemo = &Dialect{
	Name: "nemo",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{Any: []string{"exp_manager:map", "**._target_=nemo.**", "model.train_ds:map", "**.target=nemo.**"}},
		{
			All: []string{"trainer:map"},
			Any: []string{
				"inference:map",
				"tensor_model_parallel_size",
				"gpt_model_file",
				"hparams_file",
				"model.restore_from_path",
				"**.peft_scheme",
			},
			Never: []string{"**.class_path", "actor_rollout_ref", "**.task_cfg"},
		},
		{
			All:   []string{"trainer:map", "model:map"},
			Any:   []string{"model.micro_batch_size", "model.tensor_model_parallel_size", "model.validation_ds:map"},
			Never: []string{"actor_rollout_ref"},
		},
	},
}
