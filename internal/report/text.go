package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/printable"
)

func writeText(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	shown, elsewhere := r.blocks()
	told := told{}
	folded := 0
	for _, b := range shown {
		r.textBlock(out, b, told)
		folded += len(b.folded)
	}
	for _, alike := range elsewhere {
		r.foldedElsewhere(out, alike)
		folded += len(alike)
	}
	summary := r.SummaryLine()
	if folded > 0 {
		summary += fmt.Sprintf("; %d folded, --full shows them", folded)
	}
	if !r.Style.Quiet {
		r.flow(out, "", 0, 0, run{"", summary})
	}
	return out.Flush()
}

func (r *Report) textBlock(out io.Writer, b block, told told) {
	d := b.shown
	start, _ := r.place(d.File, d.Span)
	first, rest := headline(printable.Text(d.Message))
	r.flow(
		out,
		"",
		0,
		4,
		run{bold, where(d.File, start) + ":"},
		run{"", " "},
		run{
			severityColors[d.Severity],
			d.Severity.String() + ":",
		},
		run{"", " " + first + " "},
		run{dim, "[" + d.Rule.Name + "]"},
	)
	gutter := len(fmt.Sprint(start.Line))
	if file := r.file(d.File); file != nil && d.Span.Len() < len(file.Text) {
		r.frame(out, file, d, start.Line, gutter)
	}
	for _, part := range rest {
		r.beside(out, gutter, run{"", part})
	}
	notes, above := told.fresh(d, where(d.File, start))
	if r.Style.Full {
		notes, above = d.Notes, ""
	}
	for _, note := range notes {
		r.beside(out, gutter, run{boldBlue, "note:"}, run{"", " " + printable.Text(note.Message) + r.inParentheses(note)})
	}
	if above != "" {
		r.beside(out, gutter, run{boldBlue, "note:"}, run{"", " the rest of the job is told above, at " + above})
	}
	for _, fix := range d.Fixes {
		r.beside(out, gutter, run{boldGreen, "fix:"}, run{"", " " + printable.Text(fix.Title) + howToApply[fix.Safety]})
		r.preview(out, fix, gutter)
	}
	if len(b.folded) > 0 {
		r.beside(out, gutter, run{dim, r.foldedLine(b.folded)})
	}
	fmt.Fprintln(out)
}

// beside writes a paragraph beside the margin, below the line of a finding.
func (r *Report) beside(out io.Writer, gutter int, runs ...run) {
	r.flow(out, r.margin(gutter, "=")+" ", gutter+5, gutter+7, runs...)
}

var howToApply = map[fixes.Safety]string{
	fixes.Safe:   " (fixable with --fix)",
	fixes.Unsafe: " (fixable with --fix --unsafe-fixes)",
	fixes.Shown:  " (by hand)",
}

// where writes a place as terminals and editors take it: path:line:column, with
// the cell in between for notebooks.
func where(path string, at source.Position) string {
	if at.Cell > 0 {
		return fmt.Sprintf("%s:cell %d:%d:%d", printable.Text(path), at.Cell, at.Line, at.Column)
	}
	return fmt.Sprintf("%s:%d:%d", printable.Text(path), at.Line, at.Column)
}

func (r *Report) margin(gutter int, mark string) string {
	return r.Style.paint(boldBlue, strings.Repeat(" ", gutter+3)+mark)
}

// SummaryLine is the last line of the report.
func (r *Report) SummaryLine() string {
	s := r.Summary()
	switch {
	case s.Errors+s.Warnings+s.Notes > 0:
	case s.Files == 0 && s.Unread > 0:
		return fmt.Sprintf("%snothing was looked at: %s could not be read", r.fixedPart(), count(s.Unread, "file"))
	case s.Files == 0:
		return r.fixedPart() + "nothing to look at: no Python file, notebook, config or shell script here"
	default:
		return fmt.Sprintf("%sno findings in %s", r.fixedPart(), s.lookedAt())
	}
	parts := []string{}
	for _, part := range []struct {
		n    int
		word string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Notes, "note"}} {
		if part.n > 0 {
			parts = append(parts, count(part.n, part.word))
		}
	}
	line := fmt.Sprintf("%s%s in %s", r.fixedPart(), strings.Join(parts, ", "), s.lookedAt())
	if s.safe > 0 {
		line += fmt.Sprintf("; %d fixable with --fix", s.safe)
	}
	if more := s.Fixable - s.safe; more > 0 {
		line += fmt.Sprintf("; %d fixable with --fix --unsafe-fixes", more)
	}
	return line
}

func (s Summary) lookedAt() string {
	if s.Unread == 0 {
		return count(s.Files, "file")
	}
	return fmt.Sprintf("%s, %d not read", count(s.Files, "file"), s.Unread)
}

func (r *Report) fixedPart() string {
	if r.Fixed == 0 {
		return ""
	}
	if r.DryRun {
		return fmt.Sprintf("%d would be fixed, ", r.Fixed)
	}
	return fmt.Sprintf("%d fixed, ", r.Fixed)
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
