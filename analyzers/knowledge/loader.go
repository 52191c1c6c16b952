package knowledge

// loaderPositions are the parameters of torch.utils.data.DataLoader that are given by position.
var loaderPositions = map[string]int{"dataset": 0, "batch_size": 1, "shuffle": 2, "sampler": 3, "batch_sampler": 4, "num_workers": 5,
	"collate_fn": 6, "pin_memory": 7, "drop_last": 8, "timeout": 9, "worker_init_fn": 10}

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

// GivesNext reports whether a method of an iterator gives its next item: next was a method of loaders' iterators up to torch 1.12.
func GivesNext(method string) bool { return method == "next" || method == "__next__" }
