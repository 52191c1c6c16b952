package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// RectifiedLogits finds logits that a ReLU keeps from falling below 0.
var RectifiedLogits = &rules.Rule{
	Name:     "rectified-logits",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("rectified-logits"),
	On:       rules.PythonFile,
	Words:    rules.StepWords("CrossEntropyLoss", "cross_entropy", "BCEWithLogits", "loss"),
	Check:    checkRectifiedLogits,
}

func checkRectifiedLogits(p *rules.Pass) {
	for _, in := range ask.LossInputs(p) {
		if in.Input.By != knowledge.Rectified || in.Measured { // where it is measured nobody can leave it out any more
			continue
		}
		wrong := fmt.Sprintf("%s wants logits, and its input has been through a ReLU (%s)", in.Loss, in.From())
		switch in.Loss {
		case knowledge.BinaryCrossEntropyWithLogits:
			in.Report(p, wrong,
				"no probability falls below 0.5, and where the ReLU gives 0 there is no gradient; leave it out",
				"", in.WithoutActivation())
		case knowledge.CrossEntropy:
			in.Report(p, wrong,
				"no logit falls below 0, and a class whose logit is 0 gets no gradient, right or wrong; leave it out",
				"", in.WithoutActivation())
		}
	}
}
