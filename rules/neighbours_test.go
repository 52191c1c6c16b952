package rules_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// neighboursFile lists what is told otherwise of programs that are one statement away from a case. It says which
// answers a change of trainlint moves, not which are right: each line is to be read, and one that is wrong is a case to
// write. -update writes it.
const neighboursFile = "../testdata/neighbours.txt"

// neighbours are the changes of a case, one in each of its functions at a time. A case is silent or fires for several
// reasons together, and hides a defect in each of them behind the others: its neighbours do not.
var neighbours = []struct {
	name   string
	change func(m *python.Module, body []python.Stmt, at int) (edits []edited)
}{
	{"without", withoutStatement},
	{"always", alwaysHolds},
	{"swapped", swappedWithNext},
	{"nothing given", withoutArguments},
	{"unknown", ofUnknown},
}

// edited puts another text in the place of a part of a file.
type edited struct {
	span source.Span
	text string
}

// TestNeighbours lints the neighbours of every case with all rules.
func TestNeighbours(t *testing.T) {
	dirs, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	known := readTold(t, neighboursFile)
	if *update {
		t.Cleanup(func() { known.write(t, neighboursFile) })
	}
	for _, dir := range dirs {
		t.Run(dir.Name(), func(t *testing.T) {
			t.Parallel()
			for _, c := range caseNames(t, dir.Name()) {
				t.Run(c, func(t *testing.T) {
					t.Parallel()
					known.compare(t, dir.Name()+"/"+c, ofNeighbours(t, filepath.Join(casesDir, dir.Name(), c)))
				})
			}
		})
	}
}

// ofNeighbours lists what is found otherwise in the neighbours of a case.
func ofNeighbours(t *testing.T, at string) (differences []string) {
	t.Helper()
	_, files := caseFiles(t, at)
	maps.DeleteFunc(files, func(name string, _ []byte) bool { return strings.HasSuffix(name, ".want") })
	var want []string
	for _, kind := range neighbours {
		others, places := maps.Clone(files), map[string][]changed{}
		for name, text := range files {
			if strings.HasPrefix(name, baseFolder) {
				continue
			}
			if !strings.HasSuffix(name, ".py") {
				if at := lineToLeaveOut(name, text); at >= 0 && kind.name == "without" {
					others[name] = withoutLine(text, at)
					places[name] = []changed{{1, bytes.Count(text, []byte("\n")) + 1, at + 1}}
				}
				continue
			}
			m, err := python.Parse(source.New(name, text))
			if err != nil || len(m.Errors) > 0 {
				continue
			}
			if others[name], places[name] = neighbour(m, kind.change); len(places[name]) == 0 {
				delete(places, name)
			}
		}
		if len(places) == 0 {
			continue
		}
		if want == nil {
			want = allFoundIn(t, files)
		}
		got := allFoundIn(t, others)
		for _, gone := range without(want, got) {
			differences = append(differences, whereChanged(places, gone, kind.name)+"no longer "+gone)
		}
		for _, more := range without(got, want) {
			differences = append(differences, whereChanged(places, more, kind.name)+"only then "+more)
		}
	}
	return differences
}

// changed are the lines of a function, and the line of the change in it.
type changed struct{ first, last, at int }

// neighbour changes a statement of each function of a file, and of the file's own body. Which one depends on the text
// of the function alone, so that what is added to a file leaves the others as they are.
func neighbour(m *python.Module, change func(*python.Module, []python.Stmt, int) []edited) ([]byte, []changed) {
	var edits []edited
	var places []changed
	do := func(body []python.Stmt, span source.Span) {
		type site struct {
			body []python.Stmt
			at   int
		}
		var sites []site
		var collect func(body []python.Stmt)
		collect = func(body []python.Stmt) {
			for i, s := range body {
				if change(m, body, i) != nil {
					sites = append(sites, site{body, i})
				}
				switch s.(type) {
				case *python.Function, *python.Class: // has its own
				default:
					for _, block := range python.Blocks(s) {
						collect(block)
					}
				}
			}
		}
		collect(body)
		if len(sites) == 0 {
			return
		}
		sum := sha256.Sum256([]byte(m.File.Slice(span)))
		chosen := sites[binary.BigEndian.Uint64(sum[:])%uint64(len(sites))]
		edits = append(edits, change(m, chosen.body, chosen.at)...)
		places = append(places, changed{m.File.LineOf(span.Start), m.File.LineOf(span.End),
			m.File.LineOf(chosen.body[chosen.at].Span().Start)})
	}
	for n := range python.AllIn(m.Body) {
		if fn, ok := n.(*python.Function); ok {
			do(fn.Body, fn.Span())
		}
	}
	if len(m.Body) > 0 {
		do(m.Body, source.Span{Start: m.Body[0].Span().Start, End: m.Body[len(m.Body)-1].Span().End})
	}
	slices.SortFunc(edits, func(a, b edited) int { return a.span.Start - b.span.Start })
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(m.File.Slice(source.Span{Start: at, End: e.span.Start}))
		out.WriteString(e.text)
		at = e.span.End
	}
	out.WriteString(m.File.Slice(source.Span{Start: at, End: len(m.File.Text)}))
	return []byte(out.String()), places
}

// lineToLeaveOut is a line of a config or a script; -1 for a file that is read as a whole, and for trainlint's own
// settings.
func lineToLeaveOut(name string, text []byte) int {
	if ext := filepath.Ext(name); ext == ".json" || ext == ".ipynb" || path.Base(name) == "trainlint.yaml" {
		return -1
	}
	var sites []int
	for i, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			sites = append(sites, i)
		}
	}
	if len(sites) == 0 {
		return -1
	}
	sum := sha256.Sum256(text)
	return sites[binary.BigEndian.Uint64(sum[:])%uint64(len(sites))]
}

// withoutLine leaves a line empty; a command that goes on behind it still does.
func withoutLine(text []byte, at int) []byte {
	lines := strings.Split(string(text), "\n")
	if strings.HasSuffix(lines[at], "\\") {
		lines[at] = "  \\"
	} else {
		lines[at] = ""
	}
	return []byte(strings.Join(lines, "\n"))
}

// simple reports whether a statement holds no others, and does something.
func simple(s python.Stmt) bool {
	switch s := s.(type) {
	case *python.Assign, *python.AugAssign, *python.Delete, *python.Return:
		return true
	case *python.ExprStmt:
		_, text := s.Value.(*python.String)
		return !text
	}
	return false
}

// withoutStatement leaves a statement out: as many lines as before, so that all others stay where they are.
func withoutStatement(m *python.Module, body []python.Stmt, at int) []edited {
	if !simple(body[at]) {
		return nil
	}
	span := body[at].Span()
	return []edited{{span, "pass" + strings.Repeat("\n", strings.Count(m.File.Slice(span), "\n"))}}
}

// alwaysHolds takes the condition off a branch.
func alwaysHolds(m *python.Module, body []python.Stmt, at int) []edited {
	branch, ok := body[at].(*python.If)
	if !ok || strings.Contains(m.File.Slice(branch.Test.Span()), "\n") {
		return nil
	}
	return []edited{{branch.Test.Span(), "True"}}
}

// swappedWithNext exchanges two statements of one line each.
func swappedWithNext(m *python.Module, body []python.Stmt, at int) []edited {
	if at+1 == len(body) || !simple(body[at]) || !simple(body[at+1]) {
		return nil
	}
	one, next := body[at].Span(), body[at+1].Span()
	a, b := m.File.Slice(one), m.File.Slice(next)
	if a == b || strings.Contains(a+b, "\n") {
		return nil
	}
	return []edited{{one, b}, {next, a}}
}

// withoutArguments calls the first function of a statement with nothing.
func withoutArguments(m *python.Module, body []python.Stmt, at int) []edited {
	if !simple(body[at]) {
		return nil
	}
	for n := range python.All(body[at]) {
		if c, ok := n.(*python.Call); ok && len(c.Args) > 0 {
			given := source.Span{Start: c.Args[0].Span().Start, End: c.Args[len(c.Args)-1].Span().End}
			if strings.Contains(m.File.Slice(given), "\n") {
				return nil
			}
			return []edited{{given, ""}}
		}
	}
	return nil
}

// ofUnknown binds a name to what nobody knows.
func ofUnknown(m *python.Module, body []python.Stmt, at int) []edited {
	a, ok := body[at].(*python.Assign)
	if !ok || a.Value == nil || strings.Contains(m.File.Slice(a.Value.Span()), "\n") {
		return nil
	}
	return []edited{{a.Value.Span(), "given()"}}
}

// whereChanged is the line of the change in whose function a finding stands.
func whereChanged(places map[string][]changed, found, how string) string {
	var rule, severity, file string
	var line int
	if _, err := fmt.Sscanf(strings.Replace(found, ":", " ", 1), "%s %s %s %d", &severity, &rule, &file, &line); err != nil {
		return how + ": "
	}
	for _, c := range places[file] { // the innermost comes last but for the file's own body, which is the last of all
		if c.first <= line && line <= c.last {
			return fmt.Sprintf("%s line %d: ", how, c.at)
		}
	}
	return how + ": "
}

// allFoundIn lists what all rules find in files.
func allFoundIn(t *testing.T, files map[string][]byte) []string {
	t.Helper()
	result := lintCase(t, files)
	found := []string{}
	for _, d := range result.Diagnostics {
		at := lineOf(result, d)
		found = append(found, fmt.Sprintf("%s %s %s:%d", d.Severity, d.Rule.Name, at.file, at.line))
	}
	slices.Sort(found)
	return found
}
