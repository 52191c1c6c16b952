package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/rules"
)

func writeText(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		r.textDiagnostic(out, d)
	}
	fmt.Fprintln(out, r.SummaryLine())
	return out.Flush()
}

func (r *Report) textDiagnostic(out io.Writer, d rules.Diagnostic) {
	start, _ := r.place(d.File, d.Span)
	fmt.Fprintf(out, "%s %s %s %s\n",
		r.Style.paint(bold, where(d.File, start)+":"),
		r.Style.paint(severityColors[d.Severity], d.Severity.String()+":"),
		printable.Text(d.Message),
		r.Style.paint(dim, "["+d.Rule.Name+"]"))
	gutter := len(fmt.Sprint(start.Line))
	if file := r.file(d.File); file != nil && d.Span.Len() < len(file.Text) {
		r.frame(out, file, d, start.Line, gutter)
	}
	for _, note := range d.Notes {
		r.textNote(out, note, gutter)
	}
	for _, fix := range d.Fixes {
		fmt.Fprintf(out, "%s %s %s\n", r.margin(gutter, "="), r.Style.paint(boldGreen, "fix:"), printable.Text(fix.Title)+howToApply[fix.Safety])
		r.preview(out, fix, gutter)
	}
	fmt.Fprintln(out)
}

var howToApply = map[fixes.Safety]string{
	fixes.Safe:   " (fixable with --fix)",
	fixes.Unsafe: " (fixable with --fix --unsafe-fixes)",
	fixes.Shown:  " (by hand)",
}

func (r *Report) textNote(out io.Writer, note rules.NotePlace, gutter int) {
	place := ""
	if note.File != "" {
		start, _ := r.place(note.File, note.Span)
		place = " (" + where(note.File, start) + ")"
	}
	fmt.Fprintf(out, "%s %s %s%s\n", r.margin(gutter, "="), r.Style.paint(boldBlue, "note:"), printable.Text(note.Message), place)
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
	if s.Errors+s.Warnings+s.Notes == 0 {
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
