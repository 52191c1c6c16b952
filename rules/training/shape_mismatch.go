package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/built"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// ShapeMismatch finds models whose forward pass torch refuses for the images that the job feeds them.
var ShapeMismatch = &rules.Rule{
	Name:     "shape-mismatch",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("shape-mismatch"),
	On:       rules.Job,
	Check:    checkShapes,
}

func checkShapes(p *rules.Pass) {
	refused := built.Mismatch(p.Job)
	if refused == nil {
		return
	}
	message := fmt.Sprintf("%s cannot run on the %s that its loader gives: %s", refused.Model, refused.Fed, refused.Reason)
	switch {
	case refused.Spread:
		message = refused.Reason + ": the smallest loss is that of one value for all of them; give both one shape, as with squeeze(1)"
	case refused.Model == "":
		message = "the first training step ends here, with what its loader gives: " + refused.Reason
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: refused.At.File.Path, Span: code(refused.At), Message: message,
	})
}

// code is a line without what it is indented by.
func code(line job.Place) source.Span {
	span := line.Span
	text := strings.TrimRight(string(line.File.Text[span.Start:span.End]), "\r\n")
	span.Start += len(text) - len(strings.TrimLeft(text, " \t"))
	span.End = span.Start + len(strings.TrimLeft(text, " \t"))
	return span
}
