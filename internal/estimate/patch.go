package estimate

import (
	"errors"
	"fmt"
	"io"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/jobedit"
)

// WritePatches prints, for every job that its card cannot hold, the cheapest plan
// that can be written into the project's files, as a unified diff. The plan's name
// goes to notes, and so does every job that gets no patch. judge knows the language
// of a file. The result says whether anything was printed.
func WritePatches(out, notes io.Writer, jobs []Sized, judge func(*source.File) fixes.Judge) (bool, error) {
	printed := false
	for _, job := range jobs {
		if job.Planning == nil || job.Training == nil {
			continue
		}
		plans := job.Planning.Plans
		if len(plans) > 0 && len(plans[0].Remedies) == 0 {
			continue // it fits
		}
		plan, changes, err := patch(job, judge)
		if err != nil {
			fmt.Fprintf(notes, "trainlint: %s: %v\n", job.Name, err)
			continue
		}
		fmt.Fprintf(notes, "trainlint: %s: %s, %s → %s of %s\n", job.Name, remedyNames(plan), estimator.FormatBytes(job.Result.DeviceHigh()),
			estimator.FormatBytes(plan.Result.DeviceHigh()), estimator.FormatBytes(job.Target.Usable))
		for _, change := range changes {
			if _, err := io.WriteString(out, change.Diff()); err != nil {
				return printed, err
			}
			printed = true
		}
	}
	return printed, nil
}

// patch applies the job's cheapest plan that can be written, in memory.
func patch(job Sized, judge func(*source.File) fixes.Judge) (estimator.Plan, []fixes.Change, error) {
	switch {
	case !job.Result.Known():
		return estimator.Plan{}, nil, errors.New("no patch: its memory is not known")
	case len(job.Planning.Plans) == 0:
		return estimator.Plan{}, nil, fmt.Errorf("no patch: no set of known changes makes it fit %s", job.Target.GPU)
	}
	plan, edits, ok := jobedit.Fit(job.Training, *job.Planning)
	if !ok {
		return plan, nil, errors.New("no patch: every plan needs code that a person writes, see --fit without --diff")
	}
	session := &fixes.Session{File: job.open, Judge: judge, Unsafe: true}
	done, err := session.Run([]fixes.Candidate{{Rule: "estimate --fit", Fixes: edits.Fixes("make the job fit", fixes.Unsafe)}})
	switch {
	case err != nil:
		return plan, nil, err
	case len(done.Bugs) > 0:
		return plan, nil, done.Bugs[0]
	case len(done.Skipped) > 0:
		return plan, nil, fmt.Errorf("no patch: %s: %w", done.Skipped[0].File, done.Skipped[0].Err)
	}
	return plan, done.Changes, nil
}
