package main

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
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

// ruleOf names the rule whose file a mutant stands in.
func ruleOf(m *mutant) string {
	folder, file := path.Split(m.file)
	if strings.HasPrefix(folder, "rules/") && strings.Count(folder, "/") == 2 {
		return strings.ReplaceAll(strings.TrimSuffix(file, ".go"), "_", "-")
	}
	return ""
}

// trial is one run of a test binary.
type trial struct {
	pkg   string
	units []unit
	took  time.Duration // unchanged
}

// A few tests take longer than all others together, and most mutants die of one that does not.
const slow = 300 * time.Millisecond

// first is how many units a mutant meets before all others. Most mutants die of those that pass the fewest mutants:
// they are about the code that is changed.
const first = 12

// trialsOf puts the units that a mutant makes a difference in into few runs: a rule's own ones, the first few, the
// other quick ones together, and each of the slow ones, the quicker ones first.
func trialsOf(rule string, reach []*learned) []trial {
	var own, quick, slowOnes []*learned
	for _, l := range reach {
		switch {
		case l.took > slow:
			slowOnes = append(slowOnes, l)
		case l.rule != "" && l.rule == rule:
			own = append(own, l)
		default:
			quick = append(quick, l)
		}
	}
	slices.SortStableFunc(quick, func(a, b *learned) int { return cmp.Compare(a.many, b.many) })
	slices.SortStableFunc(slowOnes, func(a, b *learned) int { return cmp.Compare(a.took, b.took) })
	few := min(first, len(quick))
	trials := slices.Concat(together(own), together(quick[:few]), together(quick[few:]))
	for _, l := range slowOnes {
		trials = append(trials, together([]*learned{l})...)
	}
	return trials
}

// together makes one run of units for each binary that they are in.
func together(units []*learned) []trial {
	var trials []trial
	for _, l := range units {
		i := slices.IndexFunc(trials, func(t trial) bool { return t.pkg == l.pkg })
		if i < 0 {
			i = len(trials)
			trials = append(trials, trial{pkg: l.pkg})
		}
		trials[i].units = append(trials[i].units, l.unit)
		trials[i].took += l.took
	}
	return trials
}

// variantsOfACase is how many times longer than a case its variants take.
const variantsOfACase = 10

// ofVariants is the run of the variants of the cases that a mutant makes a difference in.
func ofVariants(reach []*learned) []trial {
	var variants []*learned
	for _, l := range reach {
		if l.test == testCases {
			of := unit{pkg: l.pkg, test: testVariants, rule: l.rule}
			variants = append(variants, newLearned(of, variantsOfACase*l.took, nil))
		}
	}
	return together(variants)
}
