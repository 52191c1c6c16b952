package built

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// Refused is an operation in a model's forward pass that torch refuses: two shapes that are known cannot meet.
type Refused struct {
	Model  string
	Fed    string // 128x1x28x28
	At     job.Place
	Reason string // as torch words it
}

// Mismatch is where torch refuses the forward pass of the one model that a job trains, on what its loader is seen to give; nil
// where it does not, and where any of that is not certain.
func Mismatch(j *job.Job) *Refused {
	if len(j.Own) != 1 || j.OwnDoubt != nil || len(j.Own[0].Feeds) == 0 {
		return nil
	}
	own := j.Own[0]
	inputs, words := fedBy(own)
	m := build(j, own, Fed{Inputs: inputs})
	if m.Gap != nil || m.Answer.Ran || len(m.Answer.Unknown) != 1 || !m.Answer.Unknown[0].Shapes {
		return nil
	}
	gap := m.where(m.Answer.Unknown[0])
	module, _ := j.Sources().Module(gap.Path)
	if module == nil {
		return nil
	}
	_, reason, _ := strings.Cut(gap.Reason, "RuntimeError: ")
	at := job.Place{File: module.File, Span: module.File.LineSpan(gap.Line)}
	return &Refused{own.Name, strings.Join(words, ", "), at, strings.TrimSuffix(reason, ".")}
}

// fedBy are the inputs that a model is seen to be given, and their shapes as people write them.
func fedBy(own *job.Own) (inputs []model.Input, words []string) {
	for _, f := range own.Feeds {
		shape := []int64{f.Batch, f.Channels, f.Height, f.Width}
		inputs = append(inputs, model.Input{Name: f.Name, Shape: shape, DType: tensor.Float32})
		words = append(words, fmt.Sprintf("%dx%dx%dx%d", f.Batch, f.Channels, f.Height, f.Width))
	}
	return inputs, words
}
