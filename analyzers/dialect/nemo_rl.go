package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var nemoRL = &Dialect{
	Name:       "nemo-rl",
	Host:       config.OmegaConf,
	Signatures: []Signature{{All: []string{"policy:map", "cluster:map"}}},
	Keys: []Key{
		{Path: "policy.model_name", Field: Model},
		{Path: "policy.train_global_batch_size", Field: GlobalBatch, read: number},
		{Path: "policy.train_micro_batch_size", Field: MicroBatch, read: number},
		{Path: "policy.max_total_sequence_length", Field: SeqLen, read: number},
		{Path: "policy.precision", Field: Precision, read: mixedPrecision},
		{Path: "policy.dtensor_cfg.activation_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "policy.dtensor_cfg.cpu_offload", Field: OffloadParams, read: fsdpOffload},
		{Path: "policy.dtensor_cfg.tensor_parallel_size", Field: TensorParallel, read: number},
		{Path: "policy.optimizer.kwargs.lr", Field: LearningRate, read: number},
		{Path: "cluster.gpus_per_node", Field: GPUsPerNode, read: number},
		{Path: "cluster.num_nodes", Field: Nodes, read: number},
	},
}
