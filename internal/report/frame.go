package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/rules"
)

// frameColumns is how much of a line a code frame shows; longer lines, such as
// minified JSON, are cut around the finding.
const frameColumns = 140

// codeColumns is how much of a line of code can be shown beside the margin.
func (s Style) codeColumns(gutter int) int {
	if s.Width == 0 {
		return frameColumns
	}
	return max(20, min(frameColumns, s.Width-gutter-5))
}

// frame shows the line of a finding with carets below its span. lineNumber is
// what the margin says, which in a notebook counts within the cell.
func (r *Report) frame(out io.Writer, file *source.File, d rules.Diagnostic, lineNumber, gutter int) {
	line := file.LineSpan(file.LineOf(d.Span.Start))
	if line.Len() == 0 {
		return
	}
	start := min(max(d.Span.Start, line.Start), line.End)
	end := max(start, min(d.Span.End, line.End))
	before, marked, after := cut(
		file.Slice(lastBytes(file, source.Span{Start: line.Start, End: start})),
		file.Slice(
			firstBytes(file, source.Span{Start: start, End: end}),
		),
		file.Slice(firstBytes(file, source.Span{Start: end, End: line.End})),
		r.Style.codeColumns(gutter),
	)
	carets := strings.Repeat("^", max(1, width(marked)))
	fmt.Fprintf(
		out,
		"%s %s\n",
		r.Style.paint(boldBlue, fmt.Sprintf("  %*d |", gutter, lineNumber)),
		strings.TrimRight(before+marked+after, " "),
	)
	fmt.Fprintf(
		out,
		"%s %s%s\n",
		r.margin(gutter, "|"),
		strings.Repeat(" ", width(before)),
		r.Style.paint(severityColors[d.Severity], carets),
	)
}

// cut makes the three parts of a line printable and, where they are too long
// together, keeps what is near the marked part.
func cut(before, marked, after string, columns int) (string, string, string) {
	before, marked, after = printable.Text(
		strings.TrimPrefix(before, "\ufeff"),
	), printable.Text(
		marked,
	), printable.Text(
		after,
	)
	if width(before)+width(marked)+width(after) <= columns {
		return before, marked, after
	}
	before = lastColumns(before, max(columns/3, columns-width(marked)-width(after)))
	if room := columns - width(before); width(marked) >= room { // the ellipsis stands for what is behind it, too
		return before, firstColumns(marked+after, room), ""
	}
	return before, marked, firstColumns(after, columns-width(before)-width(marked))
}

const ellipsis = "…"

// frameBytes is more than a frame can show. Each of thousands of findings on one long
// line would look at the whole of it.
const frameBytes = 4 * frameColumns

func firstBytes(file *source.File, s source.Span) source.Span {
	if s.Len() > frameBytes {
		s.End = s.Start + frameBytes
		for s.End > s.Start && !utf8.RuneStart(file.Text[s.End]) {
			s.End--
		}
	}
	return s
}

func lastBytes(file *source.File, s source.Span) source.Span {
	if s.Len() > frameBytes {
		s.Start = s.End - frameBytes
		for s.Start < s.End && !utf8.RuneStart(file.Text[s.Start]) {
			s.Start++
		}
	}
	return s
}

func firstColumns(text string, columns int) string {
	if width(text) <= columns {
		return text
	}
	used := 0
	for i, r := range text {
		used += width(string(r))
		if used >= columns {
			return text[:i] + ellipsis
		}
	}
	return text
}

func lastColumns(text string, columns int) string {
	if width(text) <= columns {
		return text
	}
	used, at := 0, len(text)
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if used += width(string(r)); used >= columns {
			break
		}
		at -= size
	}
	return ellipsis + text[at:]
}
