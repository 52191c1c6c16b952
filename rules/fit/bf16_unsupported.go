package fit

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/jobedit"
	"github.com/trainlint/trainlint/rules"
)

// BF16Unsupported finds bf16 on cards without it.
var BF16Unsupported = &rules.Rule{
	Name:     "bf16-unsupported",
	Group:    rules.Fit,
	Severity: rules.Warning,
	Raises:   true,
	Page:     page("bf16-unsupported"),
	On:       rules.Job,
	Words:    []string{"bf16", "bfloat16", "trl"},
	Check:    checkBF16,
}

func checkBF16(p *rules.Pass) {
	gpu, named := target(p)
	if !named || gpu.BF16 || gpu.ComputeCapability == "" {
		return
	}
	if onCPU(p.Job) {
		return
	}
	precision, _ := p.Job.Get(dialect.Precision)
	weights, _ := p.Job.Get(dialect.Weights)
	switch {
	case precision.Text == "amp-bf16" && !asksCard(precision):
		reportBF16(p, gpu, precision, dialect.Precision, "amp-fp16", "mixed precision bf16")
	case weights.Text == "bf16" && p.Job.Text(dialect.Quantisation) == "":
		reportBF16(p, gpu, weights, dialect.Weights, "fp16", "weights in bf16")
	}
}

// asksCard reports whether the program asks the card itself whether it has bf16.
func asksCard(v job.Value) bool {
	return v.Place.File != nil && strings.Contains(v.Place.File.Slice(v.Place.Span), "is_bf16_supported")
}

// onCPU reports whether the training arguments keep the run off every card.
func onCPU(j *job.Job) bool {
	call, m := j.ArgumentsIn()
	if call == nil {
		return false
	}
	for _, name := range []string{"use_cpu", "no_cuda"} {
		if a := m.Argument(call, name, -1); a.Presence == python.Given && m.IsTrue(a.Value) {
			return true
		}
	}
	return false
}

func reportBF16(p *rules.Pass, gpu estimator.GPU, v job.Value, field dialect.Field, instead, what string) {
	place := v.Place
	if place.File == nil {
		place = at(p.Job, dialect.Model, dialect.MicroBatch)
		what += " (" + v.From + "'s default)"
	}
	if place.File == nil {
		return
	}
	severity, consequence := emulated(p, field)
	p.Report(rules.Diagnostic{
		Severity: severity, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf(
			"%s, and %s has compute capability %s: bf16 starts at 8.0, so %s; use fp16",
			what,
			gpu.Name,
			gpu.ComputeCapability,
			consequence,
		),
		Notes: []rules.NotePlace{saidTarget(p)},
		Fixes: fp16Fix(p.Job, v, field, instead),
	})
}

// emulated is what becomes of bf16 on a card without it: from torch 2.4 on
// is_bf16_supported counts the emulation in, and nobody refuses any more.
func emulated(p *rules.Pass, field dialect.Field) (rules.Severity, string) {
	// FSDP's MixedPrecision casts and asks nobody whether the card has bf16; autocast and TrainingArguments do.
	castsOnly := p.Job.Framework == job.PlainPyTorch &&
		(strings.HasPrefix(p.Job.Text(dialect.Sharding), "fsdp") || p.Job.Undecided(dialect.Sharding))
	switch {
	case field == dialect.Weights || castsOnly || p.Versions.Requires("torch", ">=2.4"):
		return rules.Warning, "it is emulated, several times slower than fp32"
	case p.Versions.Requires("torch", "<2.4"):
		return rules.Error, "this raises"
	}
	return rules.Warning, "torch 2.4 and later emulate it, several times slower than fp32, and earlier ones raise"
}

// fp16Fix makes bf16=True of the training arguments fp16=True; elsewhere it sets
// the field in the file that decides it.
func fp16Fix(j *job.Job, v job.Value, field dialect.Field, instead string) []fixes.Fix {
	if j.Program != nil && field == dialect.Precision {
		if call, in := j.ArgumentsIn(); call != nil {
			if a := call.Keyword("bf16"); a != nil {
				if call.Keyword("fp16") != nil || a.Value.Span() != v.Place.Span {
					return nil
				}
				return []fixes.Fix{
					{
						Title:  "use fp16",
						Safety: fixes.Unsafe,
						Edits:  []fixes.Edit{{File: in.File.Path, Span: a.NameSpan, New: "fp16"}},
					},
				}
			}
		}
	}
	edits, failed := jobedit.Rewrite(j, []jobedit.Change{{Field: field, Text: instead}})
	if len(failed) > 0 {
		return nil
	}
	return edits.Fixes("use fp16", fixes.Unsafe)
}
