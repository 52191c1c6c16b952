package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/run"
)

// A store to a name has no object, and every store of a program is asked.
func TestParametersOfNothing(t *testing.T) {
	var none *run.Object
	if got := parametersOf(none); got != nil {
		t.Errorf("parametersOf(no object) = %v, want nil", got)
	}
}
