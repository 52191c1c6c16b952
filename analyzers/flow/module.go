package flow

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// importedFunction reports whether a callable comes, as it is called, from a module
// other than torch: what such a function returns is not known by its name.
func (f *Facts) importedFunction(e python.Expr) bool {
	for {
		attribute, ok := e.(*python.Attribute) // losses.compute_loss
		if !ok {
			break
		}
		e = attribute.Value
	}
	name, ok := e.(*python.Name)
	if !ok {
		return false
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	for _, b := range bindings {
		if b.Kind == python.Imported && b.Path != "torch" && !strings.HasPrefix(b.Path, "torch.") {
			return true
		}
	}
	return len(bindings) == 0 && f.importsAll()
}

// importsAll reports whether the file imports everything of another module: a name
// that nothing binds comes from there.
func (f *Facts) importsAll() bool {
	for _, s := range f.Module.Body {
		if i, ok := s.(*python.Import); ok && i.Star {
			return true
		}
	}
	return false
}

// measures reports whether a callable is, by its class or name, a metric: it compares
// what it is given and is not trained.
func (f *Facts) measures(e python.Expr) bool {
	t := f.Module.TypeOf(e)
	return metricName.MatchString(lastName(e)) || metricName.MatchString(t[strings.LastIndexByte(t, '.')+1:])
}

var metricName = regexp.MustCompile(`(?i)(metric|psnr|ssim|accuracy|iou|meter)`)

// parameterFree are the modules of torch.nn, its losses apart, that hold no
// parameters: what they return has a graph when what they are given has one.
var parameterFree = set(`ReLU ReLU6 LeakyReLU ELU CELU SELU GELU SiLU Mish Hardswish Hardsigmoid Hardtanh Hardshrink Softshrink
	Tanhshrink Threshold Sigmoid LogSigmoid Tanh Softplus Softsign Softmax Softmax2d Softmin LogSoftmax GLU
	Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout Identity Flatten Unflatten Fold
	Unfold Upsample UpsamplingNearest2d UpsamplingBilinear2d PixelShuffle PixelUnshuffle ChannelShuffle
	MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d
	AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d LPPool1d LPPool2d
	FractionalMaxPool2d ZeroPad1d ZeroPad2d ZeroPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d
	ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d CosineSimilarity
	PairwiseDistance`)

// withoutParameters reports whether a callable is a module that surely has no
// parameters: one of torch's, or one of this file, such as a metric, that makes none.
func (f *Facts) withoutParameters(e python.Expr) bool {
	t := f.Module.TypeOf(e)
	if name, ok := strings.CutPrefix(t, "torch.nn.modules."); ok {
		return parameterFree[name[strings.LastIndexByte(name, '.')+1:]]
	}
	if name, ok := strings.CutPrefix(t, "torch.nn."); ok {
		return parameterFree[name]
	}
	class := f.Module.ClassOf(e)
	return class != nil && f.makesNoParameters(class, 0)
}

const maxParts = 4

// makesNoParameters reports whether neither a class of this file nor what it stores
// on itself can hold parameters.
func (f *Facts) makesNoParameters(class *python.Class, depth int) bool {
	if depth > maxParts {
		return false
	}
	for _, base := range f.Module.BaseNames(class) {
		if base != "torch.nn.Module" && !f.definesClass(strings.TrimPrefix(base, ".")) {
			return false
		}
	}
	for _, c := range f.Module.Ancestry(class) {
		for _, bindings := range f.Module.Members(c) {
			for _, b := range bindings {
				if b.Kind != python.FunctionDefined && !f.parameterless(b.Value, depth) {
					return false
				}
			}
		}
	}
	return true
}

// parameterless reports whether what is stored in an attribute is no module with
// parameters: a number, a text, an option, a module without any.
func (f *Facts) parameterless(e python.Expr, depth int) bool {
	switch e := e.(type) {
	case *python.Number, *python.String, *python.Constant, *python.Compare, *python.Binary, *python.Unary:
		return true
	case *python.Name:
		_, bindings := f.Module.Lookup(e.ID, e)
		return len(bindings) == 1 && bindings[0].Kind == python.Parameter &&
			!moduleName.MatchString(e.ID) && !frozenName.MatchString(e.ID)
	case *python.Sequence:
		for _, item := range e.Items {
			if !f.parameterless(item, depth) {
				return false
			}
		}
		return true
	case *python.Call:
		path := f.Module.Resolve(e.Func)
		if name, ok := strings.CutPrefix(path, "torch.nn."); ok {
			return parameterFree[name] || strings.HasSuffix(name, "Loss")
		}
		if class, ok := f.Module.Definition(e.Func).(*python.Class); ok {
			return f.makesNoParameters(class, depth+1)
		}
		root, _, _ := strings.Cut(path, ".")
		return plainBuiltins[path] || plainLibraries[root] && root != "torchvision" ||
			root == "torch" && strings.Count(path, ".") == 1
	}
	return false
}
