package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// unit is a part of a test binary that is run by itself once, to learn what it passes: a test, or a few cases of a
// rule. The fewer tests a mutant has to be tried with, the sooner it is judged, and a survivor is tried with all.
type unit struct {
	pkg   string
	test  string // a test's name, or a pattern of several
	rule  string // the rule that it is run for; "" where it is no test of rules
	cases []string
}

// casesOfAUnit is how many cases of a rule are learned together. A binary takes about as long to start as a case.
const casesOfAUnit = 6

// rulesPackage holds the cases, the pages and the tables of all rules, which run rule by rule.
const rulesPackage = "rules"

// ownTests are those of what all rules stand on, and of what every rule has: a name, a group, a page.
const ownTests = "(TestPass|TestReadPage|TestRule|TestPages|TestIndex).*"

// The tests that run rule by rule.
const (
	testCases      = "TestCases"
	testNeighbours = "TestNeighbours"
	testVariants   = "TestVariants"
)

// testsOfRules are those that are not learned case by case.
var testsOfRules = []string{"TestDocs", "TestTables"}

// pattern selects units of one binary.
func pattern(units []unit) string {
	var alone []string
	rules, cases := map[string][]string{}, map[string][]string{}
	var tests, names []string // in their order
	for _, u := range units {
		switch {
		case u.rule == "":
			alone = append(alone, u.test)
		case u.cases == nil:
			if rules[u.test] == nil {
				tests = append(tests, u.test)
			}
			rules[u.test] = append(rules[u.test], regexp.QuoteMeta(u.rule))
		default:
			of := "^" + u.test + "$/^" + regexp.QuoteMeta(u.rule) + "$"
			if cases[of] == nil {
				names = append(names, of)
			}
			for _, c := range u.cases {
				cases[of] = append(cases[of], regexp.QuoteMeta(c))
			}
		}
	}
	var all []string
	if alone != nil {
		all = append(all, "^("+strings.Join(alone, "|")+")$")
	}
	for _, of := range names {
		all = append(all, of+"/^("+strings.Join(cases[of], "|")+")$")
	}
	for _, test := range tests {
		all = append(all, "^"+test+"$/^("+strings.Join(rules[test], "|")+")$")
	}
	return strings.Join(all, "|")
}

// unitsOf lists the parts of a package's tests.
func (b *bench) unitsOf(ctx context.Context, pkg string) ([]unit, error) {
	if pkg == rulesPackage {
		if rules := rulesWithCases(b.o.module); rules != nil {
			units := []unit{{pkg: pkg, test: ownTests}}
			for _, rule := range rules {
				units = append(units, unitsOfRule(b.o.module, rule)...)
			}
			return units, nil
		}
	}
	names, err := b.list(ctx, pkg)
	var units []unit
	for _, name := range names {
		units = append(units, unit{pkg: pkg, test: name})
	}
	return units, err
}

// unitsOfRule lists what a rule is tried with.
func unitsOfRule(module, rule string) []unit {
	var units []unit
	for some := range slices.Chunk(casesUnder(module, rule), casesOfAUnit) {
		units = append(units, unit{pkg: rulesPackage, test: testCases, rule: rule, cases: some})
		units = append(units, unit{pkg: rulesPackage, test: testNeighbours, rule: rule, cases: some})
	}
	for _, test := range testsOfRules {
		units = append(units, unit{pkg: rulesPackage, test: test, rule: rule})
	}
	return units
}

// casesUnder lists the files and folders of a rule's cases. Those that hold what is expected of others select nothing.
func casesUnder(module, rule string) []string {
	entries, err := os.ReadDir(filepath.Join(module, "testdata", rulesPackage, rule))
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		if !strings.Contains(entry.Name(), ".fixed") && !strings.HasSuffix(entry.Name(), ".want") {
			names = append(names, entry.Name())
		}
	}
	return names
}

// rulesWithCases lists the rules that have cases. A module without such a folder has none.
func rulesWithCases(module string) []string {
	folders, err := os.ReadDir(filepath.Join(module, "testdata", rulesPackage))
	if err != nil {
		return nil
	}
	var names []string
	for _, folder := range folders {
		names = append(names, folder.Name())
	}
	return names
}

// list names the tests of a binary.
func (b *bench) list(ctx context.Context, pkg string) ([]string, error) {
	binary, err := b.binary(ctx, pkg)
	if err != nil || binary == "" {
		return nil, err
	}
	text, err := exec.CommandContext(ctx, binary, "-test.list", "^(Test|Example|Fuzz)").Output()
	if err != nil {
		return nil, fmt.Errorf("the tests of %s: %w", pkg, err)
	}
	return strings.Fields(string(text)), nil
}
