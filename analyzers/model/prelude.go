package model

import (
	"embed"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// What torch and its friends say in Python is said in Python here, too: modules that put others together, in our own words.
//
//go:embed prelude/*.py
var preludes embed.FS

// homes are the modules under which people import what a prelude holds.
var homes = map[string]string{
	"timm.models.layers": "timm_layers", "timm.layers": "timm_layers", "timm.models.layers.drop": "timm_layers", "timm.layers.drop": "timm_layers",
	"torchvision.models": "torchvision_models", "torchvision.models.resnet": "torchvision_models", "torchvision.models.vgg": "torchvision_models",
	"timm.layers.mlp": "timm_layers", "timm.models.layers.mlp": "timm_layers", "timm.models.vision_transformer": "timm_layers",
	"einops.layers.torch":             "einops_layers",
	"torch.nn.utils.parametrizations": "torch_utils", "torch.nn.parallel": "torch_utils", "torch.nn.utils.weight_norm": "torch_utils",
	"torch.nn.utils.spectral_norm": "torch_utils", "torch.nn.utils": "torch_utils", "torch.distributions": "torch_distributions",
	"torch.distributions.normal": "torch_distributions", "torch.distributions.kl": "torch_distributions", "torch.nn.utils.clip_grad": "torch_utils",
	"torch.nn.modules.utils": "torch_utils", "torch.nn.utils.parametrize": "torch_utils",
}

// prelude is a name of one of the modules that are written out; nil for any other.
func (l *library) prelude(m *exact.Machine, dotted string) exact.Value {
	dot := strings.LastIndexByte(dotted, '.')
	if dot < 0 {
		return nil
	}
	file := homes[dotted[:dot]]
	if file == "" {
		return nil
	}
	unit := l.units[file]
	if unit == nil {
		text, err := preludes.ReadFile("prelude/" + file + ".py")
		if err != nil {
			return nil
		}
		module, err := python.Parse(source.New("<"+dotted[:dot]+">", text))
		if err != nil {
			return nil
		}
		unit = m.Unit(module, dotted[:dot])
		l.units[file] = unit
	}
	v := m.Global(unit, dotted[dot+1:])
	if u, ok := v.(*exact.Unit); ok && u != unit {
		return nil
	}
	return v
}
