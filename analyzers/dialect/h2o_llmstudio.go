package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var h2oLLMStudio = &Dialect{
	Name:       "h2o-llmstudio",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"architecture:map", "training:map"}, Any: []string{"prediction:map", "tokenizer:map", "environment:map"}}},
	Keys: []Key{
		{Path: "llm_backbone", Field: Model},
		{Path: "architecture.backbone_dtype", Field: Weights, read: storedDType},
		{Path: "architecture.backbone_dtype", Field: Quantisation, read: words(map[string]string{"int4": "nf4", "int8": "int8"})},
		{Path: "architecture.gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "environment.mixed_precision", Field: Precision, read: choose("amp-bf16", "fp32")},
		{Path: "environment.number_of_workers", Field: Workers, read: number},
		{Path: "training.batch_size", Field: MicroBatch, read: number},
		{Path: "training.grad_accumulation", Field: Accumulation, read: number},
		{Path: "training.lora", Field: Method, read: choose("lora", "full")},
		{Path: "training.lora_r", Field: LoRARank, read: number},
		{Path: "training.optimizer", Field: Optimizer, read: optimizer},
		{Path: "training.learning_rate", Field: LearningRate, read: number},
		{Path: "training.epochs", Field: Epochs, read: number},
		{Path: "tokenizer.max_length", Field: SeqLen, read: number},
		{Path: "output_directory", Field: Output},
	},
	finish: finishH2O,
}

func finishH2O(r *Reading) {
	if p, ok := r.Pair("environment.mixed_precision_dtype"); ok {
		if v, said := r.Get(Precision); said && v.Text != "fp32" {
			for _, f := range mixedPrecision(p.Value) {
				r.add(Precision, f.text, p)
			}
		}
	}
	r.qlora()
}
