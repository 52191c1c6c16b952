package run

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestGivesUp: a run that gets through does not come into a handler that ends the function with nothing in its hands;
// one that has something to give may have been met.
func TestGivesUp(t *testing.T) {
	const head = "def read(path):\n    try:\n        open(path)\n    except OSError as e:\n        "
	for handler, want := range map[string]string{
		"return": "5", "return None": "5", "return False": "5", "return ''": "5", "return []": "5", "return ()": "5", "return {}": "5", "return str(e)": "5", "print(e)\n        return None": "5",
		"return 'a'": "'a' or 5", "return [1]": "[1] or 5", "return {1: 2}": "{1: 2} or 5", "return 7": "7 or 5", "pass": "5",
		"": "5", // somebody is writing it
	} {
		module, err := python.Parse(source.New("script.py", []byte(head+handler+"\n    return 5\nx = read(given)\n")))
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Main: module, Locate: true})
		m.Run(module, "script")
		if got := m.Show(m.get(m.Unit(module, "script").scope, "x")); got != want {
			t.Errorf("%s: %s, want %s", handler, got, want)
		}
	}
}

// TestAround: what a name stands for in the functions around a function, at the end of the run.
func TestAround(t *testing.T) {
	const text = "act = 1\ndef outer():\n    act = 2\n    act = 3\n    def middle():\n        return lambda: act\n    return middle()\ndef other():\n    return lambda: act\nx = outer()\ny = other()\n"
	m, u := ran(t, text)
	for name, want := range map[string]string{"x": "3", "y": ""} {
		got := ""
		if v := m.Around(Bare(m.get(u.scope, name)).(*Function), "act"); v != nil {
			got = m.Show(v)
		}
		if got != want {
			t.Errorf("around %s: %q, want %q", name, got, want)
		}
	}
}
