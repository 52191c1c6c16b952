// Command picture draws what trainlint prints on a terminal as an SVG:
//
//	go run ./docs/picture testdata/demo docs/report.svg RULE...
package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/report"
	"github.com/trainlint/trainlint/rules/all"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: picture PATH OUTPUT.svg [RULE...]")
		os.Exit(2)
	}
	if err := draw(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func draw(path, output string, selected []string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	result, err := lint.Run(
		context.Background(),
		lint.Options{Dir: dir, Paths: []string{path}, Rules: all.Rules(), Select: selected},
	)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	r := &report.Report{
		Diagnostics: result.Diagnostics,
		Files:       result.Files,
		Source:      result.Source,
		Style:       report.Style{Color: true, Width: columns},
	}
	if err := report.Write(&text, "text", r); err != nil {
		return err
	}
	command := "$ trainlint " + path
	if len(selected) > 0 {
		command = "$ trainlint --select " + strings.Join(selected, ",") + " " + path
	}
	lines := append([]string{command, ""}, strings.Split(strings.TrimRight(text.String(), "\n"), "\n")...)
	return os.WriteFile(output, svg(lines), 0o644)
}

const (
	columns    = 112
	lineHeight = 19
	charWidth  = 8.0
	margin     = 18
)

// colours are the ANSI colours of internal/report on a dark ground.
var colours = map[string]string{
	"1": "#ffffff", "2": "#8b949e", "1;31": "#ff7b72", "1;33": "#e3b341", "1;34": "#79c0ff", "1;32": "#7ee787",
}

var escape = regexp.MustCompile("\x1b\\[([0-9;]*)m")

func svg(lines []string) []byte {
	var b bytes.Buffer
	width, height := margin*2+int(columns*charWidth), margin*2+len(lines)*lineHeight
	fmt.Fprintf(
		&b,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" `+
			`font-family="ui-monospace,Menlo,Consolas,monospace" font-size="13">`+"\n",
		width,
		height,
	)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="#0d1117"/>`+"\n", width, height)
	for i, row := range lines {
		fmt.Fprintf(
			&b,
			`<text x="%d" y="%d" fill="#c9d1d9" xml:space="preserve">%s</text>`+"\n",
			margin,
			margin+(i+1)*lineHeight-5,
			spans(row),
		)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// spans turns escape sequences into coloured parts.
func spans(row string) string {
	var b strings.Builder
	colour := ""
	for row != "" {
		at := escape.FindStringSubmatchIndex(row)
		text := row
		if at != nil {
			text = row[:at[0]]
		}
		if fill := colours[colour]; fill != "" && text != "" {
			fmt.Fprintf(&b, `<tspan fill="%s">%s</tspan>`, fill, html.EscapeString(text))
		} else {
			b.WriteString(html.EscapeString(text))
		}
		if at == nil {
			break
		}
		colour, row = row[at[2]:at[3]], row[at[1]:]
	}
	return b.String()
}
