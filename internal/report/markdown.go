package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/internal/printable"
)

// markdownRows keeps a table within the 1 MiB that GitHub takes for a summary.
const markdownRows = 1000

// writeMarkdown writes a table of the findings, for a pull request or the
// summary of a CI step.
func writeMarkdown(w io.Writer, r *Report) error { return r.markdown(w, markdownRows) }

func (r *Report) markdown(w io.Writer, rows int) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### trainlint: %s\n", r.SummaryLine())
	if len(r.Diagnostics) > 0 {
		fmt.Fprint(out, "\n| severity | place | finding | rule |\n| --- | --- | --- | --- |\n")
	}
	for i, d := range r.Diagnostics {
		if i == rows {
			fmt.Fprintf(out, "\n%d more are not listed here.\n", len(r.Diagnostics)-i)
			break
		}
		start, _ := r.place(d.File, d.Span)
		fmt.Fprintf(
			out,
			"| %s | %s | %s | [%s](%s) |\n",
			d.Severity,
			placeCell(where(d.File, start), r.Link, d.File, r.onDisk(d.File, d.Span).startLine),
			markdownText(d.Message),
			d.Rule.Name,
			helpURL(d.Rule),
		)
	}
	return out.Flush()
}

const markdownMarkup = "\\`*_{}[]()<>&#!|~@:$"

// markdownText makes text from the user's files mean nothing but itself in a
// table cell: no markup, no mention, no link, no line break.
func markdownText(text string) string {
	var b strings.Builder
	for _, r := range printable.Text(text) {
		if strings.ContainsRune(markdownMarkup, r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func markdownCode(text string) string { return "<code>" + markdownText(text) + "</code>" }
