package knowledge

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	sharesData = pattern.New(
		`(?i)shard|split_dataset_by_node|accelerat|fabric|deepspeed|lightning|horovod|webdataset|iterable|stage_?fn`,
	)

	logitsWord = pattern.New(`(?i)(^|_)logits?$`)

	mainFunction = pattern.New(`^(main(_worker)?|train\w*|run\w*)$`)

	clock = pattern.New(
		`^(perf_counter|monotonic|elapsed_time|timeit|benchmark|Timer|timer|memory_stats|max_memory_allocated)$`,
	)

	generates = pattern.New(
		`(?i)^(\w*generate\w*|\w*rollouts?|vllm\w*|\w*trajector(y|ies)|(max_)?memory_(allocated|reserved)|\w*Measurements?)$`,
	)

	processAsked = pattern.New(
		`(?i)\b(get_)?(local_|global_|node_|process_|dist_)?rank\b|\b(is_)?(main|primary|master|rank_?zero|rank_?0)(_?(process|node|rank|proc|worker|gpu))?\b|` +
			`\b(gpu|gpu_id|node_id|local_process_index|process_index|world_size|distributed)\b|\bdist(ributed)?\.is_(available|initialized)\b`,
	)

	outsideTorch = pattern.New(`(?i)nccl|reduce_?scatter|all_?gather|all_?reduce|fragment|vllm|other process|driver`)
)

// SharesOutData reports whether a word tells of something that shards data in another way than by a sampler, or leaves
// it to a framework.
func SharesOutData(word string) bool { return sharesData.MatchString(word) }

// AsksProcess reports whether a test asks which process of several this is, or whether there are several: `rank == 0`,
// `is_main_process()`.
func AsksProcess(test string) bool {
	return processAsked.MatchString(test) && !strings.ContainsAny(test, "%")
}

// NamesLogits reports whether a variable is called logits.
func NamesLogits(variable string) bool { return logitsWord.MatchString(variable) }

// NamesMain reports whether a function is called one that runs a whole training.
func NamesMain(function string) bool { return mainFunction.MatchString(function) }

// MeasuresTime reports whether a word is one by which code measures time or memory.
func MeasuresTime(word string) bool { return clock.MatchString(word) }

// MeetsGeneration reports whether a function that a training step calls lets a policy generate between its updates: the
// step takes minutes there, and generation needs the memory whole. Code that measures memory wants each step to start
// alike.
func MeetsGeneration(function string) bool {
	return generates.MatchString(function) && !makesAnchors.MatchString(function)
}

// makesAnchors are functions that generate no text: what a detector or a transformer computes in a step.
var makesAnchors = pattern.New(
	`(?i)generate_?(base_?|cell_?|all_?)?(anchor|prior|proposal|point|grid|mask|target|label|noise|square|position)`,
)

// FreesForOthers reports whether a comment says that memory is freed for somebody else: NCCL and other processes cannot
// use what PyTorch's allocator keeps.
func FreesForOthers(comment string) bool { return outsideTorch.MatchString(comment) }

// ownAllocators are libraries that allocate GPU memory beside PyTorch, as much as the input of a step needs.
var ownAllocators = set(`MinkowskiEngine cupy cudf tensorflow jax`)

// AllocatesBeside reports whether a module belongs to a library that allocates GPU memory beside PyTorch.
func AllocatesBeside(module string) bool {
	root, _, _ := strings.Cut(module, ".")
	return ownAllocators[root]
}

var emptiesCache = set(`torch.cuda.empty_cache torch.xpu.empty_cache torch.mps.empty_cache torch.npu.empty_cache
	torch.cuda.memory.empty_cache torch.accelerator.empty_cache gc.collect`)

// EmptiesCache reports whether a function gives memory back: the allocator's, or that of Python's own objects.
func EmptiesCache(path string) bool { return emptiesCache[path] }

// MovesToHost reports whether a method, by its name, moves something out of the GPU's memory.
func MovesToHost(method string) bool { return method == "cpu" }

var rareWork = set(
	`save save_checkpoint save_model save_pretrained save_state evaluate validate eval validation test generate
	log_validation sample load_state_dict to cpu`,
)

// DoneRarely reports whether a function, by its name, saves, evaluates or moves a model.
func DoneRarely(function string) bool { return rareWork[function] }

var (
	epochName = pattern.New(
		`(?i)^(self\.)?_?(i_?|cur(rent)?_?|this_|n_)?(epoch|epochs|ep|e)(_?(num|idx|index|no|id|i|iter|number|count|n))?_?$`,
	)
	stepName = pattern.New(
		`(?i)^(self\.)?_?(global_?|train_?|cur(rent)?_?|i_?|n_)?(step|steps|iter|iteration|it)(_?(num|idx|index|no|id|i|number|n))?_?$`,
	)
	epochBound = pattern.New(`(?i)^(n|num|max|total|train)?_?epochs?$|^epochs?_?(num|n|count)$`)
	stepBound  = pattern.New(
		`(?i)^(n|num|max|total)_?(train_?)?(steps?|iters?|iterations?)$|^(train_?)?(steps|iters|iterations)$`,
	)
	counting = set(
		`range builtins.range tqdm.trange tqdm.auto.trange tqdm.notebook.trange tqdm.std.trange tqdm.rich.trange`,
	)
)

// CountsEpochs reports whether what a loop counts are epochs, by its name.
func CountsEpochs(name string) bool { return epochName.MatchString(name) }

// CountsSteps reports whether what a loop counts are steps, by its name.
func CountsSteps(name string) bool { return stepName.MatchString(name) }

// BoundsEpochs and BoundsSteps report whether a loop that goes to this number, by its name, goes round once an epoch,
// or once a step.
func BoundsEpochs(name string) bool { return epochBound.MatchString(name) }

// BoundsSteps: see BoundsEpochs.
func BoundsSteps(name string) bool { return stepBound.MatchString(name) }

// DescribesTokenizer reports whether a file, by its name, says what a tokenizer is: as long a text as it may give is
// not how long those are that a model is trained on.
func DescribesTokenizer(file string) bool { return path.Base(file) == "tokenizer_config.json" }

// Counts reports whether a function gives the numbers from its first to its last argument.
func Counts(path string) bool { return counting[path] }
