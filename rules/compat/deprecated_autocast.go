package compat

import "github.com/trainlint/trainlint/rules"

// DeprecatedAutocast flags torch.cuda.amp.autocast and torch.cpu.amp.autocast.
var DeprecatedAutocast = &rules.Rule{
	Name:     "deprecated-autocast",
	Group:    rules.Compat,
	Severity: rules.Warning,
	Summary:  "torch.cuda.amp.autocast is deprecated since torch 2.4",
	Doc:      deprecatedAutocastDoc,
	On:       rules.PythonFile,
	Words:    []string{"autocast"},
	Version:  "torch>=2.4",
	Check:    checkDeprecatedAutocast,
}

const deprecatedAutocastDoc = `## What it flags

Every use of ` + "`torch.cuda.amp.autocast` or `torch.cpu.amp.autocast`" + `, through any form of import: as a call, a
context manager, a decorator, an argument of ` + "`functools.partial`" + `, or stored to be called later. Annotations and
` + "`isinstance`" + ` checks are notes. An import by itself is not flagged: it does not warn.

## Why it matters

Since torch 2.4 each call raises a FutureWarning, and the old names will go. Moving by hand is easy to get wrong: the old
parameters are (enabled, dtype, cache_enabled), the new ones (device_type, dtype, enabled, cache_enabled), so
` + "`autocast(True)`" + ` must become ` + "`autocast(\"cuda\", enabled=True)`" + `, and not ` + "`autocast(\"cuda\", True)`" + `.

## Example

` + "```python bad" + `
from torch.cuda.amp import autocast

def step(model, batch, use_amp):
    with autocast(use_amp):
        return model(batch)
` + "```" + `

` + "```python good" + `
import torch

def step(model, batch, use_amp):
    with torch.amp.autocast("cuda", enabled=use_amp):
        return model(batch)
` + "```" + `

## When it is fine

As a fallback for older versions: in a ` + "`try`" + ` that catches ImportError or AttributeError, or behind a test of the
version or ` + "`hasattr(torch, \"amp\")`" + `. Projects that declare torch < 2.4 hear nothing.

## Fix safety

Safe: positional arguments get their names, and the device comes first. ` + "`import torch`" + ` is added when it is missing, and
the old import goes when nothing else uses it. Unsafe for ` + "`functools.partial`" + `, for a use without parentheses (which did
not work before), and where the project declares a torch older than 1.12, which has no torch.amp.autocast. No fix with
` + "`*args`" + `, in a subclass, or where the class itself is handed on.

## Versions

torch >= 2.4.

## Sources

torch/cuda/amp/autocast_mode.py and torch/amp/autocast_mode.py of torch 2.4.
`

var autocastMove = ampMove{name: "autocast", since: "1.12", order: []string{"enabled", "dtype", "cache_enabled"}}

func checkDeprecatedAutocast(p *rules.Pass) { autocastMove.report(p) }
