package main

import (
	"path"
	"slices"
	"strings"
)

// covering says which packages' tests cover a package beside its own, which come first. A name
// that ends in / stands for everything below it. The tests of "rules" are the cases of all rules.
var covering = []struct {
	pkg   string
	tests []string
}{
	{"rules/", []string{"internal/lint", "rules"}},
	{"rules", []string{"rules"}},
	{"analyzers/run/library", []string{"analyzers/run", "analyzers/job", "rules"}},
	{"analyzers/run", []string{"analyzers/run/library", "analyzers/train", "analyzers/job", "rules"}},
	{"analyzers/train", []string{"internal/lint", "rules"}},
	{"analyzers/job", []string{"analyzers/job/built", "analyzers/job/memory", "fixes/jobedit", "internal/lint", "rules"}},
	{"analyzers/", []string{"rules"}},
	{"fixes", []string{"fixes/pyedit", "fixes/configedit", "fixes/shelledit", "internal/lint", "rules"}},
	{"fixes/", []string{"fixes", "internal/lint", "rules"}},
	{"estimator", []string{"estimator/bench", "internal/estimate", "fixes/jobedit", "rules"}},
	{"internal/lint", []string{"internal/cli", "rules"}},
	{"internal/", []string{"internal/cli"}},
}

// coveredBy lists the packages whose tests cover a package.
func coveredBy(pkg string) []string {
	tests := []string{pkg}
	for _, c := range covering {
		if c.pkg == pkg || strings.HasSuffix(c.pkg, "/") && strings.HasPrefix(pkg, c.pkg) {
			tests = append(tests, c.tests...)
			break
		}
	}
	slices.Sort(tests[1:]) // "rules", the slowest, comes last
	return slices.Compact(
		append(tests[:1:1], slices.DeleteFunc(tests[1:], func(name string) bool { return name == pkg })...),
	)
}

// rulesPackage holds the cases, the pages and the tables of all rules, which run rule by rule.
const rulesPackage = "rules"

// ownTests are those of what all rules stand on, and of what every rule has: a name, a group, a page.
const ownTests = "(TestPass|TestReadPage|TestRule|TestPages|TestIndex).*"

// stage is a package's tests, or some of them.
type stage struct {
	pkg      string
	rule     string // only those of this rule
	tests    string // only those of this pattern
	variants bool   // the variants of its cases in their place
}

func (s stage) String() string {
	return strings.Join(strings.Fields(s.pkg+" "+s.rule+" "+s.tests), " ")
}

// stagesFor lists the runs for a mutant. A rule's own cases come before all of them, the variants of cases last where
// they are asked for.
func stagesFor(m *mutant, packages []string, variants bool) []stage {
	var stages []stage
	folder, file := path.Split(m.file)
	if strings.HasPrefix(folder, "rules/") && strings.Count(folder, "/") == 2 && slices.Contains(packages, rulesPackage) {
		rule := strings.ReplaceAll(strings.TrimSuffix(file, ".go"), "_", "-")
		stages = append(stages, stage{pkg: rulesPackage, rule: rule})
	}
	if strings.HasPrefix(folder, "rules/") && slices.Contains(packages, rulesPackage) {
		stages = append(stages, stage{pkg: rulesPackage, tests: ownTests})
	}
	for _, pkg := range packages {
		stages = append(stages, stage{pkg: pkg})
		if pkg == rulesPackage && variants {
			stages = append(stages, stage{pkg: pkg, variants: true})
		}
	}
	return stages
}
