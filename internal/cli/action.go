package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/shell"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/internal/report"
	"github.com/trainlint/trainlint/internal/revision"
	"github.com/trainlint/trainlint/rules"
)

// newActionCommand is what action.yml runs. Its inputs come through the
// environment: nothing that a pull request chooses is ever part of a script.
func newActionCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:    "github-action",
		Short:  "lint as a step of a GitHub workflow (see action.yml)",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return (&action{env: env, get: os.Getenv}).run(cmd.Context())
		},
	}
}

// action is one run of the action.
type action struct {
	env     *Environment
	said    bytes.Buffer // what the run wants the user to know, for the log
	get     func(name string) string
	flags   lintFlags
	paths   []string
	failOn  rules.Severity
	never   bool
	changes *revision.Changes
}

func (a *action) run(ctx context.Context) error {
	if err := a.inputs(ctx); err != nil {
		return err
	}
	options := a.flags.options(a.env, a.paths)
	var mu sync.Mutex
	options.Warn = func(message string) {
		mu.Lock()
		defer mu.Unlock()
		printable.Fprintf(&a.said, "trainlint: %s\n", message)
	}
	if a.changes != nil {
		before, err := project.NewBefore(ctx, a.get("GITHUB_BASE_REF"), a.changes)
		if err != nil {
			return err
		}
		options.Before = before
	}
	if a.changes != nil && a.get("TRAINLINT_ONLY_CHANGED") == "true" {
		options.Hide = append(options.Hide, lint.OnlyNew(a.env.Dir, a.changes))
	}
	if err := a.flags.hide(ctx, a.env, &options); err != nil {
		return err
	}
	result, err := lint.Run(ctx, options)
	if err != nil {
		return err
	}
	found := &report.Report{
		Diagnostics: result.Diagnostics, Files: result.Files, Unread: result.Unread, Rules: a.env.Rules,
		Version: a.env.version(), Source: result.Source, Link: a.links().Now,
	}
	for _, write := range []func(*lint.Result, *report.Report) error{a.log, a.annotate, a.summary, a.comment, a.sarif} {
		if err := write(result, found); err != nil {
			return err
		}
	}
	return a.verdict(result, found)
}

// inputs reads the action's inputs.
func (a *action) inputs(ctx context.Context) error {
	args, err := fields(a.get("TRAINLINT_ARGS"))
	if err != nil {
		return fmt.Errorf("the input args cannot be read: %w", err)
	}
	parser := &cobra.Command{}
	a.flags.register(parser)
	if err := parser.ParseFlags(args); err != nil {
		return fmt.Errorf("the input args: %w", err)
	}
	if a.flags.fix || a.flags.diff || a.flags.addIgnores || a.flags.shrink || a.flags.stdinFilename != "" {
		return fmt.Errorf("the action reports and changes no files: take --fix and its like out of the input args")
	}
	if a.paths, err = fields(a.get("TRAINLINT_PATHS")); err != nil {
		return fmt.Errorf("the input paths cannot be read: %w", err)
	}
	a.paths = append(a.paths, parser.Flags().Args()...)
	if err := a.readFailOn(); err != nil {
		return err
	}
	return a.compare(ctx)
}

// fields splits an input at blanks and line ends; quotes work, variables and
// commands do not.
func fields(text string) ([]string, error) {
	return shell.Fields(
		strings.NewReplacer("\r", " ", "\n", " ", "$", `\$`, "`", "\\`").Replace(text),
		func(string) string { return "" },
	)
}

func (a *action) readFailOn() error {
	word := a.get("TRAINLINT_FAIL_ON")
	switch word {
	case "", "warning":
		a.failOn = rules.Warning
	case "error":
		a.failOn = rules.Error
	case "note":
		a.failOn = rules.Note
	case "never":
		a.never = true
	default:
		return fmt.Errorf("the input fail-on is one of error, warning, note, never, not %q", word)
	}
	return nil
}

// compare finds out what a pull request changes. When that is only for the order
// of annotations, a clone without history is no reason to fail.
func (a *action) compare(ctx context.Context) error {
	base := a.get("GITHUB_BASE_REF")
	if base == "" {
		return nil
	}
	changes, err := revision.Since(ctx, a.env.Dir, "origin/"+base)
	if err != nil && a.get("TRAINLINT_ONLY_CHANGED") == "true" {
		return fmt.Errorf("only-changed: %w", err)
	}
	a.changes = changes
	return nil
}

// log prints every finding. What it prints holds source text: commands are
// switched off around it, with a word that nobody can know before.
func (a *action) log(_ *lint.Result, found *report.Report) error {
	var token [16]byte
	if _, err := rand.Read(token[:]); err != nil {
		return fmt.Errorf("no random numbers: %w", err)
	}
	word := hex.EncodeToString(token[:])
	var text bytes.Buffer
	if err := report.Write(&text, "text", found); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.env.Stdout, "::stop-commands::%s\n%s%s::%s::\n", word, a.said.String(), text.String(), word)
	return err
}

func (a *action) annotate(_ *lint.Result, found *report.Report) error {
	return report.WriteAnnotations(a.env.Stdout, found, a.changed(found))
}

// summary appends the findings and the memory of each job to the step's summary.
func (a *action) summary(result *lint.Result, found *report.Report) error {
	path := a.get("GITHUB_STEP_SUMMARY")
	if path == "" || a.get("TRAINLINT_SUMMARY") == "false" {
		return nil
	}
	jobs, err := result.Jobs()
	if err != nil {
		return err
	}
	return appendTo(path, func(w io.Writer) error {
		if err := report.Write(w, "markdown", found); err != nil {
			return err
		}
		return report.WriteMemoryTable(w, sizes(jobs), a.links())
	})
}

// comment writes what the pull request is told into a file that packaging/action/comment.sh hands to GitHub. The file
// stays empty when there is nothing to tell: a comment of an earlier run then goes.
func (a *action) comment(result *lint.Result, found *report.Report) error {
	path := a.get("TRAINLINT_COMMENT")
	if path == "" || a.changes == nil {
		return nil
	}
	jobs, err := result.Jobs()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	worthIt, err := report.WriteComment(&text, found, sizes(jobs), a.links(), a.changed(found))
	if err != nil {
		return err
	}
	if !worthIt {
		text.Reset()
	}
	return files.Append(path, []byte(printable.WithoutCommands(text.String())))
}

// changed reports whether the pull request has a part in a finding.
func (a *action) changed(found *report.Report) func(rules.Diagnostic) bool {
	if a.changes == nil {
		return func(rules.Diagnostic) bool { return false }
	}
	keep := lint.OnlyNew(a.env.Dir, a.changes)
	return func(d rules.Diagnostic) bool { return len(keep([]rules.Diagnostic{d}, found.Source)) > 0 }
}

// links are the addresses of lines at the commit that was looked at, and at the one that it is compared with.
func (a *action) links() report.Links {
	links := report.Links{Now: a.linkAt(a.get("GITHUB_SHA"))}
	if a.changes != nil {
		links.Before = a.linkAt(a.changes.Base)
	}
	return links
}

func (a *action) linkAt(commit string) report.Link {
	server, repository := a.get("GITHUB_SERVER_URL"), a.get("GITHUB_REPOSITORY")
	if server == "" || repository == "" || commit == "" {
		return nil
	}
	top := cmp.Or(a.get("GITHUB_WORKSPACE"), a.env.Dir)
	return func(path string, line int) string {
		relative, err := filepath.Rel(top, a.env.absolute(filepath.FromSlash(path)))
		if err != nil || strings.HasPrefix(relative, "..") {
			return ""
		}
		address := url.URL{Path: "/" + repository + "/blob/" + commit + "/" + filepath.ToSlash(relative)}
		return server + strings.NewReplacer("(", "%28", ")", "%29").Replace(address.EscapedPath()) + fmt.Sprintf("#L%d", line)
	}
}

func sizes(jobs []project.Job) []report.JobMemory {
	list := make([]report.JobMemory, 0, len(jobs))
	for _, j := range jobs {
		sized := report.JobMemory{Name: j.Name, GPU: j.Target.GPU, Result: estimator.Estimate(memory.Describe(j.Job))}
		if j.Before != nil {
			sized.Before = estimator.Estimate(memory.Describe(j.Before))
			sized.Fields = fieldChanges(j)
		}
		if gpu, ok := estimator.LookupGPU(j.Target.GPU); ok {
			sized.Usable = gpu.Usable
		}
		list = append(list, sized)
	}
	return list
}

// fieldChanges are the settings of a job that the change sets to something else.
func fieldChanges(j project.Job) []report.FieldChange {
	setting := func(v job.Value) report.Setting {
		s := report.Setting{Text: v.Text}
		if v.Place.File != nil {
			s.Path, s.Line = j.Reported(v.Place.File.Path), v.Place.Line()
		}
		return s
	}
	var list []report.FieldChange
	fields := j.Order()
	for _, f := range j.Before.Order() {
		if !slices.Contains(fields, f) {
			fields = append(fields, f)
		}
	}
	for _, f := range fields {
		if before, now := j.Before.Fields[f], j.Fields[f]; before.Text != now.Text {
			list = append(list, report.FieldChange{Name: string(f), Before: setting(before), Now: setting(now)})
		}
	}
	return list
}

func (a *action) sarif(_ *lint.Result, found *report.Report) error {
	path := a.get("TRAINLINT_SARIF")
	if path == "" {
		return nil
	}
	var text bytes.Buffer
	if err := report.Write(&text, "sarif", found); err != nil {
		return err
	}
	if err := files.RootsOf(a.env.Dir, path).Write(a.env.absolute(path), text.Bytes()); err != nil {
		return fmt.Errorf("cannot write the input sarif: %w", err)
	}
	return nil
}

func (a *action) verdict(result *lint.Result, found *report.Report) error {
	s := found.Summary()
	if path := a.get("GITHUB_OUTPUT"); path != "" {
		err := appendTo(path, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "errors=%d\nwarnings=%d\nnotes=%d\n", s.Errors, s.Warnings, s.Notes)
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, failure := range result.Failures {
		a.env.complain(failure)
	}
	failing := slices.ContainsFunc(found.Diagnostics, func(d rules.Diagnostic) bool { return d.Severity >= a.failOn })
	switch {
	case len(result.Failures) > 0:
		return exitCode(exitFailure)
	case failing && !a.never:
		return exitCode(exitFindings)
	default:
		return nil
	}
}

// appendTo adds to a file that GitHub hands to a step.
func appendTo(path string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	return files.Append(path, text.Bytes())
}
