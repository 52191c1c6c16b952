package exact

import "testing"

// TestAssertions: what nobody knows is taken to hold; what is wrong whatever else may be ends the program.
func TestAssertions(t *testing.T) {
	for test, fails := range map[string]bool{
		"n > 2": false, "n > 2 and n < 5": false, "not n": false, "n or n.x": false, "not (n and False)": false, "n or True": false,
		"1 > 2": true, "n and 1 > 2": true, "1 > 2 and n": true, "not (n or True)": false, "False or False": true, "False or n": false,
		"True and n": false, "not 1 < 2": true,
	} {
		text := "from somelib import f\nn = f()\nout = 'holds'\ntry:\n    assert " + test + ", 'no'\nexcept AssertionError:\n    out = 'fails'"
		want := "holds"
		if fails {
			want = "fails"
		}
		if _, out := run(t, text); out != Value(want) {
			t.Errorf("assert %s: %v, want %s", test, out, want)
		}
	}
}
