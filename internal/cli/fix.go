package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/printable"
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
		env.say("%s: %s is not fixed: %v", skipped.File, skipped.Rule, skipped.Err)
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
		return writeFixed(ctx, env, flags, o, done)
	}
	if err != nil {
		o.failures = append(o.failures, err)
	}
	return finish(env, flags, o)
}

// writeFixed puts the fixed files back. Where that fails the findings are still
// there: what remains is asked of the disk then.
func writeFixed(ctx context.Context, env *Environment, flags *lintFlags, o outcome, done *fixes.Result) error {
	written, failed := writeBack(env, o.left, done.Changes)
	if failed == nil {
		return finish(env, flags, o)
	}
	o.fixed = 0
	for _, applied := range done.Applied {
		if !slices.ContainsFunc(
			applied.Fix.Edits,
			func(e fixes.Edit) bool { return holds(done.Changes, e.File) && !holds(written, e.File) },
		) {
			o.fixed++
		}
	}
	var err error
	if o.left, err = o.left.Again(ctx); err != nil {
		return err
	}
	o.failures = append(o.failures, failed)
	return finish(env, flags, o)
}

func holds(changes []fixes.Change, path string) bool {
	return slices.ContainsFunc(changes, func(c fixes.Change) bool { return c.Before.Path == path })
}

// writeBack writes changed files. What an earlier run left behind when it was
// killed is removed from every folder that this one looked at.
func writeBack(env *Environment, result *lint.Result, changes []fixes.Change) ([]fixes.Change, error) {
	paths := result.Paths()
	for _, change := range changes {
		paths = append(paths, change.Before.Path)
	}
	swept := map[string]bool{}
	for _, path := range paths {
		if dir := filepath.Dir(env.absolute(filepath.FromSlash(path))); !swept[dir] {
			swept[dir] = true
			result.Roots().Sweep(dir)
		}
	}
	return fixes.Write(env.Dir, result.Roots(), changes)
}

func printDiff(env *Environment, done *fixes.Result) error {
	show := func(diff string) string { return diff }
	if isTerminal(env.Stdout) { // it is looked at: to be applied, it goes into a file or a pipe
		show = printable.Patch
	}
	for _, change := range done.Changes {
		if _, err := fmt.Fprint(env.Stdout, show(change.Diff())); err != nil {
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
