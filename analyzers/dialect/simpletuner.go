package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// simpletuner's config.json may carry the dashes of the flags in its keys.
var simpletuner = &Dialect{
	Name: "simpletuner",
	Host: config.PyYAML,
	Signatures: []Signature{
		{All: []string{"model_family|--model_family"}},
	},
}
