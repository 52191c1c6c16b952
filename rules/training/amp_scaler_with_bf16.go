package training

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpScalerWithBf16 finds loss scaling where there is nothing to save from underflow.
var AmpScalerWithBf16 = &rules.Rule{
	Name:     "amp-scaler-with-bf16",
	Group:    rules.Training,
	Severity: rules.Note,
	Summary:  "a GradScaler does nothing useful for bf16",
	On:       rules.PythonFile,
	Words:    []string{"GradScaler"},
	Check:    checkScalerWithBf16,
	Doc: rules.Markdown(`## What it flags
An enabled ~GradScaler~ in a file in which every autocast block computes in bf16.

## Why it matters
bf16 has the range of fp32: gradients do not underflow. The scaler only adds a pass over all gradients and a wait for the GPU in
every step, and skips steps when its growing scale overflows.

## Example
~~~python bad
import torch

scaler = torch.amp.GradScaler("cuda")
with torch.autocast("cuda", dtype=torch.bfloat16):
    loss = model(batch).mean()
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
~~~

~~~python good
import torch

scaler = torch.amp.GradScaler("cuda", enabled=False)
with torch.autocast("cuda", dtype=torch.bfloat16):
    loss = model(batch).mean()
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
~~~

## When it is fine
~enabled=~ is an expression, the dtype is a setting, or another block computes in fp16.

## Fix safety
Unsafe: steps that the scaler would have skipped are made.

## Sources
https://pytorch.org/docs/stable/amp.html#gradient-scaling`),
}

func checkScalerWithBf16(p *rules.Pass) {
	if !onlyBf16(p) {
		return
	}
	for _, c := range p.Python.AllCalls() {
		path := p.Python.Resolve(c.Func)
		if !strings.HasPrefix(path, "torch.") || !strings.HasSuffix(path, ".GradScaler") ||
			p.Python.Argument(c, "enabled", enabledPosition(path)).Presence != python.Absent {
			continue
		}
		fix := pyedit.New(p.Python).AddKeyword(c, "enabled", "False").Fixes("disable the scaler", fixes.Unsafe)
		p.At(c, "GradScaler scales losses that autocast computes in bf16, which has the range of fp32: it costs a pass over all gradients and a wait for the GPU in every step; disable it", nil, fix...)
	}
}

// enabledPosition is where the enabled argument stands: the device comes first in
// torch.amp.GradScaler.
func enabledPosition(path string) int {
	if path == "torch.amp.GradScaler" {
		return 5
	}
	return 4
}

// onlyBf16 reports whether the file has autocast blocks and all of them say bf16.
func onlyBf16(p *rules.Pass) bool {
	found := false
	for _, c := range p.Python.Calls("torch.amp.autocast", "torch.cuda.amp.autocast", "torch.autocast") {
		dtype := p.Python.Argument(c, "dtype", 1) // in the old and in the new order
		if dtype.Presence != python.Given || p.Python.Resolve(dtype.Value) != "torch.bfloat16" {
			return false
		}
		found = true
	}
	return found
}
