package knowledge

import "strings"

// CreatesModel reports whether a function of timm makes a model by the name that it is registered under.
func CreatesModel(path string) bool {
	return strings.HasPrefix(path, "timm.") && strings.HasSuffix(path, ".create_model")
}

// RegistersModel reports whether a decorator of timm registers a function under its name, for create_model.
func RegistersModel(path string) bool {
	return strings.HasPrefix(path, "timm.") && strings.HasSuffix(path, ".register_model")
}

// weightsOfTimm are the endings by which names of timm's models said until 0.9 which weights they are loaded with, and
// whether these tell ImageNet's 1000 classes apart.
var weightsOfTimm = []struct {
	ending string
	usual  bool
}{
	{
		"_miil_in21k",
		false,
	}, {"_in21k", false}, {"_in22k", false}, {"_dino", false}, {"_in21ft1k", true}, {"_in22ft1k", true},
	{"_miil", true}, {"_sam", true}, {"_ns", true}, {"_ap", true}, {"_aa", true},
}

// TimmArchitecture is the name of a model of timm's without the weights that it says behind a point or, until 0.9, at
// its end; usual says whether these tell ImageNet's 1000 classes apart.
func TimmArchitecture(name string) (architecture string, usual bool) {
	if before, weights, tagged := strings.Cut(name, "."); tagged {
		return before, strings.Contains(weights, "in1k")
	}
	for _, w := range weightsOfTimm {
		if before, ok := strings.CutSuffix(name, w.ending); ok {
			return before, w.usual
		}
	}
	return name, true
}

var factoryOptions = set(`checkpoint_path scriptable exportable no_jit cache_dir`)

// KeptByFactory reports whether timm's create_model keeps an option to itself: all others reach the function that makes
// the model (timm 0.3 to 0.9; what is None does not).
func KeptByFactory(option string) bool { return factoryOptions[option] }

var otherSides = set(`img_size dynamic_img_size dynamic_img_pad strict_img_size`)

// ForOtherSides reports whether an option of timm's create_model makes a model for images of another side than its own,
// or of any.
func ForOtherSides(option string) bool { return otherSides[option] }
