package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	treesitter "github.com/smacker/go-tree-sitter/python"

	"github.com/trainlint/trainlint/estimator/measured"
	"github.com/trainlint/trainlint/internal/collector"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/rules/all"
)

// commitFigures are the totals of internal/replay, which lints each tree as it was
// before somebody fixed it.
func commitFigures(ctx context.Context, root, mirror string) ([]figure, error) {
	text, err := replay(ctx, root, mirror)
	if err != nil {
		return nil, err
	}
	return replayed(text)
}

// jobFigures compare the jobs that are found in people's repositories with those that a reader wrote down.
func jobFigures(ctx context.Context, root, mirror string) ([]figure, error) {
	text, err := replay(ctx, root, mirror, "-jobs", filepath.Join("testdata", "jobs.csv"))
	if err != nil {
		return nil, err
	}
	return compared(text)
}

// replay is what internal/replay prints for all rows of a list, held back or not.
func replay(ctx context.Context, root, mirror string, arguments ...string) (string, error) {
	if mirror == "" {
		return "", os.ErrNotExist
	}
	mirror, err := filepath.Abs(mirror)
	if err != nil {
		return "", err
	}
	command := exec.CommandContext(
		ctx,
		"go",
		append([]string{"run", "./internal/replay", "-mirror", mirror, "-set", "all"}, arguments...)...)
	command.Dir = root
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go run ./internal/replay: %w", err)
	}
	return string(text), nil
}

// compared reads the one line of totals, "jobs: …; fields: …; …"; the reasons below it are for whoever asks for them.
func compared(text string) ([]figure, error) {
	totals, _, _ := strings.Cut(text, "\n")
	var list []figure
	for part := range strings.SplitSeq(totals, "; ") {
		name, value, ok := strings.Cut(part, ": ")
		if !ok {
			return nil, errors.New("internal/replay printed no totals of jobs")
		}
		list = append(list, figure{name, value})
	}
	return list, nil
}

// replayed reads the totals: they stand below the rules, after an empty line.
func replayed(text string) ([]figure, error) {
	var list []figure
	totals := false
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			totals = true
		}
		if !totals || len(fields) < 4 {
			continue
		}
		name, numbers := strings.Join(fields[:len(fields)-3], " "), fields[len(fields)-3:]
		list = append(
			list,
			figure{name, fmt.Sprintf("%s found, %s missed, %s not at hand", numbers[0], numbers[1], numbers[2])},
		)
	}
	if list == nil {
		return nil, errors.New("internal/replay printed no totals")
	}
	return list, nil
}

// estimateFigures is the error of the estimator over published runs that state
// everything it asks for, source by source, and over all of them.
func estimateFigures(path string) ([]figure, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	rows, err := measured.Read(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	bySource := map[string][]measured.Outcome{}
	for _, row := range rows {
		if row.Usable == "core" {
			outcome := measured.Judge(row)
			bySource[row.Group] = append(bySource[row.Group], outcome)
			bySource["all"] = append(bySource["all"], outcome)
		}
	}
	var list []figure
	for _, name := range slices.Sorted(maps.Keys(bySource)) {
		s := measured.Summarise(name, bySource[name])
		list = append(
			list,
			figure{
				name,
				fmt.Sprintf(
					"%d runs, %d unknown, error median %.1f %%, p90 %.1f %%, worst %+.0f %%, %d in the interval, %d wrong verdicts",
					s.Rows,
					s.Unknown,
					100*s.Median,
					100*s.P90,
					100*s.Worst,
					s.Inside,
					s.Wrong,
				),
			},
		)
	}
	return list, nil
}

// speedFigures is the processor time of parsing every Python file below a folder, of
// linting the folder, and their ratio.
func speedFigures(ctx context.Context, corpus string) ([]figure, error) {
	if corpus == "" {
		return nil, os.ErrNotExist
	}
	corpus, err := filepath.Abs(corpus)
	if err != nil {
		return nil, err
	}
	collector.Pace()
	files, size := 0, int64(0)
	parsing, err := timed(func() (err error) {
		files, size, err = parseAll(ctx, corpus)
		return err
	})
	if err != nil {
		return nil, err
	}
	var result *lint.Result
	linting, err := timed(func() (err error) {
		result, err = lint.Run(ctx, lint.Options{Dir: corpus, Rules: all.Rules()})
		return err
	})
	if err != nil {
		return nil, err
	}
	return []figure{
		{"Python files", fmt.Sprintf("%d, %.1f MB", files, float64(size)/1e6)},
		{"parsing alone", fmt.Sprintf("%.2f s of processor time", parsing.Seconds())},
		{"trainlint", fmt.Sprintf("%.2f s of processor time, %d findings", linting.Seconds(), len(result.Diagnostics))},
		{"ratio", fmt.Sprintf("%.2f", linting.Seconds()/parsing.Seconds())},
	}, nil
}

// timed is the processor time that a function takes, its garbage collected.
func timed(work func() error) (time.Duration, error) {
	runtime.GC()
	before, err := processorTime()
	if err != nil {
		return 0, err
	}
	if err := work(); err != nil {
		return 0, err
	}
	after, err := processorTime()
	return after - before, err
}

// parseAll parses what a run would parse, and throws the trees away.
func parseAll(ctx context.Context, dir string) (files int, size int64, err error) {
	walker := discover.Walker{Dir: dir}
	found, err := walker.Find([]string{"."})
	if err != nil {
		return 0, 0, err
	}
	parser := sitter.NewParser()
	parser.SetLanguage(treesitter.GetLanguage())
	for _, f := range found {
		if f.Kind != discover.Python {
			continue
		}
		text, err := os.ReadFile(f.Full)
		if err != nil {
			return files, size, err
		}
		tree, err := parser.ParseCtx(ctx, nil, text)
		if err != nil {
			return files, size, err
		}
		tree.Close()
		files, size = files+1, size+int64(len(text))
	}
	return files, size, nil
}
