package speed

import (
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CUDASynchronizeInLoop points at training steps that wait for the GPU.
var CUDASynchronizeInLoop = &rules.Rule{
	Name:     "cuda-synchronize-in-loop",
	Group:    rules.Speed,
	Severity: rules.Note,
	Summary:  "torch.cuda.synchronize() in every training step",
	On:       rules.PythonFile,
	Words:    []string{"synchronize"},
	Check:    checkSynchronize,
	Doc: rules.Markdown(`## What it flags
~torch.cuda.synchronize()~ in every training step, where nothing is timed.

## Why it matters
The host queues work ahead of the GPU. Waiting for the GPU in every step empties the queue, and the GPU then waits for Python.

## Example
~~~python bad
import torch

def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        torch.cuda.synchronize()
~~~

~~~python good
import torch

def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
    torch.cuda.synchronize()
~~~

## When it is fine
In code that measures time, and in the steps that a condition selects.

## Fix safety
Unsafe: code that uses streams of its own may need it.

## Sources
PyTorch documentation, CUDA semantics, "Asynchronous execution".`),
}

// clock is how code that measures time calls things.
var clock = regexp.MustCompile(`\b(time\.time|perf_counter|monotonic|elapsed_time|timeit|benchmark|Timer|timer|memory_stats|max_memory_allocated)\b`)

func checkSynchronize(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, c := range p.Python.Calls("torch.cuda.synchronize", "torch.accelerator.synchronize") {
		step := stepOf(p, c)
		if step == nil || clock.MatchString(p.File.Slice(step.Span())) || clock.MatchString(functionText(p, c)) {
			continue
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok {
			fix = e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		p.At(c, "torch.cuda.synchronize() in every training step: the GPU runs dry while Python queues the next step; remove it",
			[]rules.NotePlace{p.Note(head(step), "the training step")}, fix...)
	}
}

func functionText(p *rules.Pass, n python.Node) string {
	if fn := python.EnclosingFunction(n); fn != nil {
		return p.File.Slice(fn.Span())
	}
	return ""
}
