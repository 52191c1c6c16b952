package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// keepApart keeps what a test's runs remember away from the user's, and go's build cache
// where it is.
func keepApart(t *testing.T) {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

func mutate(t *testing.T, args ...string) (said, notes string) {
	t.Helper()
	var out, warnings bytes.Buffer
	if err := run(t.Context(), append([]string{"-module", "testdata/tiny"}, args...), &out, &warnings); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, &warnings)
	}
	return out.String(), warnings.String()
}

// outcome drops the test that failed, whose name stands last.
var outcome = regexp.MustCompile(`(?m)^(killed|survived, unreached|survived|does not compile|changes nothing) +(clamp/\S+ .*?)( \S*)?$`)

func TestEveryKind(t *testing.T) {
	keepApart(t)
	record := filepath.Join(t.TempDir(), "mutants.csv")
	said, _ := mutate(t, "-v", "-record", record, "-known", "testdata/known.txt", "clamp")
	var got []string
	for _, m := range outcome.FindAllStringSubmatch(said, -1) {
		got = append(got, m[1]+" "+m[2])
	}
	want := []string{
		"killed clamp/clamp.go:9: Clamp: return: func Clamp → return *new(int)",
		"killed clamp/clamp.go:10: Clamp: negate: x < low → !(x < low)",
		"killed clamp/clamp.go:10: Clamp: drop: { return low } → {}",
		"killed clamp/clamp.go:13: Clamp: negate: high != 0 && x > high → !(high != 0 && x > high)",
		"killed clamp/clamp.go:13: Clamp: drop: { return high } → {}",
		"killed clamp/clamp.go:13: Clamp: logic: high != 0 && x > high → high != 0 || x > high",
		"killed clamp/clamp.go:13: Clamp: compare: high != 0 → high == 0",
		"killed clamp/clamp.go:13: Clamp: number: high != 0 → high != -1",
		"killed clamp/clamp.go:13: Clamp: number: high != 0 → high != 1",
		"survived clamp/clamp.go:10: Clamp: compare: x < low → x <= low",
		"changes nothing clamp/clamp.go:13: Clamp: compare: x > high → x >= high",
		"killed clamp/clamp.go:20: Name: return: func Name → return *new(string)",
		`killed clamp/clamp.go:22: Name: case: case !(x >= 0): return "negative" → case !(x >= 0):`,
		`killed clamp/clamp.go:24: Name: case: case x == 0: return "zero" → case x == 0:`,
		"killed clamp/clamp.go:22: Name: not: !(x >= 0) → (x >= 0)",
		"killed clamp/clamp.go:22: Name: compare: x >= 0 → x > 0",
		"killed clamp/clamp.go:22: Name: number: x >= 0 → x >= -1",
		"killed clamp/clamp.go:24: Name: compare: x == 0 → x != 0",
		"killed clamp/clamp.go:24: Name: number: x == 0 → x == -1",
		"killed clamp/clamp.go:24: Name: number: x == 0 → x == 1",
		"killed clamp/clamp.go:31: Show: return: func Show → return *new(string)",
		"does not compile clamp/clamp.go:32: Show: negate: yes → !(yes)",
		"does not compile clamp/clamp.go:32: Show: drop: { return \"yes\" } → {}",
		"survived, unreached clamp/clamp.go:39: Alone: return: func Alone → return",
		"killed clamp/clamp.go:47: Countdown: return: func Countdown → return",
		"changes nothing clamp/clamp.go:49: Countdown: drop: { return steps } → {}",
		"killed clamp/clamp.go:49: Countdown: compare: from == 0 → from != 0",
		"changes nothing clamp/clamp.go:49: Countdown: number: from == 0 → from == -1",
		"killed clamp/clamp.go:49: Countdown: number: from == 0 → from == 1",
		"killed clamp/clamp.go:58: Old: return: func Old → return *new(bool)",
		"survived, unreached clamp/clamp.go:58: Old: compare: age > 17 → age >= 17",
		"survived, unreached clamp/clamp.go:58: Old: number: age > 17 → age > 18",
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("no line %q", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("not wanted: %q", line)
		}
	}
	if !strings.Contains(said, "killed    clamp/clamp.go:9: Clamp: return: func Clamp → return *new(int) TestClamp\n") {
		t.Errorf("the test that failed is not named:\n%s", said)
	}
	if !strings.Contains(said, "clamp: 23 of 27 killed (85 %), 0 by time; 4 survived, 3 of them unreached; 3 change nothing, 2 do not compile\n") {
		t.Errorf("another score:\n%s", said)
	}
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^package,commit,seed,judged,killed,tests,equal\nclamp,(?:[0-9a-f]{12}|none),1,27,23,quick,3\n$`).Match(text) {
		t.Errorf("recorded %q", text)
	}
}

// A run goes on where another one stopped, as long as no file has changed.
func TestGoesOn(t *testing.T) {
	keepApart(t)
	args := []string{"-v", "-at", "clamp.go:24", "clamp"}
	first, notes := mutate(t, args...)
	if !strings.Contains(notes, "s unchanged") {
		t.Errorf("the first run judges nothing: %q", notes)
	}
	second, notes := mutate(t, args...)
	if strings.Contains(notes, "s unchanged") || first != second {
		t.Errorf("the second run judges again (%q), or differs:\n%s\n%s", notes, first, second)
	}
}

// What is learned of a tree's tests serves the next sample of it.
func TestLearnsOnce(t *testing.T) {
	keepApart(t)
	mutate(t, "-at", "clamp.go:24", "clamp")
	o, err := parse([]string{"-module", "testdata/tiny", "clamp"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	known, err := openLessons(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if l := known.units["clamp ^(TestOld)$"]; len(known.units) != 5 || l.Took == 0 || len(l.Differs) == 0 {
		t.Errorf("learned %v", known.units)
	}
}

func TestPattern(t *testing.T) {
	got := pattern([]unit{
		{test: "TestCases", rule: "a", cases: []string{"x.py", "y"}},
		{test: "TestCases", rule: "a", cases: []string{"z"}},
		{test: "TestDocs", rule: "a"},
		{test: "TestCases", rule: "b", cases: []string{"x.py"}},
		{test: "TestDocs", rule: "b"},
		{test: "TestPages"},
	})
	want := `^(TestPages)$|^TestCases$/^a$/^(x\.py|y|z)$|^TestCases$/^b$/^(x\.py)$|^TestDocs$/^(a|b)$`
	if got != want {
		t.Errorf("pattern %s", got)
	}
}

func TestSet(t *testing.T) {
	var s set
	s.add(9)
	s.add(16)
	for id := range 40 {
		if s.has(id) != (id == 9 || id == 16) {
			t.Errorf("%d in %v", id, s)
		}
	}
}

func TestSampleKeepsToItself(t *testing.T) {
	all, err := findMutants("testdata/tiny", "clamp")
	if err != nil {
		t.Fatal(err)
	}
	names := func(seed string, from []*mutant) (list []string) {
		for _, m := range choose(from, options{sample: 5, seed: seed}) {
			list = append(list, m.name())
		}
		return list
	}
	one := names("1", all)
	if len(one) != 5 || slices.Equal(one, names("2", all)) {
		t.Errorf("seed 1 draws %q and seed 2 the same", one)
	}
	var moved []*mutant
	for _, m := range all {
		other := *m
		other.line += 7
		moved = append(moved, &other)
	}
	if !slices.Equal(one, names("1", moved)) {
		t.Error("lines that moved draw another sample")
	}
}

func TestKnown(t *testing.T) {
	list, err := readKnown("# why\n\na.go: f: compare: a < b → a <= b\n    equal ones are gone before\n")
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	m := mutant{file: "a.go", line: 99, function: "f", kind: "compare", before: "a < b", after: "a <= b"}
	if !list[0].is(&m) {
		t.Error("the mutant is not known at another line")
	}
	m.function = "g"
	if list[0].is(&m) {
		t.Error("another function's mutant is known")
	}
	for _, bad := range []string{"a.go: f: compare: a → b\n", "a.go: compare: a → b\n  why\n", "  why\n"} {
		if _, err := readKnown(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestKnownMutantsExist: a line of testdata/mutants.txt that names no mutant hides one
// that comes back.
func TestKnownMutantsExist(t *testing.T) {
	known, err := openKnown("../../testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]*mutant{}
	for _, k := range known {
		pkg := filepath.ToSlash(filepath.Dir(k.file))
		if of[pkg] == nil {
			if of[pkg], err = findMutants("../..", pkg); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.ContainsFunc(of[pkg], k.is) {
			t.Errorf("%s: %s: no mutant %s: %s → %s", k.file, k.function, k.kind, k.before, k.after)
		}
	}
}

// A mutant of a rule meets the rule's own units first, then the few that pass the fewest mutants; what takes long comes
// last, each by itself.
func TestTrials(t *testing.T) {
	rule := ruleOf(&mutant{file: "rules/fit/effective_batch_changed.go"})
	if rule != "effective-batch-changed" || ruleOf(&mutant{file: "rules/pass.go"}) != "" {
		t.Errorf("the rule is %q", rule)
	}
	passes := func(n int) (s set) {
		for id := range n {
			s.add(id)
		}
		return s
	}
	reach := []*learned{
		newLearned(unit{pkg: "rules", test: "TestTables", rule: "other"}, 2*time.Second, passes(1)),
		newLearned(unit{pkg: "fixes", test: "TestPass"}, time.Second, passes(1)),
		newLearned(unit{pkg: "rules", test: testCases, rule: rule, cases: []string{"a.py"}}, time.Millisecond, passes(9)),
	}
	for i := range first + 1 {
		name := string(rune('a' + i))
		reach = append(reach, newLearned(unit{pkg: "fixes", test: name}, time.Millisecond, passes(first+1-i)))
	}
	var got []string
	for _, l := range append(trialsOf(rule, reach), ofVariants(reach)...) {
		got = append(got, l.pkg+" "+pattern(l.units))
	}
	want := []string{
		"rules ^TestCases$/^effective-batch-changed$/^(a\\.py)$",
		"fixes ^(m|l|k|j|i|h|g|f|e|d|c|b)$",
		"fixes ^(a)$",
		"fixes ^(TestPass)$",
		"rules ^TestTables$/^(other)$",
		"rules ^TestVariants$/^(effective-batch-changed)$",
	}
	if !slices.Equal(got, want) {
		t.Errorf("trials %q", got)
	}
	if got := coveredBy("analyzers/job/memory"); !slices.Equal(got, []string{"analyzers/job/memory", "rules"}) {
		t.Errorf("covered by %v", got)
	}
}
