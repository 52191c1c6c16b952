package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

var litgpt = &Dialect{
	Name: "litgpt",
	Host: config.Jsonargparse,
	Signatures: []Signature{
		{
			All:   []string{"train:map", "out_dir"},
			Any:   []string{"checkpoint_dir", "model_name", "train.global_batch_size", "train.micro_batch_size"},
			Least: 2,
		},
		{
			All: []string{"train.global_batch_size", "train.micro_batch_size"},
			Any: []string{"checkpoint_dir", "model_name", "precision"},
		},
	},
	Keys: append(under("train.", []Key{
		{Path: "global_batch_size", Field: GlobalBatch, read: number},
		{Path: "micro_batch_size", Field: MicroBatch, read: number},
		{Path: "max_seq_length", Field: SeqLen, read: number},
		{Path: "epochs", Field: Epochs, read: number},
		{Path: "max_steps", Field: MaxSteps, read: number},
		{Path: "max_norm", Field: GradientClip, read: number},
		{Path: "save_interval", Field: SaveSteps, read: number},
	}), []Key{
		{Path: "checkpoint_dir", Field: Model},
		{Path: "model_name", Field: Model},
		{Path: "precision", Field: Precision, read: lightningPrecision},
		{
			Path:  "quantize",
			Field: Quantisation,
			read: words(
				map[string]string{
					"bnb.nf4":           "nf4",
					"bnb.nf4-dq":        "nf4-dq",
					"bnb.fp4":           "fp4",
					"bnb.fp4-dq":        "fp4",
					"bnb.int8-training": "int8",
					"bnb.int8":          "int8",
				},
			),
		},
		{Path: "devices", Field: GPUsPerNode, read: devices},
		{Path: "num_nodes", Field: Nodes, read: number},
		{Path: "lora_r", Field: LoRARank, read: number},
		{Path: "lora_alpha", Field: LoRAAlpha, read: number},
		{Path: "lora_dropout", Field: LoRADropout, read: number},
		{Path: "optimizer.class_path", Field: Optimizer, read: componentOptimizer},
		{Path: "optimizer", Field: Optimizer, read: onlyText(optimizer)},
		{Path: "optimizer.init_args.lr", Field: LearningRate, read: number},
		{Path: "seed", Field: Seed, read: number},
		{Path: "out_dir", Field: Output},
	}...),
	finish: finishLitGPT,
}

func onlyText(read meaning) meaning {
	return func(v config.Value) []fact {
		if v.Kind != config.String {
			return nil
		}
		return read(v)
	}
}

// finishLitGPT: the method is the command's name; in a file only lora_* keys tell it.
func finishLitGPT(r *Reading) {
	if p, ok := r.Pair("lora_r"); ok {
		r.add(Method, "lora", p)
		r.qlora()
		var targets []string
		for _, part := range []string{"query", "key", "value", "projection", "mlp", "head"} {
			if t, ok := r.Pair("lora_" + part); ok {
				if yes, _ := truth(t.Value); yes {
					targets = append(targets, part)
				}
			}
		}
		if len(targets) > 0 {
			r.add(LoRATargets, strings.Join(targets, ","), p)
		}
	}
}
