package dialect

import "strings"

var oneTrainer = &Dialect{
	Name:       "onetrainer",
	Signatures: []Signature{{All: []string{"training_method"}, Any: []string{"model_type", "base_model_name", "concepts", "batch_size"}}},
	Keys: []Key{
		{Path: "base_model_name", Field: Model},
		{Path: "training_method", Field: Method, read: words(map[string]string{"fine_tune": "full", "lora": "lora"})},
		{Path: "batch_size", Field: MicroBatch, read: number},
		{Path: "gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "train_dtype", Field: Precision, read: words(map[string]string{"float_16": "amp-fp16", "bfloat_16": "amp-bf16", "float_32": "fp32"})},
		{Path: "resolution", Field: ImageSize, read: imageSize},
		{Path: "learning_rate", Field: LearningRate, read: number},
		{Path: "optimizer.optimizer", Field: Optimizer, read: optimizer},
		{Path: "lora_rank", Field: LoRARank, read: number},
	},
	finish: func(r *Reading) {
		switch p, _ := r.Pair("gradient_checkpointing"); strings.ToUpper(p.Value.Text) {
		case "ON":
			r.add(Checkpointing, "full", p)
		case "OFF":
			r.add(Checkpointing, "none", p)
		case "CPU_OFFLOADED":
			r.add(Checkpointing, "full", p)
			r.add(ActOffload, "true", p)
		}
	},
}
