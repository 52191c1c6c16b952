package report

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// region is a place as tools see it that look at the file on disk.
type region struct {
	startLine, startColumn int // columns in characters; 0 in a notebook, where they mean nothing
	endLine, endColumn     int
	startByte, endByte     int    // columns in UTF-8 bytes; 0 in a notebook
	prefix                 string // for the message of a finding in a notebook: its cell and line
}

// onDisk translates a span to lines and columns of the file on disk.
func (r *Report) onDisk(path string, span source.Span) region {
	start, end := r.place(path, span)
	if start.Cell == 0 {
		return region{
			startLine: start.Line, startColumn: start.Column, startByte: start.Byte,
			endLine: end.Line, endColumn: end.Column, endByte: end.Byte,
		}
	}
	file := r.file(path)
	return region{
		startLine: file.DiskLine(span.Start), endLine: file.DiskLine(max(span.Start, span.End-1)),
		prefix: fmt.Sprintf("cell %d, line %d: ", start.Cell, start.Line),
	}
}

// fullMessage is a finding's message followed by its notes, for formats that
// have no place for them.
func (r *Report) fullMessage(d rules.Diagnostic) string {
	lines := []string{r.onDisk(d.File, d.Span).prefix + d.Message}
	for _, note := range d.Notes {
		lines = append(lines, "note: "+note.Message+r.inParentheses(note))
	}
	return strings.Join(lines, "\n")
}

func (r *Report) inParentheses(note rules.NotePlace) string {
	if note.File == "" {
		return ""
	}
	start, _ := r.place(note.File, note.Span)
	return " (" + where(note.File, start) + ")"
}

// home is where the documentation of rules is published.
const home = "https://github.com/trainlint/trainlint"

func helpURL(rule *rules.Rule) string {
	return home + "/blob/main/rules/" + string(rule.Group) + "/" + rule.Name + ".md"
}

// fileURL escapes a path for formats that want a URI reference. What stands before a colon in its first part would be
// taken for the name of a scheme (RFC 3986, section 4.2).
func fileURL(path string) string {
	u := url.URL{Path: path}
	escaped := strings.TrimPrefix(u.EscapedPath(), "./")
	if first, _, _ := strings.Cut(escaped, "/"); strings.Contains(first, ":") {
		return "./" + escaped
	}
	return escaped
}
