package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// statistic is how often one rule fired.
type statistic struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
	Fixable  int    `json:"fixable"`
}

// WriteStatistics writes how often each rule fired, most often first, as JSON
// for the JSON formats and as a table otherwise.
func WriteStatistics(w io.Writer, format string, r *Report) error {
	list := r.statistics()
	if format == "json" || format == "jsonl" {
		encoder := newEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(list)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range list {
		fixable := ""
		if s.Fixable > 0 {
			fixable = fmt.Sprintf("%d fixable", s.Fixable)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", s.Count, s.Rule, s.Severity, fixable)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, r.SummaryLine())
	return err
}

func (r *Report) statistics() []statistic {
	list := []statistic{}
	for _, d := range r.Diagnostics {
		at := slices.IndexFunc(
			list,
			func(s statistic) bool { return s.Rule == d.Rule.Name && s.Severity == d.Severity.String() },
		)
		if at < 0 {
			at = len(list)
			list = append(list, statistic{Rule: d.Rule.Name, Severity: d.Severity.String()})
		}
		list[at].Count++
		if canFix(d) {
			list[at].Fixable++
		}
	}
	slices.SortStableFunc(list, func(a, b statistic) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule))
	})
	return list
}
