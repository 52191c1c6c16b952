package report

import (
	"io"

	"github.com/trainlint/trainlint/rules"
)

// gitlabFinding is an entry of GitLab's Code Quality report
// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
type gitlabFinding struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

var gitlabSeverities = map[rules.Severity]string{rules.Error: "critical", rules.Warning: "major", rules.Note: "info"}

func writeGitLab(w io.Writer, r *Report) error {
	names := r.fingerprints()
	found := []gitlabFinding{}
	for i, d := range r.Diagnostics {
		at := r.onDisk(d.File, d.Span)
		found = append(found, gitlabFinding{
			Description: at.prefix + d.Message,
			CheckName:   d.Rule.Name,
			Fingerprint: names[i],
			Severity:    gitlabSeverities[d.Severity],
			Location:    gitlabLocation{d.File, gitlabLines{at.startLine, at.endLine}},
		})
	}
	encoder := newEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(found)
}
