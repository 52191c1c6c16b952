package knowledge

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// modelessLibraries give no modules of torch.
var modelessLibraries = set(
	`math cmath numpy scipy functools itertools collections typing typing_extensions copy warnings os sys random time
	logging abc dataclasses enum einops contextlib operator re string numbers inspect pathlib`,
)

// alikeModules are what torch.nn offers besides layers that compute the same in both modes: containers, parameters,
// layers whose dropout is zero unless they are told another.
var alikeModules = set(
	`Module ModuleList ModuleDict Sequential Parameter ParameterList ParameterDict Buffer RNN LSTM GRU RNNCell LSTMCell
	GRUCell MultiheadAttention`,
)

// alikeGeometric are layers of torch_geometric that hold neither dropout nor statistics, whatever they are told (read
// from the text of the classes of release 2.8.1: no self.training, no norm, no MLP). GATConv, with a rate of its
// own, is none.
var alikeGeometric = set(
	`AGNNConv ChebConv ClusterGCNConv EGConv FeaStConv GCN2Conv GCNConv GMMConv GatedGraphConv GraphConv GravNetConv
	HGTConv LEConv LGConv MFConv MixHopConv PANConv PDNConv RGCNConv FastRGCNConv SAGEConv SGConv SSGConv SignedConv
	SimpleConv SplineConv TAGConv DenseGCNConv DenseGraphConv DenseSAGEConv Linear HeteroLinear HeteroDictLinear
	SumAggregation MeanAggregation MaxAggregation Set2Set SortAggregation MessagePassing TopKPooling GraphUNet
	JumpingKnowledge`,
)

// runsGiven are layers of torch_geometric that hold nothing that asks for the mode but the networks that they are
// given: the positions of these arguments, and their names.
var runsGiven = map[string]map[string]int{
	"EdgeConv":             {"nn": 0},
	"DynamicEdgeConv":      {"nn": 0},
	"GINConv":              {"nn": 0},
	"GINEConv":             {"nn": 0},
	"DenseGINConv":         {"nn": 0},
	"NNConv":               {"nn": 2},
	"PointNetConv":         {"local_nn": 0, "global_nn": 1},
	"PPFConv":              {"local_nn": 0, "global_nn": 1},
	"PointTransformerConv": {"pos_nn": 2, "attn_nn": 3},
}

// geometricLayer is the name of a layer of torch_geometric, by whichever of its paths it was imported.
func geometricLayer(class string) (name string, ok bool) {
	if !strings.HasPrefix(class, "torch_geometric.nn.") {
		return "", false
	}
	return class[strings.LastIndexByte(class, '.')+1:], true
}

// RunsGiven are the arguments, by name and position, of the networks that a layer of a library is given and runs, where
// nothing else of it may ask for the mode; nil for every other class.
func RunsGiven(class string) map[string]int {
	name, _ := geometricLayer(class)
	return runsGiven[name]
}

// TracksOnlyIfTold reports whether a norm keeps statistics of its batches only where it is told to.
func TracksOnlyIfTold(class string) bool { return strings.HasPrefix(class, "torch.nn.InstanceNorm") }

// ofMode are torchvision's classification networks that hold batch norm, and those that only drop something out
// (torchvision 0.30).
var (
	withBatchNorm = pattern.New(
		`^(wide_)?resne(x)?t\d|^(densenet|mobilenet_v|mnasnet|shufflenet_v2|regnet_|efficientnet_)|^(inception_v3|googlenet)$|^vgg\d+_bn$`,
	)
	withDropout = pattern.New(`^(vgg\d+|alexnet|squeezenet1_[01])$`)
)

// dropsByDefault are models of transformers whose configurations drop out a tenth, those of the published weights as
// well (transformers 4.0 to 5.24): a pair of encoder and decoder by its decoder, which is one of the others or TrOCR's.
var dropsByDefault = pattern.New(
	`^(Bert|Roberta|XLMRoberta|DistilBert|Electra|Deberta|DebertaV2|GPT2|T5|MT5|Bart|MBart|` +
		`Camembert|Longformer|Pegasus|Marian|M2M100|MPNet|XLNet|LayoutLM|LayoutLMv2|LayoutLMv3|VisionEncoderDecoder)(For|Model|LMHead|Encoder|DoubleHeads)`,
)

// AsksForMode tells of a layer of torch, or a network of torchvision or transformers, whether it drops something out in
// training mode, at its default rate, and whether it keeps statistics of what it is given there.
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

// DropsWhenTold are the layers of torch that drop something out inside, where they are made to.
type DropsWhenTold struct {
	// Rate is the position of the argument called dropout, and Default whether the layer drops out without it.
	Rate    int
	Default bool
	// Stacked is set where nothing is dropped behind the last of several layers, whose number is the argument num_layers.
	Stacked bool
}

// DropsInside tells of a layer of torch that has a dropout of its own.
func DropsInside(path string) (DropsWhenTold, bool) {
	switch path {
	case "torch.nn.TransformerEncoderLayer", "torch.nn.TransformerDecoderLayer":
		return DropsWhenTold{Rate: 3, Default: true}, true
	case "torch.nn.Transformer":
		return DropsWhenTold{Rate: 5, Default: true}, true
	case "torch.nn.MultiheadAttention":
		return DropsWhenTold{Rate: 2}, true
	case "torch.nn.LSTM", "torch.nn.GRU":
		return DropsWhenTold{Rate: 5, Stacked: true}, true
	case "torch.nn.RNN":
		return DropsWhenTold{Rate: 6, Stacked: true}, true
	}
	return DropsWhenTold{}, false
}

// Repeats reports whether a container of torch holds copies of the layer that it is given first.
func Repeats(path string) bool {
	return path == "torch.nn.TransformerEncoder" || path == "torch.nn.TransformerDecoder"
}

// DropsAsFunction reports whether a function of torch drops something out where it is told that it trains: F.dropout(x,
// 0.5, self.training).
func DropsAsFunction(path string) bool {
	switch path {
	case "torch.nn.functional.dropout",
		"torch.nn.functional.dropout1d",
		"torch.nn.functional.dropout2d",
		"torch.nn.functional.dropout3d",
		"torch.nn.functional.alpha_dropout",
		"torch.nn.functional.feature_alpha_dropout":
		return true
	}
	return false
}

// Generates reports whether a method of a model of transformers runs it, token by token.
func Generates(method string) bool { return method == "generate" }

// SamplesDropout reports whether a function, or a class, is called one that runs a network in training mode to see how
// sure it is, or whose dropout stays on by design: the pre-net of Tacotron 2.
func SamplesDropout(function string) bool { return sampling.of(function) }

var sampling = newMemo(pattern.New(
	`(^|_)(mc|MC)(_|$)|^_?MC[A-Z]|(?i)monte|dropout|uncertain|bayes|epistemic|ensemble|adapt|tta|pre_?net`,
).MatchString)

// CountsStatistics reports whether a function is called one that runs a network in training mode for the running
// statistics of its norms alone: update_bn, recalibrate.
func CountsStatistics(function string) bool { return statistics.MatchString(function) }

var statistics = pattern.New(`(?i)(^|_)bn(_|$)|batch_?norm|statistic|(^|_)stats?(_|$)|calibrat|warm_?up|precise`)

// MayAskForMode reports whether something of a library may be a module, or make one, that computes another thing in
// training than in evaluation. What is no library of modules does not.
func MayAskForMode(path string) bool {
	first, rest, dotted := strings.Cut(path, ".")
	if !dotted || modelessLibraries[first] {
		return false
	}
	last := rest[strings.LastIndexByte(rest, '.')+1:]
	if name, ok := geometricLayer(path); ok { // its pooling functions hold nothing, what NNConv is given has a name, too
		return !alikeGeometric[name] && runsGiven[name] == nil && strings.ToLower(name[:1]) != name[:1]
	}
	if first != "torch" {
		return true
	}
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

// GoesByArguments reports whether a function of torch drops out, or normalizes, as its arguments say, whatever the mode
// of a module.
func GoesByArguments(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.functional.")
	return ok && !strings.Contains(name, ".")
}

// DropsUnlessTold reports whether a function of torch drops out at its default: those of alpha dropout do not.
func DropsUnlessTold(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.nn.functional.")
	return ok && strings.TrimRight(name, "123d") == "dropout"
}

// DropoutRate is the parameter of what computes attention that says how much of it is dropped.
const DropoutRate = "dropout_p"

// RateOfAttention is where a function that computes attention takes its DropoutRate; it knows no mode.
func RateOfAttention(path string) (position int, ok bool) {
	position, ok = map[string]int{
		"torch.nn.functional.scaled_dot_product_attention": 4,
		"torch._C._nn.scaled_dot_product_attention":        4,
		"flash_attn.flash_attn_func":                       3,
		"flash_attn.flash_attn_interface.flash_attn_func":  3,
	}[path]
	return position, ok
}

// StartsRandom reports whether a layer of torch has weights that are drawn when it is made: those of norms are ones and
// zeros.
func StartsRandom(path string) bool {
	return IsPart(path) && HasParameters(path) && !IsNorm(path) && !HoldsModules(path) && path != "torch.nn.PReLU" &&
		!strings.Contains(path, "Parameter")
}

// WordsOfMode are the words of layers and functions of torch that compute another thing in training than in evaluation,
// and the libraries that give networks which may have such layers. A project that has none of them in any file has no
// such network.
func WordsOfMode() []string { return wordsOfMode }

// IsWordOfMode reports whether a word of code is one of them.
func IsWordOfMode(word string) bool {
	_, found := slices.BinarySearch(wordsOfMode, word)
	return found || word == "training"
}

var wordsOfMode = modeTable()

func modeTable() []string {
	list := strings.Fields(
		`Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout DropPath DropBlock DropBlock2D BatchNorm
		BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d track_running_stats
		RReLU Transformer TransformerEncoderLayer TransformerDecoderLayer dropout dropout_ dropout1d dropout2d dropout3d
		alpha_dropout feature_alpha_dropout drop_path batch_norm rrelu spectral_norm .training transformers hub hubconf`,
	)
	for name, kind := range tensorLibraries {
		if kind == TorchTensors && !strings.Contains(name, ".") && !withoutNetworks[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// GivesNoNetworks reports whether what a module of Python, or of a known library, holds is no network that may ask for
// the mode.
func GivesNoNetworks(module string) bool {
	root, _, _ := strings.Cut(module, ".")
	return modelessLibraries[root] || withoutNetworks[root] || tools[root] || tensorLibraries[root] == LikeTorch ||
		tensorLibraries[root] == OtherTensors
}

// tools are libraries that programs use besides torch's, and more of Python's own.
var tools = set(
	`tqdm wandb yaml json argparse glob shutil pickle hashlib datetime threading multiprocessing subprocess socket
	traceback signal gc csv matplotlib seaborn plotly PIL cv2 imageio skimage sklearn pandas h5py lmdb nltk gym gymnasium
	tensorboardX tensorboard tensorboard_logger visdom mlflow comet_ml omegaconf hydra absl fire click rich loguru
	termcolor requests psutil joblib numba trimesh open3d librosa soundfile mujoco_py ray __future__ ast bisect heapq queue
	textwrap uuid zipfile urllib platform configparser getpass statistics fractions decimal pprint tempfile`,
)

// withoutNetworks are libraries of torch that give no networks.
var withoutNetworks = set(
	`torch torchdata torchmetrics torch_optimizer torch_ema torch_fidelity torchtyping torchinfo torchsummary torchsde
	torchdiffeq pytorch_optimizer pytorch_warmup pytorch_msssim pytorch_ssim pytorch_lightning lightning lightning_fabric
	lightning_utilities lightning_lite functorch torch_scatter torch_sparse torch_cluster torch_npu torch_xla torchao
	xformers flash_attn accelerate deepspeed fairscale apex bitsandbytes ignite thop fvcore ptflops schedulefree
	lion_pytorch captum`,
)
