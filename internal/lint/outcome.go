package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/job/memory"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules"
)

// trial tries fixes on a project, in memory: whatever is offered for a job was judged by
// every rule before, in every job that reads an edited file.
type trial struct {
	now  *pipeline
	root *project.Root
	jobs []project.Job
	left []job.LeftOut // launches that make more jobs
	// found are the findings of jobs as they are, by rule.
	found map[*job.Job]map[string]int
	// foundIn are the findings in files as they are, by rule.
	foundIn map[*source.File]map[string]int
	// readersOf are the jobs that changed files take part in, by the files.
	readersOf map[string][]project.Job
	// known are the trials so far: a plan is tried before its fix is.
	known  map[string]verdict
	judges map[*source.File]fixes.Judge
	budget int
}

type verdict struct {
	outcome rules.Outcome
	err     error
}

// mostTried bounds how many jobs are put together for trials: with hundreds of launchers
// over one config every fix is a matter of all of them.
const mostTried = 2000

// newTrial tries changes of a project; jobs are those that its files take part in that were named, left aside.
func (p *pipeline) newTrial(r *project.Root, jobs []project.Job, left []job.LeftOut) *trial {
	return &trial{
		now:       p,
		root:      r,
		jobs:      jobs,
		left:      left,
		found:     map[*job.Job]map[string]int{},
		foundIn:   map[*source.File]map[string]int{},
		known:     map[string]verdict{},
		readersOf: map[string][]project.Job{},
		budget:    mostTried,
	}
}

// errNothingEdited: every edit needs a person, or writes what is there.
var errNothingEdited = errors.New("it changes nothing by itself")

var errTooMany = errors.New("too many jobs read the files for it to be tried")

// of says what edits of a job's files would make of the project; their paths are the
// reported ones. The error is why they must not be offered.
func (t *trial) of(subject *job.Job, list []fixes.Fix) (rules.Outcome, error) {
	var key strings.Builder
	fmt.Fprintf(&key, "%p", subject)
	for _, fix := range list {
		fmt.Fprintf(&key, "%v", fix.Edits)
	}
	v, known := t.known[key.String()]
	if !known {
		v.outcome, v.err = t.run(subject, list)
		t.known[key.String()] = v
	}
	return v.outcome, v.err
}

func (t *trial) run(subject *job.Job, list []fixes.Fix) (rules.Outcome, error) {
	changes, err := t.patched(list)
	if err != nil {
		return rules.Outcome{}, err
	}
	after := t.now.patchedCopy(changes)
	if err := t.judgeFiles(after, changes); err != nil {
		return rules.Outcome{}, err
	}
	changed := make([]string, 0, len(changes))
	for _, c := range changes {
		changed = append(changed, t.root.Path(t.now.Full(c.After.Path)))
	}
	affected, err := t.readers(changed)
	if err != nil {
		return rules.Outcome{}, err
	}
	if t.budget -= len(affected); t.budget < 0 {
		return rules.Outcome{}, errTooMany
	}
	pairs := after.Pair(t.root, affected, changed)
	var outcome rules.Outcome
	for _, was := range affected {
		is := pairs[was.Job]
		if is == nil {
			return outcome, fmt.Errorf("%s would no longer be found", was.Name)
		}
		if err := t.judgeJobs(after, was, is); err != nil {
			return outcome, err
		}
		if was.Job == subject {
			outcome.Job = is
			continue
		}
		if err := worse(was.Job, is); err != nil {
			return outcome, err
		}
		outcome.Others = append(outcome.Others, was.Name)
	}
	return outcome, nil
}

// offered are the fixes of a finding that stand their trial.
func (t *trial) offered(subject *job.Job, list []fixes.Fix) []fixes.Fix {
	var kept []fixes.Fix
	for _, fix := range list {
		if t == nil {
			return nil
		}
		outcome, err := t.of(subject, t.reported(fix))
		if err != nil && !errors.Is(err, errNothingEdited) {
			continue
		}
		if len(outcome.Others) > 0 {
			fix.Title += fmt.Sprintf(" (%s reads the file too, and gets no worse)", strings.Join(outcome.Others, ", "))
		}
		kept = append(kept, fix)
	}
	return kept
}

// reported is a fix under the paths of reports.
func (t *trial) reported(list ...fixes.Fix) []fixes.Fix {
	return t.now.ReportedFixes(t.root, list)
}

// judgeOf is the judge of a file, the same for all trials: to make one takes reading it.
func (t *trial) judgeOf(f *source.File) fixes.Judge {
	judge, known := t.judges[f]
	if !known {
		if judge = t.now.judgeOf(f); t.judges == nil {
			t.judges = map[*source.File]fixes.Judge{}
		}
		t.judges[f] = judge
	}
	return judge
}

// patched applies fixes as --fix would.
func (t *trial) patched(list []fixes.Fix) ([]fixes.Change, error) {
	if len(list) == 0 {
		return nil, errNothingEdited
	}
	session := &fixes.Session{File: t.now.Source, Judge: t.judgeOf, Unsafe: true}
	done, err := session.Run([]fixes.Candidate{{Rule: "trial", Fixes: list}})
	switch {
	case err != nil:
		return nil, err
	case len(done.Bugs) > 0:
		return nil, done.Bugs[0].Err
	case len(done.Skipped) > 0:
		return nil, done.Skipped[0].Err
	case len(done.Changes) == 0:
		return nil, errNothingEdited
	}
	return done.Changes, nil
}

// patchedCopy is the same project with the changed files in place of its own.
func (p *pipeline) patchedCopy(changes []fixes.Change) *pipeline {
	changed := make([]*source.File, 0, len(changes))
	for _, c := range changes {
		changed = append(changed, c.After)
	}
	return &pipeline{Options: p.Options, Project: p.With(changed), words: p.words}
}

// judgeFiles compares what the rules of single files find in the changed ones.
func (t *trial) judgeFiles(after *pipeline, changes []fixes.Change) error {
	for _, c := range changes {
		was, known := t.foundIn[c.Before]
		if !known {
			was = t.now.everythingIn(c.Before)
			t.foundIn[c.Before] = was
		}
		is := after.everythingIn(c.After)
		if why := after.GivenUp(c.After.Path); why != nil {
			return fmt.Errorf("%s was not judged: %w", c.After.Path, why)
		}
		for rule, n := range is {
			if n > was[rule] {
				return fmt.Errorf("%s would find something in %s", rule, c.After.Path)
			}
		}
	}
	return nil
}

// everythingIn counts the findings of all rules in one file, notes aside.
func (p *pipeline) everythingIn(text *source.File) map[string]int {
	kind := discover.KindOf(text.Path)
	file := discover.File{Path: text.Path, Kind: kind}
	found, _ := p.judge(kind, text, policy{}, p.active(file, text, policy{}), p.meter(nil))
	return counted(found)
}

func counted(found []rules.Diagnostic) map[string]int {
	count := map[string]int{}
	for _, d := range found {
		if d.Severity > rules.Note {
			count[d.Rule.Name]++
		}
	}
	return count
}

// readers are the jobs that read a changed file, those that no file of the run takes part in included.
func (t *trial) readers(changed []string) ([]project.Job, error) {
	list := project.Readers(t.jobs, changed)
	key := strings.Join(changed, "\n")
	all, known := t.readersOf[key]
	if !known {
		found, err := t.others(changed)
		if err != nil {
			return nil, err
		}
		all = found
		t.readersOf[key] = all
	}
	for _, other := range all {
		if !slices.ContainsFunc(
			list,
			func(j project.Job) bool { return j.Name == other.Name && slices.Equal(j.Files, other.Files) },
		) {
			list = append(list, other)
		}
	}
	return list, nil
}

// others are the jobs of changed files that are not known yet.
func (t *trial) others(changed []string) ([]project.Job, error) {
	if t.root.Whole() {
		return t.now.LeftOutOf(t.root, t.left, t.jobs, changed)
	}
	return t.now.JobsOf(t.root, changed)
}

// judgeJobs compares what the rules of jobs find in one.
func (t *trial) judgeJobs(after *pipeline, was project.Job, is *job.Job) error {
	before, known := t.found[was.Job]
	if !known {
		before = counted(t.now.judgeJob(t.root, was, t.now.everyJobRule(), nil))
		t.found[was.Job] = before
	}
	patched := was
	patched.Job = is
	found := counted(after.judgeJob(t.root, patched, after.everyJobRule(), nil))
	if given := after.TooComplex(); len(given) > 0 {
		return fmt.Errorf("%s was not judged: %w", was.Name, after.GivenUp(given[0]))
	}
	for rule, n := range found {
		if n > before[rule] {
			return fmt.Errorf("%s would find something in %s", rule, was.Name)
		}
	}
	return nil
}

func (p *pipeline) everyJobRule() []*rules.Rule {
	var list []*rules.Rule
	for _, rule := range p.Rules {
		if rule.On&rules.Job != 0 && rule.Check != nil {
			list = append(list, rule)
		}
	}
	return list
}

// worse says what another job would lose by edits that were not made for it: it must
// train on as many samples a step, and need no more memory.
func worse(was, is *job.Job) error {
	if a, b := samples(was), samples(is); a != b {
		return fmt.Errorf(
			"%s shares a file and would train on %s samples a step instead of %s",
			was.Name,
			orUnknown(b),
			orUnknown(a),
		)
	}
	a, b := estimator.Estimate(memory.Describe(was)), estimator.Estimate(memory.Describe(is))
	if a.Known() && (!b.Known() || b.Device > a.Device) {
		return fmt.Errorf("%s shares a file and would need more memory", was.Name)
	}
	return nil
}

// samples is micro-batch × accumulation × GPUs as far as they are known.
func samples(j *job.Job) string {
	var parts []string
	for _, f := range []dialect.Field{dialect.MicroBatch, dialect.Accumulation} {
		parts = append(parts, orUnknown(j.Text(f)))
	}
	if slices.Contains(parts, "?") {
		return strings.Join(parts, " × ")
	}
	return fmt.Sprint(j.Int(dialect.MicroBatch) * j.Int(dialect.Accumulation))
}

func orUnknown(text string) string {
	if text == "" {
		return "?"
	}
	return text
}
