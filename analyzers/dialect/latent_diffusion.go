package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// LatentDiffusion is the name of the dialect of latent-diffusion and its descendants.
const LatentDiffusion = "latent-diffusion"

// latentDiffusion is the model.target/params style of CompVis latent-diffusion,
// Stable Diffusion, StableSR and Stability's generative-models.
var latentDiffusion = &Dialect{
	Name: LatentDiffusion,
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"model.target", "model.params:map"}},
		{All: []string{"model.target"}, Any: []string{"data.target", "lightning:map", "model.base_learning_rate"}},
	},
	Keys: []Key{
		{Path: "data.params.batch_size", Field: MicroBatch, read: number},
		{Path: "lightning.trainer.precision", Field: Precision, read: lightningPrecision},
		{Path: "lightning.trainer.accumulate_grad_batches", Field: Accumulation, read: number},
		{Path: "lightning.trainer.gradient_clip_val", Field: GradientClip, read: number},
		{Path: "lightning.trainer.max_epochs", Field: Epochs, read: positive},
		{Path: "lightning.trainer.max_steps", Field: MaxSteps, read: positive},
	},
}
