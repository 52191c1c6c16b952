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
		{
			All: []string{"micro_batch_size", "global_batch_size"},
			Any: []string{
				"tensor_model_parallel_size",
				"pipeline_model_parallel_size",
				"seq_length",
				"use_distributed_optimizer",
			},
			Never: []string{"base_model", "exp_manager"},
		},
	},
	Keys: []Key{
		{Path: "micro_batch_size", Field: MicroBatch, read: positive},
		{Path: "global_batch_size", Field: GlobalBatch, read: positive},
		{Path: "tensor_model_parallel_size", Field: TensorParallel, read: positive},
		{Path: "pipeline_model_parallel_size", Field: PipelineParallel, read: positive},
		{Path: "context_parallel_size", Field: ContextParallel, read: positive},
		{Path: "expert_model_parallel_size", Field: ExpertParallel, read: positive},
		{Path: "recompute_granularity", Field: Checkpointing, read: checkpointing},
		{Path: "lr", Field: LearningRate, read: number},
		{Path: "train_iters", Field: MaxSteps, read: positive},
		{Path: "max_epochs", Field: Epochs, read: positive},
		{Path: "clip_grad", Field: GradientClip, read: number},
		{Path: "max_length", Field: SeqLen, read: positive},
		{Path: "seq_length", Field: SeqLen, read: positive},
		{Path: "packing", Field: Packing, read: boolean},
		{Path: "model", Field: Model, read: onlyText(text)},
		{Path: "lora_rank", Field: LoRARank, read: positive},
	},
}
