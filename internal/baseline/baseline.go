// Package baseline remembers how many findings of each rule a file is known to
// have. A baseline can only shrink.
package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/rules"
)

// Baseline counts known findings by file and rule. Lines are not part of it: a
// finding that moves stays known.
type Baseline struct {
	Version  int                       `json:"version"`
	Findings map[string]map[string]int `json:"findings"`

	dir string // paths are relative to this folder, absolute
}

// Read reads a baseline, which must lie within the roots. The error of a file that
// is not there wraps fs.ErrNotExist and comes with an empty baseline.
func Read(path string, within *files.Roots) (*Baseline, error) {
	b := &Baseline{Version: 1, Findings: map[string]map[string]int{}, dir: filepath.Dir(path)}
	text, err := within.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, fmt.Errorf("there is no baseline at %s: make one with --update-baseline (%w)", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline %s: %w", path, files.Reason(err))
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(b); err != nil {
		return nil, fmt.Errorf("the baseline %s cannot be read: %w", path, err)
	}
	if b.Version != 1 {
		return nil, fmt.Errorf("the baseline %s has version %d, this trainlint reads version 1", path, b.Version)
	}
	return b, nil
}

// Hide leaves out the findings of a file and rule that are no more than the
// baseline knows. When there are more, nobody can tell which are new: all stay.
// dir is the folder that the findings' paths are relative to.
func (b *Baseline) Hide(dir string, found []rules.Diagnostic) []rules.Diagnostic {
	counts := b.count(dir, found)
	var kept []rules.Diagnostic
	for _, d := range found {
		path := b.path(dir, d.File)
		if counts[path][d.Rule.Name] > b.Findings[path][d.Rule.Name] {
			kept = append(kept, d)
		}
	}
	return kept
}

// Shrink lowers the counts to what is found, for the files that were looked at
// and those that are gone, and says whether anything changed. Findings that are
// not in the baseline are not added.
func (b *Baseline) Shrink(dir string, looked []string, found []rules.Diagnostic) (changed bool) {
	counts := b.count(dir, found)
	current := map[string]bool{}
	for _, file := range looked {
		current[b.path(dir, file)] = true
	}
	for path, byRule := range b.Findings {
		if !current[path] && b.exists(path) {
			continue
		}
		for rule, known := range byRule {
			if now := counts[path][rule]; now < known {
				changed = true
				byRule[rule] = now
			}
		}
		maps.DeleteFunc(byRule, func(_ string, n int) bool { return n == 0 })
	}
	maps.DeleteFunc(b.Findings, func(_ string, byRule map[string]int) bool { return len(byRule) == 0 })
	return changed
}

func (b *Baseline) exists(path string) bool {
	return files.Exists(filepath.Join(b.dir, filepath.FromSlash(path)))
}

// Fill takes every finding into an empty baseline.
func (b *Baseline) Fill(dir string, found []rules.Diagnostic) { b.Findings = b.count(dir, found) }

// Total is how many findings the baseline knows.
func (b *Baseline) Total() int {
	total := 0
	for _, byRule := range b.Findings {
		for _, n := range byRule {
			total += n
		}
	}
	return total
}

// Write writes the baseline, sorted, so that it can be reviewed.
func (b *Baseline) Write(path string, within *files.Roots) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err == nil {
		err = within.Write(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	return nil
}

func (b *Baseline) count(dir string, found []rules.Diagnostic) map[string]map[string]int {
	counts := map[string]map[string]int{}
	for _, d := range found {
		path := b.path(dir, d.File)
		if counts[path] == nil {
			counts[path] = map[string]int{}
		}
		counts[path][d.Rule.Name]++
	}
	return counts
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
