package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var autotrain = &Dialect{
	Name:       "autotrain",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"task", "base_model"}, Any: []string{"params:map", "backend"}}},
}
