package lint

import (
	"errors"
	"slices"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules"
)

// Trial tries edits on the projects of the named paths, in memory.
type Trial struct {
	run   *pipeline
	roots map[*project.Root]*trial
}

// NewTrial tries edits on a project, by the rules; jobs are those that they may be made for.
func NewTrial(opened *project.Project, list []*rules.Rule, jobs []project.Job) *Trial {
	t := &Trial{run: pipelineOf(opened, Options{Rules: list}), roots: map[*project.Root]*trial{}}
	for _, j := range jobs {
		if t.roots[j.Root] == nil {
			t.roots[j.Root] = t.run.newTrial(j.Root, nil, nil)
		}
		in := t.roots[j.Root]
		in.jobs = append(in.jobs, j)
	}
	return t
}

// Of says what a plan for a job would make of the project. The plan's paths are those of the job.
func (t *Trial) Of(subject *job.Job, plan fixes.Plan) (rules.Outcome, error) {
	list := plan.Fixes("a plan", fixes.Unsafe)
	if len(list) == 0 {
		return rules.Outcome{}, errNothingEdited
	}
	for _, in := range t.roots {
		if slices.ContainsFunc(in.jobs, func(j project.Job) bool { return j.Job == subject }) {
			return in.of(subject, in.reported(list...))
		}
	}
	return rules.Outcome{}, errors.New("it is no job of the project")
}
