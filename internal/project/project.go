// Package project is the one door to what the user named: which files there are, what the settings say of them, which
// versions the project declares, what a file holds, which training jobs there are. Whoever looks at a project, to lint
// it, to list or size its jobs or to tell what is believed about a file, comes through here and so sees the same.
package project

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/syntax"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/settings"
)

// Options say what to look at.
type Options struct {
	Dir          string         // the working directory, absolute: reported paths are relative to it
	Paths        []string       // what was named, relative to Dir or absolute; "." when empty
	Known        settings.Known // what settings may name
	Settings     string         // the settings file for everything; "": the closest one of each file
	GPU          string         // the GPU that jobs are judged against; it overrides the settings
	Sizes        []*job.Size    // what somebody says of data; it overrides the settings
	Loops        bool           // whole steps of models that people wrote are asked for
	Exclude      []string       // patterns of paths below Dir that are left out, besides those of the settings
	ForceExclude bool           // leave out named files that are ignored or excluded, too
	// Overlay holds texts that stand in for files on disk, by reported path.
	Overlay map[string][]byte
	// Before is the revision that jobs are compared with; nil without one.
	Before *Before
	// Warn receives what the user should know about a file that could not be
	// looked at; may be called from several goroutines. nil: nobody listens.
	Warn func(message string)
}

// Project is what the named paths belong to.
type Project struct {
	Options
	Files    []discover.File // of this run, sorted by path
	Roots    []*Root
	Within   *files.Roots // what files may lead to
	resolver *settings.Resolver
	sources  *sources
	excludes []settings.Pattern
	broken   error // settings that cannot be read
	modules  modules
	// Allowance is what all that is asked about the project may cost, by file and by job, before and after fixes.
	Allowance *budget.Allowance

	mu       sync.Mutex
	failures []error
	givenUp  map[string]*budget.Exceeded // the files that are too complex
}

// Open finds the files of the named paths and what their projects declare. An error is one of the settings: the user
// would not get what they asked for. Paths that cannot be looked at are among the failures.
func Open(o Options) (*Project, error) {
	p, err := newProject(o)
	if err != nil {
		return nil, err
	}
	return p, p.discover()
}

func newProject(o Options) (*Project, error) {
	if o.GPU != "" {
		if err := KnownGPU(o.GPU); err != nil {
			return nil, err
		}
	}
	o.Warn = once(o.Warn)
	if len(o.Paths) == 0 {
		o.Paths = []string{"."}
	}
	excludes, err := settings.Patterns(o.Dir, o.Exclude)
	if err != nil {
		return nil, err
	}
	within := files.RootsOf(o.Dir, o.Paths...)
	resolver := NewResolver(o, within)
	resolver.Known.Warn = o.Warn
	return &Project{
		Options: o, Within: within, excludes: excludes, resolver: resolver, sources: newSources(o, within),
		Allowance: budget.NewAllowance(),
		modules:   modules{pool: imports.Pool{Max: maxModuleBytes, Texts: &syntax.Memory{Max: maxPackedBytes}}},
	}, nil
}

// NewResolver finds settings. What they extend lies in their own project or within the roots; messages name paths
// relative to the working directory.
func NewResolver(o Options, within *files.Roots) *settings.Resolver {
	known := o.Known
	known.GPU, known.Version, known.Size, known.Dir, known.Within = KnownGPU, deps.CheckRange, CheckSize, o.Dir, within
	return &settings.Resolver{File: o.Settings, Known: known}
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

// discover finds the files of the run and those that declare versions.
func (p *Project) discover() error {
	walker := &discover.Walker{
		Dir:          p.Dir,
		ForceExclude: p.ForceExclude,
		Overlay:      p.Overlay,
		Warn:         func(path string, err error) { p.Warn(fmt.Sprintf("%s: %v", path, err)) },
		Also:         isOther,
		Speaks:       deps.SpeaksAbove,
		Excluded:     p.excluded,
		Entered:      p.resolver.Listed,
	}
	found, err := walker.Find(p.Paths)
	if err != nil {
		p.failures = append(p.failures, unjoin(err)...)
	}
	p.Files = found
	p.sources.give(found)
	if p.broken != nil {
		return p.broken
	}
	return p.findRoots(found, walker.Others())
}

func unjoin(err error) []error {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		return joined.Unwrap()
	}
	return []error{err}
}

// excluded asks the settings of a path's folder whether it is left out.
func (p *Project) excluded(path string, _ bool) bool {
	held, err := p.SettingsOf(path)
	if err != nil {
		p.broken = err
		return true
	}
	return held.Excludes(path) != nil || settings.MatchAny(p.excludes, path)
}

// SettingsOf are the settings that hold for the file at an absolute path.
func (p *Project) SettingsOf(full string) (*settings.Settings, error) {
	return p.resolver.For(filepath.Dir(full))
}

// Has reports whether a file is part of this run.
func (p *Project) Has(path string) bool {
	byPath := func(f discover.File, path string) int { return strings.Compare(f.Path, path) }
	_, found := slices.BinarySearchFunc(p.Files, path, byPath)
	return found
}

// Failures are trainlint's own, so far: named paths that cannot be looked at, and faults.
func (p *Project) Failures() []error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.failures)
}

// Fail notes a failure.
func (p *Project) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures = append(p.failures, err)
}

// Survive is deferred around what must not end the run. A panic is trainlint's own
// fault: it is reported, and everything else goes on.
func (p *Project) Survive(where string) {
	if fault := recover(); fault != nil { //nolint:revive // every caller defers it
		p.Fail(fmt.Errorf("internal error %s: %v (this is a bug of trainlint, please report it)", where, fault))
	}
}

// With is the same project with other texts of some files.
func (p *Project) With(changed []*source.File) *Project {
	q := &Project{
		Options: p.Options, Files: p.Files, Roots: p.Roots, Within: p.Within, resolver: p.resolver, sources: p.sources.copy(),
		Allowance: p.Allowance, modules: modules{pool: imports.Pool{Max: maxModuleBytes, Texts: p.modules.pool.Texts}},
	}
	for _, file := range changed {
		q.sources.replace(file)
		q.modules.adopt(p.modules.trees[file.Path], file)
	}
	return q
}
