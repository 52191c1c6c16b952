package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var detectron2 = &Dialect{
	Name: "detectron2",
	Host: config.YACS,
	Signatures: []Signature{
		{All: []string{"MODEL:map"}, Any: []string{"SOLVER:map", "DATASETS:map", "_BASE_", "VERSION"}},
		{
			All: []string{"_BASE_"},
			Any: []string{
				"MODEL:map",
				"SOLVER:map",
				"DATASETS:map",
				"INPUT:map",
				"TEST:map",
				"OUTPUT_DIR",
				"DATALOADER:map",
				"VERSION",
			},
		},
		{All: []string{"_BASE_"}, Confidence: Likely},
		{Any: []string{"SOLVER.IMS_PER_BATCH", "SOLVER.BASE_LR"}},
		{All: []string{"SOLVER:map", "DATASETS:map"}},
	},
	Keys: []Key{
		{Path: "SOLVER.IMS_PER_BATCH", Field: SharedBatch, read: number},
		{Path: "SOLVER.BASE_LR", Field: LearningRate, read: number},
		{Path: "SOLVER.MAX_ITER", Field: MaxSteps, read: number},
		{Path: "SOLVER.WEIGHT_DECAY", Field: WeightDecay, read: number},
		{Path: "SOLVER.AMP.ENABLED", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "SOLVER.CHECKPOINT_PERIOD", Field: SaveSteps, read: number},
		{Path: "DATALOADER.NUM_WORKERS", Field: Workers, read: number},
		{Path: "TEST.EVAL_PERIOD", Field: EvalSteps, read: positive},
		{Path: "num_gpus", Field: GPUsPerNode, read: number},
		{Path: "num_machines", Field: Nodes, read: number},
		{Path: "OUTPUT_DIR", Field: Output},
	},
}
