package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var verl = &Dialect{
	Name:       "verl",
	Host:       config.OmegaConf,
	Signatures: []Signature{{All: []string{"actor_rollout_ref:map"}}},
	Keys: append(under("actor_rollout_ref.", []Key{
		{Path: "model.path", Field: Model},
		{Path: "model.enable_gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "model.use_remove_padding", Field: Packing, read: boolean},
		{Path: "model.lora_rank", Field: LoRARank, read: positive},
		{Path: "model.lora_rank", Field: Method, read: adaptedByRank},
		{Path: "model.target_modules", Field: LoRATargets, read: text},
		{Path: "actor.ppo_micro_batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "actor.optim.lr", Field: LearningRate, read: number},
		{Path: "actor.grad_clip", Field: GradientClip, read: number},
		{Path: "actor.fsdp_config.param_offload", Field: OffloadParams, read: choose("cpu", "none")},
		{Path: "actor.fsdp_config.optimizer_offload", Field: OffloadOptimizer, read: choose("cpu", "none")},
	}), []Key{
		{Path: "data.train_batch_size", Field: GlobalBatch, read: number},
		// Of its trainer for supervised fine-tuning.
		{Path: "data.micro_batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "model.partial_pretrain", Field: Model},
		{Path: "model.lora_rank", Field: LoRARank, read: positive},
		{Path: "model.lora_rank", Field: Method, read: adaptedByRank},
		{Path: "model.enable_gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "optim.lr", Field: LearningRate, read: number},
		{Path: "trainer.n_gpus_per_node", Field: GPUsPerNode, read: number},
		{Path: "trainer.nnodes", Field: Nodes, read: number},
		{Path: "trainer.total_epochs", Field: Epochs, read: number},
		{Path: "trainer.save_freq", Field: SaveSteps, read: positive},
	}...),
}
