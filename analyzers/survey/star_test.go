package survey_test

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/survey"
)

// TestBinds: what a star may give is what the module binds or gets by stars of its own; nobody knows that of a library.
func TestBinds(t *testing.T) {
	project := files{}
	for name, text := range map[string]string{
		"package": "from first import *\nfrom second import *\n",
		"first":   "from package import *\nA = 1\ndef f():\n    global G\n    G, local = 1, 2\n",
		"second":  "import os.path\nfrom x import y as z\nclass C:\n    B = 1\nif z:\n    D = 1\n",
		"open":    "from numpy import *\n",
	} {
		m, err := python.Parse(source.New(name+".py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		project[name] = m
	}
	for _, c := range []struct {
		from, name string
		want       bool
	}{
		{"package", "A", true}, {"package", "f", true}, {"package", "G", true}, {"package", "C", true}, {"package", "D", true},
		{"package", "os", true}, {"package", "z", true}, {"second", "A", false}, {"package", "y", false}, {"package", "B", false},
		{"package", "local", false}, {"first", "D", true}, {"open", "array", true}, {"numpy", "array", true},
	} {
		if got := survey.Binds(project, c.from, "script.py", c.name); got != c.want {
			t.Errorf("from %s import *: may give %s: %v, want %v", c.from, c.name, got, c.want)
		}
	}
}
