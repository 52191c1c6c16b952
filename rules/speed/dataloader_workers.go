package speed

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DataloaderWorkers points at loaders that load in the training process itself.
var DataloaderWorkers = &rules.Rule{
	Name:     "dataloader-workers",
	Group:    rules.Speed,
	Severity: rules.Note,
	Summary:  "a DataLoader without workers makes the GPU wait for every batch",
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkDataloaderWorkers,
	Doc: rules.Markdown(`## What it flags
A ~DataLoader~ with ~num_workers~ absent or 0 whose batches a training loop of the file copies to a CUDA device.

## Why it matters
Without workers each batch is read, decoded and put together by the training process, between two steps: the GPU does nothing in that time.

## Example
~~~python bad
from torch.utils.data import DataLoader

def train(model, optimizer, dataset):
    loader = DataLoader(dataset, batch_size=32)
    for images, labels in loader:
        loss = model(images.to("cuda"), labels.to("cuda"))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
~~~

~~~python good
from torch.utils.data import DataLoader

def train(model, optimizer, dataset):
    loader = DataLoader(dataset, batch_size=32, num_workers=4, pin_memory=True)
    for images, labels in loader:
        loss = model(images.to("cuda"), labels.to("cuda"))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
~~~

## When it is fine
Data that is in memory already (~TensorDataset~, a list, a dataset whose ~__getitem__~ only takes a slice), data that lives on the GPU,
an ~IterableDataset~ (each worker would yield all of it unless it shards), notebooks, loops that do not train.

## Fix safety
Shown only: how many workers pay off depends on the machine. 4 per GPU is a common start.

## Sources
PyTorch performance tuning guide, "Enable asynchronous data loading and augmentation".`),
}

func checkDataloaderWorkers(p *rules.Pass) {
	if strings.HasSuffix(p.File.Path, ".ipynb") {
		return // workers cannot import what a cell defines where processes are spawned
	}
	for _, l := range loadings(p) {
		w := l.workers()
		if l.prefix != "" || w.count != zero && w.count != zeroAbsent || resident(l) {
			continue
		}
		if c := datasetClass(l); c != nil && onCUDA(p.Python, c) {
			continue
		}
		if move := trainsOnCUDA(p, l); move != nil {
			state := "num_workers=0"
			if w.count == zeroAbsent {
				state = "no num_workers"
			}
			p.At(l.call.Func, fmt.Sprintf("%s: the training process loads every batch itself while the GPU waits; num_workers=4 is a common start", state),
				[]rules.NotePlace{p.Note(move, "the batch is copied to the GPU here")}, workersFix(p, l)...)
		}
	}
}

// trainsOnCUDA is where a training loop over the loader copies a batch to CUDA.
func trainsOnCUDA(p *rules.Pass, l loading) *python.Call {
	for _, loop := range loopsOver(p, l) {
		if !loop.Trains {
			continue
		}
		if move := movesBatch(p, loop); move != nil {
			return move
		}
	}
	return nil
}

func workersFix(p *rules.Pass, l loading) []fixes.Fix {
	e := pyedit.New(p.Python)
	arg := l.argument("num_workers", workersPosition)
	if arg.Direct != nil {
		return e.SetArgument(arg.Direct, "4").Fixes("num_workers=4", fixes.Shown)
	}
	return e.AddKeyword(l.call, "num_workers", "4").Fixes("num_workers=4", fixes.Shown)
}
