package dialect

// openCLIP are the flags of open_clip_train.main.
var openCLIP = &Dialect{
	Name: "open-clip",
	Signatures: []Signature{
		{
			All: []string{"train_data"},
			Any: []string{"accum_freq", "local_loss", "grad_checkpointing", "imagenet_val", "gather_with_grad"},
		},
	},
	Keys: []Key{
		{Path: "model", Field: Model},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "accum_freq", Field: Accumulation, read: number},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "lr", Field: LearningRate, read: number},
		{Path: "wd", Field: WeightDecay, read: number},
		{
			Path:  "precision",
			Field: Precision,
			read: words(map[string]string{"amp": "amp-fp16", "amp_bf16": "amp-bf16", "amp_bfloat16": "amp-bf16", "fp32": "fp32",
				"bf16": "pure", "fp16": "pure", "pure_bf16": "pure", "pure_fp16": "pure"}),
		},
		{Path: "opt", Field: Optimizer, read: words(map[string]string{"adamw": "adamw"})}, // timm's have other names
		{Path: "device", Field: GPUs, read: noCard},
		{Path: "grad_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "grad_clip_norm", Field: GradientClip, read: number},
		{Path: "workers", Field: Workers, read: number},
		{Path: "seed", Field: Seed, read: number},
	},
	Defaults: []Default{
		{MicroBatch, "64", "batch-size"},
		{Accumulation, "1", "accum-freq"},
		{Precision, "amp-fp16", "precision"},
		{Checkpointing, "none", "a flag"},
		{Optimizer, "adamw", "opt"},
	},
}
