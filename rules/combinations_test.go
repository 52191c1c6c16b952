package rules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
)

const combinationsPage = "config/framework-exclusive-options.md"

// TestPageListsCombinations: the page of framework-exclusive-options lists what the rule reads. -update writes it.
func TestPageListsCombinations(t *testing.T) {
	text, err := os.ReadFile(combinationsPage)
	if err != nil {
		t.Fatal(err)
	}
	const heading = "## Combinations\n\n"
	before, rest, found := strings.Cut(string(text), heading)
	_, after, ends := strings.Cut(rest, "\n## ")
	if !found || !ends {
		t.Fatalf("%s has no section of combinations", combinationsPage)
	}
	want := before + heading + combinationsTable() + "\n## " + after
	if *update {
		if err := os.WriteFile(combinationsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Errorf("%s does not list the combinations as they are: run go test ./rules -update", combinationsPage)
	}
}

func combinationsTable() string {
	var b strings.Builder
	b.WriteString("| framework | settings | releases | what it does |\n|---|---|---|---|\n")
	for _, c := range knowledge.Combinations() {
		var when []string
		for _, s := range c.When {
			if !s.Aside {
				when = append(when, s.String())
			}
		}
		releases := ""
		if c.Since != "" {
			releases = "since " + c.Since
		}
		if c.Until != "" {
			releases = strings.TrimSpace(releases + " before " + c.Until)
		}
		does := c.Says
		if c.Raises != "" {
			does = c.Raises + ": " + c.Says
		}
		fmt.Fprintf(
			&b,
			"| %s | %s | %s | %s |\n",
			knowledge.FrameworkOf(c.Dialect).Called,
			strings.Join(when, ", "),
			releases,
			does,
		)
	}
	return b.String()
}

// TestCombinationsWereTried: each combination was shown by the experiment of its name, but for those of sd-scripts, which
// is no package.
func TestCombinationsWereTried(t *testing.T) {
	shown := map[string]bool{}
	for _, o := range outcomes(t) {
		if o.rule == "framework-exclusive-options" && o.outcome == "agrees" {
			shown[o.name] = true
		}
	}
	seen := map[string]bool{}
	for _, c := range knowledge.Combinations() {
		of := knowledge.FrameworkOf(c.Dialect)
		switch {
		case seen[c.Name]:
			t.Errorf("%s is the name of two combinations", c.Name)
		case dialect.Named(c.Dialect) == nil || of.Called == "":
			t.Errorf("%s: there is no framework of the dialect %s", c.Name, c.Dialect)
		case of.Package != "" && !shown[c.Name]:
			t.Errorf("%s: no experiment of this name shows it", c.Name)
		case c.Says == "" || c.Instead == "":
			t.Errorf("%s: it does not say what happens, or what to do", c.Name)
		}
		seen[c.Name] = true
		delete(shown, c.Name)
	}
	for name := range shown {
		t.Errorf("%s: an experiment without a combination", name)
	}
}
