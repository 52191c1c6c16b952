// Package settings reads trainlint.yaml, .trainlint.yaml or [tool.trainlint] in
// pyproject.toml, and tells what holds for a file.
package settings

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Severities are the words that `severity:` takes; off silences the rule.
var Severities = []string{"error", "warning", "note", "off"}

// Settings is one settings file, with what it extends worked in.
type Settings struct {
	File    string // absolute; "" when no settings file was found
	Extends []string
	Select  []Entry // rules and groups; nil: all
	Ignore  []Entry
	// Fixable are the rules and groups whose fixes --fix applies; nil: all. Those of Unfixable are only shown.
	Fixable, Unfixable []Entry
	Severity           map[string]Entry // by rule: one of Severities
	Exclude            []Pattern
	Paths              []PerPath
	Target             Target
	Versions           map[string]Entry // by package: a version or a range of them
	Sizes              map[string]Entry // of data that no code tells, by the expressions that read it
	Jobs               []Job
	Baseline           Entry // absolute path
}

// Entry is a value and the place it was written at.
type Entry struct {
	Value  string
	Origin Origin
}

// Origin is a place in a settings file.
type Origin struct {
	File string // absolute; "" for a value given on the command line
	Line int
}

// Pattern is a glob for paths below the folder of the file it stands in.
type Pattern struct {
	Entry
	Dir string
}

// PerPath changes which rules run on some files.
type PerPath struct {
	Match    []Pattern
	Ignore   []Entry
	Select   []Entry
	Severity map[string]Entry
}

// Target is the hardware that jobs are judged against.
type Target struct {
	GPU        Entry
	Count      int   // GPUs in all; 0: not said
	HostMemory int64 // bytes; 0: not said
}

// Job is a training job that no launcher in the repository starts.
type Job struct {
	Name   string
	Run    string // the command line, as typed in Dir
	Dir    string // absolute: the folder of the settings file
	Target Target
	Sizes  map[string]Entry // of its data
	Origin Origin
}

// Policy is what holds for one file.
type Policy struct {
	Select   []Entry
	Ignore   []Entry
	Severity map[string]Entry
}

// For works the parts for single paths into the policy of a file.
func (s *Settings) For(path string) Policy {
	p := Policy{Select: s.Select, Ignore: s.Ignore, Severity: map[string]Entry{}}
	for rule, severity := range s.Severity {
		p.Severity[rule] = severity
	}
	for _, part := range s.Paths {
		if !MatchAny(part.Match, path) {
			continue
		}
		if part.Select != nil {
			p.Select = part.Select
		}
		p.Ignore = append(p.Ignore[:len(p.Ignore):len(p.Ignore)], part.Ignore...)
		for rule, severity := range part.Severity {
			p.Severity[rule] = severity
		}
	}
	return p
}

// Excludes returns the pattern that leaves a path out, nil when none does.
func (s *Settings) Excludes(path string) *Pattern {
	for i := range s.Exclude {
		if s.Exclude[i].matches(path) {
			return &s.Exclude[i]
		}
	}
	return nil
}

// MatchAny reports whether one of the patterns names the path or a folder above it.
func MatchAny(patterns []Pattern, path string) bool {
	for i := range patterns {
		if patterns[i].matches(path) {
			return true
		}
	}
	return false
}

// matches reports whether the pattern names the path or a folder above it. Like
// in a .gitignore, a pattern without a slash matches at any depth.
func (p *Pattern) matches(path string) bool {
	relative, err := filepath.Rel(p.Dir, path)
	if err != nil || strings.HasPrefix(relative, "..") {
		return false
	}
	glob := strings.TrimPrefix(strings.TrimSuffix(p.Value, "/"), "./")
	if !strings.Contains(strings.TrimPrefix(p.Value, "./"), "/") ||
		strings.Count(p.Value, "/") == 1 && strings.HasSuffix(p.Value, "/") {
		glob = "**/" + glob
	}
	glob = strings.TrimPrefix(glob, "/")
	for at := filepath.ToSlash(relative); at != "." && at != "/"; at = parent(at) {
		if ok, err := doublestar.Match(glob, at); ok && err == nil {
			return true
		}
	}
	return false
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "."
	}
	return path[:i]
}

// String is file:line, relative to a folder where that is shorter.
func (o Origin) String() string { return o.Relative("") }

// Relative is file:line with the file relative to dir.
func (o Origin) Relative(dir string) string {
	if o.File == "" {
		return "command line"
	}
	name := o.File
	if relative, err := filepath.Rel(dir, o.File); dir != "" && err == nil {
		name = filepath.ToSlash(relative)
	}
	if o.Line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, o.Line)
}
