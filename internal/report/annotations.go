package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/trainlint/trainlint/rules"
)

// GitHub shows this many annotations of one level for a step and drops the rest
// in silence.
const annotationLimit = 10

// WriteAnnotations writes the findings that matter most as workflow commands, as
// many as GitHub shows: those that the change has a part in first, then the
// worst. One notice says how many more there are.
func WriteAnnotations(w io.Writer, r *Report, changed func(rules.Diagnostic) bool) error {
	ranked := slices.Clone(r.Diagnostics)
	slices.SortStableFunc(ranked, func(a, b rules.Diagnostic) int {
		if x, y := changed(a), changed(b); x != y {
			if x {
				return -1
			}
			return 1
		}
		return int(b.Severity) - int(a.Severity)
	})
	left := map[rules.Severity]int{
		rules.Error:   annotationLimit,
		rules.Warning: annotationLimit,
		rules.Note:    annotationLimit - 1,
	}
	out := bufio.NewWriter(w)
	more := 0
	for _, d := range ranked {
		if left[d.Severity] == 0 {
			more++
			continue
		}
		left[d.Severity]--
		r.annotate(out, d)
	}
	if more > 0 {
		fmt.Fprintf(out, "::notice title=trainlint::%d more, see the summary\n", more)
	}
	return out.Flush()
}
