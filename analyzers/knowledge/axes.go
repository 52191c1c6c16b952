package knowledge

import "strings"

// layersOverTime are layers of torch that go from one step to the next, or let the steps look at each other. Their
// argument batch_first says whether the steps lie behind the samples; without it they lie on the first axis, and the
// samples on the second.
var layersOverTime = set(`torch.nn.RNN torch.nn.LSTM torch.nn.GRU torch.nn.MultiheadAttention
	torch.nn.TransformerEncoderLayer torch.nn.TransformerDecoderLayer torch.nn.Transformer`)

// GoesOverTime reports whether a class is one of layers that take their steps from the first axis unless batch_first is
// set.
func GoesOverTime(class string) bool { return layersOverTime[class] }

// FewestBeforeBatchFirst is how many parameters at least stand before batch_first in the layers over time; a call that
// gives more by position may say it.
const FewestBeforeBatchFirst = 4

// stacksOfLayers are the classes of torch that hold copies of such a layer, with the parameter that it is given as.
var stacksOfLayers = map[string]string{
	"torch.nn.TransformerEncoder": "encoder_layer",
	"torch.nn.TransformerDecoder": "decoder_layer",
}

// StacksLayer is the parameter of a class that takes the layer of which it makes copies; "" for any other class.
func StacksLayer(class string) string { return stacksOfLayers[class] }

// StacksSamples reports whether a function puts tensors together along a new axis, the first unless dim says otherwise.
func StacksSamples(path string) bool { return path == "torch.stack" }

// PadsSamples reports whether a function puts sequences together, the samples first where batch_first is True.
func PadsSamples(path string) bool { return path == "torch.nn.utils.rnn.pad_sequence" }

// perSample are layers, functions of torch.nn.functional and of torch, and methods of tensors, by their last names,
// whose result has the samples where the input has them, as long as they lie on the first axis.
var perSample = set(`Linear Bilinear Identity Dropout Dropout1d Dropout2d Dropout3d AlphaDropout ReLU ReLU6
	LeakyReLU PReLU ELU SELU CELU GELU SiLU Mish Tanh Sigmoid Softplus Hardswish Softmax LogSoftmax
	LayerNorm BatchNorm1d BatchNorm2d
	BatchNorm3d GroupNorm InstanceNorm1d InstanceNorm2d RMSNorm Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d
	MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool1d
	AdaptiveMaxPool2d Embedding
	relu leaky_relu elu selu gelu silu mish tanh sigmoid softplus softmax log_softmax dropout dropout2d layer_norm
	batch_norm group_norm normalize linear embedding conv1d conv2d max_pool1d max_pool2d avg_pool1d avg_pool2d
	adaptive_avg_pool1d adaptive_avg_pool2d interpolate abs exp log sqrt sin cos clamp
	float double half bfloat16 long int to cuda cpu type type_as contiguous clone detach requires_grad_ masked_fill
	masked_fill_ pow relu_ mul add sub div clamp_`)

// KeepsSamples reports whether a layer, a function or a method of torch gives each sample's result where it finds the
// sample: on the first axis.
func KeepsSamples(path string) bool {
	if first, _, dotted := strings.Cut(path, "."); dotted && first != "torch" {
		return false
	}
	return perSample[path[strings.LastIndex(path, ".")+1:]]
}
