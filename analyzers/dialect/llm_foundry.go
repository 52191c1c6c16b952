package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var llmFoundry = &Dialect{
	Name: "llm-foundry",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"max_duration"}, Any: []string{"global_train_batch_size", "device_train_microbatch_size", "device_train_batch_size"}, Never: []string{"fsdp.wrapping_strategy", "activation_checkpointing", "softmax_auxiliary_loss"}},
		{All: []string{"train_loader:map", "model:map", "optimizer:map"}},
		{All: []string{"models:list"}, Any: []string{"icl_tasks", "eval_gauntlet", "device_eval_batch_size"}},
		{All: []string{"icl_tasks:list"}}, {All: []string{"eval_gauntlet:map"}},
	},
	Keys: []Key{
		{Path: "model.pretrained_model_name_or_path", Field: Model},
		{Path: "device_train_microbatch_size", Field: MicroBatch, read: number},
		{Path: "device_eval_batch_size", Field: EvalBatch, read: number},
		{Path: "global_train_batch_size", Field: GlobalBatch, read: number},
		{Path: "precision", Field: Precision, read: mixedPrecision},
		{Path: "max_seq_len", Field: SeqLen, read: number},
		{Path: "fsdp_config.sharding_strategy", Field: Sharding, read: fsdpStrategy},
		{Path: "fsdp_config.activation_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "fsdp_config.activation_checkpointing_reentrant", Field: Reentrant, read: boolean},
		{Path: "fsdp_config.activation_cpu_offload", Field: ActOffload, read: boolean},
		{Path: "fsdp_config.state_dict_type", Field: StateDict, read: stateDict},
		{Path: "model.attn_config.attn_impl", Field: Attention, read: attention},
		{Path: "model.use_flash_attention_2", Field: Attention, read: when(fact{text: "flash"})},
		{Path: "model.peft_config.r", Field: LoRARank, read: number},
		{Path: "model.peft_config.peft_type", Field: Method, read: method},
		{Path: "optimizer.name", Field: Optimizer, read: optimizer},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{Path: "train_loader.num_workers", Field: Workers, read: number},
		{Path: "train_loader.pin_memory", Field: PinMemory, read: boolean},
		{Path: "train_loader.prefetch_factor", Field: Prefetch, read: number},
		{Path: "train_loader.persistent_workers", Field: Persistent, read: boolean},
		{Path: "save_num_checkpoints_to_keep", Field: SaveLimit, read: positive},
		{Path: "seed", Field: Seed, read: number},
	},
	finish: func(r *Reading) {
		if p, ok := r.Pair("fsdp_config.mixed_precision"); ok && strings.EqualFold(p.Value.Text, "PURE") {
			if v, ok := r.Get(Precision); ok {
				r.add(Weights, strings.TrimPrefix(v.Text, "amp-"), p)
			}
		}
	},
}
