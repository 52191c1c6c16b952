package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var lavis = &Dialect{
	Name: "lavis",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"run:map"}, Any: []string{"model.arch", "datasets:map", "run.runner", "run.task"}},
		{
			All: []string{"model:map", "preprocess:map"},
			Any: []string{"preprocess.vis_processor", "preprocess.text_processor"},
		},
		{
			All: []string{"model.arch"},
			Any: []string{
				"model.model_type",
				"preprocess:map",
				"model.load_finetuned",
				"model.pretrained",
				"model.load_pretrained",
			},
			Never: []string{"trainer:map"},
		},
		{All: []string{"datasets:map"}, Any: []string{"**.build_info", "**.vis_processor", "**.dataset_card"}},
	},
}
