package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

func factsOf(t *testing.T, text string) *Facts {
	t.Helper()
	module, err := python.Parse(source.New("train.py", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return New(module, nil)
}

const imports = `
import torch
from torch.utils.data import BatchSampler, DataLoader, DistributedSampler, IterableDataset
from tqdm import tqdm
`

const step = `
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
`

func TestLoaderFeedsLoop(t *testing.T) {
	for name, loop := range map[string]string{
		"plain":           "        for batch in loader:",
		"counted":         "        for i, batch in enumerate(loader):",
		"a bar":           "        bar = tqdm(loader)\n        for i, batch in enumerate(bar):",
		"by hand":         "        batches = iter(loader)\n        for i in range(n):\n            batch = next(batches)",
		"an old iterator": "        batches = iter(loader)\n        while True:\n            batch = batches.next()",
		"own wrapper":     "        for batch in shown(loader):",
	} {
		f := factsOf(t, imports+`
def shown(items):
    for item in items:
        print(".")
        yield item

def main(model, dataset, optimizer, n):
    loader = DataLoader(dataset, 8)
    for epoch in range(n):
`+loop+step)
		found := false
		for _, e := range f.Entries() {
			for _, l := range e.Loaders() {
				found = found || l.Training() != nil && l.Epochs() != nil && l.Unsharded()
			}
		}
		if !found {
			t.Errorf("%s: the loader is not seen to feed the step", name)
		}
	}
}

func TestUnsharded(t *testing.T) {
	for options, want := range map[string]bool{
		"dataset, 8, True": true,
		"dataset, sampler=DistributedSampler(dataset)":                        false,
		"dataset, sampler=DistributedSampler(dataset) if n > 1 else None":     false,
		"dataset, batch_sampler=BatchSampler(DistributedSampler(dataset), 8)": false,
		"dataset, **given":              false,
		"dataset, **dict(batch_size=8)": true,
		"Stream()":                      false,
		"dataset, sampler=None":         true,
	} {
		f := factsOf(t, imports+`
class Stream(IterableDataset):
    pass

def main(model, dataset, optimizer, n, given):
    loader = DataLoader(`+options+`)
    for epoch in range(n):
        for batch in loader:`+step)
		for _, e := range f.Entries() {
			for _, l := range e.Loaders() {
				if got := l.Unsharded(); got != want {
					t.Errorf("DataLoader(%s): unsharded = %v", options, got)
				}
			}
		}
	}
}
