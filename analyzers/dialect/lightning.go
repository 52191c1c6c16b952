package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var lightning = &Dialect{
	Name: "lightning",
	Host: config.Jsonargparse,
	Signatures: []Signature{
		{All: []string{"trainer:map", "**.class_path"}, Never: []string{"**._target_", "exp_manager"}},
		{All: []string{"trainer:map", "seed_everything"}, Never: []string{"**._target_", "exp_manager", "defaults:list"}},
		{All: []string{"fit.trainer:map"}},
		{
			All: []string{"trainer:map"},
			Any: []string{
				"trainer.max_epochs",
				"trainer.accelerator",
				"trainer.devices",
				"trainer.precision",
				"trainer.strategy",
				"trainer.accumulate_grad_batches",
				"trainer.gpus",
			},
			Least:      3,
			Never:      []string{"**._target_", "exp_manager", "defaults:list", "model.target", "actor_rollout_ref"},
			Confidence: Likely,
		},
		{All: []string{"class_path", "init_args:map"}, Confidence: Likely},
	},
	Keys: lightningKeys("trainer.", "data.init_args.", "data."),
	Defaults: []Default{
		{Accumulation, "1", "accumulate_grad_batches"}, {Nodes, "1", "num_nodes"}, {Precision, "fp32", "precision=32-true"},
	},
	finish: func(r *Reading) {
		for _, p := range r.Pairs {
			if strings.HasSuffix(p.match, "optimizer.class_path") && p.Value.Known() {
				for _, f := range componentOptimizer(p.Value) {
					r.add(orField(f.field, Optimizer), f.text, p)
				}
			}
		}
	},
}

func orField(f, otherwise Field) Field {
	if f == "" {
		return otherwise
	}
	return f
}

// lightningTrainer are the keywords of lightning.Trainer, with the names of 1.x.
var lightningTrainer = []Key{
	{Path: "devices", Field: GPUsPerNode, read: devices},
	{Path: "gpus", Field: GPUsPerNode, read: devices},
	{Path: "num_nodes", Field: Nodes, read: number},
	{Path: "precision", Field: Precision, read: lightningPrecision},
	{Path: "strategy", Field: Sharding, read: lightningStrategy},
	{Path: "accumulate_grad_batches", Field: Accumulation, read: number},
	{Path: "gradient_clip_val", Field: GradientClip, read: number},
	{Path: "max_epochs", Field: Epochs, read: positive},
	{Path: "max_steps", Field: MaxSteps, read: positive},
	{Path: "benchmark", Field: Benchmark, read: boolean},
	{Path: "deterministic", Field: Deterministic, read: boolean},
}

var lightningData = []Key{
	{Path: "batch_size", Field: MicroBatch, read: number},
	{Path: "eval_batch_size", Field: EvalBatch, read: number},
	{Path: "num_workers", Field: Workers, read: number},
	{Path: "pin_memory", Field: PinMemory, read: boolean},
	{Path: "prefetch_factor", Field: Prefetch, read: number},
	{Path: "persistent_workers", Field: Persistent, read: boolean},
	{Path: "image_size", Field: ImageSize, read: imageSize},
	{Path: "img_size", Field: ImageSize, read: imageSize},
}

// lightningKeys puts the trainer's and the data module's keys under their paths,
// with and without the subcommand "fit".
func lightningKeys(trainer string, data ...string) []Key {
	keys := []Key{{Path: "seed_everything", Field: Seed, read: number}}
	for _, prefix := range []string{"", "fit."} {
		keys = append(keys, under(prefix+trainer, lightningTrainer)...)
		for _, d := range data {
			keys = append(keys, under(prefix+d, lightningData)...)
		}
		keys = append(keys, Key{Path: prefix + trainer + "strategy.class_path", Field: Sharding, read: strategyClass},
			Key{Path: prefix + "optimizer.init_args.lr", Field: LearningRate, read: number})
	}
	return keys
}

func under(prefix string, keys []Key) []Key {
	prefixed := make([]Key, len(keys))
	for i, k := range keys {
		k.Path = prefix + k.Path
		prefixed[i] = k
	}
	return prefixed
}

func strategyClass(v config.Value) []fact {
	switch name := v.Text[strings.LastIndexByte(v.Text, '.')+1:]; name {
	case "DDPStrategy":
		return one("ddp")
	case "FSDPStrategy":
		return one("fsdp-full")
	}
	return nil
}
