package knowledge

import "strings"

// lossFunctions are losses of PyTorch that take logits, probabilities or their logarithms, under the name that both
// forms share.
var lossFunctions = map[string]string{
	"torch.nn.functional.cross_entropy":                    CrossEntropy,
	"torch.nn.functional.binary_cross_entropy":             BinaryCrossEntropy,
	"torch.nn.functional.binary_cross_entropy_with_logits": BinaryCrossEntropyWithLogits,
	"torch.nn.functional.nll_loss":                         NegativeLogLikelihood,
	"torch.nn.functional.ctc_loss":                         Alignment,
	"torch.nn.functional.kl_div":                           Divergence,
	"torch.nn.KLDivLoss":                                   Divergence,
	"torch.nn.CrossEntropyLoss":                            CrossEntropy,
	"torch.nn.NLLLoss":                                     NegativeLogLikelihood,
	"torch.nn.CTCLoss":                                     Alignment,
	"torch.nn.BCELoss":                                     BinaryCrossEntropy,
	"torch.nn.BCEWithLogitsLoss":                           BinaryCrossEntropyWithLogits,
}

// The losses that take logits, probabilities or their logarithms.
const (
	CrossEntropy                 = "CrossEntropyLoss"
	NegativeLogLikelihood        = "NLLLoss"
	Alignment                    = "CTCLoss"
	Divergence                   = "KLDivLoss"
	BinaryCrossEntropy           = "BCELoss"
	BinaryCrossEntropyWithLogits = "BCEWithLogitsLoss"
)

// LossOf is the loss that a function computes, or an instance of a class; "" for none of these.
func LossOf(path string) string { return lossFunctions[path] }

// activations are functions and modules of PyTorch whose result is told apart from others by what a loss takes.
var activations = map[string]Activation{
	"torch.softmax": Softmax, "torch.nn.functional.softmax": Softmax, "torch.special.softmax": Softmax,
	"torch.nn.Softmax":  Softmax,
	"torch.log_softmax": LogSoftmax, "torch.nn.functional.log_softmax": LogSoftmax,
	"torch.special.log_softmax": LogSoftmax, "torch.nn.LogSoftmax": LogSoftmax,
	"torch.sigmoid": Sigmoid, "torch.nn.functional.sigmoid": Sigmoid, "torch.special.expit": Sigmoid,
	"torch.nn.Sigmoid": Sigmoid,
	"torch.nn.Linear":  Logits, "torch.nn.Conv1d": Logits, "torch.nn.Conv2d": Logits, "torch.nn.Conv3d": Logits,
	"torch.nn.Bilinear":          Logits,
	"torch.nn.functional.linear": Logits,
	"torch.relu":                 Rectified, "torch.nn.functional.relu": Rectified, "torch.nn.ReLU": Rectified,
	"torch.nn.functional.relu6": Rectified, "torch.nn.ReLU6": Rectified,
}

// Activation is what a tensor has been through last.
type Activation string

// The activations that losses care about; Logits is none: a linear layer.
const (
	NoActivation Activation = ""
	Softmax      Activation = "softmax"
	LogSoftmax   Activation = "log_softmax"
	Sigmoid      Activation = "sigmoid"
	Logits       Activation = "logits"
	Rectified    Activation = "relu"
)

// ActivationOf is what a function computes, or an instance of a class.
func ActivationOf(path string) Activation { return activations[path] }

// MethodActivation is what a tensor's method computes.
func MethodActivation(method string) Activation {
	switch method {
	case "softmax":
		return Softmax
	case "log_softmax":
		return LogSoftmax
	case "sigmoid":
		return Sigmoid
	case "relu":
		return Rectified
	}
	return NoActivation
}

// IsLogSoftmax reports whether a function, a class of modules or a tensor's method gives the logarithm of a softmax.
func IsLogSoftmax(path string) bool {
	return ActivationOf(path) == LogSoftmax || MethodActivation(path) == LogSoftmax
}

// keepsValues are methods of tensors that change the shape, place or dtype and no value, or choose among the values.
var keepsValues = set(
	`squeeze unsqueeze view reshape flatten float to cuda cpu contiguous permute transpose t double clone
	view_as expand type_as masked_select`,
)

// KeepsValues reports whether a tensor's method gives the same values.
func KeepsValues(method string) bool { return keepsValues[method] }

// keepsFigure are methods of tensors that read the number in one, or give it in another type or place.
var keepsFigure = set(`item detach cpu cuda to float double long int type numpy tolist squeeze`)

// KeepsFigure reports whether a tensor's method gives the same number, in whatever type.
func KeepsFigure(method string) bool { return keepsFigure[method] }

// SumsTerms reports whether a function, or a tensor's method, gives a sum or a mean of what it is given: that of a sum
// is the sum of those of its terms.
func SumsTerms(name string) bool { return name == "sum" || name == "mean" }

// LayerKeepsValues reports whether a layer gives the same values in another shape.
func LayerKeepsValues(class string) bool {
	switch class {
	case "torch.nn.Flatten", "torch.nn.Unflatten", "torch.nn.Identity":
		return true
	}
	return false
}

// CopiesTensor reports whether a function makes a new tensor of the values that it is given. Variable(loss,
// requires_grad=True) is a leaf too (tried with PyTorch 1.13).
func CopiesTensor(path string) bool {
	switch path {
	case "torch.tensor", "torch.autograd.Variable", "torch.Tensor", "torch.FloatTensor":
		return true
	}
	return false
}

// TakesClasses reports whether a loss of PyTorch, a module or a function, is given the numbers of classes as its
// target. cross_entropy takes a share for each class too, since 1.10.
func TakesClasses(path string) bool {
	if !strings.HasPrefix(path, "torch.nn.") {
		return false
	}
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "CrossEntropyLoss",
		"NLLLoss",
		"cross_entropy",
		"nll_loss",
		"MultiMarginLoss",
		"multi_margin_loss",
		"MultiLabelMarginLoss",
		"multilabel_margin_loss":
		return true
	}
	return false
}

// meanLosses are the losses of PyTorch that give one number unless they are told to keep each sample's: their modules,
// and the functions of torch.nn.functional.
var meanLosses = set(
	`CrossEntropyLoss NLLLoss MSELoss L1Loss SmoothL1Loss HuberLoss BCELoss BCEWithLogitsLoss KLDivLoss PoissonNLLLoss
	MarginRankingLoss HingeEmbeddingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss SoftMarginLoss
	CosineEmbeddingLoss
	TripletMarginLoss CTCLoss cross_entropy nll_loss mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy
	binary_cross_entropy_with_logits kl_div poisson_nll_loss margin_ranking_loss hinge_embedding_loss
	multilabel_margin_loss
	multilabel_soft_margin_loss multi_margin_loss soft_margin_loss cosine_embedding_loss triplet_margin_loss ctc_loss`,
)

// GivesOneNumber reports whether a function of PyTorch, or an instance of a class, gives a tensor without dimensions
// where nothing is said of its reduction.
func GivesOneNumber(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.")
	return ok && meanLosses[strings.TrimPrefix(name, "functional.")]
}

// ReducesAll reports whether a tensor's method, given nothing, leaves one number of it.
func ReducesAll(method string) bool {
	switch method {
	case "mean", "sum", "max", "min", "prod", "norm", "median":
		return true
	}
	return false
}
