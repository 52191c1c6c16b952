package measured

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// wantedShare is how many of a source's runs an interval is to hold.
const wantedShare = 0.9

// LeftOut is what becomes of one source when the width of the intervals is chosen by all others.
type LeftOut struct {
	Name string
	Rows int
	// Factor is what the others ask for: times the intervals that are given, nine of ten of their runs lie inside, each
	// source counting as much as any other.
	Factor float64
	// Inside is the share of this source's runs that lie in its intervals times Factor, HalfWidth the median of these,
	// Given the share in the intervals as they are.
	Inside, HalfWidth, Given float64
}

// LeaveOneOut calibrates the intervals of each source by all others.
func LeaveOneOut(outcomes []Outcome) (list []LeftOut) {
	groups := map[string][]Outcome{}
	for _, o := range outcomes {
		if o.Result.Known() && o.Peak > 0 {
			groups[o.Group] = append(groups[o.Group], o)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		own := groups[name]
		left := LeftOut{Name: name, Rows: len(own), Factor: factorOf(groups, name)}
		var widths []float64
		for _, o := range own {
			widths = append(widths, o.HalfWidth*left.Factor)
			if o.needs() <= left.Factor {
				left.Inside++
			}
			if o.needs() <= 1 {
				left.Given++
			}
		}
		left.Inside /= float64(len(own))
		left.Given /= float64(len(own))
		left.HalfWidth = quantile(widths, 0.5)
		list = append(list, left)
	}
	return list
}

// needs is how many times as wide an interval has to be to hold the measured peak.
func (o Outcome) needs() float64 {
	least, most := o.span()
	switch {
	case least > o.Estimate:
		return float64(least-o.Estimate) / float64(max(o.High-o.Estimate, 1))
	case most < o.Estimate:
		return float64(o.Estimate-most) / float64(max(o.Estimate-o.Low, 1))
	}
	return 0
}

// factorOf is the smallest factor with which nine of ten runs of all sources but one lie inside, each source with the
// same weight.
func factorOf(groups map[string][]Outcome, without string) float64 {
	type weighed struct{ needs, weight float64 }
	var all []weighed
	total := 0.0
	for name, list := range groups {
		if name == without {
			continue
		}
		for _, o := range list {
			all = append(all, weighed{o.needs(), 1 / float64(len(list))})
		}
		total++
	}
	slices.SortFunc(all, func(a, b weighed) int {
		switch {
		case a.needs < b.needs:
			return -1
		case a.needs > b.needs:
			return 1
		}
		return 0
	})
	sum := 0.0
	for _, one := range all {
		if sum += one.weight; sum >= wantedShare*total-1e-9 {
			return one.needs
		}
	}
	return 0
}

// WriteLeftOut prints it as a Markdown table.
func WriteLeftOut(out io.Writer, list []LeftOut) {
	fmt.Fprintln(out, "| source left out | rows | others ask for | inside then | half-width then | inside as given |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|")
	for _, l := range list {
		fmt.Fprintf(
			out,
			"| %s | %d | ×%.2f | %.0f %% | ±%.1f %% | %.0f %% |\n",
			l.Name,
			l.Rows,
			l.Factor,
			100*l.Inside,
			100*l.HalfWidth,
			100*l.Given,
		)
	}
}
