package job

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Find lists the training jobs of a project: what its launchers start, then the
// scripts and the configs that no launcher mentions.
func Find(w *Workspace) []*Job {
	w.prepare()
	w.meter.Share(w.Allowance, nil)
	defer w.meter.Share(nil, nil)
	f := newFinder(w)
	for _, p := range w.starts() {
		if path.Ext(p) == ".py" { // what a project may cost grows with what it holds, and its launchers come first
			w.file(p)
		}
	}
	for _, p := range w.starts() {
		w.within(p, func() { f.launchers(p) })
	}
	for _, p := range w.starts() {
		if path.Ext(p) == ".py" {
			w.within(p, func() { f.spawned(p) })
		}
	}
	f.pages()
	for _, p := range w.starts() {
		if ext := path.Ext(p); (ext == ".py" || ext == ".ipynb") && !f.scripts[p] && f.open[p] == nil {
			w.within(p, func() { f.script(p) })
		} else if f.open[p] != nil {
			w.within(p, func() { f.opened(p) })
		}
	}
	for _, p := range w.starts() {
		if _, ok := config.FormatOf(p); ok && !f.configs[p] {
			w.within(p, func() { f.config(p) })
		}
	}
	jobs := f.withoutHoles()
	fillBegan(jobs)
	for _, j := range jobs {
		j.Size(w.Sizes)
	}
	return jobs
}

// Run is the job that one command line starts, as the settings file states it:
// at is the command's offset in that file, -1 when it is not there word for
// word. A script that trains in stages makes a job of each; none when the command
// starts no training.
func Run(w *Workspace, name, command, dir string, settings *source.File, at int) (jobs []*Job) {
	w.prepare()
	w.within(settings.Path, func() { jobs = runCommand(w, name, command, dir, settings, at) })
	for _, j := range jobs {
		j.Size(w.Sizes)
	}
	return jobs
}

func runCommand(w *Workspace, name, command, dir string, settings *source.File, at int) []*Job {
	s := launch.ReadCommand(settings, command, at)
	for i := range s.Commands {
		c := &s.Commands[i]
		c.Dir = path.Join(dir, c.Dir)
		l, ok := launch.Training(c)
		if !ok {
			continue
		}
		f := newFinder(w)
		if f.launched(l); len(f.jobs) > 0 {
			for _, j := range f.jobs {
				if name != "" {
					j.Name = name
				}
				if name != "" && j.Stage != nil {
					j.Name = j.Stage.name(name)
				}
			}
			return f.jobs
		}
	}
	return nil
}

// pages makes jobs of the commands that a README, another page or a notebook names, where no launcher starts the same
// script with the same outcome: what a page says is what somebody once typed.
func (f *finder) pages() {
	f.byLauncher = maps.Clone(f.scripts)
	for _, others := range []bool{false, true} { // what users read comes first: who works on the project is told the same
		for _, p := range f.w.starts() {
			if launch.IsPage(p) && knowledge.ForDevelopers(p) == others {
				f.w.within(p, func() { f.commands(p) })
			}
		}
		if !others {
			f.byReaders = maps.Clone(f.scripts)
		}
	}
	for _, p := range f.w.starts() { // after the pages: a notebook often holds the page's command
		if launch.IsNotebook(p) {
			f.w.within(p, func() { f.commands(p) })
			f.w.within(p, func() { f.spawned(p) })
		}
	}
}

type finder struct {
	w       *Workspace
	scripts map[string]bool // that a job runs
	configs map[string]bool // that a job reads
	jobs    []*Job
	// byLauncher are the scripts that launchers start: what a page says of them counts where it says something else.
	byLauncher map[string]bool
	// and those that pages for users say to start: whoever works on the project is told to try them
	byReaders map[string]bool
	stepless  map[string]bool // the scripts that name nothing by which they would train, or evaluate and came to no step
	reached   map[string]bool // the scripts that train when nobody knows their arguments, as far as it was asked
	typed     map[string]bool // the commands that pages name
	called    map[commandAt]bool
	launches  map[string]int             // of each script, so far
	open      map[string][]launch.Launch // of scripts of which a page says that they are given a config, and not which
	lastly    bool                       // these are read now
}

func newFinder(w *Workspace) *finder {
	return &finder{
		w:        w,
		scripts:  map[string]bool{},
		configs:  map[string]bool{},
		reached:  map[string]bool{},
		stepless: map[string]bool{},
		typed:    map[string]bool{},
		launches: map[string]int{},
		called:   map[commandAt]bool{},
		open:     map[string][]launch.Launch{},
	}
}

// launchers follows one shell script, Makefile or workflow.
func (f *finder) launchers(p string) {
	if launch.IsMakefile(p) || launch.IsWorkflow(p) || launch.IsShell(p, nil) || f.manifest(p) {
		f.commands(p)
	}
}

func (f *finder) manifest(p string) bool {
	if ext := path.Ext(p); ext != ".yaml" && ext != ".yml" {
		return false
	}
	file := f.w.file(p)
	return file != nil && launch.IsManifest(p, file.Text)
}

// commands makes jobs of the commands in a file.
func (f *finder) commands(p string) {
	file := f.w.file(p)
	if file == nil ||
		!knowledge.HoldsLauncher(file.Disk()) && !knowledge.StartsScripts(file.Disk()) && !f.w.namesInstalled(file.Disk()) {
		return
	}
	s := launch.ReadWithin(file, f.w.meter, f.sourcedBy(file))
	for _, e := range s.Embedded {
		f.embedded(e)
	}
	seen := map[string]bool{}
	for i := range s.Commands {
		c := &s.Commands[i]
		l, ok := launch.Training(c)
		if !ok {
			if l, ok = f.w.installed(c); !ok {
				f.follow(c, 0)
				continue
			}
		}
		f.w.meter.Spend(sameCost)
		if id := identity(c); !seen[id] {
			seen[id] = true
			f.launched(l)
		}
	}
}

// identity is all that decides what a command of a script does: a function that is called twice starts the same job
// twice, which is one.
func identity(c *launch.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %q", c.Span.Start, c.Dir)
	add := func(name string, w launch.Word) {
		fmt.Fprintf(&b, "\n%s %q %t %d", name, w.Text, w.Known, w.Origin.Start)
	}
	for _, w := range c.Words {
		add("", w)
	}
	for _, w := range c.Wrappers {
		add("-", w)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Env)) {
		add(name, c.Env[name])
	}
	return b.String()
}

// embedded keeps a config that a script writes with a here-document. Its places
// are those of the script when the text stands there as it is.
func (f *finder) embedded(e launch.Embedded) {
	format, ok := config.FormatOf(e.Path.Text)
	if !ok || !e.Path.Known {
		return
	}
	f.w.configs.remove(path.Clean(e.Path.Text))
	if e.Perhaps {
		f.w.written[path.Clean(e.Path.Text)] = nil
		return
	}
	text := e.Text
	name := e.Path.Text
	f.w.meter.Spend(len(e.File.Text) / 8)
	if e.Verbatim {
		// Blank out the rest of the script: offsets and lines stay.
		blank := bytes.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, e.File.Text[:e.Span.Start])
		if len(blank) == e.Span.Start {
			text, name = string(blank)+e.Text, e.File.Path
		}
	}
	d := config.ParseAs(source.New(name, []byte(text)), format)
	f.w.written[path.Clean(e.Path.Text)] = d
}

// What reading one job is worth in steps, beside what its script costs to follow, and what it costs to see that a
// command is one that was read: functions that call each other start thousands.
const (
	launchCost = 500
	sameCost   = 100
)

// tool makes a job of a command that starts a tool that trains.
func (f *finder) tool(l *launch.Launch, j *Job) {
	if !f.wants(l, "") || l.Command.OfPage && (f.typedBefore(string(l.Program), l) || sayOtherwise(l)) {
		return
	}
	j.Versions = f.w.Versions(l.Command.File.Path)
	j.readLauncher(f.w)
	j.readTool(f.w)
	if l.Command.Made && saysNothing(l) {
		return
	}
	before := len(f.jobs)
	if f.add(j); l.Command.OfPage {
		f.keepOthers(before)
	}
}

// saysNothing reports whether nothing is known of what a program gives to a tool that it starts: a server that trains
// what its users choose is no job.
func saysNothing(l *launch.Launch) bool {
	return !slices.ContainsFunc(l.Arguments.All, func(w launch.Word) bool { return w.Known })
}

// toolScript is a launched script that trains through an installed package:
// src/train.py of LLaMA-Factory with a YAML that its dialect claims.
func (f *finder) toolScript(j *Job, m *python.Module) {
	for _, word := range j.Launch.Arguments.Words() {
		d := f.w.Config(j.Launch.Command, word)
		if d == nil {
			continue
		}
		r := dialect.Read(d)
		if r == nil || !standsAlone[r.Dialect.Name] {
			continue
		}
		j.Versions = f.w.Versions(m.File.Path)
		j.readLauncher(f.w)
		j.Config = r
		j.Framework = frameworks[r.Dialect.Name]
		j.toldBy(r)
		j.toldBy(readingOf(r.Dialect.Name, flagArguments(j.Launch.Arguments, j.Launch.Command.File)))
		j.addFile(d.File.Path)
		j.addFile(m.File.Path)
		j.read(r, byConfig, d.File.Path)
		j.followDeepSpeed(f.w, r, d.File)
		f.add(j)
		return
	}
}

// runScript reads the script of a job and adds the job, or its stages.
func (f *finder) runScript(j *Job) {
	if f.w.trainsElsewhere(j.Program.File().Path) {
		return
	}
	before := *j
	before.claims, before.Files = slices.Clone(j.claims), slices.Clone(j.Files)
	if f.readRun(j); !j.onlyImports() && !f.onlyEvaluates(j) {
		mains := j.mains()
		f.addStages(j, before)
		for _, p := range mains {
			f.scripts[p] = true
		}
	}
}

// mains are the other scripts whose main function a launched script runs: they are a part of its job.
func (j *Job) mains() (list []string) {
	if j.Launch == nil {
		return nil
	}
	e := j.Program.run
	m := e.ran()
	m.EachModule(func(of *python.Module) {
		if of.File.Path == e.entry.File().Path {
			return
		}
		for _, s := range of.Body {
			guard, ok := s.(*python.If)
			if !ok || !mentionsMain(guard.Test) {
				continue
			}
			for n := range python.AllIn(guard.Body) {
				c, ok := n.(*python.Call)
				if !ok {
					continue
				}
				if main, ok := of.Definition(c.Func).(*python.Function); ok {
					if ran, byProgram := m.Called(main); ran && byProgram {
						list = append(list, of.File.Path)
						return
					}
				}
			}
		}
	})
	return list
}

// readRun reads what the script of a job says.
func (f *finder) readRun(j *Job) {
	j.Framework = j.scriptFramework()
	j.readScript()
	j.readEngineArguments(f.w)
	for _, d := range j.Program.Configs() {
		j.addFile(d.File.Path)
		if r := dialect.Read(d); r != nil && j.Config == nil && r.Confidence > dialect.None {
			j.Config = r
		}
	}
	if j.Entry != nil {
		j.addFile(j.Entry.File().Path)
	}
	j.addFile(j.Program.File().Path)
}

func (f *finder) add(j *Job) {
	if j.idle() {
		for _, p := range j.Files {
			f.configs[p] = true
		}
		return
	}
	j.settle()
	j.readModelPath()
	j.derive()
	for _, r := range []*dialect.Reading{j.Accelerate, j.DeepSpeed, j.Config} {
		if r != nil && r.Document != nil {
			j.documents = append(j.documents, r.Document)
		}
	}
	if j.Program != nil {
		j.documents = append(j.documents, j.Program.Configs()...)
	}
	if name := j.Text(dialect.Model); name != "" && len(j.Files) > 0 {
		for _, p := range f.w.around(name+"/config.json", j.Files[len(j.Files)-1]) {
			if f.w.exists(p) {
				j.ModelConfig = f.w.file(p)
				break
			}
		}
	}
	for _, p := range j.Files {
		f.scripts[p] = true
		f.configs[p] = true
	}
	switch {
	case j.Program != nil:
		j.endReading()
	case j.source != nil:
		j.source.run.end(&Job{Program: j.source})
	}
	f.jobs = append(f.jobs, j)
}

// endReading ends the run of a job that is read, and keeps of it what rules ask for most.
func (j *Job) endReading() {
	for i := range j.Loads {
		l := &j.Loads[i]
		l.Name, l.DType, l.objects, l.call = l.Name.alone(), l.DType.alone(), nil, nil
	}
	j.argumentsIn, j.argumentsAt = j.argumentsCall()
	j.programs = nil
	if j.Program.run.w.Judged {
		j.askAhead()
	}
	j.Program.run.end(j)
}

// askAhead asks what a rule will ask while the run lives. Where that costs too much, the rule is told so when it asks
// again.
func (j *Job) askAhead() {
	var err error
	defer budget.Catch(&err)
	j.UnreadKeys()
}

// EndQuestions ends the run that questions about a job's program began, and lets go of its trees.
func (j *Job) EndQuestions() {
	if j.Program != nil {
		j.Program.run.end(j)
		j.Program.run.w.endTurn()
	}
}

// Meter is what questions about the job's program are paid from.
func (p *Program) Meter() *budget.Meter { return p.run.w.meter }

// standsAlone are the dialects whose config is the whole job.
var standsAlone = map[string]bool{
	"axolotl":       true,
	"llama-factory": true,
	"torchtune":     true,
	"litgpt":        true,
	"ms-swift":      true,
	"torchtitan":    true,
}

// maxForeign bounds the keys of a config that its tool has never had: a few are slips, or older than what is known.
const maxForeign = 2

// writtenForAnother reports whether a config that looks like one of a tool's has keys that no release of it reads: a
// project's own program borrows the names it knows.
func writtenForAnother(tool string, d *config.Document) bool {
	if !knowledge.TakesNoOther(tool) {
		return false
	}
	ever := knowledge.TakenBy(tool).EverByAny()
	foreign := 0
	for _, e := range d.Root().Entries {
		own := strings.HasPrefix(e.Key, "_") || strings.HasPrefix(e.Key, "x-") // what YAML's anchors hang on
		if !own && !slices.Contains(ever, e.Key) && !e.Value.IsNull() {
			foreign++
		}
	}
	return foreign > maxForeign
}

// config makes a job of a config that nothing launches, when it describes one by
// itself.
func (f *finder) config(p string) {
	file := f.w.file(p)
	if file == nil || len(file.Text) > 1<<20 || !knowledge.HoldsOwnConfig(file.Text) {
		return
	}
	d := f.w.config(p)
	if d == nil || d.Broken() {
		return
	}
	r := dialect.Read(d)
	if r == nil || r.Confidence < dialect.Certain {
		return
	}
	if slices.ContainsFunc(d.Root().Entries, func(e *config.Entry) bool { return knowledge.NamesMeasured(e.Key) }) {
		return // what a run wrote down of itself
	}
	recipe := r.Dialect.Name == hfArguments && d.Root().Has("model_name_or_path")
	if !standsAlone[r.Dialect.Name] && !recipe || writtenForAnother(r.Dialect.Name, d) {
		return
	}
	j := &Job{Name: p, Config: r, Framework: frameworks[r.Dialect.Name], Versions: f.w.Versions(p)}
	j.addFile(p)
	j.toldBy(r)
	j.read(r, byConfig, p)
	j.followDeepSpeed(f.w, r, file)
	if recipe {
		j.Framework = TRL
		j.assumeTrainer()
		j.doubt(dialect.Weights, byDefault)
	}
	j.doubt(dialect.GPUs, byDefault)
	f.add(j)
}
