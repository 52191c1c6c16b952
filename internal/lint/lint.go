// Package lint is the pipeline: discover files, load them, analyse, judge,
// suppress, sort.
package lint

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules"
)

// Options say what to lint and how.
type Options struct {
	Dir          string   // the working directory, absolute: reported paths are relative to it
	Paths        []string // what to look at, relative to Dir or absolute; "." when empty
	Rules        []*rules.Rule
	Select       []string // rule and group names to run; nil: all
	Extend       []string // rule and group names to run besides what is selected
	Ignore       []string // rule and group names not to run
	Exclude      []string // patterns of paths below Dir that are left out, besides those of the settings
	GPU          string   // the GPU that jobs are judged against; it overrides the settings
	Settings     string   // the settings file for everything; "": the closest one of each file
	ForceExclude bool     // leave out named files that are ignored or excluded, too
	// Overlay holds texts that stand in for files on disk, by reported path:
	// standard input, or what earlier fixes made of a file.
	Overlay map[string][]byte
	// Before is the revision that jobs are compared with; nil without one.
	Before *project.Before
	// Hide leaves out findings that nobody wants to hear of, such as old ones. They
	// are not fixed either.
	Hide []Filter
	// Progress is told now and then how many files were looked at; may be called
	// from several goroutines.
	Progress func(done, total int)
	// Warn receives what the user should know about a file that could not be
	// looked at; may be called from several goroutines. nil: nobody listens.
	Warn func(message string)
}

// Filter returns the findings that stay.
type Filter func(found []rules.Diagnostic, source func(path string) *source.File) []rules.Diagnostic

// AtLeast keeps the findings of a severity and worse.
func AtLeast(least rules.Severity) Filter {
	return func(found []rules.Diagnostic, _ func(string) *source.File) []rules.Diagnostic {
		return slices.DeleteFunc(slices.Clone(found), func(d rules.Diagnostic) bool { return d.Severity < least })
	}
}

// Result is what a run found.
type Result struct {
	Diagnostics []rules.Diagnostic // sorted by path and position
	Files       int                // files looked at
	Unread      int                // files that are not among them: they could not be read
	// Failures are trainlint's own: named paths that cannot be looked at, rules
	// that panicked. The diagnostics are complete but for those.
	Failures []error

	run *pipeline
}

// Roots are the folders that the run may read and write on the word of a file.
func (r *Result) Roots() *files.Roots { return r.run.Within }

// Again runs once more, on what the disk holds now.
func (r *Result) Again(ctx context.Context) (*Result, error) { return Run(ctx, r.run.Options) }

// Source is the text that a path's spans refer to; nil when it cannot be read.
func (r *Result) Source(path string) *source.File { return r.run.Source(path) }

// pipeline is one run in progress.
type pipeline struct {
	Options
	*project.Project
	selection selection
	words     *words

	looking atomic.Int32 // how many files are looked at now

	mu       sync.Mutex
	byFile   map[string][]rules.Diagnostic // what the rules of single files found
	directed map[string]*directed          // the files with directives
	skipped  map[string]bool               // the files that could not be read
	ofJobs   []rules.Diagnostic            // what the rules of jobs found
	ofFile   sync.Map                      // *source.File → the words in it (seen), of files of jobs and programs
	jobsRan  bool
}

// Run lints the named paths. The error is the caller's: a rule that does not
// exist, a cancelled context. What goes wrong with single files is in the result.
func Run(ctx context.Context, o Options) (*Result, error) {
	p, err := newPipeline(o, project.Open)
	if err != nil {
		return nil, err
	}
	if err := p.eachFile(ctx, p.Files); err != nil {
		return nil, err
	}
	p.Forget(train.SurveyNote()) // jobs ask about something else, and need the room
	if err := p.lintJobs(); err != nil {
		return nil, err
	}
	return p.result(), nil
}

// result puts together what is known by now.
func (p *pipeline) result() *Result {
	var found []rules.Diagnostic
	for _, file := range p.Files {
		found = append(found, p.byFile[file.Path]...)
	}
	found = eachOnce(found)
	found = p.suppress(append(append(found, p.ofJobs...), p.ofGivenUp()...))
	sortDiagnostics(found)
	for _, hide := range p.Hide {
		found = hide(found, p.Source)
	}
	return &Result{
		Diagnostics: found,
		Files:       len(p.Files) - len(p.skipped),
		Unread:      len(p.skipped),
		Failures:    p.Failures(),
		run:         p,
	}
}

func newPipeline(o Options, open func(project.Options) (*project.Project, error)) (*pipeline, error) {
	if err := CheckNames(slices.Concat(o.Select, o.Extend, o.Ignore), o.Rules); err != nil {
		return nil, err
	}
	opened, err := open(o.opening())
	if err != nil {
		return nil, err
	}
	return pipelineOf(opened, o), nil
}

// pipelineOf looks at a project that was opened before.
func pipelineOf(opened *project.Project, o Options) *pipeline {
	o.Dir, o.Warn = opened.Dir, opened.Warn
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	return &pipeline{
		Options:   o,
		Project:   opened,
		selection: selection{selected: o.Select, extended: o.Extend, ignored: o.Ignore},
		words:     wordsOf(o.Rules),
		byFile:    map[string][]rules.Diagnostic{},
		directed:  map[string]*directed{},
		skipped:   map[string]bool{},
	}
}

// opening says what is looked at.
func (o Options) opening() project.Options {
	return project.Options{
		Dir: o.Dir, Paths: o.Paths, Known: Known(o.Rules), Settings: o.Settings, GPU: o.GPU, ForceExclude: o.ForceExclude,
		Exclude: o.Exclude,
		Overlay: o.Overlay, Before: o.Before, Warn: o.Warn,
	}
}

// neighbours is how many files that stand next to each other are looked at by one goroutine: they import the same,
// which is then parsed once.
const neighbours = 24

// eachFile runs the rules that look at one file, as many files at a time as
// there are processors.
func (p *pipeline) eachFile(ctx context.Context, files []discover.File) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var done atomic.Int64
	for chunk := range slices.Chunk(files, neighbours) {
		group.Go(func() error {
			for _, file := range chunk {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := p.lintFile(file); err != nil {
					return err
				}
				p.Progress(int(done.Add(1)), len(files))
			}
			return nil
		})
	}
	return group.Wait()
}

func (p *pipeline) report(path string, found []rules.Diagnostic, directives *directed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byFile[path] = found
	p.directed[path] = directives
}

// skip notes a file that could not be read. Of one that the user named that is a failure, as a name of no file is; what
// the walk came upon is said, and the rest of the run stands. Data are no failure: hooks name whatever was changed.
func (p *pipeline) skip(file discover.File, err error) {
	err = fmt.Errorf("%s: %w", file.Path, err)
	if file.Named && !errors.Is(err, files.ErrTooLarge) {
		p.Fail(err)
	} else {
		p.Warn(err.Error())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.skipped[file.Path] = true
}

// Paths are the files that were looked at, sorted.
func (r *Result) Paths() []string {
	paths := make([]string, 0, len(r.run.Files))
	for _, file := range r.run.Files {
		paths = append(paths, file.Path)
	}
	return paths
}
