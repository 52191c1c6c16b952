package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Tensors are the frameworks whose tensors a program works with, as far as what it imports shows.
type Tensors uint8

const (
	// TorchTensors: PyTorch, or a library that runs on nothing else.
	TorchTensors Tensors = 1 << iota
	// PerhapsTorch: a library that runs on PyTorch, among others.
	PerhapsTorch
	// LikeTorch: another framework whose models and tensors are spelt like PyTorch's.
	LikeTorch
	// OtherTensors: any other framework.
	OtherTensors
)

// TensorsOf is what an imported module shows. The whole name is asked for before what it starts with: ray.train.torch
// is PyTorch's, ray alone is nobody's.
func TensorsOf(module string) Tensors {
	module = module[:min(len(module), maxLibrary)]
	for module != "" {
		if s, ok := tensorLibraries[module]; ok {
			return s
		}
		dot := strings.LastIndexByte(module, '.')
		if dot < 0 {
			break
		}
		module = module[:dot]
	}
	return 0
}

// WritesTorch reports whether a Python text calls something of PyTorch's by its full name, whoever gave it the name
// torch.
func WritesTorch(text []byte) bool { return torchCalled.Match(text) }

var torchCalled = pattern.New(
	`(^|[^.\w'"])torch\.(nn|optim|cuda|autograd|no_grad|save|load|device|tensor|manual_seed)\b`,
)

// maxLibrary bounds the part of a dotted name that is looked at: no library's is so long.
const maxLibrary = 200

var tensorLibraries = tensorTable()

func tensorTable() map[string]Tensors {
	table := map[string]Tensors{}
	for kind, names := range map[Tensors]string{
		TorchTensors: `torch torchvision torchaudio torchtext torchdata torchmetrics torch_xla torch_npu torch_geometric
			torch_scatter torch_sparse torch_cluster torch_optimizer torch_ema torch_fidelity torchtune torchtitan torchao
			torchrl torchtyping torchinfo torchsummary torchsde torchdiffeq torchio torchsparse torchpack torchvista functorch
			pytorch_lightning lightning lightning_fabric lightning_utilities lightning_lite pytorch_metric_learning
			pytorch_optimizer pytorch_msssim pytorch_warmup pytorch_wavelets pytorch3d pytorch_grad_cam pytorch_transformers
			pytorch_pretrained_bert pytorch_pretrained_biggan pytorch_forecasting pytorch_tabnet pytorchvideo pytorch_ssim
			accelerate diffusers peft trl deepspeed fairseq fairseq2 fairscale timm apex megatron colossalai bitsandbytes
			xformers flash_attn unsloth sentence_transformers fastai ignite catalyst skorch monai mmcv mmengine mmdet mmdet3d
			mmseg mmcls mmpretrain mmpose mmaction mmocr mmrotate detectron2 detrex segmentation_models_pytorch
			efficientnet_pytorch kornia open_clip ultralytics e3nn gpytorch botorch linear_operator pyro captum learn2learn
			opacus llmfoundry axolotl llamafactory llmtuner litgpt lit_gpt nemo speechbrain espnet espnet2 allennlp
			stable_baselines3 sb3_contrib tianshou pfrl rsl_rl lpips audiocraft encodec vissl lavis slowfast mmf parlai dassl
			nnunet nnunetv2 openfold neuralforecast setfit auto_gptq awq gptqmodel hqq liger_kernel verl openrlhf d2l.torch
			ray.train.torch ray.train.lightning horovod.torch nvidia.dali.plugin.pytorch transformer_engine.pytorch spconv
			MinkowskiEngine dgl.nn.pytorch dgllife thop fvcore ptflops schedulefree lion_pytorch x_transformers
			vector_quantize_pytorch denoising_diffusion_pytorch rotary_embedding_torch byol_pytorch vit_pytorch ema_pytorch
			mamba_ssm causal_conv1d fla`,
		PerhapsTorch: `transformers optimum dgl keras_core mmcv.runner`,
		LikeTorch: `paddle paddlenlp paddleocr paddleseg paddlex paddlets paddlespeech paddlevideo paddlemix paddlescience
			paddlefsl paddleslim paddle_serving_client ppdet ppcls ppocr ppdiffusers pgl parl mindspore mindformers mindnlp
			mindocr mindcv jittor jdet oneflow libai flowvision mlx mlx_lm mlx_vlm mlx_whisper mlx_data tinygrad megengine`,
		OtherTensors: `tensorflow tensorflow_addons tensorflow_datasets tensorflow_hub tensorflow_probability tensorflow_text
			tensorflow_graphics tensorflow_federated tensorflow_model_optimization tensorflow_recommenders tensor2tensor tf_slim
			tf_keras tflearn keras keras_cv keras_nlp keras_hub keras_tuner sonnet trax t5x seqio jax jaxlib flax optax haiku
			equinox objax chex orbax jraph numpyro brax praxis paxml mxnet gluoncv gluonnlp theano lasagne chainer cntk caffe
			autograd d2l.tensorflow d2l.jax d2l.mxnet d2l.paddle ray.train.tensorflow horovod.tensorflow horovod.keras
			horovod.mxnet d2l`,
	} {
		for name := range strings.FieldsSeq(names) {
			table[name] = kind
		}
	}
	return table
}

// PureOfTensor reports whether a method is one that tensors (and arrays) alone have, and that gives another one and
// changes nothing.
func PureOfTensor(method string) bool { return pureOfTensor[method] }

var pureOfTensor = set(
	`unsqueeze squeeze permute clamp masked_fill contiguous expand_as view_as type_as log_softmax argmax argsort
	index_select repeat_interleave swapaxes transpose t`,
)

// WantsArguments reports whether a method of a tensor that changes nothing raises without an argument.
func WantsArguments(method string) bool { return wantsArguments[method] }

var wantsArguments = set(`unsqueeze permute clamp masked_fill expand_as view_as index_select swapaxes transpose`)

// LooksAtTensor reports whether a method only says something of a tensor.
func LooksAtTensor(method string) bool { return looksAtTensor[method] }

var looksAtTensor = set(`size dim numel stride element_size nelement is_contiguous`)

// CopiesOfTensor reports whether a method gives a tensor elsewhere, in another dtype or shape, or without its graph,
// and leaves the one it is called on as it is. Modules, and what other libraries make of batches, change in place
// instead.
func CopiesOfTensor(method string) bool { return copiesOfTensor[method] }

var copiesOfTensor = set(
	`to cuda cpu detach float half double bfloat16 long int bool view reshape flatten clone expand repeat`,
)

// MakesTensor reports whether a method of a parameter in float32 that is where it shall be makes another tensor of it,
// whatever its arguments are: one that gives the parameter itself may be no move and no cast.
func MakesTensor(method string) bool {
	return !mayGiveItself[method] && (pureOfTensor[method] || copiesOfTensor[method])
}

// ComputesTensor reports whether a method computes another tensor of the numbers in one.
func ComputesTensor(method string) bool { return computesTensor[method] }

var computesTensor = set(`exp abs sigmoid tanh relu softmax log sqrt sum mean pow mul add sub div matmul mm`)

var mayGiveItself = set(`to cuda cpu float contiguous type_as detach argmax argsort long int bool`)

// WatchesRun reports whether a context looks at what the statements in it do, and not at what they give.
func WatchesRun(context string) bool { return watchesRun[context] }

var watchesRun = set(`raises assertRaises assertRaisesRegex warns suppress profile record_function Timer timer`)

// IsHostArray reports whether a class is that of arrays or pictures in the memory of the host, which no layer takes.
func IsHostArray(class string) bool {
	return class == "numpy.ndarray" || class == "numpy.typing.NDArray" || class == "PIL.Image.Image" ||
		class == "PIL.Image"
}

// GivesHostArray reports whether a function returns such an array or picture.
func GivesHostArray(path string) bool {
	switch path {
	case "cv2.imread",
		"cv2.cvtColor",
		"cv2.resize",
		"PIL.Image.open",
		"PIL.Image.fromarray",
		"imageio.imread",
		"skimage.io.imread":
		return true
	}
	return strings.HasPrefix(path, "numpy.") && path != "numpy.load"
}

// MakesArray reports whether a function makes a new array of numpy's; numpy.float64 makes a number, which a tensor may
// be added to.
func MakesArray(path string) bool { return makesArray[path] }

var makesArray = set(
	`numpy.zeros numpy.ones numpy.empty numpy.full numpy.array numpy.asarray numpy.arange numpy.linspace numpy.eye
	numpy.zeros_like numpy.ones_like numpy.empty_like numpy.full_like`,
)

// makesFreshTensor are the functions that make a tensor of numbers, which hangs on no graph.
var makesFreshTensor = set(
	`torch.tensor torch.zeros torch.ones torch.full torch.empty torch.rand torch.randn torch.eye torch.linspace torch.normal
	torch.Tensor torch.FloatTensor torch.zeros_like torch.ones_like torch.rand_like torch.randn_like`,
)

// NamesForeignWeights reports whether the path of a checkpoint, or the name of the variable that holds it, speaks of
// weights that somebody else published.
func NamesForeignWeights(path string) bool {
	path = strings.ToLower(path)
	for _, word := range []string{
		"pretrain", "imagenet", "vgg", "resnet", "resnext", "densenet", "inception", "mobilenet", "efficientnet",
		"alexnet", "squeezenet", "bert", "hub", "download", "url"} {
		if strings.Contains(path, word) {
			return true
		}
	}
	return false
}

// NamesPretrained reports whether a word is one for weights that were trained before, mostly by somebody else.
func NamesPretrained(word string) bool { return strings.Contains(strings.ToLower(word), "pretrained") }

// CopiesShallow reports whether a function gives another container of the very things that it is given.
func CopiesShallow(path string) bool {
	return path == "dict" || path == "copy.copy" || path == "collections.OrderedDict"
}

// MakesPlainTensor reports whether a function makes a tensor out of numbers, on the CPU where nothing says otherwise.
func MakesPlainTensor(path string) bool {
	return makesPlainTensor[path] || makesFreshTensor[path] && !strings.HasSuffix(path, "_like")
}

var makesPlainTensor = set(
	`torch.arange torch.logspace torch.as_tensor torch.from_numpy torch.LongTensor torch.IntTensor torch.DoubleTensor
	torch.BoolTensor torch.ByteTensor torch.triu_indices torch.tril_indices torch.hann_window torch.hamming_window`,
)

// PutsTensorsTogether reports whether a function puts several tensors together to one that has axes, where they are.
func PutsTensorsTogether(path string) bool { return putsTogether[path] }

var putsTogether = set(`torch.stack torch.cat torch.concat torch.vstack torch.hstack torch.block_diag`)

// GivesAxes reports whether a method of a tensor gives one that has axes, whatever the tensor has.
func GivesAxes(method string) bool { return givesAxes[method] }

var givesAxes = set(`view reshape unsqueeze expand repeat`)

// KeepsPlace reports whether a method gives a tensor where the one is that it is called on, and whether by its name
// alone.
func KeepsPlace(method string) bool { return keepsPlace[method] || givesAxes[method] }

var keepsPlace = set(
	`float long half double int bool bfloat16 type t transpose permute clone contiguous flatten squeeze detach log exp
	sqrt cos sin abs pow square reciprocal cumprod cumsum flip roll tril triu normal_ uniform_ fill_ zero_ masked_fill
	expand_as view_as softmax sigmoid tanh relu mul add sub div matmul mm bmm sum mean clamp clamp_min triu_ eq ne gt lt
	ge le masked_fill_ chunk split index_select gather`,
)

// LosesAxes reports whether a method or a function of torch may give a tensor without axes, or several tensors, for one
// that has axes.
func LosesAxes(name string) bool { return losesAxes[name] }

var losesAxes = set(`sum mean squeeze chunk split prod norm max min std var dot trace det median argmax argmin any all unbind`)

// ShowsTensor reports whether an attribute of a tensor is the same tensor seen otherwise.
func ShowsTensor(attribute string) bool {
	return attribute == "T" || attribute == "mT" || attribute == "H" || attribute == "data"
}

// RegistersTensor reports whether a method of a module takes a tensor up under a name, so that it moves with the
// module.
func RegistersTensor(method string) bool {
	return method == "register_buffer" || method == "register_parameter"
}

// IsArithmetic reports whether an operator computes a tensor out of tensors.
func IsArithmetic(operator string) bool { return arithmetic[operator] }

var arithmetic = set(`+ - * / // % ** @ & | ^ == != < > <= >=`)

// IsFunctional reports whether a name is that of a function of torch.nn.functional.
func IsFunctional(path string) bool { return strings.HasPrefix(path, "torch.nn.functional.") }

// PassesOfModule are the methods of a module that somebody else calls with a batch.
var PassesOfModule = []string{"forward", "__call__", "training_step", "validation_step"}

// MovesWeights reports whether a method of a module gives its parameters other memory: a snapshot of it keeps the old
// one.
func MovesWeights(method string) bool { return movesWeights[method] }

var movesWeights = set(`to cuda cpu xpu half float double bfloat16 type to_empty share_memory`)

// OnlyReadsDict reports whether a method or a function looks at a dictionary of tensors, or copies it, and puts nothing
// into it.
func OnlyReadsDict(name string) bool { return readsDict[name] }

var readsDict = set(`keys values items get copy deepcopy len print load_state_dict save iter list sorted enumerate zip`)

// GivesNumber reports whether a method of a tensor gives a number of Python's.
func GivesNumber(method string) bool { return method == "item" || method == "__float__" }

// TakesShape reports whether a function makes a tensor of the shape that it is given first.
func TakesShape(path string) bool { return takesShape[path] }

var takesShape = set(`torch.zeros torch.ones torch.rand torch.randn torch.empty torch.full torch.normal`)

// TakesData reports whether a function makes a tensor of the numbers that it is given: of one number, one without axes.
func TakesData(path string) bool { return takesData[path] }

var takesData = set(`torch.tensor torch.as_tensor torch.Tensor torch.FloatTensor torch.LongTensor`)

// GivesList reports whether a function gives a list or an array that has an axis.
func GivesList(path string) bool { return givesList[path] }

var givesList = set(`list numpy.arange numpy.linspace numpy.zeros numpy.ones`)

// CopiesIntoArray reports whether a function of NumPy makes an array with the axes of what it is given: none, of a
// number.
func CopiesIntoArray(path string) bool { return copiesIntoArray[path] }

var copiesIntoArray = set(`numpy.asarray numpy.array numpy.float32 numpy.float64`)

// ComputesNumber reports whether a function computes numbers, and no tensor.
func ComputesNumber(path string) bool {
	return strings.HasPrefix(path, "math.") || strings.HasPrefix(path, "numpy.") || path == "float" || path == "int" ||
		path == "len"
}

// MovesModule reports whether a method of a module that its class defines decides what moving the module means, or what
// setting an attribute does.
func MovesModule(method string) bool { return movesModule[method] }

var movesModule = set(`_apply to cuda __getattr__ __setattr__ to_device set_device`)

// OfTensorsAlone reports whether a method is one that tensors have, and hardly anything else.
func OfTensorsAlone(method string) bool { return ofTensorsAlone[method] }

var ofTensorsAlone = set(`permute view unsqueeze transpose contiguous flatten detach softmax sigmoid`)

// TellsShape reports whether an attribute or method of a tensor tells how large it is, and nothing of what it holds.
func TellsShape(name string) bool { return tellsShape[name] }

var tellsShape = set(`shape size dim ndim numel`)

// tensorsOfNumbers are functions of torch that make a tensor of numbers that Python or NumPy holds.
var tensorsOfNumbers = set(
	`torch.tensor torch.as_tensor torch.from_numpy torch.Tensor torch.FloatTensor torch.DoubleTensor torch.LongTensor
	torch.IntTensor torch.BoolTensor`,
)

// TensorOfNumbers reports whether a function makes a tensor in host memory of numbers that Python or NumPy holds; given
// a tensor it makes another one where that is.
func TensorOfNumbers(path string) bool { return tensorsOfNumbers[path] }

// SetsDefaultDevice lists the functions of torch after which tensors are made elsewhere than in host memory.
func SetsDefaultDevice() []string { return []string{"set_default_tensor_type", "set_default_device"} }
