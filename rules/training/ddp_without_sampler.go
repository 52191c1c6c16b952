package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DDPWithoutSampler finds data-parallel processes that all read the same data.
var DDPWithoutSampler = &rules.Rule{
	Name:     "ddp-without-sampler",
	Group:    rules.Training,
	Severity: rules.Warning,
	Summary:  "DistributedDataParallel trains on a loader without a distributed sampler",
	On:       rules.PythonFile,
	Words:    []string{"DistributedDataParallel"},
	Check:    checkDDPWithoutSampler,
	Doc: rules.Markdown(`## What it flags
A ~DataLoader~ without a sampler, in a file that wraps its model in ~DistributedDataParallel~ and trains on that loader.

## Why it matters
Every process walks over the whole dataset. An epoch costs as much as on one GPU; without shuffling all processes even see the same
batches, and the additional GPUs compute the same gradients.

## Example
~~~python bad
import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

def main(model, dataset, optimizer, device):
    model = DistributedDataParallel(model, device_ids=[device])
    loader = DataLoader(dataset, batch_size=32, shuffle=True)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
~~~

~~~python good
import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

def main(model, dataset, optimizer, device, epochs):
    model = DistributedDataParallel(model, device_ids=[device])
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
~~~

## When it is fine
An iterable or sharded dataset, a framework that shards (Accelerate, Fabric, DeepSpeed), loaders for evaluation.

## Fix safety
Shown only: the sampler takes over shuffling and wants ~set_epoch~.

## Sources
https://pytorch.org/docs/stable/data.html#torch.utils.data.distributed.DistributedSampler`),
}

func checkDDPWithoutSampler(p *rules.Pass) {
	model := distributedModel(p)
	if model == nil || shards.Match(code(p)) {
		return
	}
	for _, c := range p.Python.Calls("torch.utils.data.DataLoader") {
		assign, ok := c.Parent().(*python.Assign)
		if !ok || len(assign.Targets) != 1 || c.Spreads() || len(c.Args) == 0 {
			continue
		}
		batches, _ := trainingLoop(p, python.PathText(assign.Targets[0]), assign)
		if batches == nil {
			continue
		}
		plan := pyedit.New(p.Python)
		fix := plan.AddKeyword(c, "sampler", "DistributedSampler("+p.File.Slice(c.Args[0].Value.Span())+")").Fixes("shard the data", fixes.Shown)
		p.At(c, fmt.Sprintf("every process of DistributedDataParallel walks over all of %s: an epoch costs as much as on one GPU; give the loader a DistributedSampler", p.File.Slice(c.Args[0].Value.Span())),
			[]rules.NotePlace{p.Note(model, "the model is trained by several processes"), p.Note(loopHead{batches.Node}, "this loop trains on the loader")}, fix...)
	}
}
