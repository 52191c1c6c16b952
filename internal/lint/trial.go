package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// Trial tries edits on the projects of the named paths, in memory.
type Trial struct {
	project *project
	roots   []*trial
}

// NewTrial finds the jobs that edits may touch.
func NewTrial(o Options) (*Trial, error) {
	p, err := newProject(o)
	if err != nil {
		return nil, err
	}
	if err := p.discover(); err != nil {
		return nil, err
	}
	t := &Trial{project: p}
	for _, r := range p.roots {
		jobs, err := p.everyJob(r)
		if err != nil {
			return nil, err
		}
		t.roots = append(t.roots, p.newTrial(r, jobs))
	}
	return t, nil
}

// Of says what a plan for a job would make of the project. Its paths, and those of the
// job's files, are relative to the working directory.
func (t *Trial) Of(subject *job.Job, plan fixes.Plan) (rules.Outcome, error) {
	list := plan.Fixes("a plan", fixes.Unsafe)
	if len(list) == 0 {
		return rules.Outcome{}, errNothingEdited
	}
	root := t.project.rootOf(t.project.full(plan.Edits[0].File))
	for _, in := range t.roots {
		if in.root == root {
			return in.of(in.same(subject), list)
		}
	}
	return rules.Outcome{}, errors.New("its files belong to no project that was looked at")
}

// same is the job of the project that has a job's files, line and stage; nil without one.
func (t *trial) same(subject *job.Job) *job.Job {
	for _, j := range t.jobs {
		var files []string
		for _, path := range j.Files {
			files = append(files, t.now.reported(t.root.full(path)))
		}
		if slices.Equal(files, subject.Files) && startOf(j.Job) == startOf(subject) {
			return j.Job
		}
	}
	return nil
}

// startOf tells jobs of the same files apart: the line of the launcher, and the stage.
func startOf(j *job.Job) string {
	rest := strings.TrimPrefix(j.Name, j.Files[0])
	line, _, _ := strings.Cut(rest, " ")
	if j.Stage == nil {
		return line
	}
	return fmt.Sprintf("%s stage %d", line, j.Stage.Number)
}
