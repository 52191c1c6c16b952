package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// aiToolkit loads with a patched SafeLoader whose floats are OmegaConf's.
var aiToolkit = &Dialect{
	Name:       "ai-toolkit",
	Host:       config.Jsonargparse,
	Signatures: []Signature{{All: []string{"job", "config.process:list"}}},
}
