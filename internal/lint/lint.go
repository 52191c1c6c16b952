// Package lint is the pipeline: discover files, load them, analyse, judge,
// suppress, sort.
package lint

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/settings"
	"github.com/trainlint/trainlint/rules"
)

// Options say what to lint and how.
type Options struct {
	Dir          string   // the working directory, absolute: reported paths are relative to it
	Paths        []string // what to look at, relative to Dir or absolute; "." when empty
	Rules        []*rules.Rule
	Select       []string // rule and group names to run; nil: all
	Ignore       []string // rule and group names not to run
	GPU          string   // the GPU that jobs are judged against; it overrides the settings
	Settings     string   // the settings file for everything; "": the closest one of each file
	ForceExclude bool     // leave out named files that are ignored or excluded, too
	// Overlay holds texts that stand in for files on disk, by reported path:
	// standard input, or what earlier fixes made of a file.
	Overlay map[string][]byte
	// Before is the revision that jobs are compared with; nil without one.
	Before *Before
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

// Result is what a run found.
type Result struct {
	Diagnostics []rules.Diagnostic // sorted by path and position
	Files       int                // files looked at
	Unread      int                // files that are not among them: they could not be read
	// Failures are trainlint's own: named paths that cannot be looked at, rules
	// that panicked. The diagnostics are complete but for those.
	Failures []error

	project *project
}

// Roots are the folders that the run may read and write on the word of a file.
func (r *Result) Roots() *files.Roots { return r.project.within }

// Again runs once more, on what the disk holds now.
func (r *Result) Again(ctx context.Context) (*Result, error) { return Run(ctx, r.project.Options) }

// Source is the text that a path's spans refer to; nil when it cannot be read.
func (r *Result) Source(path string) *source.File { return r.project.sources.get(path) }

// project is one run in progress.
type project struct {
	Options
	selection selection
	resolver  *settings.Resolver
	words     *words
	sources   *sources
	roots     []*root
	within    *files.Roots // what files may lead to

	files  []discover.File
	broken error // settings that cannot be read

	modules modules

	mu       sync.Mutex
	byFile   map[string][]rules.Diagnostic // what the rules of single files found
	directed map[string]*directed          // the files with directives
	skipped  map[string]bool               // the files that could not be read
	ofJobs   []rules.Diagnostic            // what the rules of jobs found
	givenUp  map[string]*budget.Exceeded   // the files that are too complex
	ofFile   map[*source.File]seen         // the words in files of jobs
	jobsRan  bool
	failures []error
}

// Run lints the named paths. The error is the caller's: a rule that does not
// exist, a cancelled context. What goes wrong with single files is in the result.
func Run(ctx context.Context, o Options) (*Result, error) {
	p, err := newProject(o)
	if err != nil {
		return nil, err
	}
	if err := p.discover(); err != nil {
		return nil, err
	}
	if err := p.eachFile(ctx, p.files); err != nil {
		return nil, err
	}
	if err := p.lintJobs(); err != nil {
		return nil, err
	}
	return p.result(), nil
}

// Text lints one file that need not exist.
func Text(path string, text []byte, list []*rules.Rule) (*Result, error) {
	p, err := newProject(Options{Dir: ".", Rules: list, Overlay: map[string][]byte{path: text}})
	if err != nil {
		return nil, err
	}
	p.files = []discover.File{{Path: path, Kind: discover.KindOf(path), Named: true}}
	p.sources.give(p.files)
	if err := p.findRoots(nil, nil); err != nil {
		return nil, err
	}
	if err := p.lintFile(p.files[0]); err != nil {
		return nil, err
	}
	if err := p.lintJobs(); err != nil {
		return nil, err
	}
	return p.result(), nil
}

// result puts together what is known by now.
func (p *project) result() *Result {
	var found []rules.Diagnostic
	for _, file := range p.files {
		found = append(found, p.byFile[file.Path]...)
	}
	found = eachOnce(found)
	found = p.suppress(append(append(found, p.ofJobs...), p.ofGivenUp()...))
	sortDiagnostics(found)
	for _, hide := range p.Hide {
		found = hide(found, p.sources.get)
	}
	return &Result{Diagnostics: found, Files: len(p.files) - len(p.skipped), Unread: len(p.skipped), Failures: p.failures, project: p}
}

func newProject(o Options) (*project, error) {
	if err := CheckNames(append(append([]string{}, o.Select...), o.Ignore...), o.Rules); err != nil {
		return nil, err
	}
	if o.GPU != "" {
		if err := knownGPU(o.GPU); err != nil {
			return nil, err
		}
	}
	o.Warn = once(o.Warn)
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	if len(o.Paths) == 0 {
		o.Paths = []string{"."}
	}
	within := files.RootsOf(o.Dir, o.Paths...)
	resolver := NewResolver(o.Dir, o.Settings, o.Rules, within)
	resolver.Known.Warn = o.Warn
	return &project{
		Options:   o,
		within:    within,
		resolver:  resolver,
		selection: selection{selected: o.Select, ignored: o.Ignore},
		words:     newWords(o.Rules),
		byFile:    map[string][]rules.Diagnostic{},
		directed:  map[string]*directed{},
		skipped:   map[string]bool{},
		sources: &sources{
			dir: o.Dir, within: within, warn: o.Warn,
			overlay: maps.Clone(o.Overlay), known: map[string]*source.File{}, given: map[string]bool{},
		},
	}, nil
}

// once passes each message on only the first time: jobs are put together again
// after every fix.
func once(warn func(string)) func(string) {
	var said sync.Map
	return func(message string) {
		if _, before := said.LoadOrStore(message, true); !before && warn != nil {
			warn(message)
		}
	}
}

// discover finds the files to lint and those that declare versions. Settings
// that cannot be read end the run: the user would not get what they asked for.
func (p *project) discover() error {
	walker := &discover.Walker{
		Dir:          p.Dir,
		ForceExclude: p.ForceExclude,
		Overlay:      p.Overlay,
		Warn:         func(path string, err error) { p.Warn(fmt.Sprintf("%s: %v", path, err)) },
		Also:         deps.IsDependencyFile,
		Excluded:     p.excluded,
	}
	found, err := walker.Find(p.Paths)
	if err != nil {
		p.failures = append(p.failures, unjoin(err)...)
	}
	p.files = found
	p.sources.give(found)
	if p.broken != nil {
		return p.broken
	}
	return p.findRoots(found, walker.Others())
}

// excluded asks the settings of a path's folder whether it is left out.
func (p *project) excluded(path string, _ bool) bool {
	held, err := p.resolver.For(filepath.Dir(path))
	if err != nil {
		p.broken = err
		return true
	}
	return held.Excludes(path) != nil
}

// eachFile runs the rules that look at one file, as many files at a time as
// there are processors.
func (p *project) eachFile(ctx context.Context, files []discover.File) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var done atomic.Int64
	for _, file := range files {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			defer func() { p.Progress(int(done.Add(1)), len(files)) }()
			return p.lintFile(file)
		})
	}
	return group.Wait()
}

func (p *project) report(path string, found []rules.Diagnostic, directives *directed) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byFile[path] = found
	p.directed[path] = directives
}

func (p *project) skip(path string, err error) {
	p.Warn(fmt.Sprintf("%s: %v", path, err))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.skipped[path] = true
}

func (p *project) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures = append(p.failures, err)
}

func unjoin(err error) []error {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		return joined.Unwrap()
	}
	return []error{err}
}

// Paths are the files that were looked at, sorted.
func (r *Result) Paths() []string {
	paths := make([]string, 0, len(r.project.files))
	for _, file := range r.project.files {
		paths = append(paths, file.Path)
	}
	return paths
}
