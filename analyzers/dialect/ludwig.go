package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var ludwig = &Dialect{
	Name:       "ludwig",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"input_features:list", "output_features:list"}}},
}
