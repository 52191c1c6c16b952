package run

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TestDecorators: a decorator of the project that does nothing but documentation is run once, however often it stands
// there; one that registers, counts or wraps does so each time, and what its arguments decide is asked for each of
// them.
func TestDecorators(t *testing.T) {
	const decorators = `
TABLE = {}
seen = []
def documented(obj):
    obj.__doc__ = "a text"
    return obj
def register(name):
    def inner(obj):
        TABLE[name] = obj
        return obj
    return inner
def counted(obj):
    seen.append(obj)
    return obj
def one(*args):
    return 1
def wrapped(on):
    def inner(obj):
        return one if on else obj
    return inner
`
	for _, c := range []struct {
		name, script, want string
		runs               int // of documented
	}{
		{"documentation", "@documented\ndef a(): return 2\n@documented\ndef b(): return 3\n@documented\ndef c(): return 4\nx = a() + b() + c()", "9", 1},
		{"of classes and functions", "@documented\nclass A:\n    @documented\n    def f(self): return 2\nx = A().f()", "2", 2},
		{"a registry", "@register('a')\ndef a(): pass\n@register('b')\ndef b(): pass\n@register('a')\ndef c(): pass\nx = len(TABLE)", "2", 0},
		{"counted", "@counted\ndef a(): pass\n@counted\ndef b(): pass\nx = len(seen)", "2", 0},
		{"decided by an argument", "@wrapped(False)\ndef a(): return 2\n@wrapped(True)\ndef b(): return 2\n@wrapped(False)\ndef c(): return 2\nx = a() + 10 * b() + 100 * c()", "212", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := parsed(t, "script.py", decorators+c.script+"\n")
			m := New(Options{Main: script})
			m.Run(script, "script")
			if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for _, s := range script.Body {
				if f, ok := s.(*python.Function); ok && f.Name == "documented" && m.Visited(f) != c.runs {
					t.Errorf("documented was run %d times, want %d", m.Visited(f), c.runs)
				}
			}
		})
	}
}

// TestLongDecorator: what a decorator computes is not followed to its end, as little as an idle function is; the
// function stays what it was.
func TestLongDecorator(t *testing.T) {
	script := parsed(t, "script.py", `
def longest(obj):
    text = ""
    for i in range(100):
        for j in range(100):
            text = text + str(i * j)
    obj.text = text
    return obj
@longest
def a(): return 2
x = a()
`)
	m := New(Options{Main: script, Idle: func(*Function) bool { return false }})
	m.Run(script, "script")
	if got := m.Show(m.get(m.Unit(script, "script").scope, "x")); got != "2" || m.Spent() > 2*idleSteps {
		t.Errorf("%s after %d steps, want 2 after at most %d", got, m.Spent(), 2*idleSteps)
	}
}
