package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Gives is what a call returns, as far as values and graphs go.
type Gives uint8

// What calls give.
const (
	// NotKnown: anything.
	NotKnown Gives = iota
	// Number: numbers, texts, arrays, objects; nothing that carries a graph.
	Number
	// Computed is a tensor in the graph of its operands.
	Computed
	// Data is a tensor without a graph.
	Data
	// Leaf is a tensor that requires a gradient.
	Leaf
	// Module is a network to be called.
	Module
	// Same is the first argument, or one that behaves like it.
	Same
	// Walk gives the items of the first argument.
	Walk
	// WalkRange gives the numbers of the range that its positional arguments are.
	WalkRange
	// Held is an object that may hold what it was made from.
	Held
)

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

var (
	// same are functions that return their first argument, or a wrapper that behaves like it.
	same = set(`torch.compile copy.copy torch.jit.script torch.nn.SyncBatchNorm.convert_sync_batchnorm ipex.optimize
		apex.parallel.convert_syncbn_model pytorch_lightning.Trainer.add_argparse_args
		pytorch_lightning.trainer.Trainer.add_argparse_args
		deepspeed.add_config_arguments
		peft.get_peft_model peft.PeftModel.from_pretrained peft.prepare_model_for_kbit_training accelerate.dispatch_model
		torch.jit.trace
		torch.nn.utils.weight_norm torch.nn.utils.spectral_norm torch.nn.utils.parametrizations.weight_norm
		torch.nn.utils.parametrizations.spectral_norm torch.distributed._composable.fsdp.fully_shard
		torch.distributed.fsdp.fully_shard <identity> nemo.utils.trainer_utils.resolve_trainer_cfg
		nemo.utils.model_utils.convert_model_config_to_dict_config`)
	// walks are functions over whose result one walks as over their first argument.
	walks = set(
		`tqdm.tqdm tqdm.auto.tqdm tqdm.notebook.tqdm tqdm.std.tqdm tqdm.rich.tqdm tqdm.tqdm_notebook tqdm.contrib.tqdm
		rich.progress.track alive_progress.alive_it fastprogress.progress_bar fastprogress.fastprogress.progress_bar
		itertools.islice itertools.cycle more_itertools.peekable progressbar.progressbar barbar.Bar tqdm.autonotebook.tqdm
		itertools.tee enlighten.Counter accelerate.skip_first_batches`,
	)

	// plainTorch are functions of torch whose results carry no graph.
	plainTorch = set(
		`zeros ones full empty arange linspace logspace eye rand randn randint randperm tensor as_tensor from_numpy
		zeros_like ones_like rand_like randn_like randint_like full_like empty_like argmax argmin argsort eq ne gt lt ge le
		isnan isinf
		isfinite is_tensor numel allclose equal bincount nonzero multinomial bernoulli manual_seed device no_grad load save
		seed get_rng_state set_rng_state searchsorted bucketize unique histc normal hamming_window hann_window finfo iinfo
		is_grad_enabled set_grad_enabled inference_mode enable_grad Generator LongTensor FloatTensor IntTensor BoolTensor
		ByteTensor Tensor dtype Size is_floating_point result_type tril_indices triu_indices count_nonzero
		set_default_dtype set_num_threads`,
	)

	// detachingMethods return numbers, arrays, or tensors without a graph.
	detachingMethods = set(`item detach detach_ numpy tolist argmax argmin argsort size dim numel nelement long int bool
		short byte char eq ne gt lt ge le data_ptr nonzero sample multinomial bernoulli new_zeros new_ones new_empty new_full
		new_tensor is_contiguous get_device element_size isnan isinf isfinite any all stride ndimension equal allclose
		argwhere count_nonzero isclose new normal_ uniform_ zero_ random_ exponential_ log_normal_ cauchy_ geometric_
		bernoulli_
		resize_ logical_and logical_not logical_or logical_xor signbit
		startswith endswith format lower upper keys readline read write strip backward zero_grad step state_dict
		named_parameters named_modules train eval parameters parse_args parse_known_args parse_intermixed_args`)
	// asksOfEach tell of each element of a tensor what training wants to know of a gradient.
	asksOfEach = set(`isnan isinf isfinite`)
	// tensorMethods give a tensor in the same graph as the one they are called on.
	tensorMethods = set(`mean sum view reshape squeeze unsqueeze transpose permute contiguous clone to cuda cpu float half
		double bfloat16 type exp log log2 log10 log1p sqrt rsqrt pow abs neg add sub mul div add_ sub_ mul_ div_ matmul mm bmm
		norm std var max min clamp clamp_ clip sigmoid tanh relu softmax log_softmax flatten expand expand_as repeat chunk
		split gather index_select masked_fill masked_select masked_fill_ scatter scatter_add t cumsum prod topk sort flip roll
		narrow unbind unfold unflatten view_as type_as square sin cos logsumexp dot outer cross lerp where fill_diagonal_
		round floor ceil sign reciprocal select diagonal tril triu movedim swapaxes nanmean median mode kthvalue values
		log_prob rsample entropy addmm baddbmm einsum nan_to_num repeat_interleave pin_memory share_memory_ to_sparse to_dense
		copy_ register_hook retain_grad xpu npu mps first last absolute abs_ acos asin atan atan2 arctan2 adjoint amax amin
		aminmax addcdiv addcdiv_ addcmul addcmul_ broadcast_to clamp_max clamp_max_ clamp_min clamp_min_ clip_ cosh sinh tan
		cumprod cummax cummin cumsum_ det diag diag_embed digamma dist divide divide_ erf erfc erfinv exp2 exp_ expm1 fliplr
		flipud float_power floor_divide fmax fmin fmod frac hypot index_add index_add_ index_copy index_fill index_put inner
		inverse kron lgamma log_ logaddexp logcumsumexp logdet logit masked_scatter matrix_exp matrix_power maximum minimum
		moveaxis multiply multiply_ mv nansum neg_ negative nan_to_num_ pinverse pow_ quantile ravel reciprocal_ relu_
		remainder renorm reshape_as rot90 rsqrt_ scatter_ scatter_add_ scatter_reduce sgn sigmoid_ slogdet sqrt_ square_
		squeeze_ subtract addmm_ cumprod_ fill_ floor_ index_copy_ index_fill_ lerp_ round_ swapdims t_ take_along_dim tanh_
		tensor_split tile transpose_ tril_ triu_ true_divide trunc unsqueeze_ vdot`)
	// detachedAttributes never carry a graph. `.grad` does only after a backward pass with create_graph=True, which has a
	// rule of its own.
	detachedAttributes = set(`data shape dtype device ndim requires_grad is_cuda is_leaf grad layout itemsize nbytes
		is_sparse training sharding_spec indices input_ids attention_mask token_type_ids`)
	// pairs are tensor operations that give values and their indices; pairsOf those that do so along a dimension only.
	pairs   = set(`sort topk mode kthvalue cummax cummin`)
	pairsOf = set(`max min median nanmedian`)
	// selfReturning are methods of modules that return their receiver in another dtype, place or mode.
	selfReturning = set(`to cuda cpu half float bfloat16 double train eval requires_grad_ apply to_empty share_memory xpu
		merge_and_unload compile npu ipu type`)

	// plainBuiltins give numbers, texts or nothing.
	plainBuiltins = set(
		`float int len bool str print range isinstance issubclass round id type hasattr repr format open input
		super hash ord callable any all divmod setattr vars globals locals object property bytes`,
	)
	// plainLibraries never see a graph: their results are numbers and objects.
	plainLibraries = set(
		`numpy math time random os sys json logging datetime itertools collections argparse pathlib re shutil
		glob pickle yaml csv cv2 PIL matplotlib pandas sklearn scipy wandb tensorboardX tqdm warnings subprocess typing
		torchvision torchtext datasets gym gymnasium omegaconf hydra accelerate apex evaluate rich click transformers_utils
		dataclasses contextlib functools gc inspect traceback socket string tempfile threading multiprocessing uuid`,
	)
)

// CallGives is what a call of a library's function or class gives.
func CallGives(path string) Gives { return gives.of(path) }

var gives = newMemo(callGives)

func callGives(path string) Gives {
	root, rest, _ := strings.Cut(path, ".")
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case same[path], last == "get_peft_model" && IsUnslothModel(strings.TrimSuffix(path, "."+last)):
		return Same
	case walks[path]:
		return Walk
	case root == "tqdm" && last == "trange":
		return WalkRange
	case root == "torch":
		return torchGives(path, rest, last)
	case rest == "" && plainBuiltins[path]:
		return Number
	case RoleOfClass(path) == Model:
		return Module
	case RoleOfClass(path) != NoRole, plainLibraries[root] && root != "torchvision":
		return Number
	}
	return NotKnown
}

// MakesParameter reports whether a class is the one that makes a tensor a parameter of a module.
func MakesParameter(path string) bool { return path == "torch.nn.parameter.Parameter" }

func torchGives(path, rest, last string) Gives {
	switch {
	case MakesParameter(path):
		return Leaf
	case strings.HasPrefix(path, "torch.nn.functional."):
		if last == "one_hot" {
			return Data
		}
		return Computed
	case path == "torch.autograd.Variable": // detached, whatever it is made of (python_legacy_variable.cpp)
		return Data
	// gradients are flattened by it, graph and all
	case strings.HasPrefix(path, "torch.nn.utils.rnn."), last == "parameters_to_vector":
		return Computed
	case strings.HasPrefix(path, "torch.nn.utils.stateless."): // a forward pass
		return NotKnown
	case strings.HasPrefix(path, "torch.utils.checkpoint."):
		return NotKnown
	case strings.HasPrefix(path, "torch.distributions."):
		return Held
	case WrapsModule(path): // of torch.distributed.fsdp
		return Module
	case strings.HasPrefix(path, "torch.nn.") && last != "" && last[0] >= 'A' && last[0] <= 'Z':
		return Module
	case plainTorch[last]:
		return Data
	}
	group, _, nested := strings.Cut(rest, ".")
	if nested {
		switch group {
		case "linalg", "special", "fft", "Tensor", "sparse", "nested":
			return Computed
		case "func", "autograd":
			return NotKnown
		}
		if strings.HasPrefix(rest, "distributed.nn.") {
			return Computed
		}
		return Number
	}
	return Computed
}

// fills are functions of torch that fill a tensor with a number, or with noise.
var fills = set(
	`torch.zeros torch.ones torch.full torch.empty torch.rand torch.randn torch.randint torch.arange torch.linspace`,
)

// arrays are functions that compute a tensor or an array and do nothing else: schedules of noise are made of them.
var arrays = set(
	`torch.tensor torch.as_tensor torch.from_numpy torch.logspace torch.eye torch.cat torch.stack torch.sqrt torch.exp
	torch.log torch.cos torch.sin torch.tan torch.sigmoid torch.pow torch.clip torch.clamp torch.flip torch.cumprod
	torch.cumsum torch.outer torch.zeros_like torch.ones_like torch.minimum torch.maximum numpy.linspace numpy.arange
	numpy.zeros numpy.ones numpy.array numpy.asarray numpy.append numpy.concatenate numpy.sqrt numpy.exp numpy.log
	numpy.cos numpy.sin numpy.power numpy.clip numpy.minimum numpy.maximum numpy.cumprod numpy.cumsum`,
)

// ComputesAlone reports whether a function gives numbers, or tensors of them, that come from its arguments alone, and
// from no parameters.
func ComputesAlone(path string) bool {
	root, _, dotted := strings.Cut(path, ".")
	switch {
	case !dotted:
		return CallGives(path) != NotKnown || path == "range" || path == "list" || path == "enumerate" || path == "zip"
	case root == "torch":
		return !strings.HasPrefix(path, "torch.nn.")
	}
	return root == "numpy" || root == "math" || root == "itertools"
}

// ComputesArray reports whether a function gives a tensor or an array that it computes of its arguments alone.
func ComputesArray(path string) bool { return fills[path] || arrays[path] }

var numberFiles = set(`numpy.load numpy.memmap numpy.fromfile numpy.frombuffer`)

// ReadsNumbers reports whether a function gives an array that it reads out of a file, or of its contents.
func ReadsNumbers(path string) bool { return numberFiles[path] }

// CastsArray reports whether a method gives an array with other types of numbers.
func CastsArray(method string) bool { return method == "astype" }

// DrawsTensor reports whether a function makes a tensor of random numbers.
func DrawsTensor(path string) bool { return fills[path] && strings.HasPrefix(path, "torch.rand") }

// FillsTensor reports whether a function makes a tensor of a size out of nothing: zeros, ones or noise.
func FillsTensor(path string) bool { return fills[path] }

// MethodGives is what a method gives by its name alone, of a tensor or something that may be one.
func MethodGives(name string) Gives {
	switch {
	case detachingMethods[name]:
		return Number
	case tensorMethods[name]:
		return Computed
	}
	return NotKnown
}

// endingGraph are the functions and methods that read what a tensor holds and give nothing that could be
// differentiated.
var endingGraph = set(
	`item numpy tolist argmax argmin argsort long int bool float eq ne gt lt ge le sample multinomial bernoulli nonzero
	count_nonzero array asarray byte short char isnan isinf isfinite`,
)

// integerTypes are torch's types of integers and of yes and no: what is cast to one of them has no graph.
var integerTypes = set(
	`torch.uint8 torch.int8 torch.int16 torch.short torch.int32 torch.int torch.int64 torch.long torch.bool
	torch.ByteTensor torch.CharTensor torch.ShortTensor torch.IntTensor torch.LongTensor torch.BoolTensor
	torch.cuda.ByteTensor torch.cuda.LongTensor torch.cuda.IntTensor torch.cuda.BoolTensor`,
)

// IsIntegerType reports whether a path is a type of torch that holds no fractions: what is cast to it has no graph.
func IsIntegerType(path string) bool { return integerTypes[path] }

// CastsTo reports whether a method casts a tensor to the type that it is given, wherever that stands: x.to("cpu",
// torch.uint8), x.type(torch.LongTensor).
func CastsTo(method string) bool { return method == "to" || method == "type" }

// EndsGraph reports whether a function or method, by its last name, reads what a tensor holds and gives nothing that
// could be differentiated.
func EndsGraph(name string) bool { return endingGraph[name] }

// Decides reports whether a function or method by its last name, or an operator, says which is the largest or which
// side is larger: what it gives has no gradient, and changes by jumps.
func Decides(name string) bool { return decides[name] }

var decides = set(`argmax argmin eq ne gt lt ge le greater less greater_equal less_equal == != < > <= >=`)

// DetachesInPlace reports whether a method of a tensor lets go of the graph behind it.
func DetachesInPlace(method string) bool { return method == "detach_" }

// ListsParameters reports whether a module's method gives its parameters.
func ListsParameters(method string) bool {
	return method == "parameters" || method == "named_parameters"
}

// TouchesWeights reports whether an attribute of a network or a layer gives its weights, or all of them, loads or
// freezes them.
func TouchesWeights(attribute string) bool {
	switch attribute {
	case "weight", "bias", "data", "children", "modules", "named_children", "named_modules", "state_dict",
		"load_state_dict", "requires_grad_":
		return true
	}
	return ListsParameters(attribute)
}

// OfNetwork reports whether a method is one that a network has and little else: what has it is a network, or what
// trains one, whatever it is called.
func OfNetwork(method string) bool {
	return method == "load_state_dict" || method == "parameters" || method == "eval"
}

// ReturnsItself reports whether a module's method returns the module.
func ReturnsItself(method string) bool { return selfReturning[method] }

// GivesIndicesToo reports whether an operation on a tensor gives its values together with their indices, and
// GivesIndicesOf whether it does so where it is asked for a dimension.
func GivesIndicesToo(operation string) bool { return pairs[operation] }

// GivesIndicesOf: see GivesIndicesToo.
func GivesIndicesOf(operation string) bool { return pairsOf[operation] }

// Parameter is a parameter of a function, by its name and its place.
type Parameter struct {
	Name     string
	Position int
}

// TakesLengths lists the parameters of a function that are lengths of sequences.
func TakesLengths(path string) []Parameter { return lengthsOf[path] }

var lengthsOf = map[string][]Parameter{
	"torch.nn.utils.rnn.pack_padded_sequence": {{"lengths", 1}},
	"torch.nn.functional.ctc_loss":            {{"input_lengths", 2}, {"target_lengths", 3}},
}

// KeepsAtMost reports whether a container is one that a number may bound: the oldest item goes when a new one comes.
func KeepsAtMost(class string) bool { return class == "collections.deque" }

// ClipsGradients reports whether a function, or method, of a name clips gradients.
func ClipsGradients(name string) bool { return strings.HasPrefix(name, "clip_grad") }

// DropsItems reports whether a method of a container takes items out of it.
func DropsItems(method string) bool {
	return method == "clear" || method == "pop" || method == "popleft" || method == "popitem" || method == "remove" ||
		method == "discard"
}

// TakesFirst reports whether a method of a list or a deque with so many arguments takes out its first item, where the
// argument is 0.
func TakesFirst(method string, arguments int) bool {
	return method == "popleft" && arguments == 0 || method == "pop" && arguments == 1
}

// DetachedAttribute reports whether an attribute of a tensor carries no graph.
func DetachedAttribute(name string) bool { return detachedAttributes[name] }

// prepares are methods that return what they are given, wrapped for a framework.
var prepares = set(`prepare prepare_model prepare_optimizer prepare_data_loader prepare_scheduler setup setup_module
	setup_optimizers setup_dataloaders setup_optimizer`)

// Prepares reports whether a method of an Accelerator, Fabric or the like returns its arguments, wrapped.
func Prepares(method string) bool { return prepares[method] }

// GradMode is what a context manager, decorator or call does to the recording of operations: set is false when it does
// nothing to it. argument is the position of the flag that decides, -1 for none, and on is the mode for a true flag.
// The path is the canonical one.
func GradMode(path string) (mode bool, argument int, set bool) {
	switch path {
	case "torch.no_grad":
		return false, -1, true
	case "torch.enable_grad":
		return true, -1, true
	case "torch.inference_mode":
		return false, 0, true
	case "torch.set_grad_enabled":
		return true, 0, true
	}
	return false, 0, false
}

// harmless are functions that do not differentiate or keep what they are given.
var harmless = set(`print log info debug warning write append add extend insert update add_scalar add_scalars log_dict
	set_postfix set_description write_line add_image add_histogram save dump step clear log_metrics report put error
	update_dict record tqdm set_postfix_str add_batch save_image imsave plot deepcopy get_peft_model_state_dict`)

// Harmless reports whether a function, by its name, neither differentiates nor keeps what it is given.
func Harmless(name string) bool { return harmless[name] }

// leavesMode are functions that save, show or count what they are given, or decide when to stop: nobody expects another
// mode behind them.
var leavesMode = newMemo(
	pattern.New(
		`(?i)(^|_)(save|saver|saves|saving|checkpoint|checkpointer|ckpt|export|log|logger|summary|dump|upload|watch|plot|` +
			`flops|early_?stop(p(ing|er))?|stopper)(_|$)|^(save|log|export|early_?stop)[A-Z]|EarlyStopping`,
	).MatchString,
)

// LeavesMode reports whether a function, by its name, puts no module that it is given into another mode.
func LeavesMode(name string) bool { return leavesMode.of(name) }

// onlyLooks are modules of Python's own library whose functions look at what they are given, or copy it, and run none
// of it.
var onlyLooks = set(
	`abc collections copy dataclasses datetime enum gc hashlib inspect io itertools json logging math numbers operator os
	pathlib pickle pprint random re shutil statistics string sys textwrap time traceback types typing warnings weakref`,
)

// OnlyLooks reports whether a function, by its path, is one of Python's own library that only looks at what it is
// given: inspect.getfullargspec.
func OnlyLooks(path string) bool {
	module, _, within := strings.Cut(path, ".")
	return within && onlyLooks[module]
}

// withoutParameters are modules of torch that have nothing to learn: what they return has a graph only if what they are
// given has one.
var withoutParameters = set(
	`CosineSimilarity PairwiseDistance ReLU ReLU6 LeakyReLU ELU SELU CELU GELU SiLU Mish Sigmoid Tanh Hardtanh
	Hardswish Hardsigmoid Softmax LogSoftmax Softmin Softplus Softsign Softshrink Hardshrink Tanhshrink LogSigmoid
	Threshold GLU
	Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout Flatten Unflatten Identity Fold Unfold
	MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d
	AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d
	FractionalMaxPool2d FractionalMaxPool3d Upsample UpsamplingNearest2d UpsamplingBilinear2d PixelShuffle PixelUnshuffle
	ChannelShuffle
	ZeroPad1d ZeroPad2d ZeroPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d
	ReplicationPad1d ReplicationPad2d ReplicationPad3d CircularPad1d CircularPad2d CircularPad3d`,
)

// HasParameters reports whether a class of torch.nn has something to learn; classes of other libraries may.
func HasParameters(path string) bool {
	name, torch := strings.CutPrefix(path, "torch.nn.")
	return !torch || !withoutParameters[name] && !strings.HasSuffix(strings.TrimSuffix(name, "2d"), "Loss") // NLLLoss2d
}

// Transforms reports whether what a library's class or function gives is computed from the tensors that it is given,
// and from nothing that is learnt: the spectrograms of torchaudio, the augmentations of kornia.
func Transforms(path string) bool {
	for _, of := range []string{
		"torchaudio.transforms.", "torchaudio.functional.", "torchvision.transforms.", "kornia.augmentation.",
		"kornia.filters.", "kornia.geometry.", "kornia.color.",
	} {
		if strings.HasPrefix(path, of) {
			return true
		}
	}
	return false
}

var makes = pattern.New(
	`(?i)^_?(build|create|get|make|load|init|initialize|setup|set_up|define|prepare|construct|instantiate|new)(_|[A-Z]|$)`,
)

// Makes reports whether a function, by its name, makes what it is named after: build_model, not model.
func Makes(function string) bool { return making.of(function) }

var making = newMemo(makes.MatchString)

// LoadsNetwork reports whether a method makes a network of a checkpoint or a configuration.
func LoadsNetwork(method string) bool { return instanceMethods[method] }

// instanceMethods are methods of classes that give an instance of the class.
var instanceMethods = set(`from_pretrained from_config from_single_file load_from_checkpoint`)

// GivesInstance reports whether a method of a class gives an instance of it.
func GivesInstance(method string) bool { return instanceMethods[method] }

// MakesOfCheckpoint reports whether a method of a class gives an instance of it that has the weights of a checkpoint:
// Lightning's.
func MakesOfCheckpoint(method string) bool { return method == "load_from_checkpoint" }

// Validates reports whether a method of a class of pydantic's makes an instance of what a dictionary holds.
func Validates(method string) bool { return method == "model_validate" || method == "parse_obj" }

// InstanceOf is the class of which a library's function gives an instance: transformers.AutoModel.from_pretrained.
func InstanceOf(path string) (class string, ok bool) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 || !instanceMethods[path[i+1:]] || same[path] {
		return "", false
	}
	class = path[:i]
	last := class[strings.LastIndexByte(class, '.')+1:]
	return class, last != "" && last[0] >= 'A' && last[0] <= 'Z'
}

// AddsModule reports whether a method of a module makes another one its attribute, under the name that it is given
// first.
func AddsModule(method string) bool { return method == "add_module" || method == "register_module" }

var (
	// walkers are functions that walk through all of what they are given.
	walkers = set(`list tuple set frozenset sum sorted dict max min any all parameters_to_vector clip_grad_norm`)
	// lookers do not touch an iterator's position.
	lookers = set(`print type isinstance id`)
)

// WalksOver reports whether one walks over what a function gives as over its first argument: a bar of progress.
func WalksOver(path string) bool { return walks[path] }

// WalksThrough reports whether a function, by its name, walks through all of an iterator that it is given.
func WalksThrough(function string) bool { return walkers[function] }

// LooksOnly reports whether a function leaves an iterator where it is.
func LooksOnly(function string) bool { return lookers[function] }

// GivesIterator reports whether a function gives an iterator over its arguments, which gives each item once.
func GivesIterator(path string) bool {
	switch path {
	case "filter", "map", "itertools.chain", "itertools.chain.from_iterable":
		return true
	}
	return false
}

var (
	// readers are builtin functions, readingMethods methods that read the values of a tensor on the CPU.
	readers        = set(`sum max min any all print float int bool`)
	readingMethods = set(`numpy item tolist sum mean max min argmax any all`)
	joinsTensors   = set(`torch.cat torch.concat torch.concatenate torch.stack torch.vstack torch.hstack`)
	// waiters wait for the GPU, or mark what somebody waits for.
	waiters = set(`synchronize wait wait_stream wait_event record_stream query Event record`)
)

// JoinsTensors reports whether a function copies the values of a list of tensors into one.
func JoinsTensors(path string) bool { return joinsTensors[path] }

// ReadsValues reports whether a builtin function reads the values of a tensor at once.
func ReadsValues(function string) bool { return readers[function] }

// MethodReadsValues reports whether a tensor's method reads its values at once.
func MethodReadsValues(method string) bool { return readingMethods[method] }

// WaitsForGPU reports whether a function, by its name, waits for what the GPU does, or is part of waiting for it.
func WaitsForGPU(function string) bool { return waiters[function] }

// Recomputes reports whether a function runs the one that it is given again in the backward pass.
func Recomputes(path string) bool { return path == "torch.utils.checkpoint.checkpoint" }

// builders are the functions of libraries that make a whole network by its name, of layers that are known.
var builders = pattern.New(
	`^(torchvision\.models\.([a-z]+\.)*(resnet|resnext|wide_resnet|vgg|densenet|mobilenet|efficientnet|alexnet|squeezenet|` +
		`shufflenet|mnasnet|inception|googlenet|convnext|regnet|vit_|swin|maxvit|deeplabv3|fcn_|lraspp)\w*|torchvision\.models\.get_model|` +
		`torchvision\.models\.detection\.([a-z_]+\.)?(((faster|mask)rcnn|retinanet)_resnet50_fpn(_v2)?|(Faster|Mask)RCNN|RetinaNet)|timm\.(models\.)?create_model|` +
		`diffusers\.(models\.)?UNet2DModel|clip\.(clip\.)?load|open_clip\.create_model(_and_transforms|_from_pretrained)?|transformers\.((SegformerFor|AutoModelFor)SemanticSegmentation|ViTForImageClassification)(\.from_pretrained)?|` +
		`segmentation_models_pytorch\.(Unet|UnetPlusPlus|FPN|PSPNet|Linknet|MAnet|PAN|DeepLabV3|DeepLabV3Plus))$`,
)

// BuildsNetwork reports whether a function or class of a library makes a network of known layers.
func BuildsNetwork(dotted string) bool { return builders.MatchString(dotted) }

// PublishedUNet reports whether a UNet of diffusers, by the name that UNet2DModel.from_pretrained is given, is one
// whose sizes are known: those of DDPM.
func PublishedUNet(name string) bool { return publishedUNets.MatchString(name) }

var publishedUNets = pattern.New(`^google/ddpm-(cifar10-32|(ema-)?(cat|bedroom|celebahq|church)-256)$`)

// networks are the homes of libraries' networks and of what they are made of, which are torch modules.
var networks = pattern.New(
	`^(timm\.(models|layers)|torchvision\.(models|ops)|monai\.networks|torch_geometric\.nn|segmentation_models_pytorch)\.(.*\.)?[A-Z]\w*$|` +
		`^diffusers\.(models\.)?UNet2DModel$`,
)

// IsNetwork reports whether a class of a library is one of torch's modules.
func IsNetwork(dotted string) bool { return networks.MatchString(dotted) }

// MakesDataset reports whether a class of a library is a dataset of images whose items are known by its arguments.
func MakesDataset(dotted string) bool { return strings.HasPrefix(dotted, "torchvision.datasets.") }

// reporting are functions and methods that write down or show what they are given.
var reporting = set(
	`add_scalar add_scalars add_image add_images add_histogram add_figure add_text add_graph add_video save_image
	make_grid log log_metrics log_metric log_image log_images log_dict set_postfix set_description set_postfix_str info
	debug warning
	imsave imwrite imshow plot savefig savez image images scalar write print save dump scatter line heatmap flush summary
	watch
	make_dot draw_graph`,
)

// showing are those of them that show or keep pictures and sound.
var showing = set(
	`add_image add_images add_audio add_video add_figure save_image imsave imwrite imshow image images plot scatter`,
)

// Shows reports whether a library's function or method, by its last name, shows or keeps a picture, or sound.
func Shows(dotted string) bool { return showing[dotted[strings.LastIndexByte(dotted, '.')+1:]] }

// Reports reports whether a library's function or method, by its last name, only writes down or shows what it is given.
func Reports(dotted string) bool { return reporting[dotted[strings.LastIndexByte(dotted, '.')+1:]] }

// AsksForTensor reports whether a function, given a class second where it takes one, tells tensors from other values.
func AsksForTensor(function, class string) bool {
	return function == "torch.is_tensor" || function == "isinstance" && class == "Tensor"
}

// AsksOfEach reports whether a function or a method tells of each element of a tensor whether it is a finite number.
func AsksOfEach(name string) bool { return asksOfEach[name] }
