package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// Fp16WeightsWithAdam finds optimizers whose eps is zero in the dtype of the weights.
var Fp16WeightsWithAdam = &rules.Rule{
	Name:     "fp16-weights-with-adam",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("fp16-weights-with-adam"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords(".half() .step(", "float16 .step(", "torch.half .step("),
	Check:    checkFp16WeightsWithAdam,
}

func checkFp16WeightsWithAdam(p *rules.Pass) {
	for _, h := range p.Train.HalfSteps() {
		class, _ := h.Made.Callee.(run.Symbol)
		p.AtPlace(h.Converted.Place(), fmt.Sprintf(
			"%s has fp16 weights and %s steps on them: its eps of %g is 0 in fp16, and so is the square of a small gradient, "+
				"so the first step divides by 0 and leaves inf and nan; keep the weights in fp32 and use autocast, or give %s "+
				"an eps of 1e-4",
			convertedName(h.Converted), optimizerName(h.Step), h.Eps, run.LastPart(string(class))),
			[]rules.NotePlace{
				p.NoteAt(h.Made.Place(), "the optimizer takes these weights"),
				p.NoteAt(h.Step.Place(), "it steps here"),
			})
	}
}
