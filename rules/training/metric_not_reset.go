package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// MetricNotReset finds metrics that go on gathering from one epoch to the next.
var MetricNotReset = &rules.Rule{
	Name:     "metric-not-reset",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("metric-not-reset"),
	On:       rules.PythonFile,
	Program:  true,
	Words: []string{"torchmetrics", "torcheval", "torchnet", "compute() epoch",
		"compute() step"}, // the metric may be made in another file
	Check: checkMetricNotReset,
}

func checkMetricNotReset(p *rules.Pass) {
	for _, n := range p.Train.NeverReset() {
		if ask.InTest(n.Read.File()) {
			continue
		}
		if n.Epochs == nil {
			p.AtPlace(n.Read, fmt.Sprintf(
				"Lightning resets a metric that is logged as an object, and this is the value of %s: nothing resets it, and what "+
					"each epoch reports goes over all before it, too; call %s.reset() behind this, or log the metric itself",
				n.Name, n.Name), nil)
			continue
		}
		p.AtPlace(n.Read, fmt.Sprintf(
			"%s is never reset: what each epoch reads of it goes over all epochs before, too; call %s.reset() in every epoch",
			n.Name, n.Name),
			[]rules.NotePlace{p.NoteAt(n.Added, "each epoch adds to it"), p.NoteAt(n.Epochs.Head(), "the epochs")})
	}
}
