package cli

import (
	"context"
	"fmt"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/lint"
)

// runFix makes the fixes in memory, then prints them as a diff, writes them
// back, or hands fixed standard input through.
func runFix(ctx context.Context, env *Environment, flags *lintFlags, found *lint.Result) error {
	done, left, err := found.Fix(ctx, flags.unsafe)
	if err != nil {
		return err
	}
	o := outcome{left: left, fixed: len(done.Applied)}
	for _, skipped := range done.Skipped {
		fmt.Fprintf(env.Stderr, "trainlint: %s: %s is not fixed: %v\n", skipped.File, skipped.Rule, skipped.Err)
	}
	for _, bug := range done.Bugs {
		o.failures = append(o.failures, bug)
	}
	switch {
	case flags.stdinFilename != "" && flags.fix:
		o.toStderr = true
		err = printFixed(env, left, done)
	case flags.diff:
		o.changes = len(done.Changes) > 0
		err = printDiff(env, done)
	default:
		_, err = fixes.Write(env.Dir, done.Changes)
	}
	if err != nil {
		o.failures = append(o.failures, err)
	}
	return finish(env, flags, o)
}

func printDiff(env *Environment, done *fixes.Result) error {
	for _, change := range done.Changes {
		if _, err := fmt.Fprint(env.Stdout, change.Diff()); err != nil {
			return fmt.Errorf("cannot write the diff: %w", err)
		}
	}
	return nil
}

// printFixed writes what standard input becomes, changed or not.
func printFixed(env *Environment, left *lint.Result, done *fixes.Result) error {
	for _, change := range done.Changes {
		_, err := env.Stdout.Write(change.After.Disk())
		return err
	}
	for _, path := range left.Paths() {
		if file := left.Source(path); file != nil {
			_, err := env.Stdout.Write(file.Disk())
			return err
		}
	}
	return nil
}
