package job

import (
	"cmp"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Workspace is the project that jobs are looked for in. It is not for several
// goroutines at once.
type Workspace struct {
	// Paths are the files of the project, with '/', relative to its root.
	Paths []string
	// Starts are the files that jobs are looked for in; nil: all of Paths.
	Starts []string
	// Wants reports whether a job is asked for that a launcher starts with these words; script is the program, "" for a
	// tool. nil: every job is.
	Wants func(launcher, script string, words []launch.Word) bool
	// Open returns a file's content, nil when it cannot be read.
	Open func(path string) *source.File
	// Parse reads a script for this workspace alone; nil for python.ParseWithin.
	Parse func(file *source.File, meter *budget.Meter) (*python.Module, error)
	// Versions says which versions hold for a file; nil: read from Paths.
	Versions func(path string) *deps.Versions
	// Sizes are what somebody says of expressions whose value only data tells.
	Sizes []*Size
	// GaveUp is told of files that are too complex, and why; may be nil.
	GaveUp func(path string, why *budget.Exceeded)
	// Loops: the training loops of jobs with several models of the project's own are asked for, not only those of one.
	Loops bool
	// Judged: rules will judge the jobs, so that what they ask of a run is answered before it is let go of.
	Judged bool
	// Launches is how many launches of one script are read, the first ones; 0: all. LeftOut are the others.
	Launches int
	LeftOut  []LeftOut
	// Allowance is what all files together may cost; nil: one of its own.
	Allowance *budget.Allowance

	meter   *budget.Meter // of all modules; full again for each file that jobs are looked for in
	known   map[string]bool
	files   source.Shelf
	modules map[string]*parsed
	configs documents
	imports map[string]string      // the files behind dotted names, by folder and name; "" for none
	starred map[starredName]string // what names are that come by `from … import *`
	notes   map[noteKey]any
	skims   map[string]*python.Skim
	// importing tells which files a file imports, training which of them hold a training step: many scripts import one
	// file.
	importing map[string][]string
	training  map[string]bool
	// optimizers tells in which files a class says by Lightning's method how it is optimized.
	optimizers map[string]bool
	turn       int             // counts the files that jobs were looked for in
	latest     int             // the last turn in which a module was asked for
	parsed     int             // the length in bytes of the texts of modules
	names      map[string]bool // under which the project may be cloned
	words      words           // of the project's code
	// nothingNamed are the scripts that were run for the modules that they import by name, and that led to no training
	// step.
	nothingNamed map[string]bool
	// giveAway are the files of it that open configs and may give them away whole.
	giveAway []string
	// wordless: there is too much code to ask for its words.
	wordless bool
	// entryPoints are the commands that installing the project makes.
	entryPoints map[string]entryPoint
	// registered are the files of classes that are put into registries, by name; nil until somebody asks.
	registered map[string][]string
	// here-documents, by the path they are written to; nil for one that only the run may write
	written map[string]*config.Document
}

// LeftOut is a launch that was not read, because enough of its script were.
type LeftOut struct {
	// Start is the launcher that somebody runs, Launcher the one that holds the command: the same one, or one that it
	// starts.
	Start, Launcher string
	Script          string
	Words           []launch.Word
}

func (w *Workspace) prepare() {
	if w.known != nil {
		return
	}
	if w.meter = budget.New(); w.Allowance == nil {
		w.Allowance = budget.NewAllowance()
	}
	if w.Parse == nil {
		w.Parse = python.ParseWithin
	}
	w.known = make(map[string]bool, len(w.Paths))
	for _, p := range w.Paths {
		w.known[p] = true
	}
	w.modules = map[string]*parsed{}
	w.imports, w.starred = map[string]string{}, map[starredName]string{}
	w.notes = map[noteKey]any{}
	w.skims = map[string]*python.Skim{}
	w.importing, w.training, w.optimizers = map[string][]string{}, map[string]bool{}, map[string]bool{}
	w.written = map[string]*config.Document{}
	if w.Versions == nil {
		w.Versions = deps.Read(w.Paths, w.file).For
	}
}

// starts are the files that jobs are looked for in, in the order of Paths.
func (w *Workspace) starts() []string {
	if w.Starts == nil {
		return w.Paths
	}
	var list []string
	for _, p := range w.Paths {
		if slices.Contains(w.Starts, p) {
			list = append(list, p)
		}
	}
	return list
}

func (w *Workspace) file(p string) *source.File {
	return w.files.Get(p, func() *source.File {
		if w.Open == nil {
			return nil
		}
		return w.Open(p)
	})
}

// parsed is the tree of a script, nil where there is none, and the turn in which it was last asked for.
type parsed struct {
	module *python.Module
	used   int
}

// Module is a parsed script of the project, nil when there is none at the path.
func (w *Workspace) Module(p string) *python.Module {
	if kept := w.modules[p]; kept != nil {
		kept.used, w.latest = w.turn, w.turn
		return kept.module
	}
	var m *python.Module
	if f := w.file(p); f != nil {
		var err error
		m, err = w.Parse(f, w.meter)
		w.gaveUp(p, err)
	}
	w.keep(p, m)
	return m
}

// keep remembers the tree of a script for other jobs.
func (w *Workspace) keep(p string, m *python.Module) {
	if kept := w.modules[p]; kept != nil && kept.module != nil {
		w.parsed -= len(kept.module.File.Text)
	}
	w.modules[p], w.latest = &parsed{m, w.turn}, w.turn
	if m != nil {
		m.Everything = func(module, name string) string { return w.everything(module, p, name) }
		w.parsed += len(m.File.Text)
	}
}

// again is the tree of a text that was parsed before: nobody pays for it twice.
func (w *Workspace) again(f *source.File) *python.Module {
	if kept := w.modules[f.Path]; kept != nil && kept.module != nil && kept.module.File == f {
		kept.used, w.latest = w.turn, w.turn
		return kept.module
	}
	m, err := w.Parse(f, budget.New())
	if err != nil || m == nil { // it was parsed before
		return &python.Module{Tree: &python.Tree{}, File: f, Meter: w.meter}
	}
	m.SetMeter(w.meter)
	w.keep(f.Path, m)
	return m
}

// maxParsed bounds the texts, in bytes, of the trees that are kept for other jobs: a tree is some thirty times as
// large.
const maxParsed = 3 << 20

// forget lets go of the trees that were asked for longest ago when there are too many; what the last job read is kept,
// however much that is: the next one mostly reads the same.
func (w *Workspace) forget() {
	if w.parsed <= maxParsed {
		return
	}
	paths := slices.SortedFunc(maps.Keys(w.modules), func(a, b string) int {
		return cmp.Or(w.modules[a].used-w.modules[b].used, strings.Compare(a, b))
	})
	for _, p := range paths {
		kept := w.modules[p]
		if w.parsed <= maxParsed*3/4 || kept.used >= w.latest {
			return
		}
		if kept.module != nil {
			w.parsed -= len(kept.module.File.Text)
			delete(w.modules, p)
		}
	}
}

// endTurn ends what was done for one file or job.
func (w *Workspace) endTurn() {
	w.forget()
	w.configs.forget()
	w.turn++
}

// within looks for jobs in a file as long as that is not too complex: the jobs that were
// found until then are good, and so are those of other files.
func (w *Workspace) within(p string, look func()) {
	w.meter.Refill()
	w.endTurn()
	var err error
	defer func() { w.gaveUp(p, err) }()
	defer budget.Catch(&err)
	look()
}

func (w *Workspace) gaveUp(p string, err error) {
	var why *budget.Exceeded
	if errors.As(err, &why) && w.GaveUp != nil {
		w.GaveUp(p, why)
	}
}

// exists reports whether there is a file. One that is not among Paths counts
// too: a script that is linted alone still reads its config.
func (w *Workspace) exists(p string) bool { return w.known[p] || w.file(p) != nil }

func (w *Workspace) config(p string) *config.Document {
	if d, ok := w.configs.get(p); ok {
		return d
	}
	var d *config.Document
	if here, ok := w.written[p]; ok {
		d = here
	} else if w.exists(p) {
		f := w.file(p)
		if _, ok := config.FormatOf(p); ok && f != nil { // it may have been given up
			d = config.Parse(f)
		}
	}
	w.configs.put(p, d)
	return d
}

// Config finds the config file that a word of a command line names.
func (w *Workspace) Config(c *launch.Command, word launch.Word) *config.Document {
	if _, ok := config.FormatOf(word.Text); !ok {
		return nil
	}
	for _, p := range append(w.candidates(c, word.Text), w.elsewhere(word.Text, c.File.Path)...) {
		if d := w.config(p); d != nil {
			return d
		}
	}
	if c.OfPage && knowledge.IsTellingName(path.Base(word.Text)) {
		return w.onlyConfig(path.Base(word.Text))
	}
	return nil
}

// onlyConfig is the one config of the project with that name: who reads a page has copied it beside the command.
func (w *Workspace) onlyConfig(name string) *config.Document {
	found := ""
	for _, p := range w.Paths {
		if path.Base(p) == name {
			if found != "" {
				return nil
			}
			found = p
		}
	}
	if found == "" {
		return nil
	}
	return w.config(found)
}

// ConfigAt finds a config that is named inside the file at from.
func (w *Workspace) ConfigAt(name, from string) *config.Document {
	for _, p := range w.around(name, from) {
		if d := w.config(p); d != nil {
			return d
		}
	}
	return nil
}

// noteKey is a file and what was noted of it.
type noteKey struct {
	file string
	key  any
}

// note is what make says of a file, worked out once: it holds nothing of the tree.
func (w *Workspace) note(file string, key any, make func(*python.Module) any) any {
	at := noteKey{file, key}
	note, known := w.notes[at]
	if !known {
		if m := w.Module(file); m != nil {
			note = make(m)
		}
		w.notes[at] = note
	}
	return note
}
