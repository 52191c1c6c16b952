package config

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
)

// hasTrainer reports whether Hugging Face's Trainer runs the job: it compares
// its arguments with the DeepSpeed config and refuses to start when they differ.
func hasTrainer(j *job.Job) bool {
	return slices.Contains([]job.Framework{job.HFTrainer, job.TRL, job.LLaMAFactory, job.Unsloth}, j.Framework)
}

// engineSays is the DeepSpeed config's word on a field.
func engineSays(j *job.Job, f dialect.Field) (job.Value, bool) {
	for _, v := range j.Said(f) {
		if v.Engine() && v.Text != "" {
			return v, true
		}
	}
	return job.Value{}, false
}

// argumentSays is what the training arguments have for a field, a default
// included; ok is false when nothing, or only the run, says it.
func argumentSays(j *job.Job, f dialect.Field) (job.Value, bool) {
	for _, v := range j.Said(f) {
		if v.Engine() || v.Launcher() {
			continue
		}
		return v, v.Text != ""
	}
	return job.Value{}, false
}

// launcherSays is the word of the launcher's command line or config.
func launcherSays(j *job.Job, f dialect.Field) (job.Value, bool) {
	for _, v := range j.Said(f) {
		if v.Launcher() {
			return v, v.Text != ""
		}
	}
	return job.Value{}, false
}

// where names a place in a message: "train.py:16", or whose default it is.
func where(v job.Value) string {
	if v.Place.File == nil {
		return v.From + "'s default"
	}
	return fmt.Sprintf("%s:%d", v.Place.File.Path, v.Place.Line())
}

// pointer is a note at a value's place, if it has one.
func pointer(v job.Value, message string) []rules.NotePlace {
	if v.Place.File == nil {
		return nil
	}
	return []rules.NotePlace{{File: v.Place.File.Path, Span: v.Place.Span, Message: message}}
}

// sameNumber compares canonical texts as numbers where both are.
func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	if err == nil && err2 == nil {
		return x == y
	}
	return a == b
}

// precisionWord is the word that configs use for a canonical precision.
func precisionWord(text string) string {
	if text == "fp32" {
		return "no"
	}
	return strings.TrimPrefix(text, "amp-")
}

// is16 reports whether a precision is one of the two 16-bit kinds.
func is16(text string) bool { return text == "amp-fp16" || text == "amp-bf16" }

// isAccelerator reports whether an expression is an Accelerator: by what the file says, or, of what a function is
// given, by the run.
func isAccelerator(q *job.Program, e python.Expr) bool {
	if q.Module().TypeOf(e) == "accelerate.Accelerator" {
		return true
	}
	o, ok := run.Bare(q.Value(e).Value).(*run.Object)
	return ok && o.Class == run.Value(run.Symbol("accelerate.Accelerator"))
}

// programsOf are the script of a job and what it imports.
func programsOf(j *job.Job) []*job.Program {
	return append([]*job.Program{j.Program}, j.Program.Others()...)
}

// callsOf goes over the calls of a job's script, and over those of what it imports that surely run.
func callsOf(j *job.Job) iter.Seq2[*job.Program, *python.Call] {
	return func(yield func(*job.Program, *python.Call) bool) {
		for _, q := range programsOf(j) {
			for _, c := range q.Module().AllCalls() {
				if q != j.Program {
					if runs, known := q.Runs(c); !runs || !known {
						continue
					}
				}
				if !yield(q, c) {
					return
				}
			}
		}
	}
}
