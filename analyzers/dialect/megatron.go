package dialect

import (
	"strings"

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
	Keys: append(megatronArgs("%s", false), megatronArgs("MODEL_ARGS.--%s", true)...),
}

var megatronFlags = []Key{
	{Path: "micro_batch_size", Field: MicroBatch, read: number},
	{Path: "global_batch_size", Field: GlobalBatch, read: number},
	{Path: "seq_length", Field: SeqLen, read: number},
	{Path: "bf16", Field: Precision, read: when(fact{text: "amp-bf16"}, fact{field: Weights, text: "bf16"})},
	{Path: "fp16", Field: Precision, read: when(fact{text: "amp-fp16"}, fact{field: Weights, text: "fp16"})},
	{Path: "recompute_activations", Field: Checkpointing, read: choose("selective", "")},
	{Path: "recompute_granularity", Field: Checkpointing, read: checkpointing},
	{Path: "optimizer", Field: Optimizer, read: onlyText(optimizer)},
	{Path: "lr", Field: LearningRate, read: number},
	{Path: "optimizer_cpu_offload", Field: OffloadOptimizer, read: choose("cpu", "")},
	{Path: "use_distributed_optimizer", Field: Sharding, read: choose("zero1", "")},
	{Path: "use_torch_fsdp2", Field: Sharding, read: choose("fsdp-full", "")},
	{Path: "data_parallel_sharding_strategy", Field: Sharding, read: words(map[string]string{"no_shard": "ddp", "optim": "zero1", "optim_grads": "zero2", "optim_grads_params": "fsdp-full"})},
	{Path: "tensor_model_parallel_size", Field: TensorParallel, read: number},
	{Path: "pipeline_model_parallel_size", Field: PipelineParallel, read: number},
	{Path: "context_parallel_size", Field: ContextParallel, read: number},
	{Path: "expert_model_parallel_size", Field: ExpertParallel, read: number},
	{Path: "use_flash_attn", Field: Attention, read: choose("flash", "")},
	{Path: "attention_backend", Field: Attention, read: attention},
	{Path: "num_workers", Field: Workers, read: number},
	{Path: "train_iters", Field: MaxSteps, read: number},
	{Path: "save_interval", Field: SaveSteps, read: number},
	{Path: "clip_grad", Field: GradientClip, read: number},
}

// megatronArgs writes the flags' names into a path; dashed: with hyphens.
func megatronArgs(pattern string, dashed bool) []Key {
	keys := make([]Key, len(megatronFlags))
	for i, k := range megatronFlags {
		if dashed {
			k.Path = strings.ReplaceAll(k.Path, "_", "-")
		}
		k.Path = strings.Replace(pattern, "%s", k.Path, 1)
		keys[i] = k
	}
	return keys
}
