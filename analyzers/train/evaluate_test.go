package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/run"
)

// What an entry runs by itself has no place in the source.
func TestCallsWithoutAPlace(t *testing.T) {
	if wasVolatile(&run.Call{Caller: &run.Call{}}) {
		t.Error("a call that no place of the source makes says that gradients were off")
	}
}
