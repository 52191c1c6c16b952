package dialect

// nanoGPT configurations are Python files of bare assignments that train.py runs.
var nanoGPT = &Dialect{
	Name: "nanogpt",
	Signatures: []Signature{
		{All: []string{"block_size"}, Any: []string{"n_layer", "n_head", "n_embd", "gradient_accumulation_steps", "init_from"}, Never: []string{"**._component_", "model:map"}},
	},
	Keys: []Key{
		{Path: "init_from", Field: Model},
		{Path: "batch_size", Field: MicroBatch, read: number},
		// Divided by the world size under DDP (train.py): micro-batches over all GPUs.
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "block_size", Field: SeqLen, read: number},
		{Path: "dtype", Field: Precision, read: mixedPrecision},
		{Path: "compile", Field: Compile, read: boolean},
		{Path: "learning_rate", Field: LearningRate, read: number},
		{Path: "weight_decay", Field: WeightDecay, read: number},
		{Path: "grad_clip", Field: GradientClip, read: number},
		{Path: "max_iters", Field: MaxSteps, read: number},
		{Path: "out_dir", Field: Output},
	},
	Defaults: []Default{{MicroBatch, "12", "batch_size"}, {SeqLen, "1024", "block_size"}, {Compile, "true", "compile"}, {Weights, "fp32", "parameters stay fp32"}, {Method, "full", "train.py"}},
}
