package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// tally counts the outcomes of some rows.
type tally [found + 1]int

// report prints found and missed for each rule and for the parts of the list. Single
// rows of the set held are never shown: whoever sees them starts to build for them.
func report(out io.Writer, rows []row, outcomes []outcome, list bool) error {
	if list {
		for i, r := range rows {
			if r.set == "tune" {
				p := r.places[0]
				if _, err := fmt.Fprintf(out, "%-11s %-28s %s %.9s %s:%d (%s)\n",
					outcomes[i], r.rule, r.repository, r.parent, p.path, p.line, r.note); err != nil {
					return err
				}
			}
		}
	}
	ofRule, total := map[string]*tally{}, map[string]*tally{}
	for i, r := range rows {
		count(ofRule, r.rule, outcomes[i])
		for _, part := range parts(r) {
			count(total, part, outcomes[i])
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "rule\tfound\tmissed\tnot at hand\t")
	for _, name := range slices.Sorted(maps.Keys(ofRule)) {
		line(table, name, ofRule[name])
	}
	fmt.Fprintln(table, "\t\t\t\t")
	for _, name := range []string{"flow needed", "no flow needed", "tune", "held", "all"} {
		if total[name] != nil {
			line(table, name, total[name])
		}
	}
	return table.Flush()
}

// parts are the totals that a row counts in.
func parts(r row) []string {
	if r.needsFlow {
		return []string{"flow needed", r.set, "all"}
	}
	return []string{"no flow needed", r.set, "all"}
}

func count(in map[string]*tally, name string, o outcome) {
	if in[name] == nil {
		in[name] = &tally{}
	}
	in[name][o]++
}

func line(table *tabwriter.Writer, name string, t *tally) {
	fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", name, t[found], t[missed], t[notAtHand])
}
