package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var nanotron = &Dialect{
	Name:       "nanotron",
	Host:       config.PyYAML,
	Signatures: []Signature{{All: []string{"parallelism:map", "tokens:map"}}},
}
