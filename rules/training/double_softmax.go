package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// DoubleSoftmax finds probabilities, of a softmax or of a sigmoid, that cross entropy takes for logits.
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
		if in.Loss != knowledge.CrossEntropy {
			continue
		}
		switch in.Input.By {
		case knowledge.Softmax:
			in.Report(p, fmt.Sprintf("%s applies softmax itself, and its input has been through one (%s)", in.Loss, in.From()),
				"gradients vanish where the prediction is sure; give it the logits",
				"what is measured is no cross entropy of the predictions; give it the logits", in.WithoutActivation())
		case knowledge.Sigmoid:
			in.Report(p, fmt.Sprintf("%s applies softmax to logits, and its input has been through a sigmoid (%s)", in.Loss, in.From()),
				"no two logits differ by more than 1, so that of n classes none gets more than e/(e+n-1); give it the logits",
				"what is measured is no cross entropy of the predictions; give it the logits", in.WithoutActivation())
		}
	}
}
