// Command replay measures recall: it lints what people's repositories were before
// they fixed a hazard, and counts how many of those hazards trainlint names.
//
//	go run ./internal/replay -mirror DIR [-set tune|held|all] [-list]
//	go run ./internal/replay -mirror DIR -jobs testdata/jobs.csv [-set tune|held|all] [-list]
//	go run ./internal/replay -trees DIR -zoo testdata/measured/zoo.csv [-set tune|held|all] [-only TEXT] [-list]
//
// testdata/commits.csv lists the hazards; DIR holds the repositories' clones, one in
// DIR/owner+name each. Rows whose clone is not there are counted as not at hand.
// With -jobs it measures how well the jobs of repositories are read: testdata/jobs.csv
// holds what a person found in their READMEs, launchers, configs and scripts before
// trainlint looked at them. With -zoo it compares estimates with the peaks that frameworks
// publish for their configs; DIR holds a work tree in owner+name for each, with the packages
// beside it that it imports.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string, out, warnings io.Writer) error {
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(warnings)
	mirror := flags.String("mirror", "", "the folder with a clone in owner+name for each repository")
	file := flags.String("rows", "testdata/commits.csv", "the list of hazards")
	set := flags.String("set", "tune", "which rows: tune, held or all")
	list := flags.Bool("list", false, "also print each row of the set tune, found or missed")
	jobs := flags.String("jobs", "", "compare jobs instead, with those of this list, such as testdata/jobs.csv")
	zoo := flags.String(
		"zoo",
		"",
		"compare estimates instead, with the peaks of this list, such as testdata/measured/zoo.csv",
	)
	var z zooOptions
	flags.StringVar(&z.trees, "trees", "", "with -zoo: the folder with a work tree in owner+name for each framework")
	flags.StringVar(&z.only, "only", "", "with -zoo: the rows whose owner/name/config holds this text")
	flags.StringVar(&z.torch, "torch", "", "with -zoo: the version of torch that the runs had, such as 1.4")
	limit := flags.Duration("limit", 3*time.Minute, "give up on a tree after this long")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *mirror == "" && *zoo == "" {
		return errors.New("-mirror names the folder with the clones")
	}
	if !slices.Contains([]string{"tune", "held", "all"}, *set) {
		return fmt.Errorf("-set is tune, held or all, not %q", *set)
	}
	if *zoo != "" {
		z.set = *set
		return runZoo(ctx, out, warnings, *zoo, z, *list)
	}
	if *jobs != "" {
		return runJobs(ctx, &replayer{mirror: *mirror, limit: *limit, warnings: warnings}, out, *jobs, *set, *list)
	}
	rows, err := openRows(*file)
	if err != nil {
		return err
	}
	if *set != "all" {
		rows = slices.DeleteFunc(rows, func(r row) bool { return r.set != *set })
	}
	replayer := &replayer{mirror: *mirror, limit: *limit, warnings: warnings}
	outcomes, err := replayer.all(ctx, rows)
	if err != nil {
		return err
	}
	return report(out, rows, outcomes, *list)
}

// runJobs compares the jobs of one set of repositories.
func runJobs(ctx context.Context, r *replayer, out io.Writer, path, set string, list bool) error {
	wanted, err := openJobs(path)
	if err != nil {
		return err
	}
	if set != "all" {
		wanted = slices.DeleteFunc(wanted, func(w *wantedRepository) bool { return w.set != set })
	}
	return r.replayJobs(ctx, out, wanted, list && set == "tune")
}
