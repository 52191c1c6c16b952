package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// hydra are configurations that Hydra composes from groups; the fields are those
// of the libraries such projects configure: Lightning's Trainer and data modules,
// and the usual names.
var hydra = &Dialect{
	Name: "hydra",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"defaults:list"}},
		{All: []string{"**._target_"}},
		{All: []string{"hydra:map"}},
		{All: []string{"!@package"}},
		{
			All:        []string{"!interpolated"},
			Files:      []string{"conf/", "configs/", "config/", "hydra_configs/"},
			Never:      []string{"model.target", "trainer:map", "!json"},
			Confidence: Likely,
		},
	},
}
