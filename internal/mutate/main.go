// Command mutate asks whether the tests of some packages would notice a defect in them: it
// changes one condition, branch or number at a time and runs the tests that cover its
// package.
//
//	go run ./internal/mutate [-n N] [-seed S] [-test PACKAGES] [-variants] [-at FILE[:LINE]] PACKAGE...
//
// Nothing is written into the tree. The mutants of all packages are compiled into the same test binaries, each
// behind a switch, and one run of a binary turns one switch on (schema.go): what the tests of several
// packages pass is learned in one run of them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// options are the command line.
type options struct {
	sample int
	seed   string
	tests  string
	at     string
	known  string
	record string

	variants, verbose, list, reach bool

	module   string   // the module's folder
	packages []string // relative to it, with '/'
}

func run(ctx context.Context, args []string, out, notes io.Writer) error {
	o, err := parse(args, notes)
	if err != nil {
		return err
	}
	mutants, err := findMutants(o.module, o.packages...)
	if err != nil {
		return err
	}
	equivalent, err := openKnown(o.known)
	if err != nil {
		return err
	}
	markEqual(mutants, equivalent)
	chosen := choose(mutants, o)
	if len(chosen) == 0 {
		return fmt.Errorf("no mutant of %s is chosen", strings.Join(o.packages, " "))
	}
	if o.list {
		for _, m := range chosen {
			fmt.Fprintln(out, m)
		}
		return nil
	}
	if o.reach {
		return printUnreached(ctx, o, mutants, chosen, out, notes)
	}
	judged, err := judgeAll(ctx, o, mutants, chosen, out, notes)
	if err != nil {
		return err
	}
	return conclude(o, judged, out)
}

func parse(args []string, notes io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(notes)
	flags.IntVar(&o.sample, "n", 0, "judge this many mutants of each package; 0: all of them")
	flags.StringVar(&o.seed, "seed", "1", "which of them: another seed draws another sample")
	flags.StringVar(&o.tests, "test", "", "the test packages, with commas; empty: those that cover PACKAGE")
	flags.BoolVar(
		&o.variants,
		"variants",
		false,
		"try the variants of the rules' cases, too: ten times the work of the cases",
	)
	flags.StringVar(&o.at, "at", "", "only mutants of FILE, or FILE:LINE, of PACKAGE")
	flags.StringVar(&o.known, "known", "testdata/mutants.txt", "mutants that change nothing a test could see")
	flags.StringVar(&o.record, "record", "", "append the score to this file, as testdata/mutants.csv has it")
	flags.BoolVar(&o.verbose, "v", false, "print the killed ones as well")
	flags.BoolVar(&o.list, "list", false, "print the chosen mutants and run nothing")
	flags.BoolVar(&o.reach, "unreached", false, "print the chosen mutants that no test passes, and judge none")
	flags.StringVar(&o.module, "module", ".", "the module's folder")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() == 0 {
		return o, errors.New("name a package")
	}
	for _, name := range flags.Args() {
		o.packages = append(o.packages, strings.Trim(strings.TrimPrefix(name, "./"), "/"))
	}
	return o, nil
}

// choose draws the sample of each package. Which mutants it holds depends on what they are, not on
// where they stand, so that a change elsewhere in the file draws the same ones.
func choose(mutants []*mutant, o options) []*mutant {
	left := map[string][]*mutant{}
	for _, m := range mutants {
		if o.at == "" || m.standsAt(o.at) {
			left[m.pkg()] = append(left[m.pkg()], m)
		}
	}
	var chosen []*mutant
	for _, of := range left {
		slices.SortFunc(of, func(a, b *mutant) int { return strings.Compare(a.draw(o.seed), b.draw(o.seed)) })
		if o.sample > 0 && len(of) > o.sample {
			of = of[:o.sample]
		}
		chosen = append(chosen, of...)
	}
	slices.SortFunc(chosen, func(a, b *mutant) int { return a.id - b.id })
	return chosen
}
