package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var fairseq = &Dialect{
	Name: "fairseq",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{Any: []string{"task._name", "criterion._name", "model._name", "optimizer._name"}},
		{
			All: []string{"optimization:map"},
			Any: []string{"task:map", "criterion:map", "distributed_training:map", "dataset:map", "common:map"},
		},
		{
			All: []string{"_name:text"},
			Any: []string{"arch", "activation_fn", "adam_betas", "dropout", "lr", "total_num_update", "warmup_updates"},
		},
	},
	Keys: []Key{
		{Path: "common.fp16", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "common.bf16", Field: Precision, read: when(fact{text: "amp-bf16"})},
		{
			Path:  "common.memory_efficient_fp16",
			Field: Precision,
			read:  when(fact{text: "pure"}, fact{field: Weights, text: "fp16"}),
		},
		{Path: "common.amp", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "dataset.batch_size", Field: MicroBatch, read: number},
		{Path: "dataset.max_tokens", Field: "max_tokens", read: number},
		{Path: "dataset.num_workers", Field: Workers, read: number},
		{Path: "optimization.update_freq", Field: Accumulation, read: number1},
		{Path: "optimization.max_update", Field: MaxSteps, read: number},
		{Path: "optimization.lr", Field: LearningRate, read: number1},
		{Path: "optimization.clip_norm", Field: GradientClip, read: number},
		{Path: "optimizer._name", Field: Optimizer, read: optimizer},
		{Path: "distributed_training.distributed_world_size", Field: GPUs, read: number},
		{
			Path:  "distributed_training.ddp_backend",
			Field: Sharding,
			read: words(
				map[string]string{
					"fully_sharded": "fsdp-full",
					"no_c10d":       "ddp",
					"legacy_ddp":    "ddp",
					"pytorch_ddp":   "ddp",
					"c10d":          "ddp",
				},
			),
		},
		{Path: "distributed_training.cpu_offload", Field: OffloadParams, read: fsdpOffload},
		{Path: "model.checkpoint_activations", Field: Checkpointing, read: checkpointing},
		{Path: "model.offload_activations", Field: ActOffload, read: boolean},
		{Path: "model.w2v_path", Field: Model},
		// The same as options of fairseq-train.
		{Path: "fp16", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "bf16", Field: Precision, read: when(fact{text: "amp-bf16"})},
		{Path: "memory_efficient_fp16", Field: Precision, read: when(fact{text: "pure"}, fact{field: Weights, text: "fp16"})},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "max_sentences", Field: MicroBatch, read: number},
		{Path: "max_tokens", Field: "max_tokens", read: number},
		{Path: "num_workers", Field: Workers, read: number},
		{Path: "update_freq", Field: Accumulation, read: number1},
		{Path: "max_epoch", Field: Epochs, read: positive},
		{Path: "max_update", Field: MaxSteps, read: positive},
		{Path: "lr", Field: LearningRate, read: number1},
		{Path: "clip_norm", Field: GradientClip, read: number},
		{Path: "optimizer", Field: Optimizer, read: onlyText(optimizer)},
		{Path: "distributed_world_size", Field: GPUs, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "save_dir", Field: Output},
	},
	hyphens: true,
}

// number1 reads a number, or the only one of a list: update_freq: [4].
func number1(v config.Value) []fact {
	if parts := items(v); v.Kind == config.SequenceValue {
		if len(parts) != 1 {
			return nil
		}
		return number(config.OmegaConf.Value(v.Node.Items[0]))
	}
	if text, ok := strings.CutPrefix(v.Text, "["); ok { // a word of a command line
		text, ok = strings.CutSuffix(text, "]")
		if !ok || strings.Contains(text, ",") {
			return nil
		}
		v = config.Value{Kind: config.String, Text: text}
	}
	return number(v)
}
