package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/rules"
)

const (
	// foldInFile is how many findings that say the same are all shown in one file.
	foldInFile = 3
	// foldFiles is in how many files findings that say the same are shown.
	foldFiles = 5
	// foldPlaces is how many places of folded findings are named.
	foldPlaces = 12
)

// block is a finding that is shown, and those of its file that say the same and are not.
type block struct {
	shown  rules.Diagnostic
	folded []rules.Diagnostic
}

// likeness is equal for findings that say the same of other places: their numbers do not count.
type likeness struct {
	rule     *rules.Rule
	severity rules.Severity
	message  string
}

func likenessOf(d rules.Diagnostic) likeness {
	return likeness{
		d.Rule,
		d.Severity,
		strings.Join(strings.FieldsFunc(d.Message, func(r rune) bool { return r >= '0' && r <= '9' }), "0"),
	}
}

// blocks arranges the findings for people: by file, the most severe first, what repeats itself folded. The second
// result are the findings that are folded because they stand in many files.
func (r *Report) blocks() (shown []block, elsewhere [][]rules.Diagnostic) {
	ranked := slices.Clone(r.Diagnostics)
	slices.SortStableFunc(ranked, func(a, b rules.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(b.Severity, a.Severity))
	})
	if r.Style.Full {
		for _, d := range ranked {
			shown = append(shown, block{shown: d})
		}
		return shown, nil
	}
	inFiles := map[likeness]int{}
	place := map[likeness]int{}
	for len(ranked) > 0 {
		n := 1
		for n < len(ranked) && ranked[n].File == ranked[0].File {
			n++
		}
		for _, alike := range grouped(ranked[:n]) {
			key := likenessOf(alike[0])
			if inFiles[key]++; inFiles[key] > foldFiles {
				at, known := place[key]
				if !known {
					at = len(elsewhere)
					place[key] = at
					elsewhere = append(elsewhere, nil)
				}
				elsewhere[at] = append(elsewhere[at], alike...)
				continue
			}
			if len(alike) <= foldInFile {
				for _, d := range alike {
					shown = append(shown, block{shown: d})
				}
				continue
			}
			shown = append(shown, block{alike[0], alike[1:]})
		}
		ranked = ranked[n:]
	}
	sortBlocks(shown)
	return shown, elsewhere
}

func sortBlocks(shown []block) {
	slices.SortStableFunc(shown, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.shown.File, b.shown.File), cmp.Compare(b.shown.Severity, a.shown.Severity),
			cmp.Compare(a.shown.Span.Start, b.shown.Span.Start))
	})
}

// grouped puts findings that say the same together, in the order of the first of each.
func grouped(list []rules.Diagnostic) [][]rules.Diagnostic {
	var groups [][]rules.Diagnostic
	at := map[likeness]int{}
	for _, d := range list {
		key := likenessOf(d)
		i, known := at[key]
		if !known {
			i = len(groups)
			at[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	return groups
}

// foldedLine names the findings of a file that one above stands for.
func (r *Report) foldedLine(folded []rules.Diagnostic) string {
	var places []string
	for _, d := range folded[:min(len(folded), foldPlaces)] {
		start, _ := r.place(d.File, d.Span)
		at := fmt.Sprint(start.Line)
		if start.Cell > 0 {
			at = fmt.Sprintf("%d:%d", start.Cell, start.Line)
		}
		places = append(places, at)
	}
	where := "lines "
	if first, _ := r.place(folded[0].File, folded[0].Span); first.Cell > 0 {
		where = "cells and lines "
	} else if len(folded) == 1 {
		where = "line "
	}
	return fmt.Sprintf(
		"%d more like this in the file: %s%s%s",
		len(folded),
		where,
		strings.Join(places, ", "),
		andMore(folded),
	)
}

func andMore(folded []rules.Diagnostic) string {
	if more := len(folded) - foldPlaces; more > 0 {
		return fmt.Sprintf(" and %d more", more)
	}
	return ""
}

// foldedElsewhere lists the findings that stand in too many files to be shown one by one.
func (r *Report) foldedElsewhere(out io.Writer, alike []rules.Diagnostic) {
	first := alike[0]
	what, _ := headline(printable.Text(first.Message))
	var places []string
	for _, d := range alike[:min(len(alike), foldPlaces)] {
		start, _ := r.place(d.File, d.Span)
		places = append(places, where(d.File, start))
	}
	files := 1
	for i := range alike[1:] {
		if alike[i].File != alike[i+1].File {
			files++
		}
	}
	r.flow(
		out,
		"",
		0,
		4,
		run{bold, fmt.Sprintf("%d more like this in %s:", len(alike), count(files, "other file"))},
		run{"", " "},
		run{
			severityColors[first.Severity],
			first.Severity.String() + ":",
		},
		run{"", " " + what + " "},
		run{dim, "[" + first.Rule.Name + "]"},
	)
	r.flow(out, "    ", 4, 4, run{"", strings.Join(places, ", ") + andMore(alike)})
	fmt.Fprintln(out)
}
