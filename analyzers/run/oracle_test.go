package run

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestAgainstPython holds the interpreter to what CPython made of random programs (testdata/generate.py): a value that
// it knows must be the one that CPython computed, and of several one that it computed, whatever the environment said.
// TRAINLINT_PROGRAMS names a larger file than the one that is kept here.
func TestAgainstPython(t *testing.T) {
	path := os.Getenv("TRAINLINT_PROGRAMS")
	if path == "" {
		path = "testdata/programs.json"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct {
		Python   string
		Programs []struct {
			Text string
			Runs []map[string]string
		}
	}
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	known, asked := 0, 0
	for i, p := range recorded.Programs {
		module, err := python.Parse(source.New("script.py", []byte(p.Text)))
		if err != nil {
			t.Fatal(err)
		}
		m := New(Options{Main: module})
		m.Run(module, "script")
		scope := m.Unit(module, "script").scope
		l := New(Options{Main: module, Locate: true})
		l.Run(module, "script")
		for name := range p.Runs[0] {
			asked++
			may := m.possibilities(m.get(scope, name))
			if may != nil {
				known++
			}
			// A located run remembers no summaries: it may run out of steps where the other does not, and its choices
			// may be in another order, but it is held to the same.
			for _, list := range [][]string{may, l.possibilities(l.get(l.Unit(module, "script").scope, name))} {
				for _, run := range p.Runs {
					if list != nil && !slices.Contains(list, run[name]) {
						t.Errorf("program %d: %s is %s in CPython %s, not %s\n%s", i, name, run[name], recorded.Python, strings.Join(list, " or "), p.Text)
						break
					}
				}
			}
		}
	}
	t.Logf("%d of %d values known", known, asked)
	if known*2 < asked {
		t.Errorf("only %d of %d values are known: the interpreter gives up too early", known, asked)
	}
}

// possibilities are the texts of all that a value may be; nil when it is not known.
func (m *Machine) possibilities(v Value) []string {
	if v == nil {
		return nil
	}
	var list []string
	for _, one := range Alternatives(v) {
		text := m.Show(one)
		if strings.Contains(text, "unknown") || strings.Contains(text, "…") || strings.Contains(text, " or ") {
			return nil
		}
		list = append(list, text)
	}
	return list
}
