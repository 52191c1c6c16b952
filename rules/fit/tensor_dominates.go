package fit

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/rules"
)

// TensorDominates names the one tensor that makes up most of a step that does not fit.
var TensorDominates = &rules.Rule{
	Name:     "tensor-dominates",
	Group:    rules.Fit,
	Severity: rules.Note,
	Page:     page("tensor-dominates"),
	On:       rules.Job,
	Check:    checkDominates,
}

func checkDominates(p *rules.Pass) {
	gpu, named := target(p)
	j := p.Job
	if !named || j.Text(dialect.Model) != "" && !j.Library || j.Divided() {
		return
	}
	e := memory.Describe(j)
	answer := built.Step(j, &e)
	if answer == nil {
		return
	}
	result := estimator.Estimate(e)
	largest := answer.Largest
	// its gradient is as large as it is itself, and both are there at once
	if !exceeds(result.DeviceLow(), gpu) || 2*largest.Bytes < result.Peak/2 {
		return
	}
	at := j.Own[0].Made.At
	p.Report(rules.Diagnostic{
		Severity: rules.Note, File: at.File.Path, Span: at.Span,
		Message: fmt.Sprintf(
			"of the %s that a step of %s takes, more than the %s of %s, %s are one tensor and its gradient: %s keeps %s (%s) for the backward pass; "+
				"a smaller batch or image divides it, and torch.utils.checkpoint around what makes and reads it keeps neither",
			estimator.FormatBytes(
				result.Device,
			),
			j.Own[0].Name,
			estimator.FormatBytes(gpu.Usable),
			gpu.Name,
			estimator.FormatBytes(2*largest.Bytes),
			largest.Holder(),
			largest.Text(),
			estimator.FormatBytes(largest.Bytes),
		),
		Notes: append(provenance(j, at), saidTarget(p)),
	})
}
