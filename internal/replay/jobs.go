package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

// The words of the list of jobs that are no fields.
const (
	scriptField = "script" // the file that runs, by its path or its end; - where it is a tool's
	mayField    = "may"    // found or not, both are right: a command with a hole, a file that is not there
	partField   = "part"   // the list has only some jobs of this repository, and says nothing about others
)

var jobsHeader = []string{"repository", "commit", "set", "job", "field", "value"}

// wantedRepository is what a reader wrote down about a repository's jobs.
type wantedRepository struct {
	name, commit, set string
	jobs              []*wantedJob
	part              bool
}

// wantedJob is one job: where it stands, "run.sh:3" or "train.py", and what its files say of it.
type wantedJob struct {
	name   string
	script string
	may    bool
	fields [][2]string // field, value; in the order of the list
}

func openJobs(path string) ([]*wantedRepository, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("run it in the root of the repository, or name the list with -jobs: %w", err)
	}
	list, err := readJobs(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return list, joinClose(err, file)
}

// readJobs reads the list of jobs: a row for each field of a job, one without a job for a repository that has none. The
// repository, its commit and its set stand in its first row; in the others they are empty.
func readJobs(text io.Reader) ([]*wantedRepository, error) {
	reader := csv.NewReader(text)
	first, err := reader.Read()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(first, jobsHeader) {
		return nil, fmt.Errorf("the fields are %s, not %s", strings.Join(jobsHeader, ","), strings.Join(first, ","))
	}
	var list []*wantedRepository
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		if len(list) > 0 && fields[0]+fields[1]+fields[2] == "" {
			list[len(list)-1].add(fields[3], fields[4], fields[5])
			continue
		}
		if !ownerOfName.MatchString(fields[0]) || !objectName.MatchString(fields[1]) {
			return nil, fmt.Errorf("%q at %q is no commit of a repository", fields[0], fields[1])
		}
		if len(list) == 0 || list[len(list)-1].name != fields[0] {
			list = append(list, &wantedRepository{name: fields[0], commit: fields[1], set: fields[2]})
		}
		list[len(list)-1].add(fields[3], fields[4], fields[5])
	}
}

// add takes one row of a repository.
func (w *wantedRepository) add(job, field, value string) {
	switch {
	case field == partField:
		w.part = true
		return
	case job == "":
		return
	}
	if len(w.jobs) == 0 || w.jobs[len(w.jobs)-1].name != job {
		w.jobs = append(w.jobs, &wantedJob{name: job})
	}
	last := w.jobs[len(w.jobs)-1]
	switch {
	case field == mayField:
		last.may = true
	case field == scriptField:
		last.script = value
	default:
		last.fields = append(last.fields, [2]string{field, value})
	}
}

// jobsOf unpacks a commit and finds its jobs, with their estimates.
func (r *replayer) jobsOf(ctx context.Context, dir, commit string) ([]estimate.Sized, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	into, err := os.MkdirTemp("", "trainlint-replay-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := os.RemoveAll(into); err != nil {
			r.warn("%s stays behind: %v", into, err)
		}
	}()
	if err := unpack(ctx, dir, commit, into); err != nil {
		return nil, err
	}
	opened, err := project.Open(
		project.Options{Dir: into, Known: lint.Known(all.Rules()), Loops: true, Warn: func(string) {}},
	)
	if err != nil {
		return nil, err
	}
	jobs, err := opened.Jobs()
	if err != nil {
		return nil, err
	}
	for _, failure := range opened.Failures() {
		r.warn("%s: %v", dir, failure)
	}
	described := estimate.Find(opened, jobs)
	for i := range described { // as the command does: steps of models that people wrote are followed
		described[i].Feed(nil)
	}
	return estimate.Size(described, estimate.Target{}), nil
}

// replayJobs compares the jobs that are found in each repository with those that a reader wrote down.
func (r *replayer) replayJobs(ctx context.Context, out io.Writer, list []*wantedRepository, show bool) error {
	var total score
	for _, wanted := range list {
		dir, ok := gitDir(r.mirror, wanted.name)
		if !ok {
			total.absent++
			continue
		}
		found, err := r.jobsOf(ctx, dir, wanted.commit)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.warn("%s at %.9s: %v", wanted.name, wanted.commit, err)
			total.absent++
			continue
		}
		c := compare(wanted, found)
		if show {
			if err := c.write(out, wanted.name); err != nil {
				return err
			}
		}
		total.add(c.score)
	}
	return total.write(out)
}
