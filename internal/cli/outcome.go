package cli

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/report"
)

// outcome is what a run comes to.
type outcome struct {
	left     *lint.Result // the findings that remain
	fixed    int          // the findings that were mended
	failures []error      // beyond those of the result
	changes  bool         // --diff is not empty
	toStderr bool         // standard output is taken by the fixed text
}

// finish writes the report and chooses the exit code.
func finish(env *Environment, flags *lintFlags, o outcome) error {
	found := &report.Report{
		Diagnostics: o.left.Diagnostics,
		Files:       o.left.Files,
		Unread:      o.left.Unread,
		Fixed:       o.fixed,
		DryRun:      flags.diff,
		Rules:       env.Rules,
		Version:     env.version(),
		Source:      o.left.Source,
		Style:       env.style(flags),
	}
	if err := o.write(env, flags, found); err != nil {
		return err
	}
	failures := slices.Concat(o.left.Failures, o.failures)
	for _, failure := range failures {
		env.complain(failure)
	}
	switch summary := found.Summary(); {
	case len(failures) > 0:
		return exitCode(exitFailure)
	case (summary.Errors+summary.Warnings > 0 || o.changes) && !flags.exitZero:
		return exitCode(exitFindings)
	default:
		return nil
	}
}

func (o outcome) write(env *Environment, flags *lintFlags, found *report.Report) error {
	if flags.diff {
		if !flags.quiet {
			env.say("%s", found.SummaryLine())
		}
		return nil
	}
	var out bytes.Buffer
	write := func() error { return report.Write(&out, flags.format, found) }
	if flags.statistics {
		write = func() error { return report.WriteStatistics(&out, flags.format, found) }
	}
	if err := write(); err != nil {
		return err
	}
	if flags.outputFile != "" {
		if err := files.RootsOf(env.Dir, flags.outputFile).Write(env.absolute(flags.outputFile), out.Bytes()); err != nil {
			return fmt.Errorf("cannot write --output-file: %w", err)
		}
		return nil
	}
	to := env.Stdout
	if o.toStderr {
		to = env.Stderr
	}
	if _, err := to.Write(out.Bytes()); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	return nil
}
