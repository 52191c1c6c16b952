package dialect

var diffusionPipe = &Dialect{
	Name: "diffusion-pipe",
	Signatures: []Signature{
		{All: []string{"micro_batch_size_per_gpu"}, Any: []string{"pipeline_stages", "model.type", "dataset", "adapter:map"}},
		{All: []string{"directory:list"}, Any: []string{"resolutions", "directory.path", "enable_ar_bucket"}},
	},
	Keys: []Key{
		{Path: "model.type", Field: Model},
		{Path: "model.dtype", Field: Weights, read: storedDType},
		{Path: "model.transformer_dtype", Field: Quantisation, read: words(map[string]string{"float8": "fp8", "float8_e4m3fn": "fp8"})},
		{Path: "micro_batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "eval_micro_batch_size_per_gpu", Field: EvalBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "gradient_clipping", Field: GradientClip, read: number},
		{Path: "activation_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "pipeline_stages", Field: PipelineParallel, read: number},
		{Path: "adapter.type", Field: Method, read: method},
		{Path: "adapter.rank", Field: LoRARank, read: number},
		{Path: "optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{Path: "resolutions", Field: ImageSize, read: imageSize},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "output_dir", Field: Output},
	},
}
