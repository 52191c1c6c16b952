package knowledge

// AveragesModel reports whether a class of a library keeps an average of a model's weights, in a copy of it.
func AveragesModel(path string) bool {
	switch path {
	case "torch.optim.swa_utils.AveragedModel",
		"timm.utils.ModelEmaV2",
		"timm.utils.ModelEmaV3",
		"timm.utils.model_ema.ModelEmaV2",
		"timm.utils.model_ema.ModelEmaV3":
		return true
	}
	return false
}

// Average says what a class of a library keeps of the weights that it averages.
type Average uint8

// What they keep.
const (
	NoAverage         Average = iota
	AveragesCopy              // of the model, whole
	AveragesAll               // of the parameters it is given
	AveragesTrainable         // of those that get gradients
)

// AveragesWeights is what a class of a library keeps that is given a model or its parameters and averages them.
func AveragesWeights(path string) Average {
	switch path {
	case "ema_pytorch.EMA", "ema_pytorch.ema_pytorch.EMA", "ema_pytorch.PostHocEMA":
		return AveragesCopy
	case "diffusers.training_utils.EMAModel":
		return AveragesAll
	case "torch_ema.ExponentialMovingAverage", "torch_ema.ema.ExponentialMovingAverage":
		return AveragesTrainable
	}
	return NoAverage
}

// CopiesWeights makes, in a program's own words, a module of copies of a model's weights: of those that get gradients
// alone, and with its buffers.
const CopiesWeights = "trainlint.weights.Copies"

// Decay says which argument of a class that averages weights is the decay, and what it is by default. Function is set
// where the argument is made by a function, which DecayOf knows as well.
type Decay struct {
	Name     string
	At       int
	Default  float64
	Function bool
}

// DecayOf is the decay of a class of a library that averages weights in the dtype that they have. Those of ema_pytorch
// are left out: theirs grows for 100,000 steps before it is what was asked for.
func DecayOf(path string) (Decay, bool) {
	d, ok := decays[path]
	return d, ok
}

var decays = map[string]Decay{
	"diffusers.training_utils.EMAModel":          {Name: "decay", At: 1, Default: 0.9999},
	"timm.utils.ModelEma":                        {Name: "decay", At: 1, Default: 0.9999},
	"timm.utils.ModelEmaV2":                      {Name: "decay", At: 1, Default: 0.9999},
	"timm.utils.ModelEmaV3":                      {Name: "decay", At: 1, Default: 0.9999},
	"timm.utils.model_ema.ModelEma":              {Name: "decay", At: 1, Default: 0.9999},
	"timm.utils.model_ema.ModelEmaV2":            {Name: "decay", At: 1, Default: 0.9999},
	"timm.utils.model_ema.ModelEmaV3":            {Name: "decay", At: 1, Default: 0.9999},
	"torch.optim.swa_utils.AveragedModel":        {Name: "multi_avg_fn", At: 3, Function: true},
	"torch.optim.swa_utils.get_ema_multi_avg_fn": {Name: "decay", Default: 0.999},
	"torch.optim.swa_utils.get_ema_avg_fn":       {Name: "decay", Default: 0.999},
}

// KeepsWeights reports whether a method gives a module's weights, each or all, or what has their dtype.
func KeepsWeights(method string) bool { return keepsWeights[method] }

var keepsWeights = set(`parameters named_parameters state_dict values items clone detach data cpu cuda contiguous
	requires_grad_ to detach_ pin_memory`)

// Significand is how many bits the numbers of a dtype of 16 bits have, the one that is not stored among them; 0 for
// others.
func Significand(dtype string) int {
	switch dtype {
	case "torch.bfloat16":
		return 8
	case "torch.float16", "torch.half":
		return 11
	}
	return 0
}
