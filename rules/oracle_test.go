package rules_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules/all"
)

// outcome is one row of testdata/oracle/rules.csv: an experiment of oracle/ against one version of a library.
type outcome struct {
	rule, name, library, version, bad, good, outcome string
}

func outcomes(t *testing.T) []outcome {
	t.Helper()
	file, err := os.Open("../testdata/oracle/rules.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []outcome
	for _, r := range rows[1:] {
		list = append(list, outcome{r[0], r[1], r[2], r[3], r[5], r[6], r[7]})
	}
	return list
}

// others are the rules that oracle/others.txt says no experiment on a CPU shows, with the kind of reason.
func others(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../oracle/others.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		rule, why, _ := strings.Cut(line, ": ")
		kind, reason, _ := strings.Cut(why, ": ")
		if !slices.Contains([]string{"gpu", "engine", "linter", "counted", "read"}, kind) || reason == "" {
			t.Errorf("oracle/others.txt: %s: a kind of reason and the reason are wanted", line)
		}
		list[rule] = kind
	}
	return list
}

// TestEveryRuleWasExecuted: each rule has been shown on the real library, or it is said why not.
func TestEveryRuleWasExecuted(t *testing.T) {
	others := others(t)
	shown := map[string]bool{}
	for _, o := range outcomes(t) {
		shown[o.rule] = true
		if o.outcome == "contradicts" {
			t.Errorf("%s: %s with %s %s shows %q and %q: change the rule, or the experiment", o.rule, o.name, o.library, o.version, o.bad, o.good)
		}
		if o.bad == o.good && o.outcome == "agrees" {
			t.Errorf("%s: %s shows the same for the hazard and its cure", o.rule, o.name)
		}
	}
	names := map[string]bool{}
	for _, rule := range all.Rules() {
		names[rule.Name] = true
		switch {
		case shown[rule.Name] && others[rule.Name] != "":
			t.Errorf("%s: it is shown, and oracle/others.txt says that it cannot be", rule.Name)
		case !shown[rule.Name] && others[rule.Name] == "":
			t.Errorf("%s: no experiment in oracle/ shows it, and oracle/others.txt does not say why", rule.Name)
		}
	}
	for name := range others {
		if !names[name] {
			t.Errorf("oracle/others.txt: there is no rule %s", name)
		}
	}
}

// TestVersionsWereExecuted holds the version from which a rule speaks to what was seen on both sides of it.
func TestVersionsWereExecuted(t *testing.T) {
	list := outcomes(t)
	for _, rule := range all.Rules() {
		library, since, ok := strings.Cut(rule.Version, ">=")
		if !ok {
			continue
		}
		agrees := false
		for _, o := range list {
			if o.rule != rule.Name || o.library != library {
				continue
			}
			within := atLeast(o.version, since)
			agrees = agrees || within && o.outcome == "agrees"
			if within != (o.outcome == "agrees") {
				t.Errorf("%s: %s speaks from %s on, and %s %s %s", rule.Name, o.name, since, library, o.version, o.outcome)
			}
		}
		if !agrees && others(t)[rule.Name] == "" {
			t.Errorf("%s: no experiment shows it from %s %s on", rule.Name, library, since)
		}
	}
}

var versionPart = regexp.MustCompile(`\d+`)

// atLeast compares the first two numbers of two versions.
func atLeast(version, bound string) bool {
	numbers := func(text string) []int {
		var list []int
		for _, part := range append(versionPart.FindAllString(text, 2), "0", "0")[:2] {
			n, _ := strconv.Atoi(part)
			list = append(list, n)
		}
		return list
	}
	return slices.Compare(numbers(version), numbers(bound)) >= 0
}

// boundAtTop is a name that a module of Python binds at its top level, by def, class or assignment.
var boundAtTop = regexp.MustCompile(`(?m)^(?:(?:def|class) (\w+)|(\w+) = )`)

// TestExperimentsHaveNamesOfTheirOwn: a helper that is written again under its name is called by the experiments above
// it, too, which then show something else than they say.
func TestExperimentsHaveNamesOfTheirOwn(t *testing.T) {
	files, err := filepath.Glob("../oracle/*.py")
	if err != nil || len(files) == 0 {
		t.Fatalf("no experiments: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("from experiment import Experiment")) {
			continue // it writes programs, whose lines begin like its own
		}
		bound := map[string]bool{}
		for _, found := range boundAtTop.FindAllSubmatch(text, -1) {
			name := string(found[1]) + string(found[2])
			if bound[name] {
				t.Errorf("%s: %s is bound twice", file, name)
			}
			bound[name] = true
		}
	}
}
