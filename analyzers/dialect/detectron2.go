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
}
