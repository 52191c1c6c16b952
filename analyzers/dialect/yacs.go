package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// yacs are upper-case configurations other than detectron2's: Swin and its kin.
var yacs = &Dialect{
	Name: "yacs",
	Host: config.YACS,
	Signatures: []Signature{
		{All: []string{"MODEL:map"}, Any: []string{"TRAIN:map", "DATA:map", "TEST:map"}},
		{All: []string{"TRAIN:map", "DATA:map"}},
		{All: []string{"MODEL:map", "MODEL.TYPE"}}, {All: []string{"MODEL.META_ARCHITECTURE"}}, {All: []string{"MODEL.WEIGHTS"}},
	},
	Keys: []Key{
		{Path: "DATA.BATCH_SIZE", Field: MicroBatch, read: number},
		{Path: "TRAIN.BATCH_SIZE", Field: MicroBatch, read: number},
		{Path: "DATA.IMG_SIZE", Field: ImageSize, read: imageSize},
		{Path: "DATA.NUM_WORKERS", Field: Workers, read: number},
		{Path: "DATA.PIN_MEMORY", Field: PinMemory, read: boolean},
		{Path: "TRAIN.USE_CHECKPOINT", Field: Checkpointing, read: checkpointing},
		{Path: "TRAIN.ACCUMULATION_STEPS", Field: Accumulation, read: positive},
		{Path: "TRAIN.OPTIMIZER.NAME", Field: Optimizer, read: optimizer},
		{Path: "TRAIN.BASE_LR", Field: LearningRate, read: number},
		{Path: "TRAIN.EPOCHS", Field: Epochs, read: number},
		{Path: "AMP_ENABLE", Field: Precision, read: choose("amp-fp16", "fp32")},
		{Path: "AMP_OPT_LEVEL", Field: Precision, read: words(map[string]string{"o0": "fp32", "o1": "amp-fp16", "o2": "amp-fp16"})},
		{Path: "MODEL.NAME", Field: Model},
		{Path: "OUTPUT", Field: Output},
	},
}
