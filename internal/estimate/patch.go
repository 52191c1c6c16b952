package estimate

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/jobedit"
	"github.com/trainlint/trainlint/internal/printable"
)

// Try says what edits of a job's files would make of the project: the patched job, and
// the other jobs that read an edited file. The error is why they must not be written.
type Try func(described *job.Job, plan fixes.Plan) (after *job.Job, others []string, err error)

// WritePatches prints, for every job that its card cannot hold, the first plan that can
// be written into the project's files, as a unified diff. The plan's name goes to notes,
// and so do the plans that were passed over, and every job that gets no patch. judge
// knows the language of a file. The result says whether anything was printed.
func WritePatches(out, notes io.Writer, jobs []Sized, judge func(*source.File) fixes.Judge, try Try) (bool, error) {
	printed := false
	for _, job := range jobs {
		if job.Planning == nil || job.Training == nil {
			continue
		}
		plans := job.Planning.Plans
		if len(plans) > 0 && len(plans[0].Remedies) == 0 {
			continue // it fits
		}
		p, err := patch(job, judge, try)
		for at, passed := range p.written.Passed {
			printable.Fprintf(
				notes,
				"trainlint: %s: passed over plan %d (%s): %v\n",
				job.Name,
				at+1,
				remedyNames(passed.Plan),
				passed.Why,
			)
		}
		if err != nil {
			printable.Fprintf(notes, "trainlint: %s: %v\n", job.Name, err)
			continue
		}
		plan := p.written.Plan
		printable.Fprintf(
			notes,
			"trainlint: %s: %s, the card must have %s → %s of %s\n",
			job.Name,
			remedyNames(plan),
			estimator.FormatBytes(job.Result.Device),
			need(plan.Result),
			estimator.FormatBytes(job.Target.Usable),
		)
		if len(p.others) > 0 {
			printable.Fprintf(
				notes,
				"trainlint: %s: %s reads a changed file too, and gets no worse\n",
				job.Name,
				strings.Join(p.others, ", "),
			)
		}
		for _, change := range p.changes {
			if _, err := io.WriteString(out, change.Diff()); err != nil {
				return printed, err
			}
			printed = true
		}
	}
	return printed, nil
}

// patched is a plan in the project's files.
type patched struct {
	written jobedit.Written
	changes []fixes.Change
	others  []string // jobs that read an edited file, too
}

// patch applies the job's first plan that can be written, in memory.
func patch(job Sized, judge func(*source.File) fixes.Judge, try Try) (p patched, err error) {
	switch {
	case !job.Result.Known():
		return p, errors.New("no patch: its memory is not known")
	case len(job.Planning.Plans) == 0:
		return p, fmt.Errorf("no patch: no set of known changes makes it fit %s", job.Target.GPU)
	}
	var ok bool
	p.written, ok = jobedit.Fit(job.Training, *job.Planning, func(plan fixes.Plan) error {
		after, others, err := try(job.Training, plan)
		p.others = others
		if err != nil || job.Overlaid {
			return err
		}
		return jobedit.Holds(job.Training, after, job.Target.Usable)
	})
	if !ok {
		return p, errors.New("no patch: no plan can be written, see --fit without --diff")
	}
	session := &fixes.Session{File: job.open, Judge: judge, Unsafe: true}
	done, err := session.Run(
		[]fixes.Candidate{
			{Rule: "estimate --fit", Fixes: job.edited(p.written.Edits.Fixes("make the job fit", fixes.Unsafe))},
		},
	)
	switch {
	case err != nil:
		return p, err
	case len(done.Bugs) > 0:
		return p, done.Bugs[0]
	case len(done.Skipped) > 0:
		return p, fmt.Errorf("no patch: %s: %w", done.Skipped[0].File, done.Skipped[0].Err)
	}
	p.changes = done.Changes
	return p, nil
}
