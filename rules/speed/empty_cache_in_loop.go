package speed

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// EmptyCacheInLoop finds the allocator's cache emptied in every training step.
var EmptyCacheInLoop = &rules.Rule{
	Name:     "empty-cache-in-loop",
	Group:    rules.Speed,
	Severity: rules.Warning,
	Summary:  "torch.cuda.empty_cache() or gc.collect() in every training step",
	On:       rules.PythonFile,
	Words:    []string{"empty_cache", "gc collect"},
	Check:    checkEmptyCache,
	Doc: rules.Markdown(`## What it flags
~torch.cuda.empty_cache()~ (also of ~torch.xpu~, ~torch.mps~ and ~torch.npu~) or ~gc.collect()~ that runs in every training step, directly or in
a helper of the same file.

## Why it matters
~empty_cache()~ gives PyTorch no memory that it could not already use: it waits for the GPU, hands the cached blocks back to the driver, and
the next step has to ask for them again, with one ~cudaMalloc~ each. ~gc.collect()~ walks over every Python object of the process.

## Example
~~~python bad
import torch

def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        torch.cuda.empty_cache()
~~~

~~~python good
import torch

def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
    torch.cuda.empty_cache()
~~~

## When it is fine
Every n steps, in the handler of an out-of-memory error, after a checkpoint or an evaluation, between training and evaluation, per epoch, where the
step generates text or rollouts or measures memory, where a comment says that the memory is for NCCL or another process.

## Fix safety
Unsafe: another process on the same GPU may count on the memory.

## Sources
PyTorch documentation, torch.cuda.empty_cache and CUDA semantics, "Memory management".`),
}

var cacheCalls = []string{"torch.cuda.empty_cache", "torch.xpu.empty_cache", "torch.mps.empty_cache", "torch.npu.empty_cache",
	"torch.cuda.memory.empty_cache", "torch.accelerator.empty_cache", "gc.collect"}

func checkEmptyCache(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, c := range p.Python.Calls(cacheCalls...) {
		step := stepOf(p, c)
		if step == nil || afterSomethingRare(p, c) || forOthers(p, c) || generates.MatchString(functionText(p, c)+functionText(p, step)+p.File.Slice(step.Span())) {
			continue
		}
		name := p.File.Slice(c.Span())
		cost := "it waits for the GPU and makes the next step allocate anew, and gives PyTorch no memory it could not already use"
		if p.Python.Resolve(c.Func) == "gc.collect" {
			cost = "it walks over every Python object of the process"
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok {
			fix = e.RemoveStatement(s).Fixes("remove "+name, fixes.Unsafe)
		}
		p.At(c, fmt.Sprintf("%s in every training step: %s; remove it, or call it once per epoch", name, cost),
			[]rules.NotePlace{p.Note(head(step), "the training step")}, fix...)
	}
}

// generates is how code that lets a policy generate between its updates calls
// that: the step takes minutes there, and generation needs the memory whole. Code
// that measures memory wants each step to start alike.
var generates = regexp.MustCompile(`(?i)\b(\w*generate\w*|rollouts?|vllm\w*|\w*trajector(y|ies)|(max_)?memory_(allocated|reserved))\(`)

// outside is what a comment says where memory is freed for somebody else: NCCL and
// other processes cannot use what PyTorch's allocator keeps.
var outside = regexp.MustCompile(`(?i)nccl|reduce_?scatter|all_?gather|all_?reduce|fragment|vllm|other process|driver`)

// forOthers reports whether a comment beside or above the call says that the
// memory is for something outside PyTorch's allocator.
func forOthers(p *rules.Pass, c *python.Call) bool {
	line := p.File.LineOf(c.Span().Start)
	for _, comment := range p.Python.Comments {
		if at := p.File.LineOf(comment.Span.Start); (at == line || at == line-1) && outside.MatchString(comment.Text) {
			return true
		}
	}
	return false
}

// head is a short part of a loop or function to point at.
func head(n python.Node) python.Node {
	switch n := n.(type) {
	case *python.For:
		return n.Target
	case *python.While:
		return n.Test
	}
	return n
}

var rareWork = set("save", "save_checkpoint", "save_model", "save_pretrained", "save_state", "evaluate", "validate", "eval", "validation",
	"test", "generate", "log_validation", "sample", "load_state_dict", "to", "cpu")

// afterSomethingRare reports whether the statement before saves, evaluates or moves
// a model: what it leaves behind is what is emptied.
func afterSomethingRare(p *rules.Pass, c *python.Call) bool {
	s := python.EnclosingStmt(c)
	var before python.Stmt
	for _, other := range python.BlockOf(s) {
		if other == s {
			break
		}
		if !isCacheCall(p, other) {
			before = other
		}
	}
	if stmt, ok := before.(*python.ExprStmt); ok {
		if call, ok := stmt.Value.(*python.Call); ok {
			name := call.MethodName()
			if n, plain := call.Func.(*python.Name); plain {
				name = n.ID
			}
			return rareWork[name]
		}
	}
	return false
}

func isCacheCall(p *rules.Pass, s python.Stmt) bool {
	stmt, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.Value.(*python.Call)
	if !ok {
		return false
	}
	name := p.Python.Resolve(call.Func)
	for _, known := range cacheCalls {
		if name == known {
			return true
		}
	}
	return false
}
