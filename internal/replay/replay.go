package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

// outcome is what became of a row.
type outcome int

const (
	notAtHand outcome = iota // the clone is absent, or its tree could not be linted in time
	missed
	found
)

func (o outcome) String() string { return [...]string{"not at hand", "missed", "found"}[o] }

// nearby is how many lines a finding may stand off: one reader names the loss, the
// next one the call around it.
const nearby = 3

// replayer lints the trees that rows are about.
type replayer struct {
	mirror   string
	limit    time.Duration // for one tree
	warnings io.Writer
}

// all tells the outcome of each row. Rows of one tree are judged by one run.
func (r *replayer) all(ctx context.Context, rows []row) ([]outcome, error) {
	outcomes := make([]outcome, len(rows))
	type tree struct{ repository, parent string }
	of := map[tree][]int{}
	var order []tree
	for i, row := range rows {
		t := tree{row.repository, row.parent}
		if of[t] == nil {
			order = append(order, t)
		}
		of[t] = append(of[t], i)
	}
	for _, t := range order {
		dir, ok := gitDir(r.mirror, t.repository)
		if !ok {
			continue
		}
		err := r.lint(ctx, dir, t.parent, func(result *lint.Result) {
			for _, i := range of[t] {
				outcomes[i] = judge(result, rows[i])
			}
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			r.warn("%s at %.9s: %v", t.repository, t.parent, err)
		}
	}
	return outcomes, nil
}

// lint unpacks a commit's tree, lints all of it, and removes it again once the result was looked at: a finding may
// stand in a file whose text is read again then.
func (r *replayer) lint(ctx context.Context, gitDir, commit string, look func(*lint.Result)) error {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	dir, err := os.MkdirTemp("", "trainlint-replay-")
	if err != nil {
		return err
	}
	defer func() {
		if err := os.RemoveAll(dir); err != nil {
			r.warn("%s stays behind: %v", dir, err)
		}
	}()
	if err := unpack(ctx, gitDir, commit, dir); err != nil {
		return err
	}
	result, err := lint.Run(ctx, lint.Options{Dir: dir, Rules: all.Rules()})
	if err != nil {
		return err
	}
	for _, failure := range result.Failures {
		r.warn("%s: %v", gitDir, failure)
	}
	look(result)
	return nil
}

func (r *replayer) warn(format string, values ...any) {
	fmt.Fprintf(r.warnings, format+"\n", values...)
}

// judge looks for a finding of the row's rule at one of its places.
func judge(result *lint.Result, wanted row) outcome {
	for _, d := range result.Diagnostics {
		if d.Rule.Name != wanted.rule {
			continue
		}
		if slices.ContainsFunc(wanted.places, func(p place) bool { return stands(result, d, p) }) {
			return found
		}
	}
	return missed
}

// stands reports whether a finding is near a place, or in the same statement.
func stands(result *lint.Result, d rules.Diagnostic, p place) bool {
	if d.File != p.path {
		return false
	}
	file := result.Source(d.File)
	line := file.Position(d.Span.Start).Line
	if line-nearby <= p.line && p.line <= line+nearby {
		return true
	}
	first, last := statementAt(file, d.Span.Start)
	return first <= p.line && p.line <= last
}

// statementAt tells the first and the last line of the innermost statement around an
// offset. A statement with a body counts as its first line: its body is other
// statements. Where none is found, no line lies between the two numbers.
func statementAt(file *source.File, offset int) (first, last int) {
	module, err := python.Parse(file)
	if err != nil {
		return 0, -1
	}
	var around python.Stmt
	body := false
	for node := range python.AllIn(module.Body) {
		inner, ok := node.(python.Stmt)
		if !ok {
			continue
		}
		body = body || (around != nil && around.Span().Contains(inner.Span()))
		if span := inner.Span(); span.Start <= offset && offset < span.End {
			around, body = inner, false
		}
	}
	if around == nil {
		return 0, -1
	}
	first = file.LineOf(around.Span().Start)
	if body {
		return first, first
	}
	return first, file.LineOf(around.Span().End - 1)
}
