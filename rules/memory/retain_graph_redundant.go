package memory

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// RetainGraphRedundant finds retain_graph=True beside create_graph=True.
var RetainGraphRedundant = &rules.Rule{
	Name:     "retain-graph-redundant",
	Group:    rules.Memory,
	Severity: rules.Note,
	On:       rules.PythonFile,
	Summary:  "retain_graph=True beside create_graph=True says nothing: it is the default there",
	Words:    []string{"retain_graph"},
	Check:    checkRetainGraphRedundant,
	Doc: rules.Markdown(`## What it flags
A literal ~retain_graph=True~ beside a literal ~create_graph=True~ in one backward or grad call.

## Why it matters
~retain_graph~ defaults to the value of ~create_graph~: the graph of the gradients refers to the graph it was
computed through, which has to stay. The argument changes nothing, neither the result nor the memory; without it the call
says what it is about.

## Example
~~~python bad
import torch

def gradient_penalty(critic, samples):
    samples = samples.detach().requires_grad_()
    scores = critic(samples)
    gradients = torch.autograd.grad(scores.sum(), samples, create_graph=True, retain_graph=True)[0]
    return ((gradients.flatten(1).norm(dim=1) - 1) ** 2).mean()
~~~
~~~python good
import torch

def gradient_penalty(critic, samples):
    samples = samples.detach().requires_grad_()
    scores = critic(samples)
    gradients = torch.autograd.grad(scores.sum(), samples, create_graph=True)[0]
    return ((gradients.flatten(1).norm(dim=1) - 1) ** 2).mean()
~~~

## When it is fine
Always; it is a matter of reading. When either value is not a literal, trainlint is silent.

## Fix safety
Safe: the call does the same without the argument.

## Sources
PyTorch documentation of ~torch.autograd.grad~: "retain_graph … Defaults to the value of create_graph".
`),
}

func checkRetainGraphRedundant(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, call := range differentiations(p) {
		position := retainPosition(p, call)
		retain := p.Python.Argument(call, "retain_graph", position)
		next := -1
		if position >= 0 {
			next = position + 1
		}
		create := p.Python.Argument(call, "create_graph", next)
		if retain.Direct == nil || create.Direct == nil || !isLiteralTrue(retain.Value) || !isLiteralTrue(create.Value) {
			continue
		}
		p.At(retain.Direct, "retain_graph=True changes nothing beside create_graph=True, which implies it; drop it", nil,
			redundantFix(editor, call, retain.Direct)...)
	}
}

func redundantFix(editor *pyedit.Editor, c *python.Call, a *python.Arg) []fixes.Fix {
	if a.Name == "" { // the arguments behind it would move up
		return nil
	}
	return editor.RemoveArgument(c, a).Fixes("drop retain_graph=True", fixes.Safe)
}
