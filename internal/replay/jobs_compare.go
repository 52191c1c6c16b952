package main

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/internal/estimate"
)

// score counts jobs and their fields.
type score struct {
	real, found, false    int // jobs written down; those of them found; found ones that are none
	right, wrong, unknown int // fields written down of the jobs that were found
	jobs, estimated       int // found jobs that are real; those of them with an estimate
	least                 int // those without one that are told what they need at the least
	limited               int // those without one that are told up to which value of the one size that is missing they fit
	absent                int // repositories whose clone is not at hand
	reasons               map[string]int
}

func (s *score) add(other score) {
	s.real, s.found, s.false = s.real+other.real, s.found+other.found, s.false+other.false
	s.right, s.wrong, s.unknown = s.right+other.right, s.wrong+other.wrong, s.unknown+other.unknown
	s.jobs, s.estimated, s.least = s.jobs+other.jobs, s.estimated+other.estimated, s.least+other.least
	s.limited += other.limited
	if s.reasons == nil {
		s.reasons = map[string]int{}
	}
	for reason, n := range other.reasons {
		s.reasons[reason] += n
	}
}

func (s *score) write(out io.Writer) error {
	fields := s.right + s.wrong + s.unknown
	_, err := fmt.Fprintf(
		out,
		"jobs: %d real, %d found (%s), %d false; fields: %d right (%s of those stated), %d wrong, %d written but unknown (%s stated); "+
			"estimates: %d of %d jobs (%s), at least so much: %d, up to which size: %d; not at hand: %d repositories\n",
		s.real,
		s.found,
		percent(s.found, s.real),
		s.false,
		s.right,
		percent(s.right, s.right+s.wrong),
		s.wrong,
		s.unknown,
		percent(s.right+s.wrong, fields),
		s.estimated,
		s.jobs,
		percent(s.estimated, s.jobs),
		s.least,
		s.limited,
		s.absent,
	)
	if err != nil {
		return err
	}
	for _, reason := range byCount(s.reasons) {
		if _, err := fmt.Fprintf(out, "%5d without an estimate: %s\n", s.reasons[reason], reason); err != nil {
			return err
		}
	}
	return nil
}

func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}

func byCount(of map[string]int) []string {
	var names []string
	for name := range of {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if of[a] != of[b] {
			return of[b] - of[a]
		}
		return strings.Compare(a, b)
	})
	return names
}

// comparison is what became of the jobs of one repository.
type comparison struct {
	score
	lines []string
}

func (c *comparison) note(format string, values ...any) {
	c.lines = append(c.lines, fmt.Sprintf(format, values...))
}

func (c *comparison) write(out io.Writer, repository string) error {
	for _, line := range c.lines {
		if _, err := fmt.Fprintf(out, "%s: %s\n", repository, line); err != nil {
			return err
		}
	}
	return nil
}

// compare judges the found jobs of a repository by those written down.
func compare(wanted *wantedRepository, found []estimate.Sized) *comparison {
	c := &comparison{}
	c.reasons = map[string]int{}
	of := match(wanted.jobs, found)
	for i, w := range wanted.jobs {
		if !w.may {
			c.real++
		}
		if len(of[i]) == 0 {
			if !w.may {
				c.note("MISSED %s (%s)", w.name, w.script)
			}
			continue
		}
		first := found[of[i][0]]
		if !w.may {
			c.found++
			c.fieldsOf(w, first)
			c.estimateOf(first)
		}
	}
	for k := range found {
		if !slices.ContainsFunc(of, func(list []int) bool { return slices.Contains(list, k) }) && !wanted.part {
			c.false++
			c.note("FALSE %s (%s)", found[k].Name, strings.Join(found[k].Training.Files, " "))
		}
	}
	return c
}

func (c *comparison) fieldsOf(w *wantedJob, found estimate.Sized) {
	for _, field := range w.fields {
		value, known := found.Training.Get(dialect.Field(field[0]))
		// whoever writes a model down means what a class of the project is made around
		if dialect.Field(field[0]) == dialect.Model && !known {
			value, known = found.Training.Get(dialect.Backbone)
		}
		switch {
		case !known:
			c.unknown++
			c.note("UNKNOWN %s %s=%s (%s)", w.name, field[0], field[1], found.Training.WhyUnknown(dialect.Field(field[0])))
		case same(value.Text, field[1]),
			field[1] == "lora" && value.Text == "qlora" && strings.Contains(found.Training.Text(dialect.Quantisation), "4"):
			c.right++ // whoever wrote lora down has the base's quantisation in a row of its own
		default:
			c.wrong++
			c.note("WRONG %s %s=%s, found %s", w.name, field[0], field[1], value.Text)
		}
	}
}

func (c *comparison) estimateOf(found estimate.Sized) {
	c.jobs++
	if len(found.Result.Missing) == 0 {
		c.estimated++
		return
	}
	if found.AtLeast() > 0 {
		c.least++
	}
	if len(found.Limits()) > 0 {
		c.limited++
	}
	reason := strings.Join(found.Result.Missing, ", ")
	if found.Result.Missing[0] == "model" && found.Job.Model.ID != "" {
		reason = "model named and in no catalogue"
	}
	if found.Written != nil && slices.Contains(found.Result.Missing, "model") {
		reason = "a model of its own that is not built"
	}
	c.reasons[reason]++
	c.note("OPEN %s: %s (%s)%s", found.Name, reason, found.Job.Model.ID, whyOpen(found))
}

// whyOpen is where the answer about models of the project's own ends; "" where there are none.
func whyOpen(found estimate.Sized) string {
	w := found.Written
	switch {
	case w == nil && found.Lost() != nil:
		return " " + found.Lost().Text()
	case w == nil:
		return ""
	case w.Open() != nil:
		return " " + w.Open().Text()
	case w.Unfed != nil:
		return " " + w.Unfed.Text()
	}
	return ""
}

// same compares a value that was written down with one that was found: numbers as numbers. What lies in a folder of
// somebody's machine is written down by its own name, as the folders are nobody's business.
func same(found, written string) bool {
	if path.IsAbs(found) && !strings.Contains(written, "/") {
		found = path.Base(found)
	}
	x, errFound := strconv.ParseFloat(found, 64)
	y, errWritten := strconv.ParseFloat(written, 64)
	if errFound == nil && errWritten == nil {
		return x == y
	}
	return strings.EqualFold(found, written)
}

// match gives each job written down the found ones at its place: the nearest, and with a script alone all of its
// stages.
func match(wanted []*wantedJob, found []estimate.Sized) [][]int {
	of := make([][]int, len(wanted))
	taken := make([]bool, len(found))
	for i, w := range wanted { // a script with several configs has a job for each
		for k, f := range found {
			if len(of[i]) == 0 && !taken[k] && f.Training.Name == w.name && distance(w, f) == 0 {
				of[i], taken[k] = []int{k}, true
			}
		}
	}
	for near := 0; near <= largestDistance; near++ {
		for i, w := range wanted {
			for k, f := range found {
				if len(of[i]) == 0 && !taken[k] && distance(w, f) == near {
					of[i], taken[k] = []int{k}, true
				}
			}
		}
	}
	for k, f := range found { // the stages of a command, and commands that one line starts
		for i, w := range wanted {
			if !taken[k] && len(of[i]) > 0 &&
				(distance(w, f) <= nearby || f.Training.Stage != nil && f.Training.Name == found[of[i][0]].Training.Name) {
				of[i], taken[k] = append(of[i], k), true
			}
		}
	}
	return of
}

// largestDistance is how many lines a job may stand off: a command begins with its variables.
const largestDistance = 8

// distance is how many lines lie between a job written down and a found one; too many where the files differ.
func distance(w *wantedJob, found estimate.Sized) int {
	file, line := placeOf(w.name)
	foundFile, foundLine := placeOf(found.Name)
	if line == 0 && foundFile != file && found.Training.Launch == nil && slices.Contains(found.Training.Files, file) {
		return largestDistance
	}
	if foundFile != file {
		return largestDistance + 1
	}
	if line == 0 || foundLine == 0 {
		return 0
	}
	if w.script != "-" && w.script != "" && !runs(found, w.script) {
		return largestDistance + 1
	}
	return min(max(line-foundLine, foundLine-line), largestDistance+1)
}

// runs reports whether a job runs a script of that name, one of the project or one that a library brings.
func runs(found estimate.Sized, script string) bool {
	name := path.Base(script)
	if l := found.Training.Launch; l != nil && l.Program == launch.PythonModule &&
		strings.HasSuffix("."+l.Target.Text+".py", "."+name) {
		return true
	} else if l != nil && path.Base(l.Target.Text) == name {
		return true
	}
	return slices.ContainsFunc(found.Training.Files, func(f string) bool { return path.Base(f) == name })
}

// placeOf splits "run.sh:3 (stage)" into file and line.
func placeOf(name string) (string, int) {
	name, _, _ = strings.Cut(name, " ")
	file, rest, ok := strings.Cut(name, ":")
	if !ok {
		return name, 0
	}
	rest, _, _ = strings.Cut(rest, ":")
	line, err := strconv.Atoi(rest)
	if err != nil {
		return file, 0
	}
	return file, line
}
