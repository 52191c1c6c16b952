package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

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

// OfProgram reports whether a config that Hydra composes is read: its keys are the program's own, but for Hydra's.
func (r *Reading) OfProgram() bool { return r.Dialect == hydra }

// OfHydra reports whether a key says something to Hydra: which files a config is composed of, where it runs, what it
// makes of a section.
func OfHydra(key string) bool {
	return key == "defaults" || key == "hydra" || strings.HasPrefix(key, "_") && strings.HasSuffix(key, "_")
}
