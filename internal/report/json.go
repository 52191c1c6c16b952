package report

import (
	"encoding/json"
	"io"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/rules"
)

// The shape of the JSON report. Others script against it: fields are only ever
// added. Lines and columns count from 1, columns in characters, and in a
// notebook lines count within the cell.
type jsonReport struct {
	Version     int              `json:"version"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Summary     Summary          `json:"summary"`
}

type jsonDiagnostic struct {
	Rule     string     `json:"rule"`
	Severity string     `json:"severity"`
	Path     string     `json:"path"`
	Start    jsonPlace  `json:"start"`
	End      jsonPlace  `json:"end"`
	Message  string     `json:"message"`
	Notes    []jsonNote `json:"notes"`
	Fixes    []jsonFix  `json:"fixes"`
}

type jsonPlace struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Cell   int `json:"cell,omitempty"`
}

type jsonNote struct {
	Path    string     `json:"path,omitempty"`
	Start   *jsonPlace `json:"start,omitempty"`
	End     *jsonPlace `json:"end,omitempty"`
	Message string     `json:"message"`
}

type jsonFix struct {
	Title  string     `json:"title"`
	Safety string     `json:"safety"`
	Edits  []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Path  string    `json:"path"`
	Start jsonPlace `json:"start"`
	End   jsonPlace `json:"end"`
	Text  string    `json:"text"`
}

func writeJSON(w io.Writer, r *Report) error {
	out := jsonReport{Version: 1, Diagnostics: []jsonDiagnostic{}, Summary: r.Summary()}
	for _, d := range r.Diagnostics {
		out.Diagnostics = append(out.Diagnostics, r.jsonDiagnostic(d))
	}
	encoder := newEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}

func newEncoder(w io.Writer) *json.Encoder {
	encoder := json.NewEncoder(printable.JSONTo(w))
	encoder.SetEscapeHTML(false)
	return encoder
}

func (r *Report) jsonDiagnostic(d rules.Diagnostic) jsonDiagnostic {
	start, end := r.jsonPlaces(d.File, d.Span)
	out := jsonDiagnostic{
		Rule: d.Rule.Name, Severity: d.Severity.String(), Path: d.File, Start: start, End: end, Message: d.Message,
		Notes: []jsonNote{}, Fixes: []jsonFix{},
	}
	for _, note := range d.Notes {
		out.Notes = append(out.Notes, r.jsonNote(note))
	}
	for _, fix := range d.Fixes {
		out.Fixes = append(out.Fixes, r.jsonFix(fix))
	}
	return out
}

func (r *Report) jsonNote(note rules.NotePlace) jsonNote {
	out := jsonNote{Path: note.File, Message: note.Message}
	if note.File != "" {
		start, end := r.jsonPlaces(note.File, note.Span)
		out.Start, out.End = &start, &end
	}
	return out
}

func (r *Report) jsonFix(fix fixes.Fix) jsonFix {
	out := jsonFix{Title: fix.Title, Safety: fix.Safety.String(), Edits: []jsonEdit{}}
	for _, edit := range fix.Edits {
		start, end := r.jsonPlaces(edit.File, edit.Span)
		out.Edits = append(out.Edits, jsonEdit{Path: edit.File, Start: start, End: end, Text: edit.New})
	}
	return out
}

func (r *Report) jsonPlaces(path string, span source.Span) (start, end jsonPlace) {
	first, last := r.place(path, span)
	return jsonPlace{first.Line, first.Column, first.Cell}, jsonPlace{last.Line, last.Column, last.Cell}
}
