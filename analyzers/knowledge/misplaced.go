package knowledge

import (
	"maps"
	"slices"
	"strings"
)

// Misplaced is a parameter for which people write what belongs to a later one: both are numbers, so nothing complains.
type Misplaced struct {
	Position int    // of the argument, from 0
	Takes    string // the parameter that stands there
	Meant    string // the one that is meant
	Means    string // what becomes of the value
	// Words says of the name of a value, in lower case, that it is meant for the other; Number of a number as it is
	// written.
	Words  func(name string) bool
	Number func(value float64, whole bool) bool
}

var isDecay = is("weight_decay", "wd", "decay", "l2")

func noNumber(float64, bool) bool { return false }

func is(words ...string) func(string) bool {
	known := set(strings.Join(words, " "))
	return func(name string) bool { return known[name] }
}

// The signatures are those of torch 0.4 to 2.15; nn.RNN takes another argument at that place.
var (
	// A variance of batches is 1 or so behind a layer: an eps of 0.05 already changes what the layer gives. Keras'
	// BatchNormalization(momentum=0.8) came over as BatchNorm2d(n, 0.8).
	norms = Misplaced{1, "eps", "momentum", "is added to the variance of each channel, and momentum keeps its default",
		is("momentum", "bn_momentum", "mom", "bn_mom"), func(v float64, _ bool) bool { return v >= 0.05 && v <= 1 }}
	recurrent = Misplaced{
		3,
		"bias",
		"dropout",
		"says whether there are biases, and nothing is dropped out (torch 2.11 and newer refuse it)",
		func(name string) bool { return strings.Contains(name, "drop") },
		func(v float64, whole bool) bool { return !whole && v > 0 && v < 1 },
	}
	// Without a name, the decay that AdamW(params, lr, betas, decay) gets is what is added to the root.
	epsilon = Misplaced{3, "eps", "weight_decay",
		"is added to the denominator of each step, and the decay keeps its default",
		isDecay, noNumber}
	convolutions = Misplaced{
		3,
		"stride",
		"padding",
		"is the stride, and nothing is padded",
		is("padding", "pad"),
		noNumber,
	}
)

var misplaced = map[string][]Misplaced{
	"torch.nn.BatchNorm1d": {norms}, "torch.nn.BatchNorm2d": {norms}, "torch.nn.BatchNorm3d": {norms},
	"torch.nn.SyncBatchNorm":  {norms},
	"torch.nn.InstanceNorm1d": {norms}, "torch.nn.InstanceNorm2d": {norms}, "torch.nn.InstanceNorm3d": {norms},
	"torch.nn.LSTM": {recurrent}, "torch.nn.GRU": {recurrent},
	"torch.nn.Conv1d": {convolutions}, "torch.nn.Conv2d": {convolutions}, "torch.nn.Conv3d": {convolutions},
	"torch.nn.MultiheadAttention": {{
		2,
		"dropout",
		"bias",
		"is the rate of its dropout",
		is("bias", "qkv_bias", "use_bias"),
		noNumber,
	}},
	"torch.optim.SGD": {
		{2, "momentum", "weight_decay", "is the momentum, and no weight decays", isDecay, noNumber},
		{3, "dampening", "weight_decay", "dampens the momentum, and no weight decays", isDecay, noNumber},
	},
	"torch.optim.Adam":  {epsilon},
	"torch.optim.AdamW": {epsilon},
	"torch.optim.RMSprop": {
		{2, "alpha", "weight_decay", "smooths the squares, and no weight decays", isDecay, noNumber},
		{2, "alpha", "momentum", "smooths the squares, and there is no momentum", is("momentum", "mom"), noNumber},
	},
	"torch.utils.data.DataLoader": {{
		2,
		"shuffle",
		"num_workers",
		"says whether samples are shuffled, and the main process loads them",
		is(
			"num_workers",
			"workers",
			"n_workers",
			"nworkers",
			"num_worker",
		),
		func(v float64, whole bool) bool { return whole && v >= 2 },
	}},
}

// MisplacedIn are the parameters of a class of torch at whose places people write other ones.
func MisplacedIn(class string) []Misplaced { return misplaced[class] }

// TakesMisplaced lists the classes of MisplacedIn.
func TakesMisplaced() []string { return slices.Sorted(maps.Keys(misplaced)) }
