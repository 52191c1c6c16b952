package built

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
)

// Refused is an operation in a model's forward pass that torch refuses: two shapes that are known cannot meet.
type Refused struct {
	Model  string
	Fed    string // 128x1x28x28
	At     job.Place
	Reason string // as torch words it
}

// Mismatch is where torch refuses the forward pass of the one model that a job trains, on what its loader is seen to give; nil where
// it does not, and where any of that is not certain.
func Mismatch(j *job.Job) *Refused {
	if len(j.Own) != 1 || j.Loop == nil || len(j.Loop.Beside) > 0 {
		return nil // several models cost more than a linter may take
	}
	step, gap := Train(j, 0)
	if gap == nil || step == nil || step.Refused < 0 || !gap.Shapes {
		return nil
	}
	module, _ := j.Sources().Module(gap.Path)
	if module == nil {
		return nil
	}
	_, reason, _ := strings.Cut(gap.Reason, "RuntimeError: ")
	at := job.Place{File: module.File, Span: module.File.LineSpan(gap.Line)}
	return &Refused{j.Own[step.Refused].Name, step.Inputs[step.Refused], at, strings.TrimSuffix(reason, ".")}
}
