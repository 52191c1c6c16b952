package job

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// neighboursFile lists what the jobs of a project say otherwise when one line of it is gone. It says which answers a
// change of trainlint moves, not which are right: whoever finds a wrong one makes a project of testdata/facts.txt of
// it.
const neighboursFile = "testdata/neighbours.txt"

// linesLeftOut is how many lines of a project are left out, one at a time.
const linesLeftOut = 6

// TestNeighbours reads each project of testdata/facts.txt and its neighbours without one of its lines. A field comes of
// several lines together, and a defect in reading one of them may hide behind the others.
func TestNeighbours(t *testing.T) {
	var all strings.Builder
	for _, name := range factFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, project := range strings.Split("\n"+strings.TrimSpace(string(text)), "\n=== ")[1:] {
			title, rest, _ := strings.Cut(project, "\n")
			files, facts, _ := strings.Cut(rest, "\n-- facts --\n")
			fmt.Fprintf(&all, "=== %s\n", title)
			lines := strings.Split(files, "\n")
			for _, at := range leftOut(lines) {
				fmt.Fprintf(&all, "without %s\n", lines[at])
				others := slices.Clone(lines)
				others[at] = ""
				writeDifference(&all, strings.Split(facts, "\n"), strings.Split(factsOf(strings.Join(others, "\n")), "\n"))
			}
		}
	}
	if *update {
		if err := os.WriteFile(neighboursFile, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	known, err := os.ReadFile(neighboursFile)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(strings.Split(string(known), "\n"), strings.Split(all.String(), "\n")); d != "" {
		t.Errorf("a project without one of its lines is read otherwise; if that is right, run with -update:\n%s", d)
	}
}

func writeDifference(to *strings.Builder, facts, others []string) {
	if len(others) == 1 && len(facts) > 1 {
		fmt.Fprintf(to, "  %s\n", others[0]) // no job
		return
	}
	for _, gone := range facts {
		if !slices.Contains(others, gone) {
			fmt.Fprintf(to, "  - %s\n", strings.TrimSpace(gone))
		}
	}
	for _, more := range others {
		if !slices.Contains(facts, more) {
			fmt.Fprintf(to, "  + %s\n", strings.TrimSpace(more))
		}
	}
}

// leftOut chooses lines of a project by their texts, so that another line leaves the choice as it is.
func leftOut(lines []string) []int {
	var sites []int
	first := 0 // of the file at hand
	for at, line := range lines {
		if strings.HasPrefix(line, "-- ") {
			first = at
			continue
		}
		if strings.TrimSpace(line) != "" && parsesWithout(lines, first, at) {
			sites = append(sites, at)
		}
	}
	order := func(at int) string {
		sum := sha256.Sum256([]byte(lines[at]))
		return string(sum[:])
	}
	slices.SortStableFunc(sites, func(a, b int) int { return cmp.Compare(order(a), order(b)) })
	sites = sites[:min(linesLeftOut, len(sites))]
	slices.Sort(sites)
	return sites
}

// parsesWithout reports whether the file that begins at a line is still Python without another one, if it was Python.
func parsesWithout(lines []string, first, without int) bool {
	if !strings.HasSuffix(lines[first], ".py --") {
		return true
	}
	end := first + 1
	for end < len(lines) && !strings.HasPrefix(lines[end], "-- ") {
		end++
	}
	text := slices.Clone(lines[first+1 : end])
	text[without-first-1] = ""
	m, err := python.Parse(source.New("x.py", []byte(strings.Join(text, "\n"))))
	return err == nil && len(m.Errors) == 0
}
