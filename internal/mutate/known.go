package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// knownMutant is a change that no test could notice, with the reason.
type knownMutant struct{ file, function, kind, before, after, reason string }

func (k knownMutant) is(m *mutant) bool {
	return k.file == m.file && k.function == m.function && k.kind == m.kind && k.before == m.before && k.after == m.after
}

// markEqual marks the mutants that are known to change nothing. They are drawn like any other, and counted apart.
func markEqual(mutants []*mutant, list []knownMutant) {
	for _, m := range mutants {
		m.equal = slices.ContainsFunc(list, func(k knownMutant) bool { return k.is(m) })
	}
}

func openKnown(path string) ([]knownMutant, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := readKnown(string(text))
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return list, err
}

// readKnown reads paragraphs of a mutant as this command prints it, without the line,
// and below it the reason:
//
//	fixes/pass.go: run: compare: n < 10 → n <= 10
//	    ten passes or eleven: the loop ends at the second that changes nothing
//
// The code names the mutant within its function, so that moved lines do no harm.
func readKnown(text string) ([]knownMutant, error) {
	var list []knownMutant
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"):
			if len(list) == 0 {
				return nil, fmt.Errorf("line %d: a reason without a mutant", i+1)
			}
			list[len(list)-1].reason += strings.TrimSpace(line)
		default:
			where := strings.SplitN(line, ": ", 4)
			if len(where) != 4 || !strings.Contains(where[3], " → ") {
				return nil, fmt.Errorf("line %d: not file: function: kind: code → code", i+1)
			}
			before, after, _ := strings.Cut(where[3], " → ")
			list = append(list, knownMutant{where[0], where[1], where[2], before, after, ""})
		}
	}
	for _, k := range list {
		if k.reason == "" {
			return nil, fmt.Errorf("%s: %s → %s: no reason", k.file, k.before, k.after)
		}
	}
	return list, nil
}

// conclude prints the score of each package, and appends it where it is recorded.
func conclude(o options, judged []judgement, out io.Writer) error {
	for _, pkg := range o.packages {
		counts := map[verdict]int{}
		for _, j := range judged {
			if j.mutant.pkg() == pkg {
				counts[j.verdict]++
			}
		}
		dead := counts[killed] + counts[timedOut]
		all := dead + counts[survived] + counts[unreached]
		if all == 0 {
			return fmt.Errorf("%s: none of them compiles", pkg)
		}
		_, err := fmt.Fprintf(out, "%s: %d of %d killed (%d %%), %d by time; %d survived, %d of them unreached; "+
			"%d change nothing, %d do not compile\n",
			pkg, dead, all, 100*dead/all, counts[timedOut], all-dead, counts[unreached], counts[equal], counts[refused])
		if err != nil {
			return err
		}
		if o.record == "" {
			continue
		}
		if err := appendScore(o, pkg, all, dead, counts[equal]); err != nil {
			return err
		}
	}
	return nil
}

// quick is what the record calls all tests without the variants of the rules' cases.
const quick = "quick"

// appendScore adds a row to the record: package, commit, seed, judged, killed, the tests where they are not all that
// cover the package ("quick": all but the variants of the rules' cases), and how many of the sample change nothing.
func appendScore(o options, pkg string, all, dead, same int) error {
	commit, err := exec.Command("git", "-C", o.module, "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		commit = []byte("none") // a tree without git
	}
	file, err := os.OpenFile(o.record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	rows := csv.NewWriter(file)
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		err = rows.Write([]string{"package", "commit", "seed", "judged", "killed", "tests", "equal"})
		if err != nil {
			return errors.Join(err, file.Close())
		}
	}
	tests := strings.ReplaceAll(o.tests, ",", " ")
	if tests == "" && !o.variants {
		tests = quick
	}
	err = rows.Write(
		[]string{pkg, strings.TrimSpace(string(commit)), o.seed, strconv.Itoa(all), strconv.Itoa(dead), tests,
			strconv.Itoa(same)},
	)
	rows.Flush()
	return errors.Join(err, rows.Error(), file.Close())
}
