package estimate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/printable"
)

// thousands is a number with its thousands apart.
func thousands(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// writeLeast says what a job of written models needs whatever it is fed.
func writeLeast(text *strings.Builder, job Sized) {
	least, ok := leastOf(job)
	if !ok {
		return
	}
	said := "whatever it is fed"
	if open := job.Written.open(); open != "" {
		said += " and however large " + open + " is"
	}
	words := []string{"weights " + estimator.FormatBytes(least.Weights)}
	if least.Gradients > 0 {
		words = append(words, "gradients "+estimator.FormatBytes(least.Gradients))
	}
	if least.OptimizerState > 0 {
		words = append(words, "optimizer state "+estimator.FormatBytes(least.OptimizerState))
	}
	printable.Fprintf(text, "  at least %s per GPU, %s, where all its parameters take part: %s; and the CUDA context\n",
		estimator.FormatBytes(least.Sum()), said, strings.Join(words, ", "))
}

// writeParts says which modules keep most of what a step keeps.
func writeParts(text *strings.Builder, job Sized) {
	if job.Written == nil || len(job.Written.Models) != 1 {
		return
	}
	parts := slices.DeleteFunc(
		slices.Clone(job.Written.Models[0].Parts),
		func(p WrittenPart) bool { return p.Saved == nil },
	)
	slices.SortStableFunc(parts, func(a, b WrittenPart) int { return cmp.Compare(*b.Saved, *a.Saved) })
	for _, part := range parts[:min(len(parts), maxParts)] {
		printable.Fprintf(
			text,
			"  %-16s %9s  kept for the backward pass by %s, %s parameters\n",
			part.Name,
			estimator.FormatBytes(*part.Saved),
			part.Class,
			thousands(part.Parameters),
		)
	}
}

// writeTaken says what was taken of numbers that only data tells.
func writeTaken(text *strings.Builder, w *Written) {
	if w == nil {
		return
	}
	for _, t := range w.taken {
		if t.capped { // told as a bound
			continue
		}
		if t.recast {
			printable.Fprintf(
				text,
				"  assumed: parameters are held as they were made or in fp32, as they are cast in each step (%s:%d); the interval holds for both\n",
				t.gap.Path,
				t.gap.Line,
			)
			continue
		}
		if t.ofMasks {
			printable.Fprintf(
				text,
				"  assumed: %s are from %s to %s, as only values tell (%s:%d); the interval holds for both\n",
				t.name,
				thousands(t.low),
				thousands(t.high),
				t.gap.Path,
				t.gap.Line,
			)
			continue
		}
		if t.between != "" {
			reach := ", which is in no code (%s:%d); the interval holds for both, and --size %s says which it is\n"
			if t.usual {
				reach = ", the usual size that the model takes (%s:%d); --size %s says another\n"
			}
			printable.Fprintf(
				text,
				"  assumed: %s is %s"+reach,
				t.name,
				t.between,
				t.gap.Path,
				t.gap.Line,
				quoted(t.name+"="+t.between[strings.LastIndexByte(t.between, ' ')+1:]),
			)
			continue
		}
		printable.Fprintf(
			text,
			"  assumed: %s is from %s to %s, which is in no code (%s:%d: %s); the interval holds for both, and --size %s says which it is\n",
			t.name,
			thousands(t.low),
			thousands(t.high),
			t.gap.Path,
			t.gap.Line,
			t.gap.Reason,
			quoted(fmt.Sprintf("%s=%d", t.name, t.high)),
		)
	}
}

// writeSaid says which sizes of data the answer stands on that somebody said.
func writeSaid(text *strings.Builder, job Sized) {
	for _, one := range job.said() {
		printable.Fprintf(text, "  assumed: %s is %s, as %s says\n", one.Name, one.Value, one.From)
	}
}
