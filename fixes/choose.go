package fixes

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// pick is a fix chosen for a pass, its edits validated.
type pick struct {
	rule string
	fix  Fix
}

func (p pick) touches(path string) bool {
	return slices.ContainsFunc(p.fix.Edits, func(e Edit) bool { return e.File == path })
}

// choose picks the fixes that can be made together, in the order offered. A fix
// that overlaps one already picked waits for the next pass.
func (r *run) choose(candidates []Candidate) []pick {
	var picked []pick
	taken := map[string]*edits{}
	for _, c := range candidates {
		fix, ok := r.eligible(c)
		if !ok || slices.ContainsFunc(fix.Edits, func(e Edit) bool { return taken[e.File].clash(e) }) {
			continue
		}
		for _, e := range fix.Edits {
			if taken[e.File] == nil {
				taken[e.File] = &edits{}
			}
			taken[e.File].add(e)
		}
		picked = append(picked, pick{c.Rule, fix})
	}
	return picked
}

// edits are edits of one file that do not overlap, by position.
type edits struct{ list []Edit }

// clash reports whether an edit and one of these cannot both be made. Equal edits can:
// they are one. As they do not overlap each other, only those around its place count.
func (t *edits) clash(e Edit) bool {
	if t == nil {
		return false
	}
	at := t.at(e)
	for i := at - 1; i >= 0; i-- {
		if t.list[i].Span.Overlaps(e.Span) {
			return true
		}
		if t.list[i].Span.Start < e.Span.Start {
			break
		}
	}
	for _, o := range t.list[at:] {
		if o.Span.Start > e.Span.End {
			break
		}
		if o != e && o.Span.Overlaps(e.Span) {
			return true
		}
	}
	return false
}

func (t *edits) add(e Edit) {
	if at := t.at(e); at == len(t.list) || t.list[at] != e {
		t.list = slices.Insert(t.list, at, e)
	}
}

func (t *edits) at(e Edit) int {
	at, _ := slices.BinarySearchFunc(t.list, e, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return at
}

// eligible is the first fix of a candidate that may be applied unattended.
func (r *run) eligible(c Candidate) (Fix, bool) {
	for _, fix := range c.Fixes {
		if fix.Safety == Shown || fix.Safety == Unsafe && !r.Unsafe {
			continue
		}
		fix, err := r.normal(fix)
		switch {
		case err != nil:
			r.drop(c.Rule, fix.Edits[0].File, err)
		case len(fix.Edits) > 0 && r.allowed(c.Rule, fix):
			return fix, true
		}
	}
	return Fix{}, false
}

// normal is a fix with its edits in the file's own newlines, by position, the
// equal and the empty ones gone. The error says that the fix makes no sense.
func (r *run) normal(fix Fix) (Fix, error) {
	var edits []Edit
	for _, e := range fix.Edits {
		f := r.file(e.File)
		if f == nil {
			return fix, fmt.Errorf("%q edits a file that is not part of the run", fix.Title)
		}
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(f.Text) {
			return fix, fmt.Errorf("%q edits bytes %d to %d of %d", fix.Title, e.Span.Start, e.Span.End, len(f.Text))
		}
		e.New = inNewlinesOf(f, e.New)
		if f.Slice(e.Span) != e.New && !slices.Contains(edits, e) {
			edits = append(edits, e)
		}
	}
	sortEdits(edits)
	for i := 1; i < len(edits); i++ {
		a, b := edits[i-1], edits[i]
		if a.File == b.File && a.Span.Overlaps(b.Span) && a.Span.Len()+b.Span.Len() > 0 {
			return fix, fmt.Errorf("%q has edits that overlap", fix.Title)
		}
	}
	fix.Edits = edits
	return fix, nil
}

// inNewlinesOf turns the "\n" of new text into the file's own newline.
func inNewlinesOf(f *source.File, text string) string {
	if !strings.Contains(text, "\n") || f.Newline() == "\n" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// sortEdits orders edits by file and position; insertions at one place stay in
// the order their fix gives them.
func sortEdits(edits []Edit) {
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Span.Start < b.Span.Start || a.Span.Start == b.Span.Start && a.Span.End < b.Span.End
	})
}

// allowed asks every file of a fix whether it takes the edits.
func (r *run) allowed(rule string, fix Fix) bool {
	for path, edits := range byFile(fix.Edits) {
		if r.frozen[path] || r.dropped[[2]string{rule, path}] {
			return false
		}
		if err := r.refuses(path, edits); err != nil {
			r.skip(rule, fix, path, err)
			return false
		}
	}
	return true
}

func (r *run) refuses(path string, edits []Edit) error {
	f := r.file(path)
	err, known := r.refused[path]
	if !known {
		err = refuse(f)
		r.refused[path] = err
	}
	if err != nil {
		return err
	}
	if j := r.judge(path); j != nil {
		if err := j.Refuse(edits); err != nil {
			return err
		}
	}
	if f.Notebook() != nil {
		return f.Notebook().Refuses(replacements(edits))
	}
	return nil
}

func (r *run) skip(rule string, fix Fix, path string, err error) {
	key := strings.Join([]string{rule, fix.Title, path, err.Error()}, "\x00")
	if !r.skipped[key] {
		r.skipped[key] = true
		r.result.Skipped = append(r.result.Skipped, Skipped{rule, fix, path, err})
	}
}

// drop keeps a rule from fixing a file for the rest of the session.
func (r *run) drop(rule, path string, err error) {
	key := [2]string{rule, path}
	if !r.dropped[key] {
		r.dropped[key] = true
		r.result.Bugs = append(r.result.Bugs, Bug{rule, path, err})
	}
}

// merged is the edits of one file that a set of fixes makes together.
func merged(picked []pick, path string) []Edit {
	var edits []Edit
	seen := map[Edit]bool{}
	for _, p := range picked {
		for _, e := range p.fix.Edits {
			if e.File == path && !seen[e] {
				seen[e] = true
				edits = append(edits, e)
			}
		}
	}
	sortEdits(edits)
	return edits
}

func byFile(edits []Edit) map[string][]Edit {
	files := map[string][]Edit{}
	for _, e := range edits {
		files[e.File] = append(files[e.File], e)
	}
	return files
}

func filesOf(picked []pick) []string {
	files := map[string]bool{}
	for _, p := range picked {
		for _, e := range p.fix.Edits {
			files[e.File] = true
		}
	}
	return sortedKeys(files)
}

func replacements(edits []Edit) []source.Replacement {
	out := make([]source.Replacement, len(edits))
	for i, e := range edits {
		out[i] = source.Replacement{Span: e.Span, New: e.New}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

var errNothing = errors.New("the edits change nothing")
