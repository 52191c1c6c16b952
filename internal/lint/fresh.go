package lint

import (
	"bytes"
	"path/filepath"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/revision"
	"github.com/trainlint/trainlint/rules"
)

// OnlyNew keeps the findings that the changes have a part in: a changed line is
// among those of the finding or of its notes, or, for a finding about a job, any
// file that it names was changed.
func OnlyNew(dir string, changes *revision.Changes) Filter {
	return func(found []rules.Diagnostic, read func(string) *source.File) []rules.Diagnostic {
		n := &novelty{dir: dir, changes: changes, read: read}
		var kept []rules.Diagnostic
		for _, d := range found {
			if n.isNew(d) {
				kept = append(kept, d)
			}
		}
		return kept
	}
}

type novelty struct {
	dir     string
	changes *revision.Changes
	read    func(path string) *source.File
}

func (n *novelty) isNew(d rules.Diagnostic) bool {
	if n.changed(d.Rule, d.File, d.Span) {
		return true
	}
	for _, note := range d.Notes {
		if note.File != "" && n.changed(d.Rule, note.File, note.Span) {
			return true
		}
	}
	return false
}

func (n *novelty) changed(rule *rules.Rule, path string, span source.Span) bool {
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(n.dir, full)
	}
	if rule.On&rules.Job != 0 {
		return n.changes.Touched(full)
	}
	file := n.read(path)
	if file == nil {
		return n.changes.Touched(full)
	}
	return n.changes.Changed(full, gitLine(file, span.Start), gitLine(file, max(span.Start, span.End-1)))
}

// gitLine is the line at an offset as git counts lines: a carriage return alone ends none.
func gitLine(file *source.File, offset int) int {
	if file.Notebook() != nil || !file.HasLoneReturn() {
		return file.DiskLine(offset)
	}
	return 1 + bytes.Count(file.Text[:offset], []byte("\n"))
}
