package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/baseline"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/internal/revision"
	"github.com/trainlint/trainlint/rules"
)

// hide sets up which findings are not to be reported: old ones with --base,
// known ones with a baseline.
func (f *lintFlags) hide(ctx context.Context, env *Environment, options *lint.Options) error {
	if f.base != "" {
		changes, err := revision.Since(ctx, env.Dir, f.base)
		if err != nil {
			return err
		}
		options.Hide = append(options.Hide, lint.OnlyNew(env.Dir, changes))
		if options.Before, err = project.NewBefore(ctx, f.base, changes); err != nil {
			return err
		}
	}
	path, within, err := f.baselineFile(env)
	if err != nil || path == "" || f.shrink {
		return err
	}
	known, err := baseline.Read(path, within)
	if err != nil {
		return err
	}
	options.Hide = append(options.Hide, func(found []rules.Diagnostic, text func(string) *source.File) []rules.Diagnostic {
		return known.Hide(env.Dir, found, text)
	})
	return nil
}

// baselineFile is the one of --baseline, else that of the settings, and where it
// may lie.
func (f *lintFlags) baselineFile(env *Environment) (string, *files.Roots, error) {
	if f.baseline != "" {
		return env.absolute(f.baseline), files.RootsOf(env.Dir, f.baseline), nil
	}
	here := files.RootsOf(env.Dir, ".")
	held, err := project.NewResolver(env.project(f.settings), here).For(env.Dir)
	if err != nil || held.Baseline.Value == "" {
		return "", nil, err
	}
	return held.Baseline.Value, here.And(files.RootsOf(env.Dir, filepath.Dir(held.Baseline.Origin.File))), nil
}

// updateBaseline makes the baseline, or takes out of it what is no longer found.
func updateBaseline(env *Environment, flags *lintFlags, result *lint.Result) error {
	path, within, err := flags.baselineFile(env)
	if err != nil {
		return err
	}
	if path == "" {
		return errors.New("--update-baseline needs a file: name one with --baseline or `baseline:` in trainlint.yaml")
	}
	known, err := baseline.Read(path, within)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		known.Fill(env.Dir, result.Diagnostics, result.Source)
		env.say("the baseline knows %s", plural(known.Total(), "finding"))
	case err != nil:
		return err
	default:
		before := known.Total()
		known.Shrink(env.Dir, result.Paths(), result.Diagnostics, result.Source)
		env.say("the baseline knows %s, %d fewer than before", plural(known.Total(), "finding"), before-known.Total())
	}
	if err := known.Write(path, within); err != nil {
		return err
	}
	if left := known.Hide(env.Dir, result.Diagnostics, result.Source); len(left) > 0 {
		env.say("%d findings are not in it: a baseline only shrinks", len(left))
		return exitCode(exitFindings)
	}
	return nil
}

// addIgnores writes a directive for every error and warning.
func addIgnores(env *Environment, result *lint.Result) error {
	changes, silenced, failures := result.Silence()
	written, err := writeBack(env, result, changes)
	if err != nil {
		failures = append(failures, err)
	}
	total := 0
	for _, change := range written {
		total += silenced[change.Before.Path]
	}
	env.say("%s silenced in %s", plural(total, "finding"), plural(len(written), "file"))
	for _, failure := range append(failures, result.Failures...) {
		env.complain(failure)
	}
	switch {
	case err != nil || len(result.Failures) > 0:
		return exitCode(exitFailure)
	case len(failures) > 0:
		return exitCode(exitFindings)
	default:
		return nil
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
