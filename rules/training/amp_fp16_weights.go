package training

import "github.com/trainlint/trainlint/rules"

// AmpFp16WeightsWithScaler finds GradScalers over weights that are fp16 themselves.
var AmpFp16WeightsWithScaler = &rules.Rule{
	Name:     "amp-fp16-weights-with-scaler",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("amp-fp16-weights-with-scaler"),
	On:       rules.PythonFile | rules.Job,
	Words:    []string{"GradScaler", "float16", ".half()"},
	Check:    func(p *rules.Pass) { checkScaledWeights(p, fp16Weights) },
}
