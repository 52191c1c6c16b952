package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// simpletuner's config.json may carry the dashes of the flags in its keys.
var simpletuner = &Dialect{
	Name: "simpletuner",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"model_family|--model_family"}},
	},
	Keys: append(simpletunerFlags(""), simpletunerFlags("--")...),
}

func simpletunerFlags(dashes string) []Key {
	return under(dashes, []Key{
		{Path: "pretrained_model_name_or_path", Field: Model},
		{Path: "model_family", Field: Model},
		{Path: "model_type", Field: Method, read: method},
		{Path: "lora_rank", Field: LoRARank, read: number},
		{Path: "base_model_precision", Field: Quantisation, read: words(map[string]string{"int8-quanto": "int8", "int8-torchao": "int8", "nf4-bnb": "nf4", "int4-quanto": "int4", "fp8-quanto": "fp8", "fp8-torchao": "fp8"})},
		{Path: "train_batch_size", Field: MicroBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "mixed_precision", Field: Precision, read: mixedPrecision},
		{Path: "optimizer", Field: Optimizer, read: optimizer},
		{Path: "learning_rate", Field: LearningRate, read: number},
		{Path: "max_train_steps", Field: MaxSteps, read: positive},
		{Path: "use_ema", Field: EMA, read: boolean},
	})
}
