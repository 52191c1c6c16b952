package report

import (
	"encoding/xml"
	"io"

	"github.com/trainlint/trainlint/rules"
)

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

var checkstyleSeverities = map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Note: "info"}

func writeCheckstyle(w io.Writer, r *Report) error {
	all := checkstyleReport{Version: "4.3"}
	for _, d := range r.Diagnostics {
		if n := len(all.Files); n == 0 || all.Files[n-1].Name != d.File {
			all.Files = append(all.Files, checkstyleFile{Name: d.File})
		}
		at := r.onDisk(d.File, d.Span)
		file := &all.Files[len(all.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{
			Line: at.startLine, Column: at.startColumn, Severity: checkstyleSeverities[d.Severity],
			Message: at.prefix + d.Message, Source: "trainlint." + d.Rule.Name,
		})
	}
	return writeXML(w, all)
}
