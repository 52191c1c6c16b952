package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/settings"
)

// Job is a training job of a project and the hardware it is judged against.
type Job struct {
	*job.Job
	Root   *Root
	Target Target
	// Before is the job in the revision to compare with; nil without one.
	Before *job.Job
	// Reported turns a path of the job's project into the one that reports use.
	Reported func(path string) string
}

// ReportedName turns the path at the head of a job's name, "run.sh:2", into the
// one that reports use; a name from the settings stays.
func (j Job) ReportedName() string {
	if len(j.Files) > 0 {
		if rest, ok := strings.CutPrefix(j.Name, j.Files[0]); ok {
			return j.Reported(j.Files[0]) + rest
		}
	}
	return j.Name
}

// Jobs are the training jobs that the files of this run take part in.
func (p *Project) Jobs() ([]Job, error) {
	var list []Job
	for _, r := range p.Roots {
		jobs, err := p.JobsOf(r, p.ofThisRun(r))
		if err != nil {
			return nil, err
		}
		list = append(list, jobs...)
	}
	for _, path := range p.TooComplex() {
		p.Warn(path + ": " + p.GivenUp(path).Why + ": not all jobs that it takes part in were looked at")
	}
	p.warnOfBroken(list)
	return list, nil
}

// warnOfBroken says of which scripts Python would refuse to run a line. What a job is is known all the same, and there
// is a reason to ask: somebody is about to mend it.
func (p *Project) warnOfBroken(jobs []Job) {
	seen := map[string]bool{}
	for _, j := range jobs {
		for _, path := range j.Files {
			script := j.Reported(path)
			if seen[script] || !strings.HasSuffix(script, ".py") {
				continue
			}
			seen[script] = true
			file := p.Source(script)
			if file == nil {
				continue
			}
			p.modules.look(file, func(m *python.Module) bool {
				refused := slices.Concat(m.Errors, m.Reserved)
				if len(refused) > 0 {
					first := slices.MinFunc(refused, func(a, b source.Span) int { return a.Start - b.Start })
					p.Warn(
						fmt.Sprintf("%s:%d: this does not parse: no job of it can start as it is", script, file.LineOf(first.Start)),
					)
				}
				return true
			})
		}
	}
}

// ofThisRun are the files of a project that were named, by its paths.
func (p *Project) ofThisRun(r *Root) []string {
	paths := make([]string, 0, len(r.files))
	for _, file := range r.files {
		paths = append(paths, r.Path(file.Full))
	}
	return paths
}

// JobsOfThisRun are the jobs of a project that a file of this run takes part in, for rules to judge. Where neither a
// GPU is named nor a revision to compare with, launches of one script differ in little that a rule asks for, and only
// the first ones are among them; the others are left out.
func (p *Project) JobsOfThisRun(r *Root) (jobs []Job, left []job.LeftOut, err error) {
	p.modules.pool.Bound(maxBesideJobs)
	defer p.modules.pool.Bound(maxModuleBytes)
	w := p.workspace(r)
	w.Judged = true
	jobs, err = p.jobsOf(r, w, p.ofThisRun(r), launches)
	return jobs, w.LeftOut, err
}

// LeftOutOf are the jobs of launches that JobsOfThisRun left out, as far as they may take part in some files; jobs are
// those that it found.
func (p *Project) LeftOutOf(r *Root, left []job.LeftOut, jobs []Job, paths []string) ([]Job, error) {
	defer p.Survive("while putting the jobs of " + p.Reported(r.Dir) + " together")
	among := p.mayRead(r, left, jobs, paths)
	if len(among) == 0 {
		return nil, nil
	}
	w := p.workspace(r)
	w.Judged = true
	w.Starts = []string{}
	asked := map[string]bool{}
	for _, l := range among {
		w.Starts = append(w.Starts, l.Start)
		asked[commandOf(l.Launcher, l.Script, l.Words)] = true
	}
	w.Wants = func(launcher, script string, words []launch.Word) bool {
		return asked[commandOf(launcher, script, words)]
	}
	held, err := p.settingsIn(r.Dir)
	if err != nil {
		return nil, err
	}
	p.loopsOf(w, held)
	return Readers(p.found(r, w), paths), nil
}

func commandOf(launcher, script string, words []launch.Word) string {
	text := launcher + "\n" + script
	for _, word := range words {
		text += "\n" + word.Text
	}
	return text
}

// mayRead are the launches that may read some files: those of scripts of which another launch reads them, and those
// whose words lead there.
func (p *Project) mayRead(r *Root, left []job.LeftOut, jobs []Job, paths []string) []job.LeftOut {
	if len(left) == 0 {
		return nil
	}
	scripts := map[string]bool{}
	for _, j := range Readers(jobs, paths) {
		for _, path := range j.Files {
			scripts[path] = true
		}
	}
	from := p.starts(r, paths)
	if from == nil { // they lead nearly anywhere
		from, _ = p.reachOf(r, paths)
	}
	return slices.DeleteFunc(slices.Clone(left), func(l job.LeftOut) bool {
		return !scripts[l.Script] && !from.wants(l.Launcher, l.Script, l.Words)
	})
}

// launches is how many of one script are judged where no GPU is named. There are projects that start one script 985
// times, to fill the tables of a paper.
const launches = 12

// JobsOf finds the jobs that some of a project's files take part in: those that its launchers, scripts and configs
// make, and those that its settings name.
func (p *Project) JobsOf(r *Root, paths []string) (jobs []Job, err error) {
	return p.jobsOf(r, p.workspace(r), paths, 0)
}

func (p *Project) jobsOf(r *Root, w *job.Workspace, paths []string, most int) (jobs []Job, err error) {
	defer p.Survive("while putting the jobs of " + p.Reported(r.Dir) + " together")
	held, err := p.settingsIn(r.Dir)
	if err != nil {
		return nil, err
	}
	p.loopsOf(w, held)
	if !w.Loops && p.Before == nil {
		w.Launches = most
	}
	var from *reach
	if !r.whole || len(paths) < len(r.files) {
		if from = p.starts(r, paths); from != nil {
			w.Starts, w.Wants = from.list(), from.wants
		}
	}
	jobs = p.found(r, w)
	for _, named := range held.Jobs {
		if from != nil && !from.reached[r.Path(named.Origin.File)] && !from.wants("", "", []launch.Word{{Text: named.Run}}) {
			continue
		}
		found := p.runNamed(r, w, named)
		if len(found) == 0 {
			p.Warn(fmt.Sprintf("%s: no training was found behind %q", named.Origin.Relative(p.Dir), named.Run))
			continue
		}
		jobs = slices.DeleteFunc(jobs, func(other Job) bool { return other.PartOf(found[0]) })
		target := p.targetOf(named, p.targetIn(held))
		for _, stage := range found {
			jobs = append(
				jobs,
				Job{Job: stage, Root: r, Target: target, Reported: func(path string) string { return p.ReportedIn(r, path) }},
			)
		}
	}
	if r.whole && len(paths) >= len(r.files) { // a tool that only a page starts reads no file of another kind
		for _, page := range r.pages {
			paths = append(paths, r.Path(page.Full))
		}
	}
	jobs = Readers(jobs, paths)
	before := p.pairBefore(r, jobs, held.Jobs)
	for i := range jobs {
		jobs[i].Before = before[jobs[i].Job]
	}
	return jobs, nil
}

// loopsOf asks for the training loops of jobs with several models where somebody wants to know what they take.
func (p *Project) loopsOf(w *job.Workspace, held *settings.Settings) {
	w.Loops = p.Loops || p.targetIn(held).GPU != "" ||
		slices.ContainsFunc(held.Jobs, func(j settings.Job) bool { return j.Target.GPU.Value != "" })
}

// found are the jobs that launchers, scripts and configs make, each with its hardware.
func (p *Project) found(r *Root, w *job.Workspace) (jobs []Job) {
	reported := func(path string) string { return p.ReportedIn(r, path) }
	for _, found := range job.Find(w) {
		target := p.cardOf(found, r, p.Target(reported(found.Files[len(found.Files)-1])))
		jobs = append(jobs, Job{Job: found, Root: r, Target: target, Reported: reported})
	}
	return jobs
}

// cardOf adds the GPU that a job's launcher asks the cluster for, where nobody named another: #SBATCH
// --gres=gpu:v100:4. Of a name that stands for several cards the largest is taken.
func (p *Project) cardOf(j *job.Job, r *Root, target Target) Target {
	if target.GPU != "" || j.Launch == nil {
		return target
	}
	for _, w := range j.Launch.Cards() {
		if gpu, ok := estimator.LargestGPU(w.Text); ok {
			file := j.Launch.Command.File
			target.GPU = gpu.Key
			target.From = fmt.Sprintf("%s:%d", p.ReportedIn(r, file.Path), file.Position(w.Origin.Start).Line)
			if smallest, _ := estimator.LookupGPU(w.Text); smallest.Key != gpu.Key {
				target.From += ", the largest card that " + w.Text + " stands for"
			}
			break
		}
	}
	return target
}

// Readers are the jobs that one of some files takes part in. A command in settings above the project names files on a
// way that leaves it and comes back.
func Readers(jobs []Job, paths []string) []Job {
	among := make(map[string]bool, len(paths))
	for _, path := range paths {
		among[path] = true
	}
	return slices.DeleteFunc(slices.Clone(jobs), func(j Job) bool {
		return !slices.ContainsFunc(j.Files, func(path string) bool { return among[j.Root.Path(j.Root.Full(path))] })
	})
}

func (p *Project) settingsIn(dir string) (*settings.Settings, error) { return p.resolver.For(dir) }

// runNamed are the jobs that a command in the settings starts, one for each stage. Its words have their
// places in the settings file when that holds the command word for word.
func (p *Project) runNamed(r *Root, w *job.Workspace, named settings.Job) []*job.Job {
	path := p.Reported(named.Origin.File)
	p.sources.give([]discover.File{{Path: path}}) // it was read already, as settings
	file := p.sources.get(path)
	if file == nil {
		return nil
	}
	file = source.New(r.Path(named.Origin.File), file.Text)
	at := file.LineSpan(max(1, named.Origin.Line)).Start
	if i := strings.Index(string(file.Text[at:]), named.Run); i >= 0 {
		at += i
	} else {
		at = -1
	}
	found := job.Run(w, named.Name, named.Run, r.Path(named.Dir), file, at)
	for _, one := range found {
		one.Size(p.said(named.Sizes))
	}
	return found
}

// targetOf is the hardware of a job in the settings: its own, then the usual.
func (p *Project) targetOf(named settings.Job, usual Target) Target {
	if named.Target.GPU.Value != "" && p.GPU == "" {
		usual.GPU, usual.From = named.Target.GPU.Value, named.Target.GPU.Origin.Relative(p.Dir)
	}
	if named.Target.Count > 0 {
		usual.Count = named.Target.Count
	}
	if named.Target.HostMemory > 0 {
		usual.HostMemory = named.Target.HostMemory
	}
	return usual
}

// workspace is a project as package job looks at it.
func (p *Project) workspace(r *Root) *job.Workspace {
	w := &job.Workspace{
		Allowance: p.Allowance,
		GaveUp:    func(path string, why *budget.Exceeded) { p.GiveUp(p.Reported(r.Full(path)), why) },
		Versions:  func(path string) *deps.Versions { return r.versions.For(path) },
		Open: func(path string) *source.File {
			reported := p.Reported(r.Full(path))
			file := p.sources.get(reported)
			if p.GivenUp(reported) != nil {
				return nil
			}
			if file != nil {
				p.Allowance.Grow(reported, len(file.Text))
			}
			if file == nil || file.Path == path {
				return file
			}
			return source.New(path, file.Text)
		},
		Parse: func(file *source.File, meter *budget.Meter) (*python.Module, error) {
			if p.Reported(r.Full(file.Path)) != file.Path { // its positions are told by another path
				return p.modules.pool.Parse(file, meter)
			}
			return p.modules.parse(file, meter)
		},
	}
	for _, file := range p.launchFiles(r) {
		w.Paths = append(w.Paths, r.Path(file.Full))
	}
	if held, err := p.settingsIn(r.Dir); err == nil {
		w.Sizes = p.said(held.Sizes)
	}
	return w
}

// launchFiles are the files of a project in which jobs may start, sorted by path: those of all kinds that are linted,
// and the pages that name commands.
func (p *Project) launchFiles(r *Root) []discover.File {
	list := slices.Clone(p.FilesOf(r)) // which finds the pages, too
	list = append(list, r.pages...)
	slices.SortStableFunc(list, func(a, b discover.File) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// FilesOf lists all files of a project, those that were not named included.
func (p *Project) FilesOf(r *Root) []discover.File {
	if r.whole {
		return r.files
	}
	r.listing.Lock()
	defer r.listing.Unlock()
	if r.all == nil {
		walker := p.quietWalker()
		all, err := walker.Find([]string{r.Dir})
		if err != nil { // the folder is gone since
			return r.files
		}
		// The walker tells of pages in the folders above, too; those are another project's.
		r.all, r.pages = all, slices.DeleteFunc(
			walker.Others(),
			func(f discover.File) bool { return !files.Inside(r.Dir, f.Full) },
		)
		for _, file := range r.files { // named ones may be excluded
			if !slices.ContainsFunc(all, func(f discover.File) bool { return f.Full == file.Full }) {
				r.all = append(r.all, file)
			}
		}
	}
	return r.all
}

// quietWalker finds files beside those of the run: what cannot be read there is nobody's concern.
func (p *Project) quietWalker() *discover.Walker {
	return &discover.Walker{
		Dir: p.Dir, Excluded: p.excluded, Also: launch.IsPage, Entered: p.resolver.Listed, Warn: func(string, error) {},
	}
}
