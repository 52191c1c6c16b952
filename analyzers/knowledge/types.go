package knowledge

import (
	"bytes"
	"strings"
)

// SchedulerClass is the class of the schedulers that factories of transformers and diffusers return.
const SchedulerClass = "torch.optim.lr_scheduler.LRScheduler"

// MakesScheduler reports whether a function returns a learning rate scheduler of torch.
func MakesScheduler(path string) bool {
	last := path[strings.LastIndexByte(path, '.')+1:]
	factory := last != "" && (last[0] < 'A' || last[0] > 'Z')
	return strings.HasPrefix(path, "transformers.") && strings.Contains(path, "schedule") && factory ||
		strings.HasPrefix(path, "diffusers.") && strings.HasSuffix(path, "get_scheduler")
}

// KeepsType reports whether a function returns its first argument, a wrapper that behaves like it, or a copy.
func KeepsType(path string) bool { return same[path] || path == "copy.deepcopy" }

// MethodKeepsType reports whether a method of modules and tensors returns its receiver in another dtype, place or mode.
func MethodKeepsType(method string) bool { return selfReturning[method] || method == "contiguous" }

// CastsOfEngine are the sections of DeepSpeed's config that say in which dtype it computes.
func CastsOfEngine() []string {
	return []string{"fp16", "bf16", "bfloat16", "amp", "torch_autocast", "data_types"}
}

// MakesEngine is the function that puts DeepSpeed's engine around a model.
const MakesEngine = "deepspeed.initialize"

// MayMakeEngine reports whether a file speaks of DeepSpeed at all.
func MayMakeEngine(text []byte) bool { return bytes.Contains(text, []byte("deepspeed")) }

// MayShard reports whether a file speaks of torch's FSDP at all.
func MayShard(text []byte) bool {
	return bytes.Contains(text, []byte("FullyShardedDataParallel")) || bytes.Contains(text, []byte("fully_shard"))
}

// DeepSpeedEngine is the class of the engine that it puts around a model.
const DeepSpeedEngine = "deepspeed.DeepSpeedEngine"

// tupleResults are the classes of what functions that return several things return, in order.
var tupleResults = map[string][]string{
	MakesEngine: {
		DeepSpeedEngine, "deepspeed.DeepSpeedOptimizer", "torch.utils.data.DataLoader", SchedulerClass,
	},
}

// ResultClass is the class of the result number i of a function that returns several; "" when it is not known.
func ResultClass(path string, i int) string {
	if classes := tupleResults[path]; i >= 0 && i < len(classes) {
		return classes[i]
	}
	return ""
}

// numbers are the classes of Python and numpy whose instances are numbers, and no tensors.
var numbers = set(`int float complex bool numbers.Number numbers.Real numpy.number numpy.floating numpy.integer`)

// IsNumber reports whether a class is one of numbers.
func IsNumber(class string) bool { return numbers[class] }

// sameInBothModes are layers of torch.nn with something to learn that compute the same in training and in evaluation.
var sameInBothModes = set(
	`Linear Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d Embedding EmbeddingBag
	LayerNorm GroupNorm RMSNorm PReLU`,
)

// IsNorm reports whether a class is a norm of torch.nn.
func IsNorm(class string) bool {
	name, torch := strings.CutPrefix(class, "torch.nn.")
	return torch &&
		(strings.Contains(name, "BatchNorm") || strings.HasPrefix(name, "InstanceNorm") || name == "GroupNorm" ||
			name == "LayerNorm" || name == "RMSNorm")
}

// SameInBothModes reports whether a class is a layer of torch or torch_geometric for which train() and eval() change
// nothing.
func SameInBothModes(class string) bool {
	if name, ok := geometricLayer(class); ok {
		return alikeGeometric[name]
	}
	name, torch := strings.CutPrefix(class, "torch.nn.")
	return torch && (sameInBothModes[name] || withoutParameters[name] && !strings.Contains(name, "Dropout"))
}

// ListsModules reports whether a class of torch is a container of modules that runs none of them.
func ListsModules(class string) bool {
	return class == "torch.nn.ModuleList" || class == "torch.nn.ModuleDict"
}

// HoldsModules reports whether a class of torch is a container of modules.
func HoldsModules(class string) bool {
	return class == "torch.nn.Sequential" || ListsModules(class)
}
