package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/trainlint/trainlint/rules"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Failure   *junitFailure `xml:"failure"`
	Output    string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite per file and a test per finding. Notes are tests
// that pass, as they never fail a build; a clean run is one test that passes.
func writeJUnit(w io.Writer, r *Report) error {
	all := junitSuites{Name: "trainlint"}
	for _, d := range r.Diagnostics {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != d.File {
			all.Suites = append(all.Suites, junitSuite{Name: d.File})
		}
		all.Suites[len(all.Suites)-1].add(r.junitCase(d))
	}
	if len(all.Suites) == 0 {
		all.Suites = []junitSuite{
			{Name: "trainlint", Tests: 1, Cases: []junitCase{{Name: "no findings", ClassName: "trainlint"}}},
		}
	}
	for _, suite := range all.Suites {
		all.Tests += suite.Tests
		all.Failures += suite.Failures
	}
	return writeXML(w, all)
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
}

func (r *Report) junitCase(d rules.Diagnostic) junitCase {
	at := r.onDisk(d.File, d.Span)
	c := junitCase{
		Name:      fmt.Sprintf("%s:%d", d.Rule.Name, at.startLine),
		ClassName: d.File,
		File:      d.File,
		Line:      at.startLine,
	}
	if d.Severity == rules.Note {
		c.Output = r.fullMessage(d)
		return c
	}
	c.Failure = &junitFailure{Type: d.Severity.String(), Message: at.prefix + d.Message, Text: r.fullMessage(d)}
	return c
}

func writeXML(w io.Writer, root any) error {
	text, err := xml.MarshalIndent(root, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
