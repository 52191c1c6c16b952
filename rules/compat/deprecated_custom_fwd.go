package compat

import "github.com/trainlint/trainlint/rules"

// DeprecatedCustomFwd flags torch.cuda.amp.custom_fwd and custom_bwd.
var DeprecatedCustomFwd = &rules.Rule{
	Name:     "deprecated-custom-fwd",
	Group:    rules.Compat,
	Severity: rules.Warning,
	Summary:  "torch.cuda.amp.custom_fwd and custom_bwd are deprecated since torch 2.4",
	Doc:      deprecatedCustomFwdDoc,
	On:       rules.PythonFile,
	Words:    []string{"custom_fwd", "custom_bwd"},
	Version:  "torch>=2.4",
	Check:    checkDeprecatedCustomFwd,
}

const deprecatedCustomFwdDoc = `## What it flags

` + "`torch.cuda.amp.custom_fwd` and `torch.cuda.amp.custom_bwd`" + ` on the methods of an autograd Function, bare or called,
through any form of import.

## Why it matters

Since torch 2.4 each of them raises a FutureWarning when the module is imported, and they will go. The new ones need
` + "`device_type`" + `: a bare ` + "`@torch.amp.custom_fwd`" + ` fails.

## Example

` + "```python bad" + `
import torch
from torch.cuda.amp import custom_bwd, custom_fwd

class Double(torch.autograd.Function):
    @staticmethod
    @custom_fwd
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    @custom_bwd
    def backward(ctx, grad):
        return 2 * grad
` + "```" + `

` + "```python good" + `
import torch

class Double(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda")
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, grad):
        return 2 * grad
` + "```" + `

## When it is fine

As a fallback for older versions, in a ` + "`try`" + ` or behind a test of the version. Projects that declare torch < 2.4 hear
nothing.

## Fix safety

Safe: the old functions call the new ones with ` + "`device_type=\"cuda\"`" + `. Unsafe where the project also declares a torch
older than 2.4, which has no torch.amp.custom_fwd.

## Versions

torch >= 2.4.

## Sources

torch/cuda/amp/autocast_mode.py and torch/amp/autocast_mode.py of torch 2.4.
`

func checkDeprecatedCustomFwd(p *rules.Pass) {
	for _, name := range []string{"custom_fwd", "custom_bwd"} {
		ampMove{name: name, since: "2.4", byKeyword: true}.report(p)
	}
}
