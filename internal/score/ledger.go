package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/table"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

// The verdicts of the ledger.
const (
	right     = "right"
	debatable = "debatable"
	wrong     = "wrong"
)

// silent is what the ledger says of a finding that is no longer told, in the place of its severity.
const silent = "silent"

// ledgerColumns are those of the ledger. The last one is the severity with which the finding is told today. At which
// commit a repository was read stands once, in ledger_commits.csv.
var ledgerColumns = []string{"repository", "file", "line", "rule", "verdict", "reason", "told"}

// readLedger reads the findings that a person has judged.
func readLedger(path string) ([]table.Row, error) {
	rows, err := readTable(path, ledgerColumns...)
	if err != nil {
		return nil, err
	}
	for i, r := range rows {
		if v := r["verdict"]; v != right && v != debatable && v != wrong {
			return nil, fmt.Errorf("%s: row %d: the verdict is right, debatable or wrong, not %q", path, i+1, v)
		}
		if r["told"] == silent {
			continue
		}
		if _, ok := severityNamed(r["told"]); !ok {
			return nil, fmt.Errorf("%s: row %d: told is a severity or %s, not %q", path, i+1, silent, r["told"])
		}
	}
	return rows, nil
}

func severityNamed(name string) (rules.Severity, bool) {
	for _, s := range []rules.Severity{rules.Error, rules.Warning, rules.Note} {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// ledgerFigures is the precision over findings that a person has read: right ones of right and wrong ones, among those
// told today by severity and for each rule that is not always right, and what became of those that are silent.
func ledgerFigures(path string) ([]figure, error) {
	rows, err := readLedger(path)
	if err != nil {
		return nil, err
	}
	told, ofRule := map[string]map[string]int{}, map[string]map[string]int{}
	count := func(in map[string]map[string]int, key, verdict string) {
		if in[key] == nil {
			in[key] = map[string]int{}
		}
		in[key][verdict]++
	}
	for _, r := range rows {
		count(told, r["told"], r["verdict"])
		if r["told"] != silent {
			count(told, "all", r["verdict"])
			count(ofRule, r["rule"], r["verdict"])
		}
	}
	list := []figure{{"told", precision(told["all"])}}
	for _, severity := range []rules.Severity{rules.Error, rules.Warning, rules.Note} {
		if name := severity.String(); told[name] != nil {
			list = append(list, figure{name + "s", precision(told[name])})
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(ofRule)) {
		if of := ofRule[rule]; of[wrong] > 0 || of[debatable] > 0 {
			list = append(list, figure{rule, precision(of)})
		}
	}
	gone := told[silent]
	return append(
		list,
		figure{"silent now", fmt.Sprintf("%d wrong, %d debatable, %d right", gone[wrong], gone[debatable], gone[right])},
	), nil
}

func precision(of map[string]int) string {
	return fmt.Sprintf("%s right, %d debatable", share(of[right], of[right]+of[wrong]), of[debatable])
}

// treeFigures lints the repositories of the ledger and compares what is told with it. The folder holds their work trees
// as owner+name. Rules of the compat group are mechanical: what nobody has read of them is only counted.
func treeFigures(ctx context.Context, path, trees string) ([]figure, error) {
	if trees == "" {
		return nil, os.ErrNotExist
	}
	rows, err := readLedger(path)
	if err != nil {
		return nil, err
	}
	trees, err = filepath.Abs(trees)
	if err != nil {
		return nil, err
	}
	byRepository := map[string][]table.Row{}
	for _, r := range rows {
		byRepository[r["repository"]] = append(byRepository[r["repository"]], r)
	}
	c := comparison{unread: map[string]int{}}
	for _, repository := range slices.Sorted(maps.Keys(byRepository)) {
		dir := filepath.Join(trees, strings.ReplaceAll(repository, "/", "+"))
		if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
			c.absent++
			continue
		}
		result, err := lint.Run(ctx, lint.Options{Dir: dir, Rules: all.Rules()})
		if err != nil {
			return nil, err
		}
		c.compare(repository, byRepository[repository], result)
	}
	return c.figures(), nil
}

// comparison is what a run over the ledger's repositories found of it.
type comparison struct {
	same, absent int
	unread       map[string]int // findings of the compat group that nobody has read, by rule
	differences  []figure
}

func (c *comparison) compare(repository string, rows []table.Row, result *lint.Result) {
	judged := map[string]string{}
	for _, r := range rows {
		judged[r["file"]+":"+r["line"]+" "+r["rule"]] = r["told"]
	}
	now := map[string]rules.Severity{}
	for _, d := range result.Diagnostics {
		place := placeOf(result, d)
		if before, seen := now[place]; !seen || before < d.Severity {
			now[place] = d.Severity
		}
		switch _, read := judged[place]; {
		case read || d.Severity == rules.Note:
		case d.Rule.Group == rules.Compat:
			c.unread[d.Rule.Name]++
		default:
			c.differences = append(
				c.differences,
				figure{"unread " + d.Severity.String(), repository + " " + place + ": " + d.Message},
			)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(judged)) {
		told := silent
		if severity, ok := now[place]; ok {
			told = severity.String()
		}
		if told == judged[place] {
			c.same++
			continue
		}
		c.differences = append(
			c.differences,
			figure{"told " + told, fmt.Sprintf("%s %s, the ledger says %s", repository, place, judged[place])},
		)
	}
}

// placeOf is how the ledger names a finding within its repository; the lines of a notebook are those of its cell.
func placeOf(result *lint.Result, d rules.Diagnostic) string {
	line := 1
	if text := result.Source(d.File); text != nil {
		line = text.Position(d.Span.Start).Line
	}
	return fmt.Sprintf("%s:%d %s", d.File, line, d.Rule.Name)
}

func (c *comparison) figures() []figure {
	list := []figure{{"as the ledger says", strconv.Itoa(c.same)}}
	if c.absent > 0 {
		list = append(list, figure{"repositories not at hand", strconv.Itoa(c.absent)})
	}
	for _, rule := range slices.Sorted(maps.Keys(c.unread)) {
		list = append(list, figure{"unread " + rule, strconv.Itoa(c.unread[rule])})
	}
	return append(list, c.differences...)
}
