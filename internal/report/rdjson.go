package report

import (
	"cmp"
	"io"
	"slices"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// The Reviewdog Diagnostic Format; columns count from 1 in UTF-8 bytes
// (https://github.com/reviewdog/reviewdog/tree/master/proto/rdf).
type rdReport struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

var rdSeverities = map[rules.Severity]string{rules.Error: "ERROR", rules.Warning: "WARNING", rules.Note: "INFO"}

func writeRDJSON(w io.Writer, r *Report) error {
	out := rdReport{Source: rdSource{"trainlint", home}, Diagnostics: []rdDiagnostic{}}
	for _, d := range r.Diagnostics {
		out.Diagnostics = append(out.Diagnostics, rdDiagnostic{
			Message:     r.fullMessage(d),
			Location:    rdLocation{d.File, r.rdRange(d.File, d.Span)},
			Severity:    rdSeverities[d.Severity],
			Code:        rdCode{d.Rule.Name, helpURL(d.Rule)},
			Suggestions: r.rdSuggestions(d),
		})
	}
	return newEncoder(w).Encode(out)
}

func (r *Report) rdRange(path string, span source.Span) rdRange {
	at := r.onDisk(path, span)
	return rdRange{rdPosition{at.startLine, at.startByte}, &rdPosition{at.endLine, at.endByte}}
}

// rdSuggestions offers the fixes that stay in the finding's own file: the format
// takes each suggestion for an alternative to the others, so several edits are one
// that replaces all from the first to the last of them.
func (r *Report) rdSuggestions(d rules.Diagnostic) []rdSuggestion {
	var offered []rdSuggestion
	for _, fix := range d.Fixes {
		file := r.file(d.File)
		if fix.Safety == fixes.Shown || len(fix.Edits) == 0 || file == nil || file.Notebook() != nil {
			continue
		}
		if span, text, ok := joined(file, fix.Edits); ok {
			offered = append(offered, rdSuggestion{r.rdRange(d.File, span), text})
		}
	}
	return offered
}

// farApart is how many lines one suggestion may replace: nobody reads a longer one beside a line.
const farApart = 40

// joined makes one edit of several in a file; not ok where one is elsewhere, two touch the same text, or they are far
// apart.
func joined(file *source.File, edits []fixes.Edit) (span source.Span, text string, ok bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b fixes.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	span = edits[0].Span
	for i, edit := range edits {
		switch {
		case edit.File != file.Path || i > 0 && edit.Span.Start < span.End:
			return span, "", false
		case i > 0:
			text += file.Slice(source.Span{Start: span.End, End: edit.Span.Start})
		}
		text += edit.New
		span.End = edit.Span.End
	}
	return span, text, file.LineOf(span.End)-file.LineOf(span.Start) < farApart
}
