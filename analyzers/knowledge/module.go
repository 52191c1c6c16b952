package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// IsPart reports whether a class of PyTorch is one of modules, parameters or buffers: what a module has to be
// initialised for before it is given one.
func IsPart(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.")
	if !ok {
		return false
	}
	switch name = strings.TrimPrefix(name, "parameter."); name {
	case "":
		return false
	case "Parameter", "Buffer":
		return true
	}
	return name[0] >= 'A' && name[0] <= 'Z' && !strings.Contains(name, ".")
}

// AddsNoConstructor reports whether a class of a library that others inherit from has no constructor, nor anything else
// to do with how an instance is made.
func AddsNoConstructor(path string) bool {
	switch path {
	case "object", "abc.ABC", "typing.Generic":
		return true
	}
	return false
}

// onlyModules are methods that a module has, and neither a tensor nor a dictionary nor an optimizer.
var onlyModules = set(
	`eval parameters named_parameters modules named_modules children named_children forward buffers named_buffers`,
)

// OnlyModulesHave reports whether of all that torch.load may give only a module has a method of that name.
func OnlyModulesHave(method string) bool { return onlyModules[method] }

// sizesOfLayers are the sizes that layers of torch keep as they were given.
var sizesOfLayers = set(`in_features out_features in_channels out_channels num_embeddings embedding_dim`)

// SizeOfLayer reports whether an attribute is such a size.
func SizeOfLayer(attribute string) bool { return sizesOfLayers[attribute] }

// WrapsModule reports whether a class holds the module that it is given first, and calls it: DistributedDataParallel of
// PyTorch and of apex, FullyShardedDataParallel.
func WrapsModule(path string) bool { return strings.HasSuffix(path, "DataParallel") }

// changesContainer are the methods by which a container of modules gets or loses parts.
var changesContainer = set(`append extend insert pop clear update __setitem__ __delitem__ popitem setdefault`)

// ChangesContainer reports whether a method of a container of modules changes which parts it has.
func ChangesContainer(method string) bool { return changesContainer[method] }

// ChangesModule reports whether a function of a library changes what the module that it is given is made of.
func ChangesModule(path string) bool {
	switch path {
	case "setattr", "delattr", "object.__setattr__":
		return true
	}
	rest, ok := strings.CutPrefix(path, "torch.nn.utils.")
	if !ok {
		return strings.HasPrefix(path, "torch.ao.quantization.") || strings.HasPrefix(path, "torch.quantization.")
	}
	return strings.HasSuffix(rest, "_norm") && !strings.HasPrefix(rest, "clip_grad") ||
		strings.HasPrefix(rest, "parametriz") ||
		strings.HasPrefix(rest, "prune.") ||
		strings.HasPrefix(rest, "remove_")
}

// LeavesParts reports whether setting an attribute of a module or parameter leaves what the module is made of.
func LeavesParts(attribute string) bool {
	return leavesParts[attribute]
}

// NamesParameter reports whether the layers of torch call a parameter so.
func NamesParameter(name string) bool { return name == "weight" || name == "bias" }

// leavesParts are what tensors and modules keep of themselves, and what DistributedDataParallel does: when ranks
// exchange gradients.
var leavesParts = set(`data grad requires_grad training require_backward_grad_sync require_forward_param_sync`)

var givesItems = set(`list tuple iter next enumerate zip reversed dict getattr filter sorted`)

// GivesItems reports whether a function of Python's gives what it is given, or the things in it.
func GivesItems(function string) bool { return givesItems[function] }

// GivesParts reports whether a method of a module gives parts of it, or the module itself.
func GivesParts(method string) bool {
	return WalksModules(method) || ListsParameters(method) || ReturnsItself(method) || givesParts[method]
}

var givesParts = set(`get_submodule get_parameter items values get __getitem__ __getattr__ __iter__ unwrap_model`)

// NoPart reports whether an attribute of a module is nothing that it is made of: who trains it, and the settings that
// it was made of.
func NoPart(attribute string) bool { return noPart[attribute] }

var noPart = set(`trainer optimizer optimizers config generation_config hparams`)

// ChangesAnything reports whether a method that changes containers is one that much else has, too.
func ChangesAnything(method string) bool {
	return method == "update" || method == "clear" || method == "pop" || method == "setdefault"
}

// Freezes reports whether a method of a module, by its name, turns the gradients of all its parameters off: freeze() of
// a LightningModule.
func Freezes(method string) bool {
	return method == "freeze" || method == "freeze_all" || method == "freeze_parameters" || method == "freeze_weights"
}

// Thaws reports whether a method of a module, by its name, turns the gradients of its parameters on again.
func Thaws(method string) bool { return strings.HasPrefix(method, "unfreeze") || method == "thaw" }

var layerOfLibrary = pattern.New(
	`^(torch_geometric\.nn|dgl\.nn(\.pytorch)?)\.(\w+\.)*\w+Conv$|^mamba_ssm\.(\w+\.)*Mamba2?$`,
)

// IsLayerOfLibrary reports whether a class of another library than torch is a layer with parameters: the convolutions
// over graphs.
func IsLayerOfLibrary(path string) bool {
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "LGConv", "SimpleConv", "WLConv", "WLConvContinuous":
		return false
	}
	return layerOfLibrary.MatchString(path)
}

// IsHeadOfTorchvision reports whether a class is one that people put in the place of the last layers of torchvision's
// detectors and segmentation networks: FastRCNNPredictor, DeepLabHead.
func IsHeadOfTorchvision(path string) bool {
	return (strings.HasPrefix(path, "torchvision.models.detection.") ||
		strings.HasPrefix(path, "torchvision.models.segmentation.")) &&
		(strings.HasSuffix(path, "Predictor") || strings.HasSuffix(path, "Head"))
}

// NamesHead reports whether an attribute of torchvision's networks is the layer that comes last.
func NamesHead(attribute string) bool {
	return attribute == "fc" || attribute == "classifier" || attribute == "head" || attribute == "heads"
}

var layerOfModel = pattern.New(`(?i)(head|probe|proj|projection|projector|classifier|embeddings?|embed_tokens|wte)$`)

// NamesLayer reports whether a name is that of one layer at the ends of a model: lm_head, embed_tokens.
func NamesLayer(name string) bool { return layerName.of(name) }

var layerName = newMemo(layerOfModel.MatchString)

// IsModuleBase reports whether a class is one that people write modules of their own with: torch's, Lightning's,
// transformers'.
func IsModuleBase(path string) bool {
	return strings.HasPrefix(path, "torch.nn.") || strings.HasSuffix(path, ".LightningModule") ||
		strings.HasSuffix(path, ".PreTrainedModel")
}

var remakes = set(
	`resize_token_embeddings resize_position_embeddings add_adapter load_adapter set_adapter prune_heads dequantize`,
)

// RemakesModel reports whether a method of transformers' PreTrainedModel makes another model of it: of other sizes, or
// with other parts.
func RemakesModel(method string) bool { return remakes[method] }

// LoadsUnfrozen reports whether a library's function or method gives a model whose parameters all require gradients,
// whatever it is loaded with: AutoModel.from_pretrained, torchvision.models.resnet50, timm.create_model. Others freeze
// what they load (lpips.LPIPS), or may.
func LoadsUnfrozen(path, method string) bool {
	if strings.HasPrefix(path, "torchvision.models.") || path == "timm.create_model" {
		return true
	}
	root, _, _ := strings.Cut(path, ".")
	return GivesInstance(method) && (root == "transformers" || root == "diffusers")
}

// RunsPart reports whether a method of a library's model is its forward pass, or a part of it, as gradients see it:
// vae.encode(x). Others may turn gradients off, as generate does.
func RunsPart(method string) bool {
	switch method {
	case "forward", "encode", "decode", "get_image_features", "get_text_features":
		return true
	}
	return false
}

// AddsNoise reports whether a method of diffusers' schedulers computes something of the tensors that it is given, and
// nothing else.
func AddsNoise(method string) bool { return method == "add_noise" || method == "get_velocity" }

// DrawsWithGradients reports whether a method of what an attribute holds draws a sample through which gradients go:
// that of diffusers' autoencoders, vae.encode(x).latent_dist.sample(), is mean + std * noise. torch.distributions
// detach theirs.
func DrawsWithGradients(attribute, method string) bool {
	return attribute == ".latent_dist" && (method == "sample" || method == "mode")
}

// CalledByLibraries reports whether a method of a network, by its name, may be called by what trains it or saves it,
// and not by the project: hooks, what torch.nn.Module has itself, and what transformers asks of its models.
func CalledByLibraries(method string) bool { return calledByLibraries.MatchString(method) }

var calledByLibraries = pattern.New(
	`^(__|_*(on|configure|prepare|training|validation|test|val|predict|optimizer|lr|transfer|load|save|set|get|` +
		`resize|enable|disable|gradient|reset|init|tie|post|setup|teardown|forward|apply|backward|manual|log|extra|register|initialize)(_|$)|` +
		`_*(train|eval|to|cuda|cpu|half|float|double|bfloat16|compile|state_dict|parameters|modules|children|zero_grad|requires_grad_?|share_memory|type)$)`,
)

// GivesParameters reports whether an attribute of a module gives its parameters, or what holds them: whoever asks may
// hand them to an optimizer.
func GivesParameters(attribute string) bool { return givesParameters[attribute] }

var givesParameters = set(
	`parameters named_parameters modules named_modules children named_children state_dict load_state_dict _parameters
	_modules`,
)

// ActsWhenCalled reports whether a method of a model, an optimizer, a scheduler, a scaler or a loss does its work only
// when it is called, with nothing but what has a default: a statement that names it does nothing.
func ActsWhenCalled(method string) bool { return actsWhenCalled[method] || onlyActs[method] }

// OnlyActsWhenCalled reports whether nothing else than such a method has this name.
func OnlyActsWhenCalled(method string) bool { return onlyActs[method] }

// OfTrained reports whether a method, by its name, is one of models, optimizers, schedulers and scalers alone.
func OfTrained(method string) bool { return ofTrained[method] }

var (
	actsWhenCalled = set(`train eval step cuda update`)
	onlyActs       = set(`zero_grad backward`)
	ofTrained      = set(
		`parameters named_parameters state_dict load_state_dict zero_grad get_last_lr unscale_ train eval`,
	)
)

// AnswersYesOrNo reports whether a function of torch's says whether something is so, and needs no arguments.
func AnswersYesOrNo(path string) bool { return answersYesOrNo[path] }

var answersYesOrNo = set(
	`torch.cuda.is_available torch.cuda.is_initialized torch.cuda.is_bf16_supported torch.distributed.is_available
	torch.distributed.is_initialized torch.distributed.is_nccl_available torch.backends.mps.is_available
	torch.backends.mps.is_built torch.backends.cudnn.is_available torch.xpu.is_available torch.is_grad_enabled`,
)

// WrapsAnother are the calls that give another module around the one that they are given first, and change nothing of
// that one.
func WrapsAnother() []string { return []string{"torch.compile", "torch.nn.parallel.DataParallel"} }

// MultipliesByWeights reports whether a class is a layer of torch.nn that needs its weights for the gradient of its
// input.
func MultipliesByWeights(class string) bool {
	name, torch := strings.CutPrefix(class, "torch.nn.")
	return torch && multiplying[name]
}

var multiplying = set(
	`Linear Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d RNN LSTM GRU RNNCell LSTMCell
	GRUCell`,
)

// RunsOnCopies reports whether a function of that name may have networks run on copies of their weights: halved ones,
// or those of another GPU.
func RunsOnCopies(function string) bool {
	return function == "autocast" || function == "DataParallel" || function == "GradScaler"
}

// SaysCopies reports whether a text uses one of those functions, or runs a part of a network again in the backward
// pass.
func SaysCopies(text []byte) bool { return holdsAny(text, saysCopies) }

var saysCopies = words("autocast", "nn.DataParallel", "GradScaler", "checkpoint(", "amp.initialize")

// AsksForWeights are the arguments with which torchvision and timm give a network its published weights.
func AsksForWeights() []string { return []string{"pretrained", "weights"} }

var runsLayers = pattern.New(
	`^(forward_\w+|(en|de)code(_\w+)?|reconstruct(_\w+)?|sample(_\w+)?|embed(_\w+)?|predict(_\w+)?|infer|inference|` +
		`(extract|get|compute)_(\w+_)?(features?|embeddings?|representations?|logits|values?|q_values?|actions?))$`,
)

// RunsLayers reports whether a method of a network, by its name, may run layers of it: model.encode(x),
// net.forward_features(x).
func RunsLayers(method string) bool { return runsLayers.MatchString(method) }

var madeOfLayers = pattern.New(`[a-z\d](Block|Head|Attention|(Linear|Conv|Transformer|Encoder|Decoder)Layer)$`)

// IsMadeOfLayers reports whether a class of a library, by its name, is a module with layers in it: ExitBlock.
func IsMadeOfLayers(path string) bool { return madeOfLayers.MatchString(path) }

// InitialisesWeights reports whether a function, by its name, only sets the first weights of a layer that it is given:
// c2_xavier_fill(conv), init_weights(conv).
func InitialisesWeights(name string) bool { return initialises.MatchString(name) }

var initialises = pattern.New(`(?i)^_?init_|^weights?_init|_init_?$|xavier|kaiming|msra_fill|_fill$|^normal_init$|^constant_init$`)

// sharesOnPurpose are parts of names under which people run one layer several times because they want to.
var sharesOnPurpose = pattern.New(`(?i)shar|tied|tie_|recur|albert|universal|unroll|loop`)

// SharesOnPurpose reports whether a name says that one layer is meant to be run several times.
func SharesOnPurpose(name string) bool { return sharesOnPurpose.MatchString(name) }

// DrawsWeights reports whether a function of torch.nn.init gives a tensor values by chance.
func DrawsWeights(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.init.")
	if !ok {
		return false
	}
	switch strings.TrimSuffix(name, "_") {
	case "normal", "uniform", "trunc_normal", "xavier_normal", "xavier_uniform", "kaiming_normal", "kaiming_uniform",
		"orthogonal", "sparse":
		return true
	}
	return false
}
