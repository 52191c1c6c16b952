package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/trainlint/trainlint/estimator"
)

// outcome is one run beside its estimate, both in the metric of the source.
type outcome struct {
	row
	result           estimator.Result
	want, low, high  int64
	relative, spread float64
	wrong            bool
}

// judge compares like with like: reserved memory is the allocated peak plus the allocator's cache, nvidia-smi adds
// the CUDA context. A source that does not say is read as allocated.
func judge(row row) outcome {
	result := estimator.Estimate(row.job)
	shift := int64(0)
	switch row.metric {
	case "reserved":
		shift = result.Reserved - result.Peak
	case "smi":
		shift = result.Reserved - result.Peak + result.Context
	}
	o := outcome{row: row, result: result, want: result.Peak + shift, low: result.Low + shift, high: result.High + shift}
	if !result.Known() || row.peak == 0 {
		return o
	}
	o.relative = float64(o.want)/float64(row.peak) - 1
	o.spread = float64(o.high-o.low) / 2 / float64(o.want)
	o.wrong = wrongVerdict(row, result)
	return o
}

// wrongVerdict is true when a run that was measured on its card is said not to fit it.
func wrongVerdict(row row, result estimator.Result) bool {
	gpu, known := estimator.LookupGPU(row.gpu)
	return known && result.Verdict(gpu.Usable) == estimator.DoesNotFit
}

func (o outcome) inside() bool { return o.low <= o.peak && o.peak <= o.high }

type summary struct {
	name                             string
	rows, unknown, within, wrong     int
	median, mean, p90, worst, spread float64
}

func summarise(name string, outcomes []outcome) summary {
	s := summary{name: name}
	var errors, spreads []float64
	for _, o := range outcomes {
		if !o.result.Known() {
			s.unknown++
			continue
		}
		s.rows++
		errors = append(errors, math.Abs(o.relative))
		spreads = append(spreads, o.spread)
		s.mean += math.Abs(o.relative)
		if math.Abs(o.relative) > math.Abs(s.worst) {
			s.worst = o.relative
		}
		if o.inside() {
			s.within++
		}
		if o.wrong {
			s.wrong++
		}
	}
	s.mean /= float64(max(s.rows, 1))
	s.median, s.p90, s.spread = quantile(errors, 0.5), quantile(errors, 0.9), quantile(spreads, 0.5)
	return s
}

func quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}

func printTable(out io.Writer, outcomes []outcome) {
	groups := map[string][]outcome{}
	for _, o := range outcomes {
		groups[o.group] = append(groups[o.group], o)
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(out, "| source | rows | unknown | median | mean | p90 | worst | inside | half-width | wrong verdicts |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|")
	for _, name := range names {
		printSummary(out, summarise(name, groups[name]))
	}
	printSummary(out, summarise("**all**", outcomes))
}

func printSummary(out io.Writer, s summary) {
	fmt.Fprintf(out, "| %s | %d | %d | %.1f %% | %.1f %% | %.1f %% | %+.1f %% | %.0f %% | ±%.1f %% | %d |\n",
		s.name, s.rows, s.unknown, 100*s.median, 100*s.mean, 100*s.p90, 100*s.worst,
		100*float64(s.within)/float64(max(s.rows, 1)), 100*s.spread, s.wrong)
}

func printRows(out io.Writer, outcomes []outcome) {
	for _, o := range outcomes {
		if !o.result.Known() {
			fmt.Fprintf(out, "%-8s %-22s unknown: %s\n", o.id, o.group, strings.Join(o.result.Missing, ", "))
			continue
		}
		mark := " "
		if !o.inside() {
			mark = "!"
		}
		fmt.Fprintf(out, "%-8s %-22s %s %+6.1f%% ±%4.1f%% est %7.2f got %7.2f GB %-20s %s\n", o.id, o.group, mark,
			100*o.relative, 100*o.spread, float64(o.want)/1e9, float64(o.peak)/1e9, o.result.Phase, describe(o))
	}
}

func describe(o outcome) string {
	var parts []string
	for _, part := range o.result.Components.Named() {
		if part.Bytes > 0 {
			parts = append(parts, fmt.Sprintf("%s %.2f", part.Name, float64(part.Bytes)/1e9))
		}
	}
	job := o.job
	return fmt.Sprintf("[%s %s %s %s b%d s%d %s g%d] %s", job.Model.ID, job.Method, job.Weights, job.Checkpointing,
		job.MicroBatch, job.SeqLen, strings.Join(job.Kernels, " "), job.GPUs, strings.Join(parts, ", "))
}
