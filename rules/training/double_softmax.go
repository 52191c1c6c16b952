package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DoubleSoftmax finds probabilities that cross entropy takes for logits.
var DoubleSoftmax = &rules.Rule{
	Name:     "double-softmax",
	Group:    rules.Training,
	Severity: rules.Error,
	Summary:  "cross entropy is given probabilities: it applies softmax itself",
	On:       rules.PythonFile,
	Words:    []string{"CrossEntropyLoss", "cross_entropy"},
	Check:    checkDoubleSoftmax,
	Doc: rules.Markdown(`## What it flags
The result of softmax given to ~CrossEntropyLoss~ or ~F.cross_entropy~: inline, through a name, or from a model of this file whose
~forward~ ends with softmax.

## Why it matters
Cross entropy applies log-softmax to its input. Probabilities lie between 0 and 1, so after a second softmax the loss of a perfect
prediction over 10 classes is 1.46 instead of 0, and gradients are small everywhere: training is slow and ends early.

## Example
~~~python bad
import torch.nn.functional as F

loss = F.cross_entropy(F.softmax(model(inputs), dim=1), targets)
~~~

~~~python good
import torch.nn.functional as F

loss = F.cross_entropy(model(inputs), targets)
~~~

## When it is fine
Softmax inside the model (attention), ~log_softmax~ (a second one changes nothing), softmax of the target (distillation).

## Fix safety
Unsafe: training changes, which is the point. Offered only where the softmax stands in the call.

## Sources
https://pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html`),
}

func checkDoubleSoftmax(p *rules.Pass) {
	for _, c := range lossCalls(p) {
		if c.name != "CrossEntropyLoss" || c.input == nil {
			continue
		}
		name, at := activation(p, c.input)
		if name != "softmax" {
			continue
		}
		p.At(c.call, fmt.Sprintf("%s applies softmax itself, and its input has been through one (line %d): gradients vanish where the prediction is sure; give it the logits", c.name, p.File.LineOf(at.Span().Start)),
			activationNotes(p, c, at), removeActivation(p, c, at)...)
	}
}

func activationNotes(p *rules.Pass, c lossCall, at *python.Call) []rules.NotePlace {
	if inline(c, at) {
		return nil
	}
	return []rules.NotePlace{p.Note(at, "the input comes from here")}
}

// removeActivation is the fix that takes an inline activation away.
func removeActivation(p *rules.Pass, c lossCall, at *python.Call) []fixes.Fix {
	text := unwrapped(p, at)
	if !inline(c, at) || text == "" {
		return nil
	}
	return pyedit.New(p.Python).ReplaceExpression(at, text).Fixes("give the loss the logits", fixes.Unsafe)
}
