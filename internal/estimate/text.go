package estimate

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/printable"
)

const barWidth = 32

// phaseTexts say each moment in a sentence's words.
var phaseTexts = map[estimator.Phase]string{
	estimator.PhaseLoss:          "at the loss",
	estimator.PhaseFirstBackward: "in the first layer of the backward pass",
	estimator.PhaseBackward:      "in the backward pass",
	estimator.PhaseEndBackward:   "at the end of the backward pass",
	estimator.PhaseOptimizer:     "in the optimizer step",
	estimator.PhaseEncode:        "while images are encoded",
}

// WriteText prints the jobs for people.
func WriteText(out io.Writer, jobs []Sized) error {
	var text strings.Builder
	for at, job := range jobs {
		if at > 0 {
			text.WriteString("\n")
		}
		writeJob(&text, job)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

func writeJob(text *strings.Builder, job Sized) {
	result := job.Result
	printable.Fprintf(text, "%s\n", job.Name)
	if job.Written != nil {
		for _, line := range job.Written.Lines() {
			printable.Fprintf(text, "  %s\n", line)
		}
	}
	if !result.Known() {
		printable.Fprintf(text, "  unknown: %s\n", missingText(job))
		writeAsks(text, job.Written)
		writeSaid(text, job)
		writeLeast(text, job)
		if least, context := estimator.AtLeast(job.Job); least > 0 {
			said := "whatever its samples are like: weights, gradients, what the optimizer keeps,"
			if job.Job.UnknownPart() {
				said = "whatever part is trained: the weights"
			}
			printable.Fprintf(
				text,
				"  at least %s per GPU, %s and the CUDA context\n",
				estimator.FormatBytes(least+context),
				said,
			)
		}
		writeLimits(text, job)
		writeInputs(text, job)
		return
	}
	writeComponents(text, result)
	writeParts(text, job)
	printable.Fprintf(
		text,
		"\n  the card must have %s: allocated peak %s per GPU %s, CUDA context %s, and %s that the allocator cannot give back\n",
		need(result),
		estimator.FormatBytes(result.Peak),
		phaseTexts[result.Phase],
		estimator.FormatBytes(result.Context),
		estimator.FormatBytes(result.Allocator),
	)
	writeTaken(text, job.Written)
	if bounds := result.Bounds(); len(bounds) > 0 {
		printable.Fprintf(text, "  the project does not say it all: %s\n", strings.Join(bounds, ", "))
	}
	writeSaid(text, job)
	if shown := shownByDriver(job); shown > result.Device {
		printable.Fprintf(
			text,
			"  nvidia-smi may show %s: what the allocator caches is given back when the card is full\n",
			estimator.FormatBytes(shown),
		)
	}
	writeChange(text, job)
	if result.Host > 0 {
		printable.Fprintf(text, "  host memory %s per GPU for what is offloaded\n", estimator.FormatBytes(result.Host))
	}
	writeVerdict(text, job)
	writePlans(text, job)
	writeInputs(text, job)
}

// writeChange says how the need changed since the revision to compare with.
func writeChange(text *strings.Builder, job Sized) {
	now, then := job.Result.Device, job.Then.Device
	switch {
	case job.Since == "":
	case job.Before == nil:
		printable.Fprintf(text, "  no such job in %s\n", job.Since)
	case then == 0:
		printable.Fprintf(text, "  what it needed in %s is not known\n", job.Since)
	case now == then:
		printable.Fprintf(text, "  as much as in %s\n", job.Since)
	case now > then:
		printable.Fprintf(
			text,
			"  %s more than in %s, where the card had to have %s\n",
			estimator.FormatBytes(now-then),
			job.Since,
			estimator.FormatBytes(then),
		)
	default:
		printable.Fprintf(
			text,
			"  %s less than in %s, where the card had to have %s\n",
			estimator.FormatBytes(then-now),
			job.Since,
			estimator.FormatBytes(then),
		)
	}
}

// missingText names what must be known, and how to tell it.
func missingText(job Sized) string {
	missing := job.Result.Missing
	if job.Written != nil && job.Written.Open() != nil {
		return "how much its model holds, as said above"
	}
	if missing[0] == "model" && job.Job.Model.ID != "" {
		return fmt.Sprintf("%s is in no catalogue, pass its config.json with --model-config", job.Job.Model.ID)
	}
	if job.Job.Model.Kind == estimator.VisionDet && slices.Equal(missing, []string{"architecture"}) {
		return "how many objects the images hold is not known, and the loss of " + job.Job.Model.ID + " takes memory for each"
	}
	flags := make([]string, 0, len(missing))
	named := slices.Clone(missing)
	for i, name := range missing {
		flags = append(flags, "--"+name)
		if why := job.whyUnknown(name); why != "" {
			named[i] += " (" + why + ")"
		} else if lost := job.Lost(); lost != nil && name == "model" {
			named[i] += " (" + lost.Text() + ")"
		}
	}
	if w := job.Written; w != nil && w.Unfed != nil && slices.Contains(missing, "input") {
		return w.Unfed.missing()
	}
	verb := " is"
	if len(missing) > 1 {
		verb = " are"
	}
	return strings.Join(named, ", ") + verb + " not known, tell it with " + strings.Join(flags, ", ")
}

// need is what the card must have, with its interval: the one quantity that verdicts,
// plans, findings and tables speak of.
func need(result estimator.Result) string {
	return fmt.Sprintf("%s (%s to %s)", estimator.FormatBytes(result.Device), estimator.FormatBytes(result.DeviceLow()),
		estimator.FormatBytes(result.DeviceHigh()))
}

// whyUnknown is why the project does not decide an input, "" when it says nothing of it.
func (s Sized) whyUnknown(input string) string {
	if s.Training == nil {
		return ""
	}
	for _, field := range memory.FieldsOf(input) {
		if why := s.Training.WhyUnknown(field); why != "" {
			return why
		}
	}
	return ""
}

func writeComponents(text *strings.Builder, result estimator.Result) {
	for _, part := range result.Components.Named() {
		if part.Bytes == 0 {
			continue
		}
		filled := max(int(float64(barWidth)*float64(part.Bytes)/float64(result.Peak)+0.5), 1)
		printable.Fprintf(
			text,
			"  %-16s %9s  %s\n",
			strings.ReplaceAll(part.Name, "_", " "),
			estimator.FormatBytes(part.Bytes),
			strings.Repeat("█", min(filled, barWidth)),
		)
	}
}

func writeVerdict(text *strings.Builder, job Sized) {
	if job.Target.Usable == 0 {
		if gpu, ok := estimator.SmallestGPU(job.Result.DeviceHigh()); ok {
			printable.Fprintf(text, "  the smallest card of the catalogue that surely holds it: %s\n", gpu.Name)
		}
		return
	}
	verdict := job.Result.Verdict(job.Target.Usable)
	usable := estimator.FormatBytes(job.Target.Usable)
	if from := job.Target.From; from != "" && from != "--gpu" {
		usable += "; named at " + from
	}
	switch verdict {
	case estimator.Fits:
		printable.Fprintf(text, "  fits %s (usable %s), even at the high end\n", job.Target.GPU, usable)
	case estimator.Tight:
		printable.Fprintf(text, "  tight on %s (usable %s): it lies inside the interval\n", job.Target.GPU, usable)
	default:
		printable.Fprintf(text, "  does not fit %s (usable %s), not even at the low end\n", job.Target.GPU, usable)
	}
}

func writeInputs(text *strings.Builder, job Sized) {
	if len(job.Result.Inputs) > 0 {
		text.WriteString("\n")
	}
	for _, input := range job.Result.Inputs {
		printable.Fprintf(text, "  %-16s %-28s %s\n", input.Name, input.Value, job.origin(input))
	}
}
