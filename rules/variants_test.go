package rules_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// variant is another way to write a program that computes the same: the same must be found, at the same places.
type variant struct {
	name string
	ways func(m *python.Module) []rewrite
}

func plain(ways ...rewrite) func(*python.Module) []rewrite {
	return func(*python.Module) []rewrite { return append(ways[:len(ways):len(ways)], verbatim) }
}

var variants = []variant{
	{"imports by another name", func(m *python.Module) []rewrite { return []rewrite{importedAs(m)} }},
	{"comparisons the other way round", plain(mirrored)},
	{"no remainder is not true", plain(notRemainder)},
	{"an if with its parts exchanged", plain(exchanged)},
	{"x op= y as x = x op y", plain(spelledOut)},
	{"declared variables", plain(declared)},
	{"something else between the statements", plain(between)},
	{"arguments in a dictionary", plain(spread)},
	{"numbers with names", plain(named)},
	{"arguments computed before", plain(computedBefore)},
	{"results with names", plain(returned)},
	{"pairs of assignments", plain(paired)},
	{"loops over a name", plain(loopNamed)},
	{"loops under a condition that holds", plain(underTrue)},
	{"methods called by a helper", plain(helped)},
	{"unpacked in the loop", plain(unpackedLater)},
}

// variantsFile lists what is found otherwise in a variant of a case: each line is a miss or a false alarm that waits to
// be mended, as todo-want and todo-ok are. -update writes it.
const variantsFile = "../testdata/variants.txt"

type told struct {
	mu           sync.Mutex
	stand, found map[string][]string // by case
}

// TestVariants writes the Python of every case another way and lints that.
func TestVariants(t *testing.T) {
	dirs, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	differences := readDifferences(t)
	if *update {
		t.Cleanup(func() { differences.write(t) })
	}
	for _, dir := range dirs {
		for _, c := range caseNames(t, dir.Name()) {
			name := dir.Name() + "/" + c
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				differences.compare(t, name, variantsOf(t, filepath.Join(casesDir, dir.Name(), c)))
			})
		}
	}
}

func readDifferences(t *testing.T) *told {
	t.Helper()
	d := &told{stand: map[string][]string{}, found: map[string][]string{}}
	text, err := os.ReadFile(variantsFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		d.stand[name] = append(d.stand[name], rest)
	}
	return d
}

func (d *told) compare(t *testing.T, name string, found []string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.found[name] = found
	if diff := diff.Diff(d.stand[name], found); diff != "" && !*update {
		t.Errorf("a variant of the case is judged otherwise (-known +found):\n%s", diff)
	}
}

func (d *told) write(t *testing.T) {
	t.Helper()
	maps.Copy(d.stand, d.found)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(d.stand)) {
		for _, line := range d.stand[name] {
			if exists(name) {
				fmt.Fprintf(&b, "%s: %s\n", name, line)
			}
		}
	}
	if err := os.WriteFile(variantsFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// variantsOf lists what is found otherwise in the variants of a case.
func variantsOf(t *testing.T, path string) (differences []string) {
	t.Helper()
	_, files := caseFiles(t, path)
	maps.DeleteFunc(files, func(name string, _ []byte) bool {
		return strings.HasSuffix(name, ".want") || strings.HasPrefix(name, baseFolder)
	})
	var want []string
	for _, v := range variants {
		others, old := v.of(t, files)
		if len(old) == 0 {
			continue
		}
		if want == nil {
			want = foundIn(t, files, nil)
		}
		got := foundIn(t, others, old)
		for _, w := range without(want, got) {
			differences = append(differences, v.name+": no longer "+w)
		}
		for _, w := range without(got, want) {
			differences = append(differences, v.name+": only then "+w)
		}
	}
	return differences
}

// of writes a case's Python files another way. It gives the case's files, and the old lines by the places of the new
// files.
func (v variant) of(t *testing.T, files map[string][]byte) (others map[string][]byte, old map[string]func(at int) int) {
	t.Helper()
	others, old = maps.Clone(files), map[string]func(at int) int{}
	for name, text := range files {
		if !strings.HasSuffix(name, ".py") {
			continue
		}
		m, err := python.Parse(source.New(name, text))
		if err != nil || len(m.Errors) > 0 {
			continue
		}
		after, place := rewritten(t, m, v.ways(m)...)
		if after != string(text) {
			others[name] = []byte(after)
			old[name] = func(at int) int { return m.File.LineOf(place(at)) }
		}
	}
	return others, old
}

// foundIn lists what is found in files, sorted, at its old lines.
func foundIn(t *testing.T, files map[string][]byte, old map[string]func(at int) int) []string {
	t.Helper()
	result := lintCase(t, files)
	found := []string{}
	for _, d := range result.Diagnostics {
		at := lineOf(result, d)
		if line := old[at.file]; line != nil {
			at.line = line(d.Span.Start)
		}
		found = append(found, fmt.Sprintf("%s:%d %s %s", at.file, at.line, d.Severity, d.Rule.Name))
	}
	slices.Sort(found)
	return found
}

// without lists what the first list has more often than the second.
func without(a, b []string) (more []string) {
	left := map[string]int{}
	for _, s := range b {
		left[s]++
	}
	for _, s := range a {
		if left[s]--; left[s] < 0 {
			more = append(more, s)
		}
	}
	return more
}
