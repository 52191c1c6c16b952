// Command score prints trainlint's own figures on one page: how much is known to be
// right, found, missed, and what it costs.
//
//	go run ./internal/score [-mirror DIR] [-trees DIR] [-corpus DIR]
//	go run ./internal/score -rules [-mirror DIR]
//
// With -rules, it is a line for each rule instead. It is run in the root of the repository. What needs something that
// is not there is "not at hand".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// figure is one line of the page.
type figure struct{ name, value string }

const notAtHand = "not at hand"

func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("score", flag.ContinueOnError)
	flags.SetOutput(notes)
	mirror := flags.String(
		"mirror",
		"",
		"the folder with the clones of testdata/commits.csv and testdata/jobs.csv, as internal/replay takes it",
	)
	trees := flags.String(
		"trees",
		"",
		"a folder of work trees, owner+name: what is told in them is compared with testdata/ledger.csv",
	)
	corpus := flags.String("corpus", "", "a folder of Python code: parsing alone and trainlint are timed over it")
	perRule := flags.Bool(
		"rules",
		false,
		"print a line for each rule instead: its experiments, judged findings and fixed hazards",
	)
	root := flags.String("root", ".", "the root of the repository")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *perRule {
		return byRule(ctx, *root, *mirror, out)
	}
	data := func(name string) string { return filepath.Join(*root, "testdata", name) }
	for _, part := range []struct {
		title string
		read  func() ([]figure, error)
	}{
		{"cases", func() ([]figure, error) { return caseFigures(data("rules")) }},
		{"judged findings", func() ([]figure, error) { return ledgerFigures(data("ledger.csv")) }},
		{"judged findings in their trees", func() ([]figure, error) { return treeFigures(ctx, data("ledger.csv"), *trees) }},
		{"hazards that people fixed", func() ([]figure, error) { return commitFigures(ctx, *root, *mirror) }},
		{"jobs", func() ([]figure, error) { return jobFigures(ctx, *root, *mirror) }},
		{"memory estimates", func() ([]figure, error) { return estimateFigures(data("measured/measured.csv")) }},
		{"pages held to real libraries", func() ([]figure, error) { return oracleFigures(data("oracle")) }},
		{"mutants killed", func() ([]figure, error) { return mutantFigures(data("mutants.csv")) }},
		{"speed", func() ([]figure, error) { return speedFigures(ctx, *corpus) }},
	} {
		list, err := part.read()
		if errors.Is(err, os.ErrNotExist) {
			list, err = []figure{{"", notAtHand}}, nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part.title, err)
		}
		if err := print(out, part.title, list); err != nil {
			return err
		}
	}
	return nil
}

func print(out io.Writer, title string, list []figure) error {
	if len(list) == 1 && list[0].name == "" {
		_, err := fmt.Fprintf(out, "%s: %s\n", title, list[0].value)
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, title)
	for _, f := range list {
		fmt.Fprintf(table, "  %s\t%s\n", f.name, f.value)
	}
	return table.Flush()
}
