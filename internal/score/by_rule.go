package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/trainlint/trainlint/internal/table"
	"github.com/trainlint/trainlint/rules/all"
)

// ofRule is what is known about one rule.
type ofRule struct {
	experiments map[string]bool
	versions    map[string]map[string]bool // by package
	outcomes    map[string]int
	why         string // no experiment shows it, because
	verdicts    map[string]int
	silent      int
	commits     int
	replayed    string // found and missed, where the clones are at hand
}

// byRule prints a line for each rule: its experiments with the versions and their outcomes, the findings that were
// judged, and the hazards that people fixed. Whether those are found takes their clones.
func byRule(ctx context.Context, root, mirror string, out io.Writer) error {
	known := map[string]*ofRule{}
	for _, rule := range all.Rules() {
		known[rule.Name] = &ofRule{
			experiments: map[string]bool{},
			versions:    map[string]map[string]bool{},
			outcomes:    map[string]int{},
			verdicts:    map[string]int{},
		}
	}
	for _, read := range []func(string, map[string]*ofRule) error{readExperiments, readOthers, readVerdicts, readCommits} {
		if err := read(root, known); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	text, err := replay(ctx, root, mirror)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 4 && known[fields[0]] != nil {
			known[fields[0]].replayed = fields[1] + " found, " + fields[2] + " missed"
		}
	}
	lines := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(lines, "rule\texperiments\tversions\tagreed\tjudged findings\thazards that people fixed")
	for _, name := range slices.Sorted(maps.Keys(known)) {
		fmt.Fprintln(lines, strings.Join(append([]string{name}, known[name].cells()...), "\t"))
	}
	return lines.Flush()
}

func (r *ofRule) cells() []string {
	experiments, agreed := strconv.Itoa(
		len(r.experiments),
	), fmt.Sprintf(
		"%d of %d",
		r.outcomes["agrees"],
		r.outcomes["agrees"]+r.outcomes["contradicts"],
	)
	if n := r.outcomes["before"]; n > 0 {
		agreed += fmt.Sprintf(", %d before it", n)
	}
	if len(r.experiments) == 0 && r.why != "" {
		experiments, agreed = r.why, ""
	}
	judged := "none"
	if n := r.verdicts[right] + r.verdicts[wrong] + r.verdicts[debatable]; n > 0 {
		judged = fmt.Sprintf("%d: %s", n, precision(r.verdicts))
	}
	if r.silent > 0 {
		judged += fmt.Sprintf(", %d silent now", r.silent)
	}
	commits := strconv.Itoa(r.commits)
	switch {
	case r.commits > 0 && r.replayed == "":
		commits += ", not replayed"
	case r.commits > 0:
		commits += ": " + r.replayed
	}
	return []string{experiments, r.releases(), agreed, judged, commits}
}

// releases are, for each package, the oldest version and the newest, and how many there are.
func (r *ofRule) releases() string {
	var parts []string
	for _, library := range slices.Sorted(maps.Keys(r.versions)) {
		list := slices.SortedFunc(
			maps.Keys(r.versions[library]),
			func(a, b string) int { return slices.Compare(numbersOf(a), numbersOf(b)) },
		)
		if len(list) == 1 {
			parts = append(parts, library+" "+list[0])
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s to %s (%d)", library, list[0], list[len(list)-1], len(list)))
	}
	return strings.Join(parts, ", ")
}

func numbersOf(version string) []int {
	var list []int
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part)
		list = append(list, n)
	}
	return list
}

func readExperiments(root string, known map[string]*ofRule) error {
	return eachRow(filepath.Join(root, "testdata", "oracle", "rules.csv"), known, func(r *ofRule, row table.Row) {
		r.experiments[row["experiment"]] = true
		if r.versions[row["package"]] == nil {
			r.versions[row["package"]] = map[string]bool{}
		}
		r.versions[row["package"]][row["version"]] = true
		r.outcomes[row["outcome"]]++
	})
}

// readOthers reads why no experiment shows a rule.
func readOthers(root string, known map[string]*ofRule) error {
	text, err := os.ReadFile(filepath.Join(root, "oracle", "others.txt"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		if rule, why, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && known[rule] != nil {
			known[rule].why, _, _ = strings.Cut(why, ": ")
		}
	}
	return nil
}

func readVerdicts(root string, known map[string]*ofRule) error {
	return eachRow(filepath.Join(root, "testdata", "ledger.csv"), known, func(r *ofRule, row table.Row) {
		if row["told"] == silent {
			r.silent++
			return
		}
		r.verdicts[row["verdict"]]++
	})
}

func readCommits(root string, known map[string]*ofRule) error {
	return eachRow(filepath.Join(root, "testdata", "commits.csv"), known, func(r *ofRule, _ table.Row) { r.commits++ })
}

// eachRow hands the rows of a table over that speak of a rule there is today.
func eachRow(path string, known map[string]*ofRule, take func(*ofRule, table.Row)) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	rows, err := readTable(path, "rule")
	for _, row := range rows {
		if r := known[row["rule"]]; r != nil {
			take(r, row)
		}
	}
	return err
}
