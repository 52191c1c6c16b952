package lint

import (
	"errors"
	"slices"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules"
)

// lintJobs runs the rules that look at whole training jobs. All jobs are looked
// for again after every fix: which files make a job is only known afterwards.
func (p *pipeline) lintJobs() error {
	active := p.jobRules()
	p.ofJobs, p.jobsRan = nil, len(active) > 0
	if len(active) == 0 {
		return nil
	}
	p.Allowance.Jobs()
	for _, r := range p.Roots {
		jobs, left, err := p.JobsOfThisRun(r)
		if err != nil {
			return err
		}
		trial := p.newTrial(r, jobs, left)
		for _, j := range jobs {
			if err := p.keepOfJobs(p.judgeJob(r, j, active, trial)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Jobs are the training jobs that the files looked at take part in. Their files
// are named relative to the root of their project.
func (r *Result) Jobs() ([]project.Job, error) { return r.run.Jobs() }

func (p *pipeline) jobRules() []*rules.Rule {
	return slices.DeleteFunc(p.everyJobRule(), func(rule *rules.Rule) bool { return !p.selection.on(rule) })
}

// judgeJob runs the rules on one job. Paths in the findings are the reported ones. Fixes
// are tried before they are offered; none are without a trial.
func (p *pipeline) judgeJob(
	r *project.Root,
	j project.Job,
	active []*rules.Rule,
	trial *trial,
) (found []rules.Diagnostic) {
	defer j.EndQuestions()
	seen, program := p.wordsOf(r, j)
	report := func(d rules.Diagnostic) {
		if launch.IsPage(d.File) { // what a README says is not what somebody is about to run
			return
		}
		d.Fixes = trial.offered(j.Job, d.Fixes)
		found = append(found, p.reportedPaths(r, d))
	}
	for _, rule := range active {
		in := seen
		if rule.Program {
			in = program
		}
		if !p.words.mayFire(rule, in) || !j.Versions.Speaks(rule.Version) {
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
		pass.Job, pass.Versions, pass.Target = j.Job, j.Versions, rules.Target(j.Target)
		if j.Program != nil {
			j.Program.Meter().Refill()
			j.Program.Meter().Share(p.Allowance, nil)
		}
		var complex *budget.Exceeded
		if err := p.check(pass, "the job "+j.Name); errors.As(err, &complex) {
			p.GiveUp(p.Reported(r.Full(j.Files[len(j.Files)-1])), complex)
		}
		if j.Program != nil { // who asks later is not prepared for an end of it
			j.Program.Meter().Share(nil, nil)
		}
	}
	return found
}

// wordsOf are the words that occur in any file of a job; program has those of what its scripts import, too.
func (p *pipeline) wordsOf(r *project.Root, j project.Job) (all, program seen) {
	all = p.words.none()
	program = p.words.none()
	for _, path := range j.Files {
		file := p.Source(p.Reported(r.Full(path)))
		if file == nil {
			continue
		}
		own := p.wordsIn(file)
		imported := own
		if discover.KindOf(path) == discover.Python {
			imported = p.wordsOfProgram(file, own)
		}
		for i := range all {
			all[i], program[i] = all[i] || own[i], program[i] || imported[i]
		}
	}
	if j.Launch != nil { // export PYTORCH_CUDA_ALLOC_CONF=… of a file that the launcher sources
		for name, value := range j.Launch.Command.Env {
			for i, occurs := range p.words.scan([]byte(name + "=" + value.Text)) {
				all[i], program[i] = all[i] || occurs, program[i] || occurs
			}
		}
	}
	return all, program
}

// reportedPaths turns the paths of a project into those of reports.
func (p *pipeline) reportedPaths(r *project.Root, d rules.Diagnostic) rules.Diagnostic {
	if r.Dir == p.Dir {
		return d
	}
	d.File = p.ReportedIn(r, d.File)
	d.Notes = slices.Clone(d.Notes)
	for i := range d.Notes {
		d.Notes[i].File = p.ReportedIn(r, d.Notes[i].File)
	}
	d.Fixes = p.ReportedFixes(r, d.Fixes)
	return d
}

// keepOfJobs keeps the findings that the settings want where they land. Jobs that
// share a file find the same thing in it: it is said once.
func (p *pipeline) keepOfJobs(found []rules.Diagnostic) error {
	for _, d := range found {
		held, err := p.policyOf(p.Full(d.File))
		if err != nil {
			return err
		}
		if !held.on(d.Rule) {
			continue
		}
		if file := p.Source(d.File); file != nil && !p.Has(d.File) {
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
