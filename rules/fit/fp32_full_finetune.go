package fit

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/rules"
)

// FP32FullFinetune finds jobs that train every parameter in fp32.
var FP32FullFinetune = &rules.Rule{
	Name:     "fp32-full-finetune",
	Group:    rules.Fit,
	Severity: rules.Warning,
	Page:     page("fp32-full-finetune"),
	On:       rules.Job,
	Check:    checkFP32,
}

func checkFP32(p *rules.Pass) {
	j := p.Job
	if j.Text(dialect.Method) != "full" || j.Text(dialect.Weights) != "fp32" || j.Text(dialect.Precision) != "fp32" ||
		j.Text(dialect.Quantisation) != "" {
		return
	}
	s := size(j)
	state, counted := stateBytes[s.job.Optimizer]
	if !counted || !s.hasFloor() {
		return
	}
	gpu, named := target(p)
	tooLarge := named && !j.Divided() && exceeds(s.least(), gpu)
	params := s.job.Model.Params
	if !tooLarge && params < 1_000_000_000 {
		return
	}
	severity := rules.Warning
	if tooLarge {
		severity = rules.Error
	}
	place := at(j, dialect.Precision, dialect.Weights, dialect.Model)
	if place.File == nil {
		return
	}
	notes := provenance(j, place)
	if named {
		notes = append(notes, saidTarget(p))
	}
	p.Report(rules.Diagnostic{
		Severity: severity, File: place.File.Path, Span: place.Span,
		Message: fp32Message(j, s, state, gpu, named),
		Notes:   notes,
		Fixes:   fp32Fixes(j, gpu, named),
	})
}

// fp32Message adds the states up, then says what the whole job needs, where it
// does not fit and what would.
func fp32Message(j *job.Job, s sized, state int64, gpu estimator.GPU, named bool) string {
	params := s.job.Model.Params
	var b strings.Builder
	if j.Stage != nil {
		fmt.Fprintf(&b, "in %s ", subject(j))
	}
	fmt.Fprintf(
		&b,
		"all %s parameters of %s train in fp32: %s weights + %s gradients",
		billions(params),
		j.Text(dialect.Model),
		estimator.FormatBytes(4*params),
		estimator.FormatBytes(4*params),
	)
	if state > 0 {
		fmt.Fprintf(&b, " + %s %s states", estimator.FormatBytes(state*params), optimizerName(s.job.Optimizer))
	}
	fmt.Fprintf(
		&b,
		" = %s before the first activation%s; %s",
		estimator.FormatBytes((8+state)*params),
		s.sharded(),
		s.need(),
	)
	if named {
		fmt.Fprintf(&b, ", %s", verdict(s, gpu))
	}
	if card, ok := estimator.SmallestGPU(s.result.DeviceHigh()); ok && s.known() && (!named || card.Usable > gpu.Usable) {
		fmt.Fprintf(&b, "; the smallest card that surely holds it is %s", card.Name)
	}
	fmt.Fprintf(
		&b,
		"; mixed precision makes activations smaller and steps faster but autocast alone still keeps %d bytes a parameter, weights in bf16 take %d",
		8+state,
		4+pureState(s.job.Optimizer),
	)
	return b.String()
}

// sharded says how the states are divided among the GPUs.
func (s sized) sharded() string {
	switch s.job.Sharding {
	case estimator.ZeRO1, estimator.ZeRO2, estimator.ZeRO3, estimator.FSDPFull, estimator.FSDPGradOp:
		return fmt.Sprintf(", divided by %s over %d GPUs", s.job.Sharding, max(1, s.job.GPUs))
	}
	if s.job.GPUs > 1 {
		return fmt.Sprintf(", on each of %d GPUs", s.job.GPUs)
	}
	return ""
}

// need is the estimate with its interval, or the floor when the shape of a
// sample is not known.
func (s sized) need() string {
	if s.known() {
		return fmt.Sprintf("it needs about %s a GPU (%s to %s)", estimator.FormatBytes(s.result.Device),
			estimator.FormatBytes(s.result.DeviceLow()), estimator.FormatBytes(s.result.DeviceHigh()))
	}
	return fmt.Sprintf("it needs at least %s a GPU, and more with every sample", estimator.FormatBytes(s.floor.Device))
}

func verdict(s sized, gpu estimator.GPU) string {
	usable := estimator.FormatBytes(gpu.Usable)
	switch {
	case exceeds(s.least(), gpu):
		return fmt.Sprintf("and %s has %s usable", gpu.Name, usable)
	case exceeds(s.device(), gpu):
		return fmt.Sprintf("and %s with %s usable is too tight", gpu.Name, usable)
	}
	return fmt.Sprintf("which %s with %s usable holds", gpu.Name, usable)
}

func optimizerName(o estimator.Optimizer) string {
	switch o {
	case estimator.AdamW:
		return "AdamW"
	case estimator.AdamW8bit:
		return "8-bit AdamW"
	case estimator.SGDMomentum:
		return "SGD momentum"
	}
	return string(o)
}

// pureState: torch makes Adam's moments with zeros_like(parameter), so they are
// bf16 too; 8-bit states stay as they are.
func pureState(o estimator.Optimizer) int64 {
	switch o {
	case estimator.AdamW, estimator.PagedAdamW:
		return 4
	case estimator.SGDMomentum, estimator.Lion:
		return 2
	}
	return stateBytes[o]
}
