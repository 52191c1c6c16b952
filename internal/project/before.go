package project

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/files"
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
	text := func(path string) ([]byte, bool) { return changes.Before(ctx, path) }
	return &Before{Revision: name, Touched: changes.Touched, Gone: gone, Text: text}, nil
}

// Workspace turns the workspace of the project in a folder into what it was in the
// older revision: files that nobody touched are read as they are now.
func (b *Before) Workspace(dir string, now *job.Workspace) *job.Workspace {
	held := map[string]*source.File{}
	w := &job.Workspace{Versions: now.Versions, Loops: now.Loops, Sizes: now.Sizes}
	w.Open = func(path string) *source.File {
		full := filepath.Join(dir, filepath.FromSlash(path))
		if !b.Touched(full) && !slices.Contains(b.Gone, full) {
			return now.Open(path)
		}
		file, known := held[path]
		if !known {
			if text, ok := b.Text(full); ok {
				file = source.New(path, text)
			}
			held[path] = file
		}
		return file
	}
	for _, path := range now.Paths {
		if full := filepath.Join(dir, filepath.FromSlash(path)); !b.Touched(full) || w.Open(path) != nil {
			w.Paths = append(w.Paths, path)
		}
	}
	for _, full := range b.Gone {
		if relative, err := filepath.Rel(dir, full); err == nil && files.Inside(dir, full) {
			w.Paths = append(w.Paths, filepath.ToSlash(relative))
		}
	}
	slices.Sort(w.Paths)
	return w
}

// pairBefore finds for each job of a project what it was in the older revision.
func (p *Project) pairBefore(r *Root, jobs []Job, named []settings.Job) map[*job.Job]*job.Job {
	if p.Before == nil || !slices.ContainsFunc(jobs, func(j Job) bool { return p.touches(r, j) }) {
		return nil
	}
	w := p.Before.Workspace(r.Dir, p.workspace(r))
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

func (p *Project) touches(r *Root, j Job) bool {
	return slices.ContainsFunc(j.Files, func(path string) bool { return p.Before.Touched(r.Full(path)) })
}

// Pair finds jobs of a project again after some files were changed; one that is gone has no partner.
func (p *Project) Pair(r *Root, jobs []Job, changed []string) map[*job.Job]*job.Job {
	w := p.workspace(r)
	before := make([]*job.Job, 0, len(jobs))
	for _, j := range jobs {
		before = append(before, j.Job)
		w.Starts = append(append(w.Starts, j.Files...), j.Start())
	}
	found := job.Find(w)
	if held, err := p.settingsIn(r.Dir); err == nil {
		for _, named := range held.Jobs {
			found = append(found, p.runNamed(r, w, named)...)
		}
	}
	is := map[*job.Job]*job.Job{}
	for now, then := range job.Again(found, before, func(path string) bool { return slices.Contains(changed, path) }) {
		is[then] = now
	}
	return is
}
