package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// speechbrain is hyperpyyaml: YAML 1.2 whose tags build the objects.
var speechbrain = &Dialect{
	Name: "speechbrain",
	Host: config.Ruamel,
	Signatures: []Signature{
		{Any: []string{"!new:", "!name:", "!apply:", "!ref", "!PLACEHOLDER", "!include:", "!copy", "!module:", "!applyref:"}},
	},
	Keys: []Key{
		{Path: "precision", Field: Precision, read: mixedPrecision},
		{Path: "auto_mix_prec", Field: Precision, read: when(fact{text: "amp-fp16"})},
		{Path: "bfloat16_mix_prec", Field: Precision, read: when(fact{text: "amp-bf16"})},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "train_dataloader_opts.batch_size", Field: MicroBatch, read: number},
		{Path: "dataloader_options.batch_size", Field: MicroBatch, read: number},
		{Path: "test_batch_size", Field: EvalBatch, read: number},
		{Path: "valid_dataloader_opts.batch_size", Field: EvalBatch, read: number},
		{Path: "grad_accumulation_factor", Field: Accumulation, read: number},
		{Path: "max_grad_norm", Field: GradientClip, read: number},
		{Path: "num_workers", Field: Workers, read: number},
		{Path: "train_dataloader_opts.num_workers", Field: Workers, read: number},
		{Path: "dataloader_options.num_workers", Field: Workers, read: number},
		{Path: "number_of_epochs", Field: Epochs, read: number},
		{Path: "lr", Field: LearningRate, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "wav2vec2_hub", Field: Model},
		{Path: "whisper_hub", Field: Model},
		{Path: "output_folder", Field: Output},
	},
	Defaults: []Default{{Precision, "fp32", "precision"}, {Accumulation, "1", "grad_accumulation_factor"}},
}
