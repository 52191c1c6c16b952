// Command hide measures recall in code that is right: it takes one fix at a time out of people's training code, such as
// the no_grad of an evaluation, and counts how often the rule about it then speaks up. Nothing is written.
//
//	go run ./internal/hide -trees DIR [-set tune|held|all] [-kinds no-grad,item] [-most N] [-list]
//
// DIR holds work trees, owner+name each. At most N places of a kind are taken in a repository, always the same ones.
// -list shows every place of the set tune; the repositories of the set held are only counted. -show prints a file as it
// is looked at for one such place.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/trainlint/trainlint/internal/half"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(ctx context.Context, args []string, out, warnings io.Writer) error {
	flags := flag.NewFlagSet("hide", flag.ContinueOnError)
	flags.SetOutput(warnings)
	trees := flags.String("trees", "", "a folder of work trees, owner+name each")
	set := flags.String("set", half.Tune, "which repositories: tune, held or all")
	names := flags.String("kinds", "", "which fixes are hidden, separated by commas; all of them by default")
	most := flags.Int("most", 6, "how many places of one kind are taken in one repository")
	list := flags.Bool("list", false, "also print each place of the set tune")
	show := flags.String(
		"show",
		"",
		"print one file of a repository of the set tune without the fix at OWNER+NAME/PATH:LINE, and nothing else",
	)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *trees == "" {
		return errors.New("-trees names the folder with the work trees")
	}
	if !slices.Contains([]string{half.Tune, half.Held, "all"}, *set) {
		return fmt.Errorf("-set is tune, held or all, not %q", *set)
	}
	chosen, err := kindsNamed(*names)
	if err != nil {
		return err
	}
	folder, err := filepath.Abs(*trees)
	if err != nil {
		return err
	}
	repositories, err := repositoriesIn(folder, *set)
	if err != nil {
		return err
	}
	if *show != "" {
		return showHidden(out, folder, *show, chosen)
	}
	counts := map[*kind]*tally{}
	for _, repository := range repositories {
		tree := &tree{dir: filepath.Join(folder, repository), most: *most}
		for _, k := range chosen {
			if counts[k] == nil {
				counts[k] = &tally{}
			}
			sites, err := tree.sites(k)
			if err != nil {
				return err
			}
			for _, s := range sites {
				became, err := tree.hide(ctx, k, s)
				if err != nil {
					return err
				}
				counts[k][became]++
				if *list && half.Of(ownerName(repository)) == half.Tune {
					fmt.Fprintf(out, "%-9s %-6s %s/%s:%d\n", k.name, became, repository, s.path, s.line)
				}
			}
		}
	}
	return report(out, chosen, counts)
}

// showHidden prints a file without one fix, for a look at what trainlint believes about it (trainlint facts).
func showHidden(out io.Writer, folder, place string, chosen []*kind) error {
	repository, rest, _ := strings.Cut(place, "/")
	if half.Of(ownerName(repository)) != half.Tune {
		return fmt.Errorf("%s is of the set held, which is only counted", repository)
	}
	tree := &tree{dir: filepath.Join(folder, repository), most: math.MaxInt}
	for _, k := range chosen {
		sites, err := tree.sites(k)
		if err != nil {
			return err
		}
		for _, s := range sites {
			if fmt.Sprintf("%s:%d", s.path, s.line) == rest {
				_, err := out.Write(s.text)
				return err
			}
		}
	}
	return fmt.Errorf("nothing is hidden at %s", place)
}

// ownerName is the repository of a work tree, owner/name.
func ownerName(folder string) string { return strings.Replace(folder, "+", "/", 1) }

// repositoriesIn lists the work trees of a set.
func repositoriesIn(dir, set string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, entry := range entries {
		if entry.IsDir() && strings.Contains(entry.Name(), "+") && (set == "all" || half.Of(ownerName(entry.Name())) == set) {
			found = append(found, entry.Name())
		}
	}
	return found, nil
}

// tally counts what became of the places of a kind.
type tally [told + 1]int

func report(out io.Writer, chosen []*kind, counts map[*kind]*tally) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "hidden\tfound\tsilent\ttold before\t")
	for _, k := range chosen {
		if n := counts[k]; n != nil {
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", k.name, n[found], n[silent], n[told])
		}
	}
	return table.Flush()
}
