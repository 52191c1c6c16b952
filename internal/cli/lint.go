package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/internal/report"
	"github.com/trainlint/trainlint/rules"
)

// lintFlags are the flags of `trainlint [PATH...]`.
type lintFlags struct {
	selected      []string
	extended      []string
	ignored       []string
	excluded      []string
	minSeverity   string
	gpu           string
	format        string
	stdinFilename string
	settings      string
	forceExclude  bool
	fix           bool
	unsafe        bool
	diff          bool
	base          string
	baseline      string
	shrink        bool
	addIgnores    bool
	statistics    bool
	exitZero      bool
	quiet         bool
	full          bool
	color         string
	outputFile    string
}

func (f *lintFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.SortFlags = false
	set.StringSliceVar(&f.selected, "select", nil, "run only these rules or groups")
	set.StringSliceVar(&f.extended, "extend-select", nil, "run these rules or groups besides those that are selected")
	set.StringSliceVar(&f.ignored, "ignore", nil, "do not run these rules or groups")
	set.StringArrayVar(
		&f.excluded,
		"exclude",
		nil,
		"leave out the files that this pattern names, besides those of the settings (repeatable)",
	)
	set.StringVar(&f.minSeverity, "min-severity", "note", "leave out findings that are less severe: error, warning, note")
	set.StringVar(&f.gpu, "gpu", "", "the GPU to train on, such as A100-80GB")
	set.BoolVar(&f.fix, "fix", false, "apply the fixes that are safe")
	set.BoolVar(&f.unsafe, "unsafe-fixes", false, "with --fix or --diff: also the fixes that change what the program does")
	set.BoolVar(&f.diff, "diff", false, "print what --fix would change, for git apply or patch -p1; change nothing")
	set.StringVar(&f.format, "format", "text", "how to report: "+strings.Join(report.Formats(), ", "))
	set.StringVarP(&f.outputFile, "output-file", "o", "", "write the report to this file instead of standard output")
	set.BoolVar(&f.full, "full", false, "show every finding, also where many say the same, and all notes")
	set.BoolVarP(&f.quiet, "quiet", "q", false, "print the findings and nothing else; nothing at all when there are none")
	set.StringVar(&f.color, "color", "auto", "auto|always|never: colours in the text report")
	set.StringVar(
		&f.base,
		"base",
		"",
		"report only findings on lines that changed since this git revision, and jobs whose batch changed",
	)
	set.StringVar(&f.baseline, "baseline", "", "do not report the findings that this file knows")
	set.BoolVar(
		&f.shrink,
		"update-baseline",
		false,
		"write the baseline when there is none; else take out of it what is mended",
	)
	set.BoolVar(&f.addIgnores, "add-ignores", false, "silence every error and warning with a comment in the file")
	set.BoolVar(&f.statistics, "statistics", false, "count the findings of each rule instead of listing them")
	set.BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 even when errors or warnings remain")
	set.StringVar(&f.stdinFilename, "stdin-filename", "", "lint standard input as if it were this file")
	set.StringVar(&f.settings, "settings", "", "use this settings file for everything, instead of the closest one")
	set.BoolVar(
		&f.forceExclude,
		"force-exclude",
		false,
		"leave out excluded and git-ignored files even when they are named",
	)
}

// severityNames are those of --min-severity, the worst first.
var severityNames = []string{rules.Error.String(), rules.Warning.String(), rules.Note.String()}

func runLint(ctx context.Context, env *Environment, flags *lintFlags, paths []string) error {
	if err := flags.check(env); err != nil {
		return err
	}
	options := flags.options(env, paths)
	if flags.stdinFilename != "" {
		if err := readStdin(env, flags, &options); err != nil {
			return err
		}
	}
	if err := flags.hide(ctx, env, &options); err != nil {
		return err
	}
	if least := slices.Index(severityNames, flags.minSeverity); least < len(severityNames)-1 {
		options.Hide = append(options.Hide, lint.AtLeast(rules.Error-rules.Severity(least)))
	}
	progress := env.startProgress(flags.quiet)
	options.Progress = progress.update
	result, err := lint.Run(ctx, options)
	progress.stop()
	switch {
	case err != nil:
		return err
	case flags.shrink:
		return updateBaseline(env, flags, result)
	case flags.addIgnores:
		return addIgnores(env, result)
	case flags.fix || flags.diff:
		return runFix(ctx, env, flags, result)
	default:
		return finish(env, flags, outcome{left: result})
	}
}

// options are what the flags mean for the pipeline.
func (f *lintFlags) options(env *Environment, paths []string) lint.Options {
	return lint.Options{
		Dir:          env.Dir,
		Paths:        paths,
		Rules:        env.Rules,
		Select:       f.selected,
		Extend:       f.extended,
		Ignore:       f.ignored,
		Exclude:      f.excluded,
		GPU:          f.gpu,
		Settings:     f.settingsFile(env),
		ForceExclude: f.forceExclude,
		Warn:         env.warner(),
	}
}

// check refuses flags that contradict each other, before any file is read.
func (f *lintFlags) check(env *Environment) error {
	if !slices.Contains(report.Formats(), f.format) {
		return report.Write(io.Discard, f.format, nil)
	}
	if !slices.Contains(severityNames, f.minSeverity) {
		return fmt.Errorf(
			"--min-severity is one of %s, not %q%s",
			strings.Join(severityNames, ", "),
			f.minSeverity,
			nearest.Hint(f.minSeverity, severityNames),
		)
	}
	if !slices.Contains(colorModes, f.color) {
		return fmt.Errorf(
			"--color is one of %s, not %q%s",
			strings.Join(colorModes, ", "),
			f.color,
			nearest.Hint(f.color, colorModes),
		)
	}
	if f.outputFile != "" && f.diff {
		return fmt.Errorf("--diff prints a patch and no report: send it to a file with >, without --output-file")
	}
	if f.fix && f.diff {
		return fmt.Errorf("--diff shows what --fix would do: use one of them")
	}
	if f.addIgnores && (f.fix || f.diff) || f.shrink && (f.fix || f.diff || f.addIgnores) {
		return fmt.Errorf("--add-ignores, --update-baseline and --fix each write files: use one at a time")
	}
	if f.unsafe && !f.fix && !f.diff {
		env.say("--unsafe-fixes does nothing by itself: add --diff to look at the changes or --fix to make them")
	}
	return nil
}

func (f *lintFlags) settingsFile(env *Environment) string { return env.absolute(f.settings) }

// project are the options that open the projects of the named paths; settings is the file that the user gave, if any.
func (env *Environment) project(settings string, paths ...string) project.Options {
	return project.Options{
		Dir:      env.Dir,
		Paths:    paths,
		Known:    lint.Known(env.Rules),
		Settings: env.absolute(settings),
		Warn:     env.warner(),
	}
}

// absolute is the full path of one that the user gave; empty stays empty.
func (env *Environment) absolute(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(env.Dir, path)
}

// readStdin makes standard input stand in for the file named by --stdin-filename.
func readStdin(env *Environment, flags *lintFlags, options *lint.Options) error {
	if len(options.Paths) > 1 || len(options.Paths) == 1 && options.Paths[0] != "-" {
		return fmt.Errorf("--stdin-filename lints standard input: name no other paths")
	}
	text, err := files.ReadAll(env.Stdin)
	if err != nil {
		return fmt.Errorf("cannot read standard input: %w", err)
	}
	path := filepath.ToSlash(filepath.Clean(flags.stdinFilename))
	if relative, err := filepath.Rel(env.Dir, flags.stdinFilename); err == nil && filepath.IsAbs(flags.stdinFilename) {
		path = filepath.ToSlash(relative)
	}
	options.Paths = []string{flags.stdinFilename}
	options.Overlay = map[string][]byte{path: text}
	return nil
}
