package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var detectron2 = &Dialect{
	Name: "detectron2",
	Host: config.YACS,
	Signatures: []Signature{
		{All: []string{"MODEL:map"}, Any: []string{"SOLVER:map", "DATASETS:map", "_BASE_", "VERSION"}},
		{All: []string{"_BASE_"}, Any: []string{"MODEL:map", "SOLVER:map", "DATASETS:map", "INPUT:map", "TEST:map", "OUTPUT_DIR", "DATALOADER:map", "VERSION"}},
		{All: []string{"_BASE_"}, Confidence: Likely},
		{Any: []string{"SOLVER.IMS_PER_BATCH", "SOLVER.BASE_LR"}},
		{All: []string{"SOLVER:map", "DATASETS:map"}},
	},
	Keys: []Key{
		{Path: "MODEL.WEIGHTS", Field: Model},
		{Path: "SOLVER.IMS_PER_BATCH", Field: GlobalBatch, read: number},
		{Path: "SOLVER.AMP.ENABLED", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "SOLVER.BASE_LR", Field: LearningRate, read: number},
		{Path: "SOLVER.WEIGHT_DECAY", Field: WeightDecay, read: number},
		{Path: "SOLVER.MAX_ITER", Field: MaxSteps, read: number},
		{Path: "SOLVER.OPTIMIZER", Field: Optimizer, read: optimizer},
		{Path: "SOLVER.CHECKPOINT_PERIOD", Field: SaveSteps, read: number},
		{Path: "SOLVER.CLIP_GRADIENTS.CLIP_VALUE", Field: GradientClip, read: number},
		{Path: "DATALOADER.NUM_WORKERS", Field: Workers, read: number},
		{Path: "INPUT.CROP.SIZE", Field: ImageSize, read: imageSize},
		{Path: "MODEL.SWIN.USE_CHECKPOINT", Field: Checkpointing, read: checkpointing},
		{Path: "OUTPUT_DIR", Field: Output},
	},
	Defaults: []Default{
		{GlobalBatch, "16", "SOLVER.IMS_PER_BATCH, over all GPUs"}, {Precision, "fp32", "SOLVER.AMP.ENABLED"},
		{Workers, "4", "DATALOADER.NUM_WORKERS"}, {Accumulation, "1", "there is none"}, {Optimizer, "sgd", "SGD with momentum"},
	},
}
