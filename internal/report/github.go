package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/rules"
)

var githubLevels = map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Note: "notice"}

// writeGitHub writes workflow commands, which GitHub Actions shows as
// annotations. Paths and messages hold text from whoever wrote the code: every
// byte that could end the command or start another one is escaped.
func writeGitHub(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		r.annotate(out, d)
	}
	return out.Flush()
}

func (r *Report) annotate(out *bufio.Writer, d rules.Diagnostic) {
	fmt.Fprintf(
		out,
		"::%s %s::%s\n",
		githubLevels[d.Severity],
		r.githubProperties(d),
		escapeData(printable.Lines(r.fullMessage(d))),
	)
}

func (r *Report) githubProperties(d rules.Diagnostic) string {
	at := r.onDisk(d.File, d.Span)
	properties := []string{
		"title=" + escapeProperty("trainlint "+d.Rule.Name),
		"file=" + escapeProperty(printable.Lines(d.File)),
		fmt.Sprintf("line=%d", at.startLine),
		fmt.Sprintf("endLine=%d", at.endLine),
	}
	// GitHub takes columns only for findings within one line.
	if at.startLine == at.endLine && at.startColumn > 0 {
		properties = append(properties, fmt.Sprintf("col=%d", at.startColumn), fmt.Sprintf("endColumn=%d", at.endColumn))
	}
	return strings.Join(properties, ",")
}

// The runner's own rules (actions/toolkit, core.issueCommand): in a message
// percent, CR and LF; in a property colon and comma as well. The runner also
// obeys the older form "##[command]" anywhere in a line that is not a command,
// which these lines always are.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func escapeData(text string) string     { return dataEscapes.Replace(text) }
func escapeProperty(text string) string { return propertyEscapes.Replace(text) }
