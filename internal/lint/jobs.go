package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/settings"
	"github.com/trainlint/trainlint/rules"
)

// Job is a training job of a project and the hardware it is judged against.
type Job struct {
	*job.Job
	Target rules.Target
	// Before is the job in the revision to compare with; nil without one.
	Before *job.Job
	// Reported turns a path of the project into the one that reports use.
	Reported func(path string) string
}

// Jobs finds the training jobs of the named paths without judging them. Failures
// are those of single paths.
func Jobs(o Options) (list []Job, failures []error, err error) {
	p, err := newProject(o)
	if err != nil {
		return nil, nil, err
	}
	if err := p.discover(); err != nil {
		return nil, nil, err
	}
	for _, r := range p.roots {
		jobs, err := p.jobsOf(r)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, jobs...)
	}
	p.warnOfGivenUp()
	return list, p.failures, nil
}

// lintJobs runs the rules that look at whole training jobs. All jobs are looked
// for again after every fix: which files make a job is only known afterwards.
func (p *project) lintJobs() error {
	active := p.jobRules()
	p.ofJobs, p.jobsRan = nil, len(active) > 0
	if len(active) == 0 {
		return nil
	}
	for _, r := range p.roots {
		jobs, err := p.everyJob(r)
		if err != nil {
			return err
		}
		trial := p.newTrial(r, jobs)
		for _, j := range p.ofThisRun(r, jobs) {
			if err := p.keepOfJobs(p.judgeJob(r, j, active, trial)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Jobs are the training jobs that the files looked at take part in. Their files
// are named relative to the root of their project.
func (r *Result) Jobs() ([]Job, error) {
	var list []Job
	for _, root := range r.project.roots {
		jobs, err := r.project.jobsOf(root)
		if err != nil {
			return nil, err
		}
		list = append(list, jobs...)
	}
	return list, nil
}

func (p *project) jobRules() []*rules.Rule {
	var active []*rules.Rule
	for _, rule := range p.Rules {
		if rule.On&rules.Job != 0 && rule.Check != nil && p.selection.on(rule) {
			active = append(active, rule)
		}
	}
	return active
}

// jobsOf finds the jobs of a project that files of this run take part in.
func (p *project) jobsOf(r *root) ([]Job, error) {
	jobs, err := p.everyJob(r)
	return p.ofThisRun(r, jobs), err
}

func (p *project) ofThisRun(r *root, jobs []Job) []Job {
	return slices.DeleteFunc(slices.Clone(jobs), func(j Job) bool {
		return !slices.ContainsFunc(j.Files, func(path string) bool { return p.has(p.reported(r.full(path))) })
	})
}

// everyJob finds the jobs that a project's launchers, scripts and configs make, and
// those that its settings name.
func (p *project) everyJob(r *root) (jobs []Job, err error) {
	defer p.survive("while putting the jobs of " + p.reported(r.dir) + " together")
	held, err := p.resolver.For(r.dir)
	if err != nil {
		return nil, err
	}
	w := p.workspace(r)
	for _, found := range job.Find(w) {
		jobs = append(jobs, Job{Job: found, Target: p.target(p.reported(r.full(found.Files[len(found.Files)-1]))), Reported: r.reporter(p)})
	}
	for _, named := range held.Jobs {
		found := p.runNamed(r, w, named)
		if len(found) == 0 {
			p.Warn(fmt.Sprintf("%s: no training was found behind %q", named.Origin.Relative(p.Dir), named.Run))
			continue
		}
		jobs = slices.DeleteFunc(jobs, func(other Job) bool { return other.PartOf(found[0]) })
		for _, one := range found {
			jobs = append(jobs, Job{Job: one, Target: p.targetOf(named, p.target(p.reported(r.dir)+"/.")), Reported: r.reporter(p)})
		}
	}
	before := p.pairBefore(r, jobs, held.Jobs)
	for i := range jobs {
		jobs[i].Before = before[jobs[i].Job]
	}
	return jobs, nil
}

// runNamed are the jobs that a command in the settings starts, one for each stage. Its words have their
// places in the settings file when that holds the command word for word.
func (p *project) runNamed(r *root, w *job.Workspace, named settings.Job) []*job.Job {
	path := p.reported(named.Origin.File)
	p.sources.give([]discover.File{{Path: path}}) // it was read already, as settings
	file := p.sources.get(path)
	if file == nil {
		return nil
	}
	file = source.New(r.path(named.Origin.File), file.Text)
	at := file.LineSpan(max(1, named.Origin.Line)).Start
	if i := strings.Index(string(file.Text[at:]), named.Run); i >= 0 {
		at += i
	} else {
		at = -1
	}
	return job.Run(w, named.Name, named.Run, r.path(named.Dir), file, at)
}

func (r *root) reporter(p *project) func(string) string {
	return func(path string) string { return p.reported(r.full(path)) }
}

// targetOf is the hardware of a job in the settings: its own, then the usual.
func (p *project) targetOf(named settings.Job, usual rules.Target) rules.Target {
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
func (p *project) workspace(r *root) *job.Workspace {
	w := &job.Workspace{
		GaveUp:   func(path string, why *budget.Exceeded) { p.gaveUp(p.reported(r.full(path)), why) },
		Versions: func(path string) *deps.Versions { return r.versions.For(path) },
		Open: func(path string) *source.File {
			reported := p.reported(r.full(path))
			file := p.sources.get(reported)
			if p.isGivenUp(reported) {
				return nil
			}
			if file == nil || file.Path == path {
				return file
			}
			return source.New(path, file.Text)
		},
	}
	for _, file := range p.filesOf(r) {
		w.Paths = append(w.Paths, r.path(file.Full))
	}
	return w
}

// filesOf lists all files of a project, those that were not named included.
func (p *project) filesOf(r *root) []discover.File {
	if r.whole {
		return r.files
	}
	r.listing.Lock()
	defer r.listing.Unlock()
	if r.all == nil {
		walker := &discover.Walker{Dir: p.Dir, Excluded: p.excluded, Warn: func(string, error) {}}
		all, err := walker.Find([]string{r.dir})
		if err != nil { // the folder is gone since
			return r.files
		}
		r.all = all
		for _, file := range r.files { // named ones may be excluded
			if !slices.ContainsFunc(all, func(f discover.File) bool { return f.Full == file.Full }) {
				r.all = append(r.all, file)
			}
		}
	}
	return r.all
}

// judgeJob runs the rules on one job. Paths in the findings are the reported ones. Fixes
// are tried before they are offered; none are without a trial.
func (p *project) judgeJob(r *root, j Job, active []*rules.Rule, trial *trial) (found []rules.Diagnostic) {
	seen := p.wordsOf(r, j)
	report := func(d rules.Diagnostic) {
		d.Fixes = trial.offered(j.Job, d.Fixes)
		found = append(found, p.reportedPaths(r, d))
	}
	for _, rule := range active {
		if !p.words.mayFire(rule, seen) || !j.Versions.Speaks(rule.Version) {
			continue
		}
		pass := rules.NewPass(rule, report)
		if trial != nil {
			pass.Try = func(plan fixes.Plan) (rules.Outcome, error) {
				return trial.of(j.Job, trial.reported(plan.Fixes("a plan", fixes.Unsafe)...))
			}
		}
		if j.Before != nil {
			pass.Before, pass.Revision = j.Before, p.Before.Revision
		}
		pass.Job, pass.Versions, pass.Target = j.Job, j.Versions, j.Target
		if j.Program != nil {
			j.Program.Module.Meter.Refill()
		}
		var complex *budget.Exceeded
		if err := p.check(pass, "the job "+j.Name); errors.As(err, &complex) {
			p.gaveUp(p.reported(r.full(j.Files[len(j.Files)-1])), complex)
		}
	}
	return found
}

// wordsOf are the words that occur in any file of a job.
func (p *project) wordsOf(r *root, j Job) seen {
	all := make(seen, len(p.words.number))
	for _, path := range j.Files {
		file := p.sources.get(p.reported(r.full(path)))
		if file == nil {
			continue
		}
		found, known := p.ofFile[file]
		if !known {
			found = p.words.scan(file.Text)
			if p.ofFile == nil {
				p.ofFile = map[*source.File]seen{}
			}
			p.ofFile[file] = found
		}
		for i := range found {
			all[i] = all[i] || found[i]
		}
	}
	return all
}

// reportedPaths turns the paths of a project into those of reports.
func (p *project) reportedPaths(r *root, d rules.Diagnostic) rules.Diagnostic {
	if r.dir == p.Dir {
		return d
	}
	turn := func(path string) string {
		if path == "" {
			return ""
		}
		return p.reported(r.full(path))
	}
	d.File = turn(d.File)
	d.Notes = slices.Clone(d.Notes)
	for i := range d.Notes {
		d.Notes[i].File = turn(d.Notes[i].File)
	}
	d.Fixes = slices.Clone(d.Fixes)
	for i := range d.Fixes {
		d.Fixes[i].Edits = slices.Clone(d.Fixes[i].Edits)
		for n := range d.Fixes[i].Edits {
			d.Fixes[i].Edits[n].File = turn(d.Fixes[i].Edits[n].File)
		}
		d.Fixes[i].ConfigPaths = slices.Clone(d.Fixes[i].ConfigPaths)
		for n, declared := range d.Fixes[i].ConfigPaths {
			if file, key, ok := strings.Cut(declared, ":"); ok {
				d.Fixes[i].ConfigPaths[n] = turn(file) + ":" + key
			}
		}
	}
	return d
}

// keepOfJobs keeps the findings that the settings want where they land. Jobs that
// share a file find the same thing in it: it is said once.
func (p *project) keepOfJobs(found []rules.Diagnostic) error {
	for _, d := range found {
		held, err := p.policyOf(p.full(d.File))
		if err != nil {
			return err
		}
		if !held.on(d.Rule) {
			continue
		}
		if file := p.sources.get(d.File); file != nil && !p.has(d.File) {
			p.directed[d.File] = readDirectives(discover.KindOf(d.File), file, held)
		}
		held.weigh(&d)
		if at := slices.IndexFunc(p.ofJobs, func(o rules.Diagnostic) bool { return samePlace(o, d) }); at < 0 {
			p.ofJobs = append(p.ofJobs, d)
		} else if d.Severity > p.ofJobs[at].Severity {
			p.ofJobs[at] = d
		}
	}
	return nil
}

func samePlace(a, b rules.Diagnostic) bool {
	return a.Rule == b.Rule && a.File == b.File && a.Span == b.Span
}

// has reports whether a file is part of this run.
func (p *project) has(path string) bool {
	_, found := slices.BinarySearchFunc(p.files, path, func(f discover.File, path string) int { return strings.Compare(f.Path, path) })
	return found
}
