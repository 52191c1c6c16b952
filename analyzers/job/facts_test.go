package job

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

var update = flag.Bool("update", false, "rewrite testdata/facts.txt and its neighbours from what is found now")

var factFiles = []string{
	"testdata/facts.txt", "testdata/more_facts.txt", "testdata/rare_facts.txt", "testdata/page_facts.txt",
	"testdata/path_facts.txt", "testdata/brought_facts.txt", "testdata/library_facts.txt", "testdata/varied_facts.txt",
}

// TestFacts reads the small projects of testdata/facts.txt and its neighbours. Behind each stands what its jobs say,
// and where; a field with a question mark is one that something decides and nobody here can know. -update writes it,
// and you read it.
func TestFacts(t *testing.T) {
	for _, name := range factFiles {
		compareFacts(t, name)
	}
}

func compareFacts(t *testing.T, path string) { compareProjects(t, path, "facts", factsOf) }

// compareProjects compares what is told of each small project of a file with what stands behind it under a heading.
func compareProjects(t *testing.T, path, heading string, tell func(files string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	heading = "\n-- " + heading + " --\n"
	var all strings.Builder
	for _, project := range strings.Split("\n"+strings.TrimSpace(string(text)), "\n=== ")[1:] {
		name, rest, _ := strings.Cut(project, "\n")
		files, want, _ := strings.Cut(rest, heading)
		got := tell(files)
		fmt.Fprintf(&all, "=== %s\n%s%s%s\n", name, files, heading, got)
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" && !*update {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func factsOf(files string) string {
	w := workspace(files)
	var lines []string
	for _, j := range Find(w) {
		lines = append(lines, fmt.Sprintf("%s: %s, of %s", j.Name, j.Framework, strings.Join(j.Files, " ")))
		fields := slices.Clone(factFields)
		for _, f := range j.Order() { // whatever else is known
			if !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
		for _, f := range fields {
			v, known := j.Get(f)
			if v.Default && v.Place.File == nil && strings.HasPrefix(string(f), "lora") {
				continue // of a tool that has a rank for those who train none
			}
			if known || len(j.Said(f)) > 0 {
				lines = append(lines, fmt.Sprintf("  %s: %s", f, show(j, f)))
			}
		}
		for _, c := range j.Conflicts {
			lines = append(lines, fmt.Sprintf("  conflict: %s %s over %s", c.Field, c.Winner.Text, c.Loser.Text))
		}
	}
	if lines == nil {
		return "no job"
	}
	return strings.Join(lines, "\n")
}

var factFields = append(slices.Clone(reportOrder), dialect.LearningRate, dialect.GradientClip, dialect.MaxSteps, dialect.Epochs, dialect.EMA,
	dialect.KbitPrepared, dialect.DeepSpeedFile)
