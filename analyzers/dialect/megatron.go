package dialect

import (
	"github.com/trainlint/trainlint/analyzers/config"
)

// megatron are Megatron-LM's arguments: flags of pretrain_gpt.py, and the
// MODEL_ARGS of its functional tests, where keys carry their dashes.
var megatron = &Dialect{
	Name: "megatron",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"MODEL_ARGS:map"}},
		{All: []string{"micro_batch_size", "global_batch_size"}, Any: []string{"tensor_model_parallel_size", "pipeline_model_parallel_size", "seq_length", "use_distributed_optimizer"}, Never: []string{"base_model", "exp_manager"}},
	},
}
