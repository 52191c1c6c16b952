package training

import "github.com/trainlint/trainlint/rules"

// FP16ScalerWithBF16Weights finds GradScalers over weights that are bf16 themselves.
var FP16ScalerWithBF16Weights = &rules.Rule{
	Name:     "fp16-scaler-with-bf16-weights",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("fp16-scaler-with-bf16-weights"),
	On:       rules.PythonFile | rules.Job,
	Words:    []string{"bfloat16", "bf16"},
	Check:    func(p *rules.Pass) { checkScaledWeights(p, bf16Weights) },
}
