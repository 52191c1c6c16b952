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
	// alone: other files of the project may ask for the names that the variant moves.
	alone bool
	ways  func(m *python.Module) []rewrite
}

func plain(ways ...rewrite) func(*python.Module) []rewrite {
	return func(*python.Module) []rewrite { return append(ways[:len(ways):len(ways)], verbatim) }
}

// variants are some ways together, as each of them costs a run of all cases. What takes whole blocks comes alone.
var variants = []variant{
	{"other words", false, func(m *python.Module) []rewrite {
		return []rewrite{importedAs(m), mirrored, notRemainder, spelledOut}
	}},
	{"other order", false, plain(exchanged, declared, unpackedLater, named)},
	{"more statements", false, plain(between, returned, computedBefore)},
	{"other bindings", false, plain(paired, loopNamed)},
	{"helpers", false, plain(helped)},
	{"under a condition that holds", false, plain(underTrue)},
	{"in a function", true, func(m *python.Module) []rewrite { return []rewrite{inMain(m)} }},
	{"on self", true, func(m *python.Module) []rewrite { return []rewrite{onSelf(m)} }},
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
	differences := readTold(t, variantsFile)
	if *update {
		t.Cleanup(func() { differences.write(t, variantsFile) })
	}
	for _, dir := range dirs {
		for _, c := range caseNames(t, dir.Name()) {
			name := dir.Name() + "/" + c
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				differences.compare(t, name, variantsOf(t, dir.Name(), filepath.Join(casesDir, dir.Name(), c)))
			})
		}
	}
}

func readTold(t *testing.T, file string) *told {
	t.Helper()
	d := &told{stand: map[string][]string{}, found: map[string][]string{}}
	text, err := os.ReadFile(file)
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
		t.Errorf("a program beside the case is judged otherwise (-known +found):\n%s", diff)
	}
}

func (d *told) write(t *testing.T, file string) {
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
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// variantsOf lists what a rule finds otherwise in the variants of a case.
func variantsOf(t *testing.T, rule, path string) (differences []string) {
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
			want = foundIn(t, rule, files, nil)
		}
		got := foundIn(t, rule, others, old)
		gone, more := without(want, got), without(got, want)
		for _, w := range gone {
			differences = append(differences, v.name+": no longer "+w)
		}
		for _, w := range more {
			differences = append(differences, v.name+": only then "+w)
		}
		if testing.Verbose() && len(gone)+len(more) > 0 {
			for name := range old {
				t.Logf("%s, %s, without %q, with %q:\n%s", v.name, name, gone, more, others[name])
			}
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
		if err != nil || len(m.Errors) > 0 || v.alone && len(files) > 1 {
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

// foundIn lists what a rule finds in files, sorted, at its old lines.
func foundIn(t *testing.T, rule string, files map[string][]byte, old map[string]func(at int) int) []string {
	t.Helper()
	result := lintCase(t, files, rule)
	found := []string{}
	for _, d := range result.Diagnostics {
		at := lineOf(result, d)
		if line := old[at.file]; line != nil {
			at.line = line(d.Span.Start)
		}
		found = append(found, fmt.Sprintf("%s %s:%d", d.Severity, at.file, at.line))
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
