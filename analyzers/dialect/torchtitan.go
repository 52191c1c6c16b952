package dialect

import "strings"

// torchtitan's TOML, which it read until February 2026.
var torchtitan = &Dialect{
	Name: "torchtitan",
	Signatures: []Signature{
		{
			All:   []string{"training:map"},
			Any:   []string{"parallelism:map", "job:map", "activation_checkpoint:map", "experimental:map"},
			Never: []string{"architecture:map", "base_model", "training_arguments"},
		},
	},
	Keys: []Key{
		{Path: "model.flavor", Field: Model},
		{Path: "training.local_batch_size", Field: MicroBatch, read: number},
		{Path: "training.batch_size", Field: MicroBatch, read: number},
		{Path: "training.global_batch_size", Field: GlobalBatch, read: positive},
		{Path: "training.seq_len", Field: SeqLen, read: number},
		{Path: "training.steps", Field: MaxSteps, read: number},
		{Path: "training.dtype", Field: Weights, read: storedDType},
		{Path: "training.mixed_precision_param", Field: Precision, read: mixedPrecision},
		{Path: "training.enable_cpu_offload", Field: OffloadParams, read: fsdpOffload},
		{Path: "training.max_norm", Field: GradientClip, read: number},
		{Path: "training.compile", Field: Compile, read: boolean},
		{Path: "training.dataloader.num_workers", Field: Workers, read: number},
		{Path: "training.dataloader.pin_memory", Field: PinMemory, read: boolean},
		{Path: "training.dataloader.prefetch_factor", Field: Prefetch, read: number},
		{
			Path:  "parallelism.fsdp_reshard_after_forward",
			Field: Sharding,
			read:  words(map[string]string{"always": "fsdp-full", "default": "fsdp-full", "never": "fsdp-grad-op"}),
		},
		{Path: "parallelism.tensor_parallel_degree", Field: TensorParallel, read: number},
		{Path: "parallelism.pipeline_parallel_degree", Field: PipelineParallel, read: number},
		{Path: "parallelism.context_parallel_degree", Field: ContextParallel, read: number},
		{Path: "parallelism.expert_parallel_degree", Field: ExpertParallel, read: number},
		{Path: "activation_checkpoint.mode", Field: Checkpointing, read: checkpointing},
		{Path: "compile.enable", Field: Compile, read: boolean},
		{Path: "optimizer.name", Field: Optimizer, read: optimizer},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{
			Path:  "optimizer.implementation",
			Field: OptimizerImpl,
			read:  words(map[string]string{"fused": "fused", "foreach": "foreach", "for-loop": "single"}),
		},
		{Path: "checkpoint.interval", Field: SaveSteps, read: number},
		{Path: "checkpoint.keep_latest_k", Field: SaveLimit, read: number},
		{Path: "job.dump_folder", Field: Output},
	},
	Defaults: []Default{
		{
			MicroBatch,
			"8",
			"training.local_batch_size",
		}, {SeqLen, "2048", "training.seq_len"}, {Precision, "amp-bf16", "training.mixed_precision_param"},
		{
			Weights,
			"fp32",
			"training.dtype",
		}, {Checkpointing, "selective", "activation_checkpoint.mode"}, {Method, "full", "torchtitan pretrains"},
	},
	finish: func(r *Reading) {
		if p, ok := r.Pair("model.name"); ok {
			if flavor, ok := r.Get(Model); ok && !strings.Contains(flavor.Text, p.Value.Text) {
				r.add(Model, p.Value.Text+"-"+flavor.Text, flavor.Pair)
			}
		}
	},
}
