package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var dinov2 = &Dialect{
	Name: "dinov2",
	Host: config.OmegaConf,
	Signatures: []Signature{
		{All: []string{"student.arch"}, Any: []string{"train.batch_size_per_gpu", "teacher:map", "crops:map", "dino:map"}},
		{All: []string{"train.batch_size_per_gpu"}, Any: []string{"student:map", "teacher:map", "crops:map"}},
	},
}
