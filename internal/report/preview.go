package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/internal/printable"
)

// previewLines is how much of a fix the text report shows.
const previewLines = 8

var signColors = map[byte]string{'-': boldRed, '+': boldGreen}

// preview shows what a fix would do, for the fixes that no flag applies: a person
// needs to see them. The parts that change stand out in colour.
func (r *Report) preview(out io.Writer, fix fixes.Fix, gutter int) {
	if fix.Safety != fixes.Shown {
		return
	}
	var files []string
	for _, e := range fix.Edits {
		if len(files) == 0 || files[len(files)-1] != e.File {
			files = append(files, e.File)
		}
	}
	for _, path := range files {
		if file := r.file(path); file != nil {
			r.previewFile(out, file, fix, gutter)
		}
	}
}

func (r *Report) previewFile(out io.Writer, file *source.File, fix fixes.Fix, gutter int) {
	lines := fixes.Preview(file, fix)
	for i, line := range lines {
		if i == previewLines {
			fmt.Fprintf(out, "%s … %s more\n", r.margin(gutter, " "), count(len(lines)-i, "line"))
			return
		}
		color := signColors[line.Sign]
		text := r.previewLine(line, color, r.Style.codeColumns(gutter))
		fmt.Fprintf(out, "%s %s\n", r.margin(gutter, r.Style.paint(color, string(line.Sign))), strings.TrimRight(text, " "))
	}
}

// previewLine is a line in at most so many columns; what changes stands out, and stays where the line is cut.
func (r *Report) previewLine(line fixes.PreviewLine, color string, columns int) string {
	var text, before, changed, after strings.Builder
	for i, part := range line.Parts {
		shown := printable.Text(part.Text)
		switch {
		case part.Changed:
			changed.WriteString(after.String() + shown)
			after.Reset()
			text.WriteString(r.Style.paint(color, shown))
			continue
		case changed.Len() > 0 || i > 0 && before.Len() > 0:
			after.WriteString(shown)
		default:
			before.WriteString(shown)
		}
		text.WriteString(shown)
	}
	if width(before.String())+width(changed.String())+width(after.String()) <= columns {
		return text.String()
	}
	first, marked, last := cut(before.String(), changed.String(), after.String(), columns)
	return first + r.Style.paint(color, marked) + last
}
