package rules_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

var update = flag.Bool("update", false, "rewrite the .fixed files from what the fixes do now")

const casesDir = "../testdata/rules"

// TestCases runs every case under testdata/rules/<rule>. A case is a file, or a
// folder when several files make one job. In it,
//
//	# want "regexp"       this line must be flagged by the rule the case is for,
//	                      with a message that matches; # want note "regexp": as a note
//	# also other-rule     this line may be flagged by another rule as well
//	# todo-want "regexp"  it should be flagged and is not yet; fails when it is
//	# todo-ok             it is flagged and should not be; fails when it no longer is
//
// Every other line must stay silent: no finding of the rule, no error or warning
// of another. (JSON has no comments: there //, and a file x.json.want with lines
// `LINE "regexp"` does the same.) x.fixed.py beside x.py is what all fixes of the
// rule, unsafe ones included, make of it; for a folder it is the folder x.fixed.
// A folder's .base holds its files as they were in the revision to compare with.
func TestCases(t *testing.T) {
	dirs, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*rules.Rule{}
	for _, r := range all.Rules() {
		byName[r.Name] = r
	}
	beside := readNotes(t)
	if *update {
		t.Cleanup(func() { beside.write(t) })
	}
	for _, dir := range dirs {
		rule := byName[dir.Name()]
		if rule == nil {
			t.Errorf("testdata/rules/%s is no rule's name", dir.Name())
			continue
		}
		t.Run(rule.Name, func(t *testing.T) {
			t.Parallel()
			for _, c := range caseNames(t, rule.Name) {
				t.Run(c, func(t *testing.T) {
					t.Parallel()
					beside.compare(t, rule.Name+"/"+c, rule, runCase(t, rule, filepath.Join(casesDir, rule.Name, c)))
				})
			}
		})
	}
}

func caseNames(t *testing.T, rule string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(casesDir, rule))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if !isFixed(e.Name()) && !strings.HasSuffix(e.Name(), ".want") {
			names = append(names, e.Name())
		}
	}
	return names
}

func isFixed(name string) bool {
	return strings.HasSuffix(strings.TrimSuffix(name, filepath.Ext(name)), ".fixed") || strings.HasSuffix(name, ".fixed")
}

func fixedName(name string) string {
	ext := filepath.Ext(name)
	return strings.TrimSuffix(name, ext) + ".fixed" + ext
}

// caseFiles reads a case: its files by path relative to the case's root.
func caseFiles(t *testing.T, path string) (root string, files map[string][]byte) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	if !info.IsDir() {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = text
		return filepath.Dir(path), files
	}
	err = filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		rel, _ := filepath.Rel(path, p)
		files[filepath.ToSlash(rel)] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path, files
}

func lintCase(t *testing.T, files map[string][]byte, only ...string) *lint.Result {
	t.Helper()
	dir := t.TempDir() // apart from trainlint's own settings and ignore files
	for name, text := range files {
		if strings.HasPrefix(name, baseFolder) {
			continue
		}
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	result, err := lint.Run(context.Background(), lint.Options{Dir: dir, Rules: all.Rules(), Select: only, Before: baseOf(dir, files)})
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range result.Failures {
		t.Error(failure)
	}
	return result
}

// baseFolder holds the files of a case as they were in the base revision.
const baseFolder = ".base/"

// baseOf is the base revision of a case; nil when it has none.
func baseOf(dir string, files map[string][]byte) *project.Before {
	before := &project.Before{Revision: "main", Touched: func(string) bool { return true }}
	before.Text = func(path string) ([]byte, bool) {
		name, err := filepath.Rel(dir, path)
		text, ok := files[baseFolder+filepath.ToSlash(name)]
		return text, ok && err == nil
	}
	for name := range files {
		if strings.HasPrefix(name, baseFolder) {
			return before
		}
	}
	return nil
}

func runCase(t *testing.T, rule *rules.Rule, path string) *lint.Result {
	_, files := caseFiles(t, path)
	for name := range files {
		if strings.HasSuffix(name, ".want") {
			delete(files, name)
		}
	}
	result := lintCase(t, files)
	compareFindings(t, rule, path, files, result)
	compareFixed(t, rule, path, files)
	return result
}

type place struct {
	file string
	line int
}

type expectation struct {
	kind     string // want, also, todo-want, todo-ok
	pattern  string
	severity string // note, warning or error; "" where any will do
}

// expect is one quoted pattern of a directive, whose other words may name a severity.
func expect(kind, rest, quoted string) expectation {
	e := expectation{kind: kind, pattern: quoted}
	if first := strings.Fields(rest); len(first) > 0 && slices.Contains([]string{"note", "warning", "error"}, first[0]) {
		e.severity = first[0]
	}
	return e
}

var directive = regexp.MustCompile(`(?:#|//)\s*(want|todo-want|todo-ok)\b(.*)`)

// also may stand behind another directive of the same line.
var also = regexp.MustCompile(`(?:#|//)\s*also\s+([\w-]+)`)

var quoted = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// expectations reads the directives of a case.
func expectations(t *testing.T, path string, files map[string][]byte) map[place][]expectation {
	t.Helper()
	wanted := map[place][]expectation{}
	for name, text := range files {
		for i, line := range strings.Split(string(text), "\n") {
			at := place{name, i + 1}
			for _, other := range also.FindAllStringSubmatch(line, -1) {
				wanted[at] = append(wanted[at], expectation{kind: "also", pattern: other[1]})
			}
			m := directive.FindStringSubmatch(also.ReplaceAllString(line, ""))
			if m == nil {
				continue
			}
			if m[1] == "todo-ok" {
				wanted[at] = append(wanted[at], expectation{kind: m[1], pattern: strings.TrimSpace(m[2])})
				continue
			}
			for _, q := range quoted.FindAllString(m[2], -1) {
				wanted[at] = append(wanted[at], expect(m[1], m[2], strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)))
			}
		}
		wantFile := filepath.Join(path, name+".want")
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			wantFile = path + ".want"
		}
		side, err := os.ReadFile(wantFile)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(side), "\n") {
			var n int
			if _, err := fmt.Sscanf(line, "%d", &n); err != nil {
				continue
			}
			for _, q := range quoted.FindAllString(line, -1) {
				wanted[place{name, n}] = append(wanted[place{name, n}], expect("want", "", q[1:len(q)-1]))
			}
		}
	}
	return wanted
}

func compareFindings(t *testing.T, rule *rules.Rule, path string, files map[string][]byte, result *lint.Result) {
	t.Helper()
	wanted := expectations(t, path, files)
	for _, d := range result.Diagnostics {
		at := lineOf(result, d)
		if d.Rule.Name != rule.Name {
			if d.Severity > rules.Note && !slices.Contains(wanted[at], expectation{kind: "also", pattern: d.Rule.Name}) {
				t.Errorf("%s:%d: %s %s: %s (another rule's finding)", at.file, at.line, d.Severity, d.Rule.Name, d.Message)
			}
			continue
		}
		if !meet(t, wanted, at, d) {
			t.Errorf("%s:%d: not wanted: %s %s: %s", at.file, at.line, d.Severity, d.Rule.Name, d.Message)
		}
	}
	for at, list := range wanted {
		for _, e := range list {
			switch e.kind {
			case "want":
				t.Errorf("%s:%d: not found: %s", at.file, at.line, e.pattern)
			case "todo-ok":
				t.Errorf("%s:%d: no longer flagged: make the todo-ok an ordinary silent line", at.file, at.line)
			}
		}
	}
}

func lineOf(result *lint.Result, d rules.Diagnostic) place {
	file := result.Source(d.File)
	if file == nil {
		return place{d.File, 1}
	}
	return place{d.File, file.LineOf(d.Span.Start)}
}

// meet takes one expectation off the list that a finding fulfils.
func meet(t *testing.T, wanted map[place][]expectation, at place, d rules.Diagnostic) bool {
	t.Helper()
	for i, e := range wanted[at] {
		switch {
		case e.kind == "todo-ok":
		case e.kind == "also":
			continue
		default:
			ok, err := regexp.MatchString(e.pattern, d.Message)
			if err != nil {
				t.Fatalf("%s:%d: %v", at.file, at.line, err)
			}
			if !ok || e.severity != "" && e.severity != d.Severity.String() {
				continue
			}
			if e.kind == "todo-want" {
				t.Errorf("%s:%d: now found: make the todo-want a want", at.file, at.line)
			}
		}
		wanted[at] = slices.Delete(slices.Clone(wanted[at]), i, i+1)
		return true
	}
	return false
}

// compareFixed applies every fix of the rule and compares with the golden.
func compareFixed(t *testing.T, rule *rules.Rule, path string, files map[string][]byte) {
	t.Helper()
	fixed := applyFixes(t, rule, files)
	golden := fixedName(path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		updateGolden(t, golden, info.IsDir(), files, fixed)
		return
	}
	_, err = os.Stat(golden)
	if err != nil {
		if len(fixed) > 0 {
			t.Errorf("the fixes change %s and there is no %s: run with -update and read it", strings.Join(keys(fixed), ", "), golden)
		}
		return
	}
	want := map[string][]byte{}
	if info.IsDir() {
		_, want = caseFiles(t, golden)
	} else {
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		want[filepath.Base(path)] = text
	}
	for name, text := range want {
		if diff := cmp.Diff(string(text), string(fixed[name])); diff != "" {
			t.Errorf("%s fixed differs from %s (-want +got):\n%s", name, golden, diff)
		}
	}
	for name := range fixed {
		if want[name] == nil {
			t.Errorf("the fixes change %s, which is not in %s", name, golden)
		}
	}
}

func updateGolden(t *testing.T, golden string, isDir bool, files, fixed map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll(golden); err != nil {
		t.Fatal(err)
	}
	for name, text := range fixed {
		to := golden
		if isDir {
			to = filepath.Join(golden, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func keys(m map[string][]byte) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	sort.Strings(list)
	return list
}

// applyFixes returns the files that the rule's fixes change, with their new text.
func applyFixes(t *testing.T, rule *rules.Rule, files map[string][]byte) map[string][]byte {
	t.Helper()
	done, _, err := lintCase(t, files, rule.Name).Fix(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, bug := range done.Bugs {
		t.Error(bug)
	}
	fixed := map[string][]byte{}
	for _, c := range done.Changes {
		fixed[c.After.Path] = c.After.Disk()
	}
	return fixed
}
