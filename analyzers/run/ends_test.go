package run

import (
	"strings"
	"testing"
)

// TestEnds: behind what ends the program nothing is reached, so that what was set on the way to it does not count
// further down.
func TestEnds(t *testing.T) {
	const head = "import os, sys\nx = 1\nif os.environ.get('A'):\n    x = 2\n"
	for end, want := range map[string]string{
		"    sys.exit()\n": "1", "    exit(0)\n": "1", "    quit()\n": "1", "    raise SystemExit\n": "1", "    os._exit(1)\n": "1", "    print('on')\n": "2 or 1", "": "2 or 1",
		"    def stop():\n        sys.exit(1)\n    stop()\n": "1",
	} {
		if got := globals(t, head+end+"y = x\n", "y")[0]; got != want {
			t.Errorf("%q: %s, want %s", end, got, want)
		}
	}
}

// TestLongWalks: what goes round more often than is followed lap by lap holds an unknown number of things.
func TestLongWalks(t *testing.T) {
	for _, long := range []string{"range(100_000_000)", "'ab' * 1_000"} {
		if got := globals(t, "x = list("+long+")\n", "x")[0]; !strings.HasPrefix(got, "[… ") {
			t.Errorf("%s: %.40s", long, got)
		}
	}
	if got := globals(t, "x = list(range(3)), list('ab' * 2)\n", "x")[0]; got != "([0, 1, 2], ['a', 'b', 'a', 'b'])" {
		t.Error(got)
	}
}
