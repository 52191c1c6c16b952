package knowledge

import "strings"

// changesAgain are methods of tensors that change their elements in place, and change them once more when they are
// called again.
var changesAgain = set(`add_ sub_ subtract_ mul_ multiply_ div_ divide_ true_divide_ pow_ sqrt_ rsqrt_ exp_ log_ log2_
	log10_ log1p_ expm1_ square_ reciprocal_ sigmoid_ tanh_ neg_ addcmul_ addcdiv_ lerp_`)

// ChangesAgain reports whether a method changes the elements of a tensor in place, and other than the first time when
// it is called again: not clamp_, zero_ or fill_.
func ChangesAgain(method string) bool { return changesAgain[method] }

// sharing are methods of tensors and arrays that give the same memory in another shape.
var sharing = set(`view reshape permute transpose t squeeze unsqueeze swapaxes swapdims movedim moveaxis detach numpy
	narrow select unbind expand unfold view_as`)

// SharesMemory reports whether a method of a tensor or an array gives its memory in another shape, and no copy of it.
func SharesMemory(method string) bool { return sharing[method] }

// SharesArgument reports whether a function gives the memory of its first argument, a tensor or an array, in another
// shape or as the other of the two.
func SharesArgument(path string) bool {
	switch path {
	case "torch.from_numpy", "torch.as_tensor", "numpy.asarray", "torch.squeeze", "torch.unsqueeze", "torch.transpose",
		"torch.permute", "torch.movedim", "numpy.squeeze", "numpy.expand_dims", "numpy.transpose", "numpy.moveaxis",
		"numpy.swapaxes":
		return true
	}
	return false
}

// InMemory is what a call reads or computes as a whole.
type InMemory uint8

// What stands in memory.
const (
	NotInMemory InMemory = iota
	Tensor
	Array
	Anything // what was pickled: tensors, arrays, and containers of them
)

// ReadsWhole is what a function gives that stands in memory as a whole: what numpy.load gives may not, and is Array.
func ReadsWhole(path string) InMemory {
	switch path {
	case "torch.load", "pickle.load", "joblib.load", "json.load":
		return Anything
	case "cv2.imread", "imageio.imread", "imageio.v2.imread", "skimage.io.imread":
		return Array
	case "torchvision.io.read_image", "torchvision.transforms.functional.to_tensor":
		return Tensor
	}
	switch {
	case strings.HasPrefix(path, "numpy.random."), strings.HasPrefix(path, "numpy.") && arraysMade[path[len("numpy."):]]:
		return Array
	case OfTorchItself(path) && torchGives(path, path[len("torch."):], path[len("torch."):]) != NotKnown &&
		!noTensors[path[len("torch."):]]:
		return Tensor
	}
	return NotInMemory
}

var (
	arraysMade = set(`load array asarray zeros ones empty full concatenate stack vstack hstack arange linspace zeros_like
		ones_like genfromtxt loadtxt fromfile frombuffer expand_dims transpose reshape clip abs sqrt log exp where pad tile
		repeat take squeeze float32 float64`)
	noTensors = set(`manual_seed device no_grad save seed numel is_tensor allclose equal is_grad_enabled set_grad_enabled
		inference_mode enable_grad Generator finfo iinfo dtype Size set_default_dtype set_num_threads compile`)
)

// TakesTensorsOnly and TakesArraysOnly report whether only a tensor, or only an array, has a method of that name.
func TakesTensorsOnly(method string) bool {
	switch method {
	case "float", "half", "double", "long", "unsqueeze", "permute", "contiguous":
		return true
	}
	return false
}

// TakesArraysOnly reports whether only an array has a method of that name.
func TakesArraysOnly(method string) bool { return method == "astype" }

// GivesArray reports whether a method of a tensor or a table gives an array.
func GivesArray(method string) bool { return method == "numpy" || method == "to_numpy" }

// DrawsAtRandom reports whether a function of random, numpy or torch draws numbers.
func DrawsAtRandom(path string) bool {
	name, ok := strings.CutPrefix(path, "numpy.random.")
	if !ok {
		name, ok = strings.CutPrefix(path, "random.")
	}
	if ok {
		return name != "seed" && !strings.Contains(name, ".")
	}
	return strings.HasPrefix(path, "torch.rand") && !strings.Contains(path, "random.") || path == "torch.bernoulli" ||
		path == "torch.multinomial"
}

// reducing are functions and methods that tell of many numbers as a whole: one of them, or how large they are.
var reducing = set(`mean max min std var sum norm amax amin median quantile percentile ptp nanmean nanmax nanmin item
	abs ravel nanstd`)

// Reduces reports whether a function or method, by its name, tells of many numbers as a whole.
func Reduces(name string) bool { return reducing[name] }

// NamesMask reports whether a word is one for a tensor of zeros and ones.
func NamesMask(word string) bool {
	word = Snake(word)
	return strings.Contains(word, "mask") || strings.Contains(word, "valid") || strings.Contains(word, "flag")
}
