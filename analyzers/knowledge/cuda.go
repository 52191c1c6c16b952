package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// lazyCUDA are functions of torch.cuda that do not initialise CUDA: they answer without it, or wait until somebody else
// does.
var lazyCUDA = set(
	`is_available device_count is_initialized is_bf16_supported is_tf32_supported manual_seed manual_seed_all seed seed_all
empty_cache memory_allocated max_memory_allocated memory_reserved max_memory_reserved memory_cached max_memory_cached
memory_stats memory_stats_as_nested_dict memory_summary memory_snapshot host_memory_stats list_gpu_processes
get_arch_list
get_gencode_flags get_allocator_backend graph_pool_handle stream device utilization temperature power_draw clock_rate
memory_usage
device_memory_used change_current_allocator`,
)

// InitialisesCUDA reports whether a function of torch.cuda starts CUDA, and the allocator reads its settings.
func InitialisesCUDA(path string) bool {
	name, ok := strings.CutPrefix(path, "torch.cuda.")
	return ok && !strings.Contains(name, ".") && !lazyCUDA[name] && strings.ToLower(name) == name
}

// AllocatorVariables are the environment variables that hold the settings of the CUDA allocator.
func AllocatorVariables() []string {
	return []string{"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "PYTORCH_HIP_ALLOC_CONF"}
}

// environments are the keys, in small letters and without hyphens and underscores, under which configs state variables
// of the environment: compose, Kubernetes, workflows, GitLab, conda, Ray, Determined, dev containers.
var environments = set(
	`env envs environ environment environments variables envvars envvariables environmentvars environmentvariables
containerenv remoteenv extraenv extraenvs extraenvvars`,
)

// HoldsEnvironment reports whether a key of a config holds variables of the environment.
func HoldsEnvironment(key string) bool {
	return environments[strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(key))]
}

// severalTensors are functions of torch that take a list first, or anything.
var severalTensors = set(
	`torch.cat torch.concat torch.stack torch.save torch.is_tensor torch.vstack torch.hstack torch.as_tensor torch.tensor`,
)

// TakesTensor reports whether a function, or the class of a module, of torch takes a tensor first, not a list of them.
func TakesTensor(path string) bool {
	switch {
	case severalTensors[path]:
		return false
	case strings.HasPrefix(path, "torch.nn.functional."),
		strings.HasPrefix(path, "torch.nn.") && strings.HasSuffix(path, "Loss"):
		return true
	}
	return OfTorchItself(path)
}

// OfTorchItself reports whether something stands in torch itself, and in no module of it: torch.zeros.
func OfTorchItself(path string) bool {
	return strings.HasPrefix(path, "torch.") && strings.Count(path, ".") == 1
}

// MakesDevice reports whether a call makes a device of torch out of its name.
func MakesDevice(path string) bool { return path == "torch.device" }

// AsksForGPU reports whether a function says whether there is a GPU.
func AsksForGPU(path string) bool {
	return path == "torch.cuda.is_available" || path == "torch.accelerator.is_available"
}

// AsksForBF16 reports whether a function says that a GPU computes in bf16: since torch 2.4 is_bf16_supported() counts
// in what emulates it, on every card, and what transformers and accelerate ask is that.
func AsksForBF16(path string) bool { return asksForBF16[path] }

var asksForBF16 = set(`torch.cuda.is_bf16_supported transformers.utils.is_torch_bf16_gpu_available
	transformers.utils.import_utils.is_torch_bf16_gpu_available transformers.file_utils.is_torch_bf16_gpu_available
	accelerate.utils.is_bf16_available accelerate.utils.imports.is_bf16_available`)

// CountsGPUs reports whether a function says how many GPUs there are.
func CountsGPUs(path string) bool {
	return path == "torch.cuda.device_count" || path == "torch.accelerator.device_count"
}

var ofGPU = pattern.New(`(?i)cuda|gpu|accelerat|lightning|deepspeed|device_map|local_rank`)

// SavesTensors reports whether a word is one of code that writes checkpoints.
func SavesTensors(word string) bool { return ofSaving.of(word) }

// savesWeights are what frameworks save the weights of a model with.
var savesWeights = set(`save_checkpoint save_state save_model save_pretrained ModelCheckpoint EarlyStopping`)

// SavesWeights reports whether a function, method or class of a framework saves the weights of a model, by its name.
func SavesWeights(name string) bool { return savesWeights[name] }

var ofSaving = newMemo(pattern.New(`(?i)^_?save|_save$|ModelCheckpoint`).MatchString)

// AsksOfDevice reports whether a test, as it is written, is about what a program runs on.
func AsksOfDevice(test string) bool { return ofDevice.MatchString(test) }

var ofDevice = pattern.New(`(?i)cuda|gpu|cpu|device`)

// AsksWhetherGPU reports whether a test, as it is written, is about whether a program uses a GPU at all:
// torch.cuda.is_available(), not args.cpu, use_cuda. Which GPU, or how many, is another question.
func AsksWhetherGPU(test string) bool {
	return forGPU.MatchString(test) && !countsGPUs.MatchString(test)
}

var (
	forGPU     = pattern.New(`(?i)is_available|(^|[^a-z])((use|with|has|no|on|enable)_?)?(cuda|cpu|gpu)([^a-z]|$)`)
	countsGPUs = pattern.New(`(?i)count|gpus|[<>]|None|_ids?([^a-z]|$)|rank|distributed|is_initialized`)
)

// SpeaksOfGPU reports whether a word is one of code that runs on a GPU, or is run there by a framework.
func SpeaksOfGPU(word string) bool { return ofGPU.MatchString(word) }

// SpeaksOfDevice reports whether a word is of a device other than the CPU, or of a library that chooses one.
func SpeaksOfDevice(word string) bool { return ofGPU.MatchString(word) || anyDevice.MatchString(word) }

var anyDevice = pattern.New(`(?i)(^|_)(device|dev|gpus?|npu|xpu|mps|hpu|xla|fabric|trainer|default_tensor_type)s?($|_|:)`)

// OfMissingFile reports whether an exception is one of a file that is not there, or cannot be read.
func OfMissingFile(name string) bool { return ofMissingFile[name] }

var ofMissingFile = set(`FileNotFoundError OSError IOError KeyboardInterrupt PermissionError IsADirectoryError`)

var packed = pattern.New(
	`(?i)(^|[-_/.])(gptq|awq|gguf|exl2|aqlm|hqq|fp8|nf4|w?(4|8)-?bit|int(4|8)|w4a16|w8a8)([-_.]|$)`,
)

// NamesPackedWeights reports whether the name of a model says that its weights are stored in fewer than 16 bits: they
// stay so whatever dtype is asked for.
func NamesPackedWeights(model string) bool { return packed.MatchString(model) }

var deviceWord = pattern.New(`^(\w+_)?(device|dev|gpu)$`)

// NamesDevice reports whether a word is one for a device that is handed on.
func NamesDevice(word string) bool { return deviceWord.MatchString(word) }
