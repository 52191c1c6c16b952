package dialect

var diffusionPipe = &Dialect{
	Name: "diffusion-pipe",
	Signatures: []Signature{
		{All: []string{"micro_batch_size_per_gpu"}, Any: []string{"pipeline_stages", "model.type", "dataset", "adapter:map"}},
		{All: []string{"directory:list"}, Any: []string{"resolutions", "directory.path", "enable_ar_bucket"}},
	},
}
