package fit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/jobedit"
	"github.com/trainlint/trainlint/rules"
)

// ExceedsGPUMemory finds jobs whose estimate is over their target GPU.
var ExceedsGPUMemory = &rules.Rule{
	Name:     "exceeds-gpu-memory",
	Group:    rules.Fit,
	Severity: rules.Error,
	Page:     page("exceeds-gpu-memory"),
	On:       rules.Job,
	Check:    checkExceeds,
}

func checkExceeds(p *rules.Pass) {
	gpu, named := target(p)
	if !named {
		return
	}
	j := p.Job
	checkWritten(p, gpu)
	s := size(j)
	if !s.known() {
		checkFloor(p, s, gpu)
		return
	}
	if !certain(j) || j.Text(dialect.MicroBatch) == "" || !exceeds(s.result.Device, gpu) {
		return
	}
	low := s.result.DeviceLow()
	severity, how := rules.Warning, "more than"
	switch {
	case exceeds(low, gpu) && countKnown(p):
		severity, how = rules.Error, "even at the low end more than"
	case exceeds(low, gpu):
		how = "and unless FSDP or ZeRO divides it, even at the low end more than"
	case low < s.result.Device/2:
		return // one unknown decides more than half of it
	}
	place := at(j, dialect.MicroBatch, dialect.Model, dialect.Weights)
	if place.File == nil {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: severity, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf(
			"%s needs about %s a GPU, %s the %s of %s: %s to %s, most of it %s%s",
			subject(j),
			estimator.FormatBytes(s.result.Device),
			how,
			estimator.FormatBytes(gpu.Usable),
			gpu.Name,
			estimator.FormatBytes(
				low,
			),
			estimator.FormatBytes(s.result.DeviceHigh()),
			largest(s.result.Components),
			smallest(s, gpu),
		),
		Notes: append(provenance(j, place), saidTarget(p)),
		Fixes: fitFixes(p, s, gpu),
	})
}

// checkFloor looks at a job whose samples nobody knows: weights, gradients and what the optimizer keeps are too large
// for a card whatever it is fed.
func checkFloor(p *rules.Pass, s sized, gpu estimator.GPU) {
	j := p.Job
	if j.Text(dialect.Weights) == "fp32" && j.Text(dialect.Precision) == "fp32" && j.Text(dialect.Method) == "full" {
		return // fp32-full-finetune adds it up
	}
	if !certain(j) || !countKnown(p) || !s.hasFloor() || !exceeds(s.floor.DeviceLow(), gpu) {
		return
	}
	place := at(j, dialect.Model, dialect.Weights, dialect.MicroBatch)
	if place.File == nil {
		return
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: place.File.Path, Span: place.Span,
		Message: fmt.Sprintf(
			"%s needs at least %s a GPU however short its samples are, more than the %s of %s; most of it %s",
			subject(j),
			estimator.FormatBytes(s.floor.DeviceLow()),
			estimator.FormatBytes(gpu.Usable),
			gpu.Name,
			largest(s.floor.Components),
		),
		Notes: append(provenance(j, place), saidTarget(p)),
	})
}

// certain reports whether everything is known that changes the sum by more than
// the estimate's own interval: what is assumed must not decide a verdict.
func certain(j *job.Job) bool {
	for _, f := range []dialect.Field{dialect.Model, dialect.Method, dialect.Precision, dialect.Optimizer} {
		if j.Text(f) == "" {
			return false
		}
	}
	if j.Text(dialect.Weights) == "" && j.Text(dialect.Quantisation) == "" || j.Divided() {
		return false
	}
	// torchtune's recipes shard or not by their name, which only a launcher says.
	if j.Framework == job.Torchtune && j.Launch == nil {
		return false
	}
	return j.Config == nil || !slices.ContainsFunc(otherMemory, func(key string) bool {
		pair, ok := j.Config.Pair(key)
		return ok && pair.Value.Text != "false"
	})
}

// otherMemory are switches that change what is kept in memory in ways that the
// estimator does not count.
var otherMemory = []string{
	"use_galore",
	"use_apollo",
	"use_badam",
	"use_adam_mini",
	"use_muon",
	"use_kt",
	"mixture_of_depths",
	"use_mca",
	"qat",
	"quantization",
	"lisa_n_layers",
	"unfrozen_parameters",
	"relora_steps",
	"fp8",
}

// countKnown reports whether the number of GPUs is said somewhere: a config that
// nothing launches may be meant for eight.
func countKnown(p *rules.Pass) bool {
	if p.Target.Count > 0 || p.Job.Program != nil {
		return true
	}
	v, ok := p.Job.Get(dialect.GPUs)
	return ok && !v.Default
}

func smallest(s sized, gpu estimator.GPU) string {
	card, ok := estimator.SmallestGPU(s.result.DeviceHigh())
	if !ok || card.Usable <= gpu.Usable {
		return "; no single card of the catalogue surely holds it"
	}
	return "; the smallest card that surely holds it is " + card.Name
}

// fitFixes is the cheapest plan that can be written into the job's files, that makes it
// fit as they then describe it, and that no rule has anything against.
func fitFixes(p *rules.Pass, s sized, gpu estimator.GPU) []fixes.Fix {
	if p.Try == nil {
		return nil
	}
	bf16 := estimator.No
	if gpu.BF16 {
		bf16 = estimator.Yes
	}
	planning := estimator.Plans(s.job, estimator.Card{Usable: gpu.Usable, BF16: bf16, HostMemory: p.Target.HostMemory})
	w, ok := jobedit.Fit(p.Job, planning, func(plan fixes.Plan) error {
		outcome, err := p.Try(plan)
		if err != nil {
			return err
		}
		return jobedit.Holds(p.Job, outcome.Job, gpu.Usable)
	})
	if !ok {
		return nil
	}
	var changes []string
	for _, c := range w.Plan.Changes() {
		changes = append(changes, fmt.Sprintf("%s %s → %s", c.Field, orUnset(c.Old), c.New))
	}
	return w.Edits.Fixes(fmt.Sprintf("make it fit %s: %s", gpu.Name, strings.Join(changes, ", ")), fixes.Unsafe)
}

func orUnset(text string) string {
	if text == "" {
		return "unset"
	}
	return text
}
