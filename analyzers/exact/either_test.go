package exact

import (
	"strings"
	"testing"
)

// TestEither: what both ways of an if name alike is known behind it, and what one of them names otherwise is not; ways
// that do more, or need what another statement names, end the run.
func TestEither(t *testing.T) {
	const head = "import os\nimport somelib\nclass C:\n    pass\ndef f(c, x, y):\n    c.a = 3\n    "
	for text, known := range map[string]bool{
		"if not os.path.isdir('logs'):\n    os.makedirs('logs')\nout = x":                          true,
		"if 'a' in os.uname().nodename:\n    c.a = '/a'\nelse:\n    c.a = '/b'\nout = y":           true,
		"if 'a' in os.uname().nodename:\n    c.a = '/a'\nelse:\n    c.a = '/b'\nout = c.a":         false,
		"if somelib.f():\n    x = 5\n    y = 7\nelse:\n    x = 5\nout = x":                         true,
		"if somelib.f():\n    x = 5\n    y = 7\nelse:\n    x = 5\nout = y":                         false,
		"if somelib.f():\n    x = 5\nelif x == 1:\n    y = 8\nelse:\n    y = 9\nout = y":           false,
		"if somelib.f():\n    y = 8\nelif x == 1:\n    y = 8\nelse:\n    y = 9\nout = y":           true,
		"if somelib.f():\n    x = 5\n    y = x\nout = c.a":                                         false,
		"if somelib.f():\n    c = c.b\nout = x":                                                    false,
		"if somelib.f():\n    x = int('5')\nout = c.a":                                             false,
		"if x == 1 and not somelib.f():\n    y = 5\nout = x":                                       true,
		"if x == 2 and not somelib.f():\n    y = 5\nout = y":                                       true,
		"if os.uname().nodename == 'a':\n    'here'\n    pass\nelse:\n    print('there')\nout = y": true,
	} {
		body := strings.ReplaceAll(strings.Replace(text, "out =", "return", 1), "\n", "\n    ")
		_, out := run(t, head+body+"\nout = f(C(), 1, 2)")
		if _, unknown := out.(*Unknown); unknown == known {
			t.Errorf("%s\ngives %v", text, out)
		}
	}
}
