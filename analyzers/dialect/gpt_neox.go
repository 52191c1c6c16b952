package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// gptNeoX writes JSON with comments into .yml files, with '-' and '_' alike, and
// holds DeepSpeed's keys among its own.
var gptNeoX = &Dialect{
	Name:    "gpt-neox",
	hyphens: true,
	Host:    config.PyYAML,
	Signatures: []Signature{
		{
			Any:   []string{"pipe_parallel_size|pipe-parallel-size", "model_parallel_size|model-parallel-size"},
			Never: []string{"trainer:map", "actor_rollout_ref"},
		},
		{
			All:   []string{"hidden_size|hidden-size", "num_layers|num-layers"},
			Any:   []string{"zero_optimization", "train_micro_batch_size_per_gpu|train-micro-batch-size-per-gpu"},
			Never: []string{"model:map", "architectures", "model_type"},
		},
		{
			Any: []string{
				"checkpoint_activations|checkpoint-activations",
				"override_lr_scheduler",
				"text_gen_type|text-gen-type",
				"output_layer_init_method|output-layer-init-method",
			},
			Never: []string{"model:map", "common:map", "_name"},
		},
		{
			All: []string{"data_path|data-path|train_data_paths|train-data-paths"},
			Any: []string{
				"vocab_file|vocab-file",
				"checkpoint_validation_with_forward_pass",
				"tensorboard_dir|tensorboard-dir",
				"tokenizer_type|tokenizer-type",
			},
			Least: 1,
			Never: []string{"model:map"},
		},
	},
	Keys: []Key{
		{Path: "train_micro_batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "train_batch_size", Field: GlobalBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "seq_length", Field: SeqLen, read: number},
		{Path: "fp16.enabled", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "bf16.enabled", Field: Precision, read: when(fact{text: "amp-bf16"})},
		{
			Path:  "precision",
			Field: Precision,
			read:  words(map[string]string{"fp16": "amp-fp16", "bfloat16": "amp-bf16", "fp32": "fp32"}),
		},
		{Path: "zero_optimization.stage", Field: Sharding, read: zeroStage},
		{Path: "zero_optimization.offload_optimizer.device", Field: OffloadOptimizer, read: device},
		{Path: "zero_optimization.offload_param.device", Field: OffloadParams, read: device},
		{Path: "checkpoint_activations", Field: Checkpointing, read: checkpointing},
		{Path: "optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optimizer.params.lr", Field: LearningRate, read: number},
		{Path: "gradient_clipping", Field: GradientClip, read: number},
		{Path: "pipe_parallel_size", Field: PipelineParallel, read: positive},
		{Path: "model_parallel_size", Field: TensorParallel, read: positive},
		{Path: "train_iters", Field: MaxSteps, read: number},
		{Path: "num_workers", Field: Workers, read: number},
	},
}

// underscored gives gpt-neox's hyphenated keys the spelling of the table.
func underscored(pairs []Pair) []Pair {
	for i := range pairs {
		pairs[i].match = strings.ReplaceAll(pairs[i].match, "-", "_")
	}
	return pairs
}
