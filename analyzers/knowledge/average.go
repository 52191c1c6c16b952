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
