// Command bench compares the estimator with measured training runs and prints its accuracy per source.
//
//	go run ./estimator/bench testdata/measured/measured.csv
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/trainlint/trainlint/estimator/measured"
)

func main() {
	usable := flag.String("usable", "core", "which rows: core states everything, partial does not, all")
	detail := flag.Bool("v", false, "print every row")
	leave := flag.Bool("leave-one-out", false, "how wide the intervals of each source are when all others choose it")
	group := flag.String("group", "", "only this source")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: bench [-usable core|partial|all] [-group NAME] [-v] measured.csv")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *usable, *group, *detail, *leave); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, usable, group string, detail, leave bool) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open measured runs: %w", err)
	}
	defer file.Close()
	rows, err := measured.Read(file)
	if err != nil {
		return err
	}
	var outcomes []measured.Outcome
	for _, row := range rows {
		if (usable == "all" || row.Usable == usable) && (group == "" || row.Group == group) {
			outcomes = append(outcomes, measured.Judge(row))
		}
	}
	if detail {
		printRows(os.Stdout, outcomes)
	}
	if leave {
		measured.WriteLeftOut(os.Stdout, measured.LeaveOneOut(outcomes))
		return nil
	}
	measured.WriteTable(os.Stdout, outcomes)
	return nil
}
