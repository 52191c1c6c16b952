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
	Keys: append([]Key{
		{Path: "model.target", Field: Model},
		{Path: "model.base_learning_rate", Field: LearningRate, read: number},
		{Path: "data.params.batch_size", Field: MicroBatch, read: number},
		{Path: "data.params.num_workers", Field: Workers, read: number},
		{Path: "data.params.train.loader.batch_size", Field: MicroBatch, read: number},
		{Path: "data.params.train.loader.num_workers", Field: Workers, read: number},
		{Path: "data.params.train.params.size", Field: ImageSize, read: imageSize},
		{Path: "data.params.train.params.crop_size", Field: ImageSize, read: imageSize},
		{Path: "data.params.train.params.gt_size", Field: ImageSize, read: imageSize},
		{Path: "degradation.gt_size", Field: ImageSize, read: imageSize},
		{Path: "model.params.unet_config.params.use_checkpoint", Field: Checkpointing, read: checkpointing},
		{Path: "model.params.network_config.params.use_checkpoint", Field: Checkpointing, read: checkpointing},
		{Path: "model.params.unet_config.params.use_fp16", Field: Precision, read: when(fact{text: "pure"}, fact{field: Weights, text: "fp16"})},
		{Path: "model.params.use_ema", Field: EMA, read: boolean},
		{Path: "lightning.modelcheckpoint.params.every_n_train_steps", Field: SaveSteps, read: number},
		{Path: "lightning.modelcheckpoint.params.save_top_k", Field: SaveLimit, read: number},
	}, under("lightning.trainer.", lightningTrainer)...),
	Defaults: []Default{
		{EMA, "true", "use_ema of DDPM and LatentDiffusion"},
		{Accumulation, "1", "accumulate_grad_batches"},
		{Checkpointing, "none", "use_checkpoint of UNetModel"},
	},
	finish: finishLatentDiffusion,
}

// finishLatentDiffusion: model.params.image_size is the side of the latent; the
// first stage shrinks by two for each entry of ch_mult after the first. StableSR
// writes pixels there, which no latent is as large as.
func finishLatentDiffusion(r *Reading) {
	size, ok := r.Pair("model.params.image_size")
	if _, written := r.Get(ImageSize); !ok || written || size.Value.Kind != config.Int {
		return
	}
	pixels := size.Value.Int
	if mult, ok := r.Pair("model.params.first_stage_config.params.ddconfig.ch_mult"); pixels < 256 {
		if !ok || mult.Value.Node == nil || len(mult.Value.Node.Items) == 0 {
			return
		}
		pixels <<= min(len(mult.Value.Node.Items)-1, 6)
	}
	r.add(ImageSize, digits(int(pixels)), size)
}
