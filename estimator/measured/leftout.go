package measured

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// wantedShare is how many of a source's runs an interval is to hold.
const wantedShare = 0.9

// LeftOut is what becomes of one source when the width of the intervals is chosen by all others.
type LeftOut struct {
	Name string
	Rows int
	// Factor is what the others ask for: times the intervals that are given, nine of ten of the runs of each of them lie
	// inside.
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

// factorOf is the smallest factor with which nine of ten runs of each of the sources but one lie inside: a source that
// comes next is one more of them, and what most of their runs have in common says nothing of it.
func factorOf(groups map[string][]Outcome, without string) (most float64) {
	for name, list := range groups {
		if name == without {
			continue
		}
		var needs []float64
		for _, o := range list {
			needs = append(needs, o.needs())
		}
		slices.Sort(needs)
		most = max(most, needs[int(math.Ceil(wantedShare*float64(len(needs))-1e-9))-1])
	}
	return most
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
