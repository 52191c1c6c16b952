package train

import "testing"

// TestStepsFor: a file of tests in a folder of tests gets a part of what others get; a script that evaluates is called
// test, too.
func TestStepsFor(t *testing.T) {
	for _, c := range []struct {
		file string
		part int
	}{
		{"train.py", 1}, {"test_net.py", 1}, {"tools/test.py", 1}, {"tests/train.py", 1}, {"tests/test_loss.py", inTests},
		{"pkg/tests/unit/test_loss.py", inTests}, {"contests/test_loss.py", 1},
	} {
		if script, entry, all := stepsFor(c.file); script != scriptSteps/c.part || entry != entrySteps/c.part || all != fileSteps/c.part {
			t.Errorf("%s: %d and %d steps", c.file, entry, all)
		}
	}
}
