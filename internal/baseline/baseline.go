// Package baseline remembers the findings that a project is known to have. A baseline can only shrink.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/rules"
)

// version is the format that is written. Version 1 counted findings by file and rule: when one was mended and another
// one made, nobody could tell.
const version = 2

// Baseline is the known findings, by the paths of their files.
type Baseline struct {
	known map[key]int

	dir string // paths are relative to this folder, absolute
}

// key names a finding so that it keeps its name when it moves: line numbers are not part of it.
type key struct {
	path string
	mark
}

// mark is what a finding keeps when its file is renamed.
type mark struct{ rule, in, line string }

// written is the file's form.
type written struct {
	Version  int                `json:"version"`
	Findings map[string][]entry `json:"findings"`
}

type entry struct {
	Rule  string `json:"rule"`
	In    string `json:"in,omitempty"` // the function or the section that the line stands in
	Line  string `json:"line"`         // the line's own text
	Count int    `json:"count,omitempty"`
}

// Source is the text of a reported path; nil when it cannot be read.
type Source func(path string) *source.File

// Read reads a baseline, which must lie within the roots. The error of a file that
// is not there wraps fs.ErrNotExist and comes with an empty baseline.
func Read(path string, within *files.Roots) (*Baseline, error) {
	b := &Baseline{known: map[key]int{}, dir: filepath.Dir(path)}
	text, err := within.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, fmt.Errorf("there is no baseline at %s: make one with --update-baseline (%w)", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline %s: %w", path, files.Reason(err))
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("the baseline %s cannot be read: %w; delete it and make a new one with --update-baseline", path, err)
	}
	switch {
	case head.Version == 1:
		return nil, fmt.Errorf("the baseline %s has version 1, which counts findings and cannot tell them apart: "+
			"delete it and make a new one with --update-baseline", path)
	case head.Version != version:
		return nil, fmt.Errorf("the baseline %s has version %d, this trainlint reads version %d", path, head.Version, version)
	}
	var file written
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("the baseline %s cannot be read: %w; delete it and make a new one with --update-baseline", path, err)
	}
	for path, list := range file.Findings {
		for _, e := range list {
			b.known[key{path, mark{e.Rule, e.In, e.Line}}] += max(1, e.Count)
		}
	}
	return b, nil
}

// Hide leaves out the findings that the baseline knows. dir is the folder that the findings' paths are relative to.
func (b *Baseline) Hide(dir string, found []rules.Diagnostic, text Source) []rules.Diagnostic {
	var kept []rules.Diagnostic
	for i, of := range b.match(b.keys(dir, found, text)) {
		if of == nil {
			kept = append(kept, found[i])
		}
	}
	return kept
}

// match finds for each finding the one of the baseline that it is; nil when it is new. A finding in a file that the
// baseline does not know may be one of a file that is gone: it was renamed.
func (b *Baseline) match(found []key) []*key {
	left := make(map[key]int, len(b.known))
	gone := map[mark][]key{}
	for k, n := range b.known {
		left[k] = n
		if !b.exists(k.path) {
			gone[k.mark] = append(gone[k.mark], k)
		}
	}
	matched := make([]*key, len(found))
	for i, k := range found {
		if left[k] > 0 {
			left[k]--
			matched[i] = &found[i]
		}
	}
	for i, k := range found {
		if matched[i] != nil {
			continue
		}
		candidates := gone[k.mark]
		slices.SortFunc(candidates, func(a, b key) int { return cmp.Compare(a.path, b.path) })
		for j := range candidates {
			if left[candidates[j]] > 0 {
				left[candidates[j]]--
				matched[i] = &candidates[j]
				break
			}
		}
	}
	return matched
}

// Shrink takes out what is no longer found, of the files that were looked at and those that are gone, and says whether
// anything changed. Findings that are not in the baseline are not added; those of a renamed file go with it.
func (b *Baseline) Shrink(dir string, looked []string, found []rules.Diagnostic, text Source) (changed bool) {
	current := map[string]bool{}
	for _, file := range looked {
		current[b.path(dir, file)] = true
	}
	after := map[key]int{}
	for k, n := range b.known {
		if !current[k.path] && b.exists(k.path) {
			after[k] = n
		}
	}
	keys := b.keys(dir, found, text)
	for i, of := range b.match(keys) {
		if of != nil && (current[of.path] || !b.exists(of.path)) {
			after[keys[i]]++
		}
	}
	for k, n := range b.known {
		changed = changed || after[k] != n
	}
	b.known = after
	return changed
}

func (b *Baseline) exists(path string) bool {
	return files.Exists(filepath.Join(b.dir, filepath.FromSlash(path)))
}

// Fill takes every finding into an empty baseline.
func (b *Baseline) Fill(dir string, found []rules.Diagnostic, text Source) {
	for _, k := range b.keys(dir, found, text) {
		b.known[k]++
	}
}

// Total is how many findings the baseline knows.
func (b *Baseline) Total() int {
	total := 0
	for _, n := range b.known {
		total += n
	}
	return total
}

// Write writes the baseline, sorted, so that it can be reviewed.
func (b *Baseline) Write(path string, within *files.Roots) error {
	file := written{version, map[string][]entry{}}
	for k, n := range b.known {
		if n == 1 {
			n = 0
		}
		file.Findings[k.path] = append(file.Findings[k.path], entry{k.rule, k.in, k.line, n})
	}
	for _, list := range file.Findings {
		slices.SortFunc(list, func(a, b entry) int {
			return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.In, b.In), cmp.Compare(a.Line, b.Line))
		})
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(file)
	if err == nil {
		err = within.Write(path, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	return nil
}

func (b *Baseline) keys(dir string, found []rules.Diagnostic, text Source) []key {
	type lineOf struct {
		file string
		line int
	}
	seen := map[lineOf]mark{} // a long line may have thousands
	keys := make([]key, 0, len(found))
	for _, d := range found {
		var m mark
		if file := text(d.File); file != nil {
			at := lineOf{d.File, file.LineOf(d.Span.Start)}
			var known bool
			if m, known = seen[at]; !known {
				m.line, m.in = place(file, at.line)
				seen[at] = m
			}
		}
		m.rule = d.Rule.Name
		keys = append(keys, key{b.path(dir, d.File), m})
	}
	return keys
}

// path is how the baseline names a reported path.
func (b *Baseline) path(dir, reported string) string {
	full := filepath.FromSlash(reported)
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	relative, err := filepath.Rel(b.dir, full)
	if err != nil {
		return reported
	}
	return filepath.ToSlash(relative)
}
