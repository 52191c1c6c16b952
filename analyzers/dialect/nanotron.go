package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var nanotron = &Dialect{
	Name:       "nanotron",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"parallelism:map", "tokens:map"}}},
	Keys: []Key{
		{Path: "tokens.micro_batch_size", Field: MicroBatch, read: number},
		{Path: "tokens.batch_accumulation_per_replica", Field: Accumulation, read: number},
		{Path: "tokens.sequence_length", Field: SeqLen, read: number},
		{Path: "tokens.train_steps", Field: MaxSteps, read: number},
		{Path: "parallelism.tp", Field: TensorParallel, read: number},
		{Path: "parallelism.pp", Field: PipelineParallel, read: number},
		{Path: "parallelism.context_parallel_size", Field: ContextParallel, read: number},
		{Path: "parallelism.expert_parallel_size", Field: ExpertParallel, read: number},
		{Path: "parallelism.recompute_layer", Field: Checkpointing, read: checkpointing},
		{Path: "model.dtype", Field: Weights, read: pureDType},
		{Path: "optimizer.zero_stage", Field: Sharding, read: zeroStage},
		{Path: "optimizer.clip_grad", Field: GradientClip, read: number},
		{Path: "optimizer.optimizer_factory.name", Field: Optimizer, read: optimizer},
		{Path: "optimizer.learning_rate_scheduler.learning_rate", Field: LearningRate, read: number},
		{Path: "general.seed", Field: Seed, read: number},
		{Path: "checkpoints.checkpoint_interval", Field: SaveSteps, read: number},
	},
}
