package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// DoubleSoftmax finds probabilities that cross entropy takes for logits.
var DoubleSoftmax = &rules.Rule{
	Name:     "double-softmax",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("double-softmax"),
	On:       rules.PythonFile,
	Words:    rules.StepWords("CrossEntropyLoss", "cross_entropy", "loss"),
	Check:    checkDoubleSoftmax,
}

func checkDoubleSoftmax(p *rules.Pass) {
	for _, in := range ask.LossInputs(p) {
		if in.Loss != knowledge.CrossEntropy || in.Input.By != knowledge.Softmax {
			continue
		}
		in.Report(p, fmt.Sprintf("%s applies softmax itself, and its input has been through one (%s)", in.Loss, in.From()),
			"gradients vanish where the prediction is sure; give it the logits",
			"what is measured is no cross entropy of the predictions; give it the logits", in.WithoutActivation())
	}
}
