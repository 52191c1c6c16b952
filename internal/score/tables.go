package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/internal/table"
)

// readTable reads a table of testdata.
func readTable(path string, wanted ...string) ([]table.Row, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	rows, err := table.Read(file, wanted...)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

// countedBy counts the rows by what a column says, and all of them.
func countedBy(rows []table.Row, column string) []figure {
	counts := map[string]int{}
	for _, r := range rows {
		counts[r[column]]++
	}
	list := []figure{{"rows", strconv.Itoa(len(rows))}}
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, figure{value, strconv.Itoa(counts[value])})
	}
	return list
}

func share(part, whole int) string {
	if whole == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%d of %d (%d %%)", part, whole, 100*part/whole)
}

// oracleFigures counts what experiments with the real libraries said, file by file: outcomes where a table judges, rows
// where it holds what was measured for tests to compare with.
func oracleFigures(dir string) ([]figure, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil || len(paths) == 0 {
		return nil, cmp.Or(err, os.ErrNotExist)
	}
	var list []figure
	for _, path := range paths {
		rows, err := readTable(path)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(path), ".csv")
		if len(rows) == 0 {
			continue
		}
		if _, judged := rows[0]["outcome"]; !judged {
			list = append(list, figure{name, fmt.Sprintf("%d rows measured%s", len(rows), cardsOf(rows))})
			continue
		}
		for _, f := range countedBy(rows, "outcome") {
			list = append(list, figure{name + ": " + f.name, f.value})
		}
	}
	return list, nil
}

// cardsOf says on which cards rows were measured, and how many of them torch refused. Empty where a table names none.
func cardsOf(rows []table.Row) string {
	on, failed := map[string]int{}, map[string]int{}
	for _, r := range rows {
		if r["gpu"] == "" {
			continue
		}
		on[r["gpu"]]++
		if r["error"] != "" {
			failed[r["gpu"]]++
		}
	}
	said := ""
	for _, card := range slices.Sorted(maps.Keys(on)) {
		said += fmt.Sprintf(", %d on %s", on[card], card)
		if failed[card] > 0 {
			said += fmt.Sprintf(" (%d ended with an error)", failed[card])
		}
	}
	return said
}

// mutantFigures is the last recorded score of each package.
func mutantFigures(path string) ([]figure, error) {
	rows, err := readTable(path, "package", "commit", "seed", "judged", "killed", "tests", "equal")
	if err != nil {
		return nil, err
	}
	last := map[string]string{}
	for i, r := range rows {
		judged, err := strconv.Atoi(r["judged"])
		killed, other := strconv.Atoi(r["killed"])
		if err := errors.Join(err, other); err != nil || killed > judged {
			return nil, fmt.Errorf("%s: row %d: %s of %s killed", path, i+1, r["killed"], r["judged"])
		}
		last[r["package"]] = share(killed, judged) + " at " + r["commit"]
		switch r["tests"] {
		case "": // all that cover it
		case "quick":
			last[r["package"]] += ", without the variants"
		default:
			last[r["package"]] += ", by the tests of " + r["tests"]
		}
	}
	var list []figure
	for _, pkg := range slices.Sorted(maps.Keys(last)) {
		list = append(list, figure{pkg, last[pkg]})
	}
	return list, nil
}
