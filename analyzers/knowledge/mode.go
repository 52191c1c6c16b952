package knowledge

import (
	"regexp"
	"strings"
)

// modelessLibraries give no modules of torch.
var modelessLibraries = set(`math cmath numpy scipy functools itertools collections typing typing_extensions copy warnings os sys random time logging abc
	dataclasses enum einops contextlib operator re string numbers inspect pathlib`)

// alikeModules are what torch.nn offers besides layers that compute the same in both modes: containers, parameters, layers whose dropout is
// zero unless they are told another.
var alikeModules = set(`Module ModuleList ModuleDict Sequential Parameter ParameterList ParameterDict Buffer RNN LSTM GRU RNNCell LSTMCell GRUCell MultiheadAttention`)

// TracksOnlyIfTold reports whether a norm keeps statistics of its batches only where it is told to.
func TracksOnlyIfTold(class string) bool { return strings.HasPrefix(class, "torch.nn.InstanceNorm") }

// ofMode are torchvision's classification networks that hold batch norm, and those that only drop something out (torchvision 0.30).
var (
	withBatchNorm = regexp.MustCompile(`^(wide_)?resne(x)?t\d|^(densenet|mobilenet_v|mnasnet|shufflenet_v2|regnet_|efficientnet_)|^(inception_v3|googlenet)$|^vgg\d+_bn$`)
	withDropout   = regexp.MustCompile(`^(vgg\d+|alexnet|squeezenet1_[01])$`)
)

// dropsByDefault are models of transformers whose configurations drop out a tenth, those of the published weights as well (transformers 4.0 to
// 5.24): a pair of encoder and decoder by its decoder, which is one of the others or TrOCR's.
var dropsByDefault = regexp.MustCompile(`^(Bert|Roberta|XLMRoberta|DistilBert|Electra|Deberta|DebertaV2|GPT2|T5|MT5|Bart|MBart|` +
	`Camembert|Longformer|Pegasus|Marian|M2M100|MPNet|XLNet|LayoutLM|LayoutLMv2|LayoutLMv3|VisionEncoderDecoder)(For|Model|LMHead|Encoder|DoubleHeads)`)

// AsksForMode tells of a layer of torch, or a network of torchvision or transformers, whether it drops something out in training mode, at its
// default rate, and whether it keeps statistics of what it is given there.
func AsksForMode(path string) (drops, keeps bool) {
	if name, ok := strings.CutPrefix(path, "transformers."); ok {
		name, pretrained := strings.CutSuffix(name, ".from_pretrained")
		return pretrained && dropsByDefault.MatchString(name), false
	}
	if name, ok := strings.CutPrefix(path, "torchvision.models."); ok {
		name = name[strings.LastIndexByte(name, '.')+1:]
		return withDropout.MatchString(name), withBatchNorm.MatchString(name)
	}
	name, ok := strings.CutPrefix(path, "torch.nn.")
	if !ok {
		return false, false
	}
	switch strings.TrimRight(name, "123d") {
	case "Dropout", "AlphaDropout", "FeatureAlphaDropout":
		return true, false
	case "BatchNorm", "SyncBatchNorm", "LazyBatchNorm", "InstanceNorm", "LazyInstanceNorm":
		return false, true
	}
	return false, false
}

// Generates reports whether a method of a model of transformers runs it, token by token.
func Generates(method string) bool { return method == "generate" }

// SamplesDropout reports whether a function, or a class, is called one that runs a network in training mode to see how sure it is, or whose dropout
// stays on by design: the pre-net of Tacotron 2.
func SamplesDropout(function string) bool { return sampling.MatchString(function) }

var sampling = regexp.MustCompile(`(^|_)(mc|MC)(_|$)|^_?MC[A-Z]|(?i)monte|dropout|uncertain|bayes|epistemic|ensemble|adapt|tta|pre_?net`)

// MayAskForMode reports whether something of a library may be a module, or make one, that computes another thing in training than in
// evaluation. What is no library of modules does not.
func MayAskForMode(path string) bool {
	first, rest, dotted := strings.Cut(path, ".")
	if !dotted || modelessLibraries[first] {
		return false
	}
	if first != "torch" {
		return true
	}
	last := rest[strings.LastIndexByte(rest, '.')+1:]
	if strings.Contains(last, "spectral_norm") || strings.HasPrefix(rest, "hub.") {
		return true
	}
	name, module := strings.CutPrefix(path, "torch.nn.")
	if !module || last == "" || strings.ToLower(last[:1]) == last[:1] {
		return false
	}
	name = strings.TrimPrefix(name, "parameter.")
	return !alikeModules[name] && !SameInBothModes("torch.nn."+name) && !strings.HasSuffix(name, "Loss")
}

// GoesByArguments reports whether a function of torch drops out, or normalizes, as its arguments say, whatever the mode of a module.
func GoesByArguments(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.functional.")
	return ok && !strings.Contains(name, ".")
}

// DropsUnlessTold reports whether a function of torch drops out at its default: those of alpha dropout do not.
func DropsUnlessTold(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.functional.")
	return ok && strings.TrimRight(name, "123d") == "dropout"
}

// StartsRandom reports whether a layer of torch has weights that are drawn when it is made: those of norms are ones and zeros.
func StartsRandom(path string) bool {
	return IsPart(path) && HasParameters(path) && !IsNorm(path) && !HoldsModules(path) && path != "torch.nn.PReLU" && !strings.Contains(path, "Parameter")
}
