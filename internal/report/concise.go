package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/trainlint/trainlint/internal/printable"
)

// writeConcise writes one line per finding and the summary, for editors and grep.
func writeConcise(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		start, _ := r.place(d.File, d.Span)
		fmt.Fprintf(out, "%s: %s: %s [%s]\n", where(d.File, start), d.Severity, printable.Text(d.Message), d.Rule.Name)
	}
	if !r.Style.Quiet {
		fmt.Fprintln(out, r.SummaryLine())
	}
	return out.Flush()
}
