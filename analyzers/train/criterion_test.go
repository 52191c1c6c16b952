package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/run"
)

// A method that is run for an attribute that it sets has no place from which it is called.
func TestOnlyMeasuredWithoutPlace(t *testing.T) {
	l := &LossCall{Entry: &Entry{}, Call: &run.Call{Caller: &run.Call{Entry: true}}}
	if l.OnlyMeasured() {
		t.Error("a loss that nothing calls an evaluation is said to be only measured")
	}
}
