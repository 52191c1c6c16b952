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

var factoryOptions = set(`checkpoint_path scriptable exportable no_jit cache_dir`)

// KeptByFactory reports whether timm's create_model keeps an option to itself: all others reach the function that makes
// the model (timm 0.3 to 0.9; what is None does not).
func KeptByFactory(option string) bool { return factoryOptions[option] }

var otherSides = set(`img_size dynamic_img_size dynamic_img_pad strict_img_size`)

// ForOtherSides reports whether an option of timm's create_model makes a model for images of another side than its own,
// or of any.
func ForOtherSides(option string) bool { return otherSides[option] }
