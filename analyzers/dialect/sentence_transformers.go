package dialect

// sentenceTransformers are the arguments of SentenceTransformer.fit and CrossEncoder.fit, which no file holds.
var sentenceTransformers = &Dialect{
	Name:       "sentence-transformers",
	Signatures: []Signature{{All: []string{"train_objectives"}}},
	Keys: []Key{
		{Path: "model", Field: Model},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "weight_decay", Field: WeightDecay, read: number},
		{Path: "max_grad_norm", Field: GradientClip, read: number},
		{Path: "use_amp", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "warmup_steps", Field: Warmup, read: number},
		{Path: "output_path", Field: Output},
		{Path: "optimizer_class", Field: Optimizer, read: optimizerClass},
	},
	Defaults: []Default{
		{Epochs, "1", "epochs"},
		{Precision, "fp32", "use_amp"},
		{Optimizer, "adamw", "optimizer_class"},
		{Accumulation, "1", "its loop"},
	},
}
