package speed

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// PinMemory points at loaders whose batches go to the GPU from pageable memory.
var PinMemory = &rules.Rule{
	Name:     "pin-memory",
	Group:    rules.Speed,
	Severity: rules.Note,
	Summary:  "batches are copied to the GPU from pageable memory",
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkPinMemory,
	Doc: rules.Markdown(`## What it flags
A ~DataLoader~ without ~pin_memory~ whose batches a loop of the file copies to a CUDA device.

## Why it matters
From pageable memory the driver copies each batch twice, and ~non_blocking=True~ cannot overlap the copy with computation.

## Example
~~~python bad
from torch.utils.data import DataLoader

def embed(model, dataset):
    loader = DataLoader(dataset, batch_size=32, num_workers=4)
    for images, _ in loader:
        model(images.cuda(non_blocking=True))
~~~

~~~python good
import torch
from torch.utils.data import DataLoader

def embed(model, dataset):
    loader = DataLoader(dataset, batch_size=32, num_workers=4, pin_memory=torch.cuda.is_available())
    for images, _ in loader:
        model(images.cuda(non_blocking=True))
~~~

## When it is fine
~pin_memory=False~ that somebody wrote, a dataset that returns CUDA tensors (they cannot be pinned), training on CPU or MPS, Hugging Face's
trainers (they pin by default).

## Fix safety
Unsafe: pinned memory cannot be swapped out, so a host that is short of it may run out.

## Sources
PyTorch tutorial "A guide on good usage of non_blocking and pin_memory()"; torch/utils/data/dataloader.py.`),
}

func checkPinMemory(p *rules.Pass) {
	for _, l := range loadings(p) {
		if l.prefix != "" || l.argument("pin_memory", pinMemoryPosition).Presence != python.Absent || makesCUDA(p, l) {
			continue
		}
		for _, loop := range loopsOver(p, l) {
			if move := movesBatch(p, loop); move != nil {
				p.At(l.call.Func, "no pin_memory: batches are copied to the GPU from pageable memory, twice and without overlap; pin_memory=torch.cuda.is_available() pins them",
					[]rules.NotePlace{p.Note(move, "the batch is copied to the GPU here")}, pinFix(p, l)...)
				break
			}
		}
	}
}

// makesCUDA reports whether the loader's dataset or collate_fn may return CUDA tensors.
func makesCUDA(p *rules.Pass, l loading) bool {
	if c := datasetClass(l); c != nil && onCUDA(p.Python, c) {
		return true
	}
	collate := l.argument("collate_fn", collatePosition)
	if collate.Presence == python.Uncertain {
		return true
	}
	fn := functionOf(p.Python, collate.Value)
	return fn != nil && transferIn(p, fn) != nil
}

func pinFix(p *rules.Pass, l loading) []fixes.Fix {
	e := pyedit.New(p.Python)
	torch, plan := e.Import(l.call, "torch", "")
	return plan.And(e.AddKeyword(l.call, "pin_memory", torch+".cuda.is_available()")).Fixes("pin_memory="+torch+".cuda.is_available()", fixes.Unsafe)
}
