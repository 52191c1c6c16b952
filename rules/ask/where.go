package ask

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
)

// Where is a place in words, as a message in a file names it: line 12, or model.py:12 for another file.
func Where(at run.Place, from *run.Unit) string {
	if at.Unit == from {
		return fmt.Sprintf("line %d", at.Line())
	}
	return fmt.Sprintf("%s:%d", at.File(), at.Line())
}
