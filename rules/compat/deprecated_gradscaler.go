package compat

import "github.com/trainlint/trainlint/rules"

// DeprecatedGradScaler flags torch.cuda.amp.GradScaler and torch.cpu.amp.GradScaler.
var DeprecatedGradScaler = &rules.Rule{
	Name:     "deprecated-gradscaler",
	Group:    rules.Compat,
	Severity: rules.Warning,
	Summary:  "torch.cuda.amp.GradScaler is deprecated since torch 2.4",
	Doc:      deprecatedGradScalerDoc,
	On:       rules.PythonFile,
	Words:    []string{"GradScaler"},
	Version:  "torch>=2.3",
	Check:    checkDeprecatedGradScaler,
}

const deprecatedGradScalerDoc = `## What it flags

Every use of ` + "`torch.cuda.amp.GradScaler` or `torch.cpu.amp.GradScaler`" + `, through any form of import: made, subclassed,
or stored to be made later. Annotations and ` + "`isinstance`" + ` checks are notes: they raise no warning, but a scaler that
` + "`torch.amp.GradScaler`" + ` makes is no instance of the old class.

## Why it matters

Since torch 2.4 making one raises a FutureWarning, and the old names will go.

## Example

` + "```python bad" + `
import torch

scaler = torch.cuda.amp.GradScaler(enabled=True)
` + "```" + `

` + "```python good" + `
import torch

scaler = torch.amp.GradScaler("cuda", enabled=True)
` + "```" + `

## When it is fine

As a fallback for older versions: in a ` + "`try`" + ` that catches ImportError or AttributeError, or behind a test of the
version or ` + "`hasattr(torch.amp, \"GradScaler\")`" + `. Projects that declare torch < 2.3, which has no torch.amp.GradScaler,
hear nothing.

## Fix safety

Safe: the device comes first, all else stays in its order. Unsafe where the project also declares a torch older than 2.3.
No fix for a subclass, or where the class itself is handed on.

## Versions

torch >= 2.3.

## Sources

torch/cuda/amp/grad_scaler.py and torch/amp/grad_scaler.py of torch 2.4.
`

var gradScalerMove = ampMove{name: "GradScaler", since: "2.3"}

func checkDeprecatedGradScaler(p *rules.Pass) { gradScalerMove.report(p) }
