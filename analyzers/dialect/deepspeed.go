package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var deepspeed = &Dialect{
	Name: "deepspeed",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"zero_optimization"}, Never: deepspeedNever},
		{All: []string{"train_micro_batch_size_per_gpu"}, Never: deepspeedNever},
		{
			All:   []string{"train_batch_size"},
			Any:   []string{"fp16:map", "bf16:map", "steps_per_print", "zero_allow_untested_optimizer"},
			Never: deepspeedNever,
		},
	},
	Keys: []Key{
		{Path: "train_micro_batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "train_batch_size", Field: GlobalBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "gradient_clipping", Field: GradientClip, read: number},
		{Path: "fp16.enabled", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "bf16.enabled", Field: Precision, read: when(fact{text: "amp-bf16"})},
		{Path: "bfloat16.enabled", Field: Precision, read: when(fact{text: "amp-bf16"})},
		{Path: "zero_optimization", Field: Sharding, read: when(fact{text: "zero1"})},
		{Path: "zero_optimization.stage", Field: Sharding, read: zeroStage},
		{Path: "zero_optimization.offload_optimizer.device", Field: OffloadOptimizer, read: device},
		{Path: "zero_optimization.offload_param.device", Field: OffloadParams, read: device},
		{Path: "zero_optimization.cpu_offload", Field: OffloadOptimizer, read: choose("cpu", "none")},
		{Path: "zero_optimization.cpu_offload_params", Field: OffloadParams, read: choose("cpu", "none")},
		{Path: "zero_optimization.stage3_gather_16bit_weights_on_model_save", Field: GatherOnSave, read: boolean},
		{Path: "zero_optimization.stage3_gather_fp16_weights_on_model_save", Field: GatherOnSave, read: boolean},
		{Path: "zero_optimization.reduce_bucket_size", Field: ReduceBucket, read: bucketSize},
		{Path: "zero_optimization.overlap_comm", Field: OverlapComm, read: boolean},
		{Path: "optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optimizer.params.lr", Field: LearningRate, read: number},
		{Path: "optimizer.params.weight_decay", Field: WeightDecay, read: number},
	},
	finish: finishDeepSpeed,
}

// bucketSize is a number of elements, or "auto", which transformers and accelerate replace by the hidden width squared.
func bucketSize(v config.Value) []fact {
	if v.Kind == config.String && v.Text == "auto" {
		return one("auto")
	}
	return positive(v)
}

// deepspeedNever: configurations that hold a DeepSpeed block among other keys.
var deepspeedNever = []string{
	"model:map",
	"trainer:map",
	"hidden_size",
	"num_layers",
	"num-layers",
	"learning_rate",
	"base_model",
	"model_name_or_path",
	"pipe_parallel_size",
	"pipe-parallel-size",
	"distributed_type",
	"hydra:map",
	"defaults:list",
	"network_module",
	"datasets:list",
	"_BASE_",
}

// finishDeepSpeed: with neither fp16 nor bf16 enabled DeepSpeed computes in fp32.
func finishDeepSpeed(r *Reading) {
	if _, ok := r.Get(Precision); ok {
		return
	}
	for _, key := range []string{"fp16.enabled", "bf16.enabled"} {
		if p, ok := r.Pair(key); ok && p.Value.Kind == config.Bool {
			r.add(Precision, "fp32", p)
			return
		}
	}
}

// EmbeddedDeepSpeed reads a DeepSpeed block that another configuration or a call
// holds under a key, such as TrainingArguments(deepspeed={…}). Keys lose the prefix.
func EmbeddedDeepSpeed(pairs []Pair, prefix string) *Reading {
	var inner []Pair
	for _, p := range pairs {
		if rest, ok := strings.CutPrefix(p.Key, prefix+"."); ok {
			p.Key = rest
			inner = append(inner, p)
		}
	}
	if len(inner) == 0 {
		return nil
	}
	return read(deepspeed, Certain, withMatch(inner))
}
