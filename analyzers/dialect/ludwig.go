package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var ludwig = &Dialect{
	Name:       "ludwig",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"input_features:list", "output_features:list"}}},
	Keys: []Key{
		{Path: "base_model", Field: Model},
		{Path: "adapter.type", Field: Method, read: method},
		{Path: "adapter.r", Field: LoRARank, read: number},
		{Path: "quantization.bits", Field: Quantisation, read: words(map[string]string{"4": "nf4", "8": "int8"})},
		{Path: "trainer.batch_size", Field: MicroBatch, read: number},
		{Path: "trainer.eval_batch_size", Field: EvalBatch, read: number},
		{Path: "trainer.effective_batch_size", Field: GlobalBatch, read: number},
		{Path: "trainer.gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "trainer.use_mixed_precision", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "trainer.enable_gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "trainer.optimizer.type", Field: Optimizer, read: optimizer},
		{Path: "trainer.learning_rate", Field: LearningRate, read: number},
		{Path: "trainer.epochs", Field: Epochs, read: number},
		{Path: "trainer.compile", Field: Compile, read: boolean},
	},
	finish: func(r *Reading) { r.qlora() },
}
