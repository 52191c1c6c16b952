package ask

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Where is a place in words, as a message in a file names it: line 12, or model.py:12 for another file.
func Where(at run.Place, from *run.Unit) string {
	file, offset := at.Unit.Module.File, at.Node.Span().Start
	if at.Unit == from {
		return Line(file, offset)
	}
	if start := file.Position(offset); start.Cell > 0 {
		return fmt.Sprintf("%s:cell %d:%d", at.File(), start.Cell, start.Line)
	}
	return fmt.Sprintf("%s:%d", at.File(), file.LineOf(offset))
}

// Line is a line of a file in words, as its readers count: line 12, or line 3 of cell 16 in a notebook.
func Line(file *source.File, offset int) string {
	start := file.Position(offset)
	if start.Cell > 0 {
		return fmt.Sprintf("line %d of cell %d", start.Line, start.Cell)
	}
	return fmt.Sprintf("line %d", start.Line)
}
