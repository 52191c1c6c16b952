package run

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestAgainstPython holds the interpreter to what CPython made of random programs (testdata/generate.py): a value that
// it knows must be the one that CPython computed, and of several one that it computed, whatever the environment said.
// TRAINLINT_PROGRAMS names a larger file than the one that is kept here.
func TestAgainstPython(t *testing.T) {
	path := cmp.Or(os.Getenv("TRAINLINT_PROGRAMS"), "testdata/programs.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var recorded programs
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	known, asked := recorded.check(t)
	t.Logf("%s: %d of %d values known", path, known, asked)
	if known*2 < asked {
		t.Errorf("%s: only %d of %d values are known: the interpreter gives up too early", path, known, asked)
	}
}

// programs are what generate.py writes.
type programs struct {
	Python   string
	Programs []struct {
		Text string
		Runs []map[string]string // for each answer of the environment
	}
}

func (p programs) check(t *testing.T) (known, asked int) {
	t.Helper()
	for i, program := range p.Programs {
		m, u := ranProject(t, program.Text, false)
		// A located run remembers no summaries: it may run out of steps where the other does not, and its choices
		// may be in another order, but it is held to the same.
		l, located := ranProject(t, program.Text, true)
		for name := range program.Runs[0] {
			asked++
			may := m.possibilities(m.get(u.scope, name))
			if may != nil {
				known++
			}
			for _, list := range [][]string{may, l.possibilities(l.get(located.scope, name))} {
				for _, run := range program.Runs {
					if list != nil && !slices.Contains(list, run[name]) {
						t.Errorf("program %d: %s is %s in CPython %s, not %s\n%s", i, name, run[name], p.Python,
							strings.Join(list, " or "), program.Text)
						break
					}
				}
			}
		}
	}
	return known, asked
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
