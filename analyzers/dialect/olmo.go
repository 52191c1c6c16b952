package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// olmo shares names with llm-foundry; its model block is of its own making.
var olmo = &Dialect{
	Name: "olmo",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"model.d_model"}, Any: []string{"save_folder", "global_train_batch_size", "device_train_microbatch_size", "max_duration"}, Never: []string{"train_loader:map", "train_loader", "model.name"}},
	},
	Keys: []Key{
		{Path: "device_train_microbatch_size", Field: MicroBatch, read: number},
		{Path: "device_eval_batch_size", Field: EvalBatch, read: number},
		{Path: "global_train_batch_size", Field: GlobalBatch, read: number},
		{Path: "precision", Field: Precision, read: mixedPrecision},
		{Path: "model.max_sequence_length", Field: SeqLen, read: number},
		{Path: "activation_checkpointing", Field: Checkpointing, read: words(map[string]string{"whole_layer": "full", "one_in_two": "interval-2", "one_in_three": "interval-3", "one_in_four": "interval-4", "fine_grained": "selective"})},
		{Path: "fsdp.sharding_strategy", Field: Sharding, read: fsdpStrategy},
		{Path: "fsdp.precision", Field: Weights, read: choosePure},
		{Path: "compile", Field: Compile, read: func(v config.Value) []fact {
			if v.Kind == config.MappingValue {
				return one("true")
			}
			return boolean(v)
		}},
		{Path: "model.flash_attention", Field: Attention, read: when(fact{text: "flash"})},
		{Path: "optimizer.name", Field: Optimizer, read: optimizer},
		{Path: "optimizer.learning_rate", Field: LearningRate, read: number},
		{Path: "data.num_workers", Field: Workers, read: number},
		{Path: "data.pin_memory", Field: PinMemory, read: boolean},
		{Path: "data.prefetch_factor", Field: Prefetch, read: number},
		{Path: "data.persistent_workers", Field: Persistent, read: boolean},
		{Path: "save_interval", Field: SaveSteps, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "save_folder", Field: Output},
	},
}

func choosePure(v config.Value) []fact {
	if strings.EqualFold(v.Text, "pure") {
		return []fact{{field: Precision, text: "pure"}}
	}
	return nil
}
