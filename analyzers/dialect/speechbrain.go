package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// speechbrain is hyperpyyaml: YAML 1.2 whose tags build the objects.
var speechbrain = &Dialect{
	Name: "speechbrain",
	Host: config.Ruamel,
	Signatures: []Signature{
		{Any: []string{"!new:", "!name:", "!apply:", "!ref", "!PLACEHOLDER", "!include:", "!copy", "!module:", "!applyref:"}},
	},
}
