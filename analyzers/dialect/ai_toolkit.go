package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// aiToolkit loads with a patched SafeLoader whose floats are OmegaConf's.
var aiToolkit = &Dialect{
	Name:       "ai-toolkit",
	Host:       config.Jsonargparse,
	Signatures: []Signature{{All: []string{"job", "config.process:list"}}},
	Keys: under("config.process.", []Key{
		{Path: "model.name_or_path", Field: Model},
		{Path: "model.quantize", Field: Quantisation, read: when(fact{text: "int8"})},
		{Path: "network.type", Field: Method, read: method},
		{Path: "network.linear", Field: LoRARank, read: number},
		{Path: "train.batch_size", Field: MicroBatch, read: number},
		{Path: "train.gradient_accumulation_steps", Field: Accumulation, read: number},
		{Path: "train.gradient_accumulation", Field: Accumulation, read: number},
		{Path: "train.gradient_checkpointing", Field: Checkpointing, read: checkpointing},
		{Path: "train.dtype", Field: Precision, read: mixedPrecision},
		{Path: "train.optimizer", Field: Optimizer, read: optimizer},
		{Path: "train.lr", Field: LearningRate, read: number},
		{Path: "train.steps", Field: MaxSteps, read: number},
		{Path: "train.train_text_encoder", Field: TrainTextEncoder, read: boolean},
		{Path: "train.ema_config.use_ema", Field: EMA, read: boolean},
		{Path: "datasets.resolution", Field: ImageSize, read: imageSize},
		{Path: "datasets.cache_latents_to_disk", Field: CachedInputs, read: boolean},
		{Path: "save.save_every", Field: SaveSteps, read: number},
		{Path: "save.max_step_saves_to_keep", Field: SaveLimit, read: number},
	}),
}
