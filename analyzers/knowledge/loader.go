package knowledge

import "strings"

// IsLoaderOfTorch reports whether a class is torch's DataLoader, or one on it that takes its arguments. A DataLoader of
// a module that nobody sees may be anything that gives batches.
func IsLoaderOfTorch(path string) bool {
	first, _, dotted := strings.Cut(path, ".")
	return RoleOfClass(path) == Loader && (!dotted || loaderPackages[first])
}

// IsDataLoader reports whether a class is torch's DataLoader itself, whose iterators are torch's, too.
func IsDataLoader(path string) bool {
	return path == "torch.utils.data.DataLoader" || path == "torch.utils.data.dataloader.DataLoader"
}

// loaderPackages hold loaders that hand their arguments on to torch's.
var loaderPackages = map[string]bool{
	"torch": true, "torch_geometric": true, "torch_geometric_temporal": true, "monai": true, "dgl": true,
	"torchdata": true, "torchio": true,
	"torch_xla": true, "ignite": true, "opacus": true, "sentence_transformers": true, "pl_bolts": true,
	"pytorchvideo": true,
}

// loaderPositions are the parameters of torch.utils.data.DataLoader that are given by position.
var loaderPositions = map[string]int{
	"dataset":                 0,
	"batch_size":              1,
	"shuffle":                 2,
	"sampler":                 3,
	"batch_sampler":           4,
	"num_workers":             5,
	"collate_fn":              6,
	"pin_memory":              7,
	"drop_last":               8,
	"timeout":                 9,
	"worker_init_fn":          10,
	"multiprocessing_context": 11,
}

// LoaderPosition is where DataLoader takes an option; -1 for one that it takes by name only.
func LoaderPosition(option string) int {
	if position, ok := loaderPositions[option]; ok {
		return position
	}
	return -1
}

// loaderAttributes are what a DataLoader keeps as it was given.
var loaderAttributes = set(`dataset sampler batch_sampler`)

// KeptByLoader reports whether a DataLoader has an option that it was given as an attribute of the same name.
func KeptByLoader(name string) bool { return loaderAttributes[name] }

// GivesNext reports whether a method of an iterator gives its next item: next was a method of loaders' iterators up to
// torch 1.12.
func GivesNext(method string) bool { return method == "next" || method == "__next__" }

// SamplesBatches reports whether a class makes batches of as many samples as it is told.
func SamplesBatches(dotted string) bool {
	return dotted == "torch.utils.data.BatchSampler" || dotted == "torch.utils.data.sampler.BatchSampler"
}

// JoinsDatasets reports whether a class puts several datasets behind one another.
func JoinsDatasets(dotted string) bool {
	return dotted == "torch.utils.data.ConcatDataset" || dotted == "torch.utils.data.dataset.ConcatDataset"
}

// splitters are what gives a part of the dataset that it is given first, or joins several.
var splitters = set(`torch.utils.data.Subset torch.utils.data.random_split torch.utils.data.ConcatDataset
	torch.utils.data.dataset.Subset torch.utils.data.dataset.random_split torch.utils.data.dataset.ConcatDataset`)

// datasets are the classes of torch from which datasets inherit.
var datasets = set(`torch.utils.data.Dataset torch.utils.data.dataset.Dataset torch.utils.data.IterableDataset
	torch.utils.data.dataset.IterableDataset`)

// IsDataset reports whether a class is one of torch's or torchvision's datasets.
func IsDataset(path string) bool { return datasets[path] || MakesDataset(path) }

// SplitsDataset reports whether a call gives parts of a dataset, or several as one.
func SplitsDataset(path string) bool { return splitters[path] }

// GivesPart reports whether a method of a batch gives a part of it, or the tensor itself where it is of that type
// already.
func GivesPart(method string) bool { return partMethods[method] }

var partMethods = set(`items values get pop long`)

// MakesBatchSampler reports whether a class of torch puts the indices of a sampler together to batches:
// BatchSampler(sampler, batch_size, drop_last).
func MakesBatchSampler(path string) bool {
	return path == "torch.utils.data.BatchSampler" || path == "torch.utils.data.sampler.BatchSampler"
}

// IsSampler reports whether a class of torch says in which order a loader takes its samples.
func IsSampler(path string) bool {
	return strings.HasPrefix(path, "torch.utils.data.") && strings.HasSuffix(path, "Sampler")
}

// WalksInBatches reports whether a method of a dataset of datasets' walks over it in batches:
// dataset.iter(batch_size=4).
func WalksInBatches(method string) bool { return method == "iter" || method == "batch" }

// Split is what a function divides by chance.
type Split uint8

// The splits.
const (
	NoSplit Split = iota
	// SplitsOne: the dataset that it is given first.
	SplitsOne
	// SplitsEach: each of what it is given by place.
	SplitsEach
)

// SplitsByChance tells of a function what it divides by chance.
func SplitsByChance(path string) Split {
	switch path {
	case "torch.utils.data.random_split", "torch.utils.data.dataset.random_split":
		return SplitsOne
	case "sklearn.model_selection.train_test_split":
		return SplitsEach
	}
	return NoSplit
}
