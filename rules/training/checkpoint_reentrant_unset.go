package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointReentrantUnset finds checkpoint calls that leave the variant to the version.
var CheckpointReentrantUnset = &rules.Rule{
	Name:     "checkpoint-reentrant-unset",
	Group:    rules.Training,
	Severity: rules.Warning,
	Summary:  "checkpoint() without use_reentrant",
	On:       rules.PythonFile,
	Words:    []string{"checkpoint"},
	Version:  "torch>=2.1",
	Check:    checkReentrantUnset,
	Doc: rules.Markdown(`## What it flags
~torch.utils.checkpoint.checkpoint~ and ~checkpoint_sequential~ without the ~use_reentrant~ argument.

## Why it matters
PyTorch warns at every start, and means to change the default from True to False. The two differ: the reentrant variant needs an input that
requires a gradient, and knows neither ~torch.autograd.grad~ nor keyword arguments of the function.

## Example
~~~python bad
from torch.utils.checkpoint import checkpoint

def forward(block, x):
    return checkpoint(block, x)
~~~

~~~python good
from torch.utils.checkpoint import checkpoint

def forward(block, x):
    return checkpoint(block, x, use_reentrant=False)
~~~

## When it is fine
The argument may come from ~**kwargs~, or the call is the branch for an old PyTorch behind a version test.

## Fix safety
~use_reentrant=True~ is safe: it is what the call means today. ~use_reentrant=False~, which PyTorch recommends, is unsafe: it changes how backward runs.

## Versions
PyTorch 2.1 and newer warn.

## Sources
https://pytorch.org/docs/stable/checkpoint.html`),
}

func checkReentrantUnset(p *rules.Pass) {
	for _, c := range p.Python.Calls("torch.utils.checkpoint.checkpoint", "torch.utils.checkpoint.checkpoint_sequential") {
		if p.Python.Argument(c, "use_reentrant", -1).Presence != python.Absent || p.Python.Guarded(c) {
			continue
		}
		edit := pyedit.New(p.Python)
		fix := edit.AddKeyword(c, "use_reentrant", "True").Fixes("say use_reentrant=True, today's default", fixes.Safe)
		fix = append(fix, edit.AddKeyword(c, "use_reentrant", "False").Fixes("use the recommended use_reentrant=False", fixes.Unsafe)...)
		p.At(c, fmt.Sprintf("%s() leaves use_reentrant unset: PyTorch warns at every start and means to change the default; say True (today's) or False (recommended)", flow.LastName(c.Func)), nil, fix...)
	}
}
