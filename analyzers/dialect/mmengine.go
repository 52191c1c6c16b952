package dialect

import (
	"github.com/trainlint/trainlint/analyzers/config"
)

// mmengine are the Python configurations of OpenMMLab, old (mmdetection 2) and new
// (MMEngine); their assignments arrive as pairs with dotted keys.
var mmengine = &Dialect{
	Name: "mmengine",
	Host: config.PyYAML,
	Signatures: []Signature{
		{Any: []string{"optim_wrapper", "train_dataloader:map", "train_cfg", "default_scope"}, Least: 2, Never: []string{"model:text"}},
		{Any: []string{"data.samples_per_gpu", "data.workers_per_gpu"}},
	},
}
