package measured

import (
	"fmt"
	"io"
	"sort"
)

// WriteTable prints the accuracy per source, and over all, as a Markdown table.
func WriteTable(out io.Writer, outcomes []Outcome) {
	groups := map[string][]Outcome{}
	for _, o := range outcomes {
		groups[o.Group] = append(groups[o.Group], o)
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(out, "| source | rows | unknown | median | mean | p90 | worst | inside | half-width | wrong verdicts |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|")
	for _, name := range names {
		printSummary(out, Summarise(name, groups[name]))
	}
	printSummary(out, Summarise("**all**", outcomes))
}

func printSummary(out io.Writer, s Summary) {
	fmt.Fprintf(out, "| %s | %d | %d | %.1f %% | %.1f %% | %.1f %% | %+.1f %% | %.0f %% | ±%.1f %% | %d |\n",
		s.Name, s.Rows, s.Unknown, 100*s.Median, 100*s.Mean, 100*s.P90, 100*s.Worst,
		100*float64(s.Inside)/float64(max(s.Rows, 1)), 100*s.HalfWidth, s.Wrong)
}
