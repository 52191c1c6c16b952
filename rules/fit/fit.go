// Package fit holds the rules about whether a job fits the memory it runs in.
package fit

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/rules"
)

// inputs are the fields that a memory estimate rests on, in the order of notes.
var inputs = []dialect.Field{
	dialect.Model,
	dialect.Method,
	dialect.Weights,
	dialect.Quantisation,
	dialect.Precision,
	dialect.Optimizer,
	dialect.MicroBatch,
	dialect.SeqLen,
	dialect.ImageSize,
	dialect.Checkpointing,
	dialect.GPUs,
	dialect.Sharding,
	dialect.OffloadOptimizer,
	dialect.OffloadParams,
}

// provenance points at where each input of an estimate is written.
func provenance(j *job.Job, but job.Place) []rules.NotePlace {
	var notes []rules.NotePlace
	for _, f := range inputs {
		v, ok := j.Get(f)
		if !ok || v.Place.File == nil || v.Place == but {
			continue
		}
		notes = append(
			notes,
			rules.NotePlace{File: v.Place.File.Path, Span: v.Place.Span, Message: fmt.Sprintf("%s = %s", f, v.Text)},
		)
	}
	return notes
}

// saidTarget tells where the card was named.
func saidTarget(p *rules.Pass) rules.NotePlace {
	return rules.NotePlace{Message: fmt.Sprintf("the target %s comes from %s", p.Target.GPU, p.Target.From)}
}

// subject is what a message is about: the job, or the stage of a script that
// trains several times.
func subject(j *job.Job) string {
	if j.Stage == nil {
		return "this job"
	}
	return j.Stage.Words()
}

// target is the card that a job is judged against; ok is false when none is
// named or its usable memory is not known.
func target(p *rules.Pass) (estimator.GPU, bool) {
	if p.Target.GPU == "" {
		return estimator.GPU{}, false
	}
	gpu, ok := estimator.LookupGPU(p.Target.GPU)
	return gpu, ok && gpu.Usable > 0
}

// exceeds reports whether a card cannot hold so many bytes: what it has to the last byte is held.
func exceeds(bytes int64, gpu estimator.GPU) bool { return bytes > gpu.Usable }

// billions writes a parameter count: 2.57 B.
func billions(params int64) string {
	switch {
	case params >= 10_000_000_000:
		return fmt.Sprintf("%.1f B", float64(params)/1e9)
	case params >= 1_000_000_000:
		return fmt.Sprintf("%.2f B", float64(params)/1e9)
	}
	return fmt.Sprintf("%.0f M", float64(params)/1e6)
}

// at is where a finding about a job stands: the first of the fields that has a
// place, else the head of the job's script or config.
func at(j *job.Job, fields ...dialect.Field) job.Place {
	for _, f := range fields {
		if v, ok := j.Get(f); ok && v.Place.File != nil {
			return v.Place
		}
	}
	if j.Program != nil {
		return job.Place{File: j.Program.File(), Span: source.Span{}}
	}
	if j.Config != nil && j.Config.Document != nil {
		return job.Place{File: j.Config.Document.File}
	}
	return job.Place{}
}

// largest names the two largest components.
func largest(c estimator.Components) string {
	var first, second estimator.NamedBytes
	for _, n := range c.Named() {
		switch {
		case n.Bytes > first.Bytes:
			first, second = n, first
		case n.Bytes > second.Bytes:
			second = n
		}
	}
	words := func(n estimator.NamedBytes) string {
		return strings.ReplaceAll(n.Name, "_", " ") + " " + estimator.FormatBytes(n.Bytes)
	}
	if second.Bytes == 0 {
		return words(first)
	}
	return words(first) + " and " + words(second)
}
