package dialect

import "github.com/trainlint/trainlint/analyzers/config"

// yacs are upper-case configurations other than detectron2's: Swin and its kin.
var yacs = &Dialect{
	Name: "yacs",
	Host: config.YACS,
	Signatures: []Signature{
		{All: []string{"MODEL:map"}, Any: []string{"TRAIN:map", "DATA:map", "TEST:map"}},
		{All: []string{"TRAIN:map", "DATA:map"}},
		{
			All: []string{"MODEL:map", "MODEL.TYPE"},
		}, {All: []string{"MODEL.META_ARCHITECTURE"}}, {All: []string{"MODEL.WEIGHTS"}},
	},
}
