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
		{All: []string{"!interpolated"}, Files: []string{"conf/", "configs/", "config/", "hydra_configs/"}, Never: []string{"model.target", "trainer:map", "!json"}, Confidence: Likely},
	},
	Keys: append(append([]Key{}, genericKeys...), append(lightningKeys("trainer.", "data.", "datamodule."), []Key{
		{Path: "model.optimizer._target_", Field: Optimizer, read: componentOptimizer},
		{Path: "optimizer._target_", Field: Optimizer, read: componentOptimizer},
		{Path: "optim._target_", Field: Optimizer, read: componentOptimizer},
		{Path: "model.optimizer.lr", Field: LearningRate, read: number},
		{Path: "optimizer.lr", Field: LearningRate, read: number},
		{Path: "optim.lr", Field: LearningRate, read: number},
		{Path: "model.compile", Field: Compile, read: boolean},
	}...)...),
}
