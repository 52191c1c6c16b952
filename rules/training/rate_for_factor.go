package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// RateForFactor finds schedules that multiply the learning rate by a learning rate.
var RateForFactor = &rules.Rule{
	Name:     "rate-for-factor",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("rate-for-factor"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"LambdaLR", "lr_lambda", "schedule optim"},
	Check:    checkRateForFactor,
}

func checkRateForFactor(p *rules.Pass) {
	for _, r := range p.Train.RatesForFactors() {
		at := r.Scheduler.Place()
		if ask.InTest(at.File()) {
			continue
		}
		rate := r.Optimizer.Unit.Module.File.Slice(r.Rate.Span())
		message := fmt.Sprintf(
			"LambdaLR multiplies the learning rate %s of the optimizer at %s by what its function gives, and that is a "+
				"multiple of %s again: the training runs with its square; return the factor alone",
			rate, ask.Where(r.Optimizer.Place(), at.Unit), rate)
		p.AtPlace(at, message, []rules.NotePlace{p.NoteAt(r.Optimizer.Place(), "the optimizer")})
	}
}
