package fit

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/rules"
)

// checkWritten looks at a job that trains models of the project's own: they are too large for a card where what every
// step needs is, whatever it is fed.
func checkWritten(p *rules.Pass, gpu estimator.GPU) {
	j := p.Job
	if len(j.Own) == 0 || j.Text(dialect.Model) != "" || j.Divided() {
		return
	}
	models := built.Of(j)
	e := memory.Describe(j)
	e.Model = models.Estimated()
	least, ok := estimator.Least(e)
	at := j.Own[0].Made.At
	if !ok || at.File == nil || !exceeds(least.Sum(), gpu) {
		return
	}
	severity, what := rules.Error, "its weights alone"
	if !exceeds(least.Weights, gpu) { // a parameter that the forward pass does not use has neither gradient nor state
		severity, what = rules.Warning, "where all its parameters take part, most of it "+largest(least)
	}
	p.Report(rules.Diagnostic{
		Severity: severity, File: at.File.Path, Span: at.Span,
		Message: fmt.Sprintf(
			"%s has %s parameters and needs at least %s a GPU whatever it is fed (%s), more than the %s of %s",
			models.List[0].Name,
			billions(e.Model.Params),
			estimator.FormatBytes(least.Sum()),
			what,
			estimator.FormatBytes(gpu.Usable),
			gpu.Name,
		),
		Notes: append(provenance(j, at), saidTarget(p)),
	})
}
