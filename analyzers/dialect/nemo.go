package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var nemo = &Dialect{
	Name: "nemo",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{Any: []string{"exp_manager:map", "**._target_=nemo.**", "model.train_ds:map", "**.target=nemo.**"}},
		{All: []string{"trainer:map"}, Any: []string{"inference:map", "tensor_model_parallel_size", "gpt_model_file", "hparams_file", "model.restore_from_path", "**.peft_scheme"}, Never: []string{"**.class_path", "actor_rollout_ref", "**.task_cfg"}},
		{All: []string{"trainer:map", "model:map"}, Any: []string{"model.micro_batch_size", "model.tensor_model_parallel_size", "model.validation_ds:map"}, Never: []string{"actor_rollout_ref"}},
	},
	Keys: append(append(under("model.", []Key{
		{Path: "micro_batch_size", Field: MicroBatch, read: number},
		{Path: "global_batch_size", Field: GlobalBatch, read: number},
		{Path: "train_ds.batch_size", Field: MicroBatch, read: number},
		{Path: "train_ds.num_workers", Field: Workers, read: number},
		{Path: "train_ds.pin_memory", Field: PinMemory, read: boolean},
		{Path: "data.num_workers", Field: Workers, read: number},
		{Path: "validation_ds.batch_size", Field: EvalBatch, read: number},
		{Path: "tensor_model_parallel_size", Field: TensorParallel, read: number},
		{Path: "pipeline_model_parallel_size", Field: PipelineParallel, read: number},
		{Path: "context_parallel_size", Field: ContextParallel, read: number},
		{Path: "expert_model_parallel_size", Field: ExpertParallel, read: number},
		{Path: "encoder_seq_length", Field: SeqLen, read: number},
		{Path: "activations_checkpoint_granularity", Field: Checkpointing, read: checkpointing},
		{Path: "fsdp", Field: Sharding, read: when(fact{text: "fsdp-full"})},
		{Path: "fsdp_sharding_strategy", Field: Sharding, read: fsdpStrategy},
		{Path: "use_flash_attention", Field: Attention, read: when(fact{text: "flash"})},
		{Path: "cpu_offloading", Field: ActOffload, read: boolean},
		{Path: "optim.name", Field: Optimizer, read: optimizer},
		{Path: "optim.lr", Field: LearningRate, read: number},
		{Path: "optim.weight_decay", Field: WeightDecay, read: number},
		{Path: "peft.lora_tuning.adapter_dim", Field: LoRARank, read: number},
		{Path: "restore_from_path", Field: Model},
		{Path: "seed", Field: Seed, read: number},
	}), under("trainer.", lightningTrainer)...), []Key{
		{Path: "init_from_pretrained_model", Field: Model},
		{Path: "exp_manager.ema.enable", Field: EMA, read: boolean},
	}...),
	finish: finishMegatronAMP,
}

// finishMegatronAMP: megatron_amp_O2 holds the weights in the compute dtype and an
// fp32 master copy beside them.
func finishMegatronAMP(r *Reading) {
	o2, ok := r.Pair("model.megatron_amp_O2")
	yes, known := truth(o2.Value)
	precision, said := r.Get(Precision)
	if !ok || !known || !yes || !said {
		return
	}
	switch precision.Text {
	case "amp-bf16":
		r.add(Weights, "bf16", o2)
	case "amp-fp16":
		r.add(Weights, "fp16", o2)
	}
}
