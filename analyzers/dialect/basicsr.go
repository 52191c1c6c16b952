package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var basicSR = &Dialect{
	Name: "basicsr",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"network_g:map"}, Any: []string{"datasets:map", "train:map", "val:map", "path:map"}},
	},
}
