// Command replay measures recall: it lints what people's repositories were before
// they fixed a hazard, and counts how many of those hazards trainlint names.
//
//	go run ./internal/replay -mirror DIR [-set tune|held|all] [-list]
//
// testdata/commits.csv lists the hazards; DIR holds the repositories' clones, one in
// DIR/owner+name each. Rows whose clone is not there are counted as not at hand.
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
	limit := flags.Duration("limit", 3*time.Minute, "give up on a tree after this long")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *mirror == "" {
		return errors.New("-mirror names the folder with the clones")
	}
	if !slices.Contains([]string{"tune", "held", "all"}, *set) {
		return fmt.Errorf("-set is tune, held or all, not %q", *set)
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
