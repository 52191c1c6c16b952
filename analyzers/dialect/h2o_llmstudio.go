package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var h2oLLMStudio = &Dialect{
	Name: "h2o-llmstudio",
	Host: config.PyYAML,
	Signatures: []Signature{
		{
			All: []string{"architecture:map", "training:map"},
			Any: []string{"prediction:map", "tokenizer:map", "environment:map"},
		},
	},
}
