package training

import (
	"regexp"

	"github.com/trainlint/trainlint/rules"
)

// AmpFp16WeightsWithScaler finds GradScalers over weights that are fp16 themselves.
var AmpFp16WeightsWithScaler = &rules.Rule{
	Name:     "amp-fp16-weights-with-scaler",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("amp-fp16-weights-with-scaler"),
	On:       rules.PythonFile | rules.Job,
	Words:    []string{"GradScaler", "float16"},
	Check:    func(p *rules.Pass) { checkScaledWeights(p, fp16Weights) },
}

var adapterWord = regexp.MustCompile(`(?i)lora|peft|adapter|cast_training_params|prepare_model_for|\.data\.float\(\)|\.to\((dtype=)?torch\.float(32)?\b`)
