package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// latentDiffusion is the model.target/params style of CompVis latent-diffusion,
// Stable Diffusion, StableSR and Stability's generative-models.
var latentDiffusion = &Dialect{
	Name: "latent-diffusion",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"model.target", "model.params:map"}},
		{All: []string{"model.target"}, Any: []string{"data.target", "lightning:map", "model.base_learning_rate"}},
	},
}
