package run

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestWaysAsCPythonHasThem runs the programs of testdata/ways.txt, of which two answers of the environment are not
// known: what x, y and z may be at the end is what CPython makes of them for all answers (→), no more and no less, or
// all of that and perhaps more (⊆). `python3 testdata/ways.py` asks CPython again.
func TestWaysAsCPythonHasThem(t *testing.T) {
	text, err := os.ReadFile("testdata/ways.txt")
	if err != nil {
		t.Fatal(err)
	}
	const head = "import os\na = os.environ.get('A')\nb = os.environ.get('B')\n"
	for _, paragraph := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		program, answers, ok := strings.Cut(paragraph, "\n# ")
		if !ok {
			continue // a heading
		}
		for _, locate := range []bool{false, true} {
			m, u := ranProject(t, head+program+"\n", locate)
			for _, answer := range strings.Split(answers, "\n# ") {
				checkWays(t, m, u, program, answer)
			}
		}
	}
}

func checkWays(t *testing.T, m *Machine, u *Unit, program, answer string) {
	t.Helper()
	words := strings.SplitN(answer, " ", 3)
	name, want := words[0], strings.Split(words[2], " | ")
	v := m.get(u.scope, name)
	may := []string{"unbound"}
	if v != nil {
		may = m.possibilities(v)
	}
	slices.Sort(may)
	missing := slices.ContainsFunc(want, func(one string) bool { return !slices.Contains(may, one) })
	if words[1] == "⊆" && (may == nil || !missing) || may != nil && slices.Equal(may, want) {
		return
	}
	t.Errorf("%s\n%s is %s (located: %v)\nCPython %s", program, name, m.Show(v), m.Locate, answer)
}

// ranProject runs a program of several files: the first, and those behind lines such as `--- models.py`.
func ranProject(t *testing.T, text string, locate bool) (*Machine, *Unit) {
	t.Helper()
	files := map[string]string{}
	main, others, _ := strings.Cut(text, "\n--- ")
	for _, file := range strings.Split(others, "\n--- ") {
		name, content, _ := strings.Cut(file, "\n")
		files[name] = content
	}
	project := &imports.Finder{
		Exists: func(path string) bool { _, ok := files[path]; return ok && path != "" },
		Open:   func(path string) *source.File { return source.New(path, []byte(files[path])) },
	}
	module := parsed(t, "main.py", main+"\n")
	m := New(Options{Main: module, Project: project, Locate: locate})
	m.Run(module, "main")
	return m, m.Unit(module, "main")
}

// TestTestsAsWritten: a condition is asked once for both answers of a test, and what the code writes may be its
// opposite.
func TestTestsAsWritten(t *testing.T) {
	for _, test := range []string{"a % 2", "a % 2 == 0", "a % 2 != 0", "a is None", "a is not None", "a in b", "a not in b", "a or b", "a and b",
		"not (a != b)", "a < b"} {
		m, _ := ranProject(t, "import os\na = os.environ.get('A')\nb = os.environ.get('B')\nif "+test+":\n    mark(1)\nelse:\n    mark(2)\n", false)
		marked := 0
		for _, c := range m.Trace.Calls {
			o, ok := c.Callee.(*Object)
			if !ok || o.Word != "mark" {
				continue
			}
			marked++
			l := c.Gates[len(c.Gates)-1]
			text := l.Condition.Test.Unit.Module.File.Slice(l.Condition.Test.Node.Span())
			if want := (c.Args[0].Value == Value(Int(1))) == (text == test); l.Succeeds() != want {
				t.Errorf("if %s: at %s, %s succeeds: %v", test, m.Show(c.Args[0].Value), text, l.Succeeds())
			}
		}
		if marked != 2 {
			t.Errorf("if %s: %d marks", test, marked)
		}
	}
}
