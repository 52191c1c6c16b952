package lint

import (
	"context"
	"slices"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/gitignore"
	"github.com/trainlint/trainlint/internal/revision"
	"github.com/trainlint/trainlint/internal/settings"
)

// Before is a project as an older revision holds it. Paths are absolute.
type Before struct {
	Revision string
	Touched  func(path string) bool           // changed or added since
	Text     func(path string) ([]byte, bool) // what a file held; false when it was not there
	Gone     []string                         // deleted since
}

// NewBefore looks at the base revision of changes.
func NewBefore(ctx context.Context, name string, changes *revision.Changes) (*Before, error) {
	gone, err := changes.Gone(ctx)
	if err != nil {
		return nil, err
	}
	return &Before{Revision: name, Touched: changes.Touched, Gone: gone, Text: func(path string) ([]byte, bool) { return changes.Before(ctx, path) }}, nil
}

// workspaceBefore is the workspace of a project in the older revision: files that
// nobody touched are read as they are now.
func (p *project) workspaceBefore(r *root) *job.Workspace {
	w := p.workspace(r)
	now := w.Open
	held := map[string]*source.File{}
	w.Open = func(path string) *source.File {
		full := r.full(path)
		if !p.Before.Touched(full) && !slices.Contains(p.Before.Gone, full) {
			return now(path)
		}
		file, known := held[path]
		if !known {
			if text, ok := p.Before.Text(full); ok {
				file = source.New(path, text)
			}
			held[path] = file
		}
		return file
	}
	w.Paths = slices.DeleteFunc(w.Paths, func(path string) bool { return w.Open(path) == nil })
	for _, full := range p.Before.Gone {
		if gitignore.Inside(r.dir, full) {
			w.Paths = append(w.Paths, r.path(full))
		}
	}
	slices.Sort(w.Paths)
	return w
}

// pairBefore finds for each job of a project what it was in the older revision.
func (p *project) pairBefore(r *root, jobs []Job, named []settings.Job) map[*job.Job]*job.Job {
	if p.Before == nil || !slices.ContainsFunc(jobs, func(j Job) bool { return p.touches(r, j) }) {
		return nil
	}
	w := p.workspaceBefore(r)
	before := job.Find(w)
	for _, n := range named {
		before = append(before, p.runNamed(r, w, n)...)
	}
	now := make([]*job.Job, 0, len(jobs))
	for _, j := range jobs {
		now = append(now, j.Job)
	}
	return job.Before(now, before)
}

func (p *project) touches(r *root, j Job) bool {
	return slices.ContainsFunc(j.Files, func(path string) bool { return p.Before.Touched(r.full(path)) })
}
