package built

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
)

// Refused is an operation of a training step that torch refuses: two shapes that are known cannot meet.
type Refused struct {
	// Model is that in whose forward pass it stands, and Fed what that is given, 128x1x28x28; "" where it stands behind
	// the forward pass, as a loss does.
	Model, Fed string
	At         job.Place
	Reason     string // as torch words it
	// Spread is set where torch refuses nothing: a loss compares each prediction with every target.
	Spread bool
}

// lintSteps bound what following one loop may cost where files are only linted. Of those that are followed to their
// end, the dearest take some 260,000, nine of ten less than 100,000.
const lintSteps = 300_000

// Mismatch is where torch refuses the step of the one model that a job trains, its forward pass or its loss, on what
// its loader is seen to give; nil where it does not, and where any of that is not certain.
func Mismatch(j *job.Job) *Refused {
	if len(j.Own) != 1 || j.OwnDoubt != nil || j.Own[0].Beside != nil || j.Loop == nil || j.Loop.Steps != nil {
		return nil // several models cost more than a linter may take
	}
	if !j.Sources().Roomy() {
		return nil // others of the project's files are read yet
	}
	ask := model.Training{Steps: lintSteps}
	ask.Torch, ask.Undated = TorchOf(j)
	if unfollowed(j) != nil {
		return nil
	}
	step, gap := follow(j, ask, nil)
	if gap == nil && step != nil && step.Spread != nil {
		return spread(j, ask, step.Spread)
	}
	if gap == nil || step == nil || !gap.Shapes {
		return nil
	}
	if startsItself(j) { // a second witness, which comes to the loop as Python does
		if other, ends := fromStart(j, ask, nil, nil); other != nil &&
			(ends == nil || ends.Shapes && (ends.Path != gap.Path || ends.Line != gap.Line)) {
			return nil
		}
	}
	module, _ := j.Sources().Module(gap.Path)
	if module == nil {
		return nil
	}
	_, reason, _ := strings.Cut(gap.Reason, "RuntimeError: ")
	at := job.Place{File: module.File, Span: module.File.LineSpan(gap.Line)}
	refused := &Refused{At: at, Reason: strings.TrimSuffix(reason, ".")}
	if step.Refused >= 0 {
		refused.Model, refused.Fed = j.Own[step.Refused].Name, step.Inputs[step.Refused]
	}
	return refused
}

// spread is the loss of a step that compares each prediction with every target; nil where the second witness sees none.
func spread(j *job.Job, ask model.Training, at *model.Spread) *Refused {
	if startsItself(j) {
		other, ends := fromStart(j, ask, nil, nil)
		if other != nil && ends == nil && (other.Spread == nil || other.Spread.Line != at.Line) {
			return nil
		}
	}
	module, _ := j.Sources().Module(at.Path)
	if module == nil {
		return nil
	}
	return &Refused{
		At: job.Place{File: module.File, Span: module.File.LineSpan(at.Line)}, Reason: at.Reason, Spread: true,
	}
}
