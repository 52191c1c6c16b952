package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/trainlint/trainlint/rules"
)

// CommentMark stands at the head of the comment on a pull request, where the next run finds it again.
const CommentMark = "<!-- trainlint: this comment is kept up to date -->"

// commentRows is how many findings the comment lists; the summary of the run has all.
const commentRows = 10

// WriteComment writes what a pull request is told: the findings that its change has a part in, and the jobs whose
// memory or settings it changes. It says whether there is anything to tell.
func WriteComment(
	w io.Writer,
	r *Report,
	jobs []JobMemory,
	links Links,
	changed func(rules.Diagnostic) bool,
) (worthIt bool, err error) {
	mine := *r
	mine.Diagnostics = slices.DeleteFunc(slices.Clone(r.Diagnostics), func(d rules.Diagnostic) bool { return !changed(d) })
	slices.SortStableFunc(mine.Diagnostics, func(a, b rules.Diagnostic) int { return int(b.Severity) - int(a.Severity) })
	jobs = slices.DeleteFunc(slices.Clone(jobs), func(j JobMemory) bool { return !j.Result.Known() || !j.changed() })
	if _, err := fmt.Fprintln(w, CommentMark); err != nil {
		return false, err
	}
	if err := mine.markdown(w, commentRows); err != nil {
		return false, err
	}
	return len(mine.Diagnostics) > 0 || len(jobs) > 0, WriteMemoryTable(w, jobs, links)
}
