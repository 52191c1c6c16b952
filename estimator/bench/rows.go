package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/estimator/measured"
)

func printRows(out io.Writer, outcomes []measured.Outcome) {
	for _, o := range outcomes {
		if !o.Result.Known() {
			fmt.Fprintf(out, "%-8s %-22s unknown: %s\n", o.ID, o.Group, strings.Join(o.Result.Missing, ", "))
			continue
		}
		mark := " "
		if !o.Inside() {
			mark = "!"
		}
		fmt.Fprintf(out, "%-8s %-22s %s %+6.1f%% ±%4.1f%% est %7.2f got %7.2f GB %-20s %s\n", o.ID, o.Group, mark,
			100*o.Error, 100*o.HalfWidth, float64(o.Estimate)/1e9, float64(o.Peak)/1e9, o.Result.Phase, describe(o))
	}
}

func describe(o measured.Outcome) string {
	var parts []string
	for _, part := range o.Result.Components.Named() {
		if part.Bytes > 0 {
			parts = append(parts, fmt.Sprintf("%s %.2f", part.Name, float64(part.Bytes)/1e9))
		}
	}
	job := o.Job
	return fmt.Sprintf("[%s %s %s %s b%d s%d %s g%d] %s", job.Model.ID, job.Method, job.Weights, job.Checkpointing,
		job.MicroBatch, job.SeqLen, strings.Join(job.Kernels, " "), job.GPUs, strings.Join(parts, ", "))
}
