// Package report shows what a run found: one file per output format.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/rules"
)

// Report is what one run found.
type Report struct {
	Diagnostics []rules.Diagnostic             // sorted by path and position
	Files       int                            // how many files were looked at
	Unread      int                            // how many more could not be read
	Fixed       int                            // how many findings were mended in this run
	DryRun      bool                           // the files were not changed
	Rules       []*rules.Rule                  // every rule that trainlint knows
	Version     string                         // of trainlint
	Source      func(path string) *source.File // nil when the file cannot be read
	Link        Link                           // the address of a line, for Markdown; nil: there is none
	Style       Style                          // for the formats that people read
}

// format writes a report; one per output format.
type format func(io.Writer, *Report) error

var formats = map[string]format{
	"checkstyle": writeCheckstyle,
	"concise":    writeConcise,
	"github":     writeGitHub,
	"gitlab":     writeGitLab,
	"json":       writeJSON,
	"jsonl":      writeJSONL,
	"junit":      writeJUnit,
	"markdown":   writeMarkdown,
	"rdjson":     writeRDJSON,
	"sarif":      writeSARIF,
	"text":       writeText,
}

// Formats lists the names that Write takes.
func Formats() []string {
	names := make([]string, 0, len(formats))
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Write writes the report in the named format.
func Write(w io.Writer, name string, r *Report) error {
	write, ok := formats[name]
	if !ok {
		return fmt.Errorf("unknown format %q: choose one of %s", name, strings.Join(Formats(), ", "))
	}
	if !forPeople[name] {
		return write(w, r)
	}
	var text strings.Builder
	if err := write(&text, r); err != nil {
		return err
	}
	_, err := io.WriteString(w, printable.WithoutCommands(text.String()))
	return err
}

// forPeople are the formats that are lines of text: in the log of a build, one that
// starts with the name of a file must not be an order. Those of other formats are
// escaped as their own rules say.
var forPeople = map[string]bool{"concise": true, "markdown": true, "text": true}

// Summary counts a report's findings.
type Summary struct {
	Files    int `json:"files"`
	Unread   int `json:"unread,omitempty"` // could not be read; not among the files
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
	Fixable  int `json:"fixable"` // with --fix, or with --unsafe-fixes as well

	safe int // of the fixable, those that --fix alone mends
}

// Summary counts the findings by severity and by what would mend them.
func (r *Report) Summary() Summary {
	s := Summary{Files: r.Files, Unread: r.Unread}
	for _, d := range r.Diagnostics {
		switch d.Severity {
		case rules.Error:
			s.Errors++
		case rules.Warning:
			s.Warnings++
		default:
			s.Notes++
		}
		switch bestSafety(d) {
		case fixes.Safe:
			s.safe++
			s.Fixable++
		case fixes.Unsafe:
			s.Fixable++
		}
	}
	return s
}

// bestSafety is the safety of the most trustworthy fix on offer; Shown when
// there is none, as no program can apply it either way.
func bestSafety(d rules.Diagnostic) fixes.Safety {
	best := fixes.Shown
	for _, fix := range d.Fixes {
		best = min(best, fix.Safety)
	}
	return best
}

func canFix(d rules.Diagnostic) bool { return bestSafety(d) != fixes.Shown }

// place translates a span of a file; a file that cannot be read any more is
// reported at its first character.
func (r *Report) place(path string, span source.Span) (start, end source.Position) {
	if file := r.file(path); file != nil {
		return file.Position(span.Start), file.Position(span.End)
	}
	first := source.Position{Line: 1, Column: 1, Byte: 1, UTF16: 1}
	return first, first
}

func (r *Report) file(path string) *source.File {
	if r.Source == nil || path == "" {
		return nil
	}
	return r.Source(path)
}
