package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/half"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

// zooLauncher stands in each tree for what its README says of a config: the script of the framework on eight GPUs.
const zooLauncher = "trainlint-zoo.sh"

// zooCommands are the scripts of the frameworks, and how each is started. The first that a tree has is its own.
var zooCommands = []struct{ script, command string }{
	{"tools/train.py", "python -m torch.distributed.launch --nproc_per_node=8 tools/train.py %s --launcher pytorch\n"},
	{"tools/lazyconfig_train_net.py", "python tools/train_net.py --config-file %s --num-gpus 8\n"},
	{"tools/train_net.py", "python -m torch.distributed.launch --nproc_per_node=8 tools/train_net.py --config-file %s\n"},
}

// zooCommand is what starts a config in a tree. A config in Python of a framework that has others goes to its second
// script.
func zooCommand(dir, config string) string {
	for _, c := range zooCommands {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(c.script))); err != nil {
			continue
		}
		if lazy := "tools/lazyconfig_train_net.py"; c.script == lazy && filepath.Ext(config) == ".py" {
			return fmt.Sprintf(strings.Replace(c.command, "tools/train_net.py", lazy, 1), config)
		}
		return fmt.Sprintf(c.command, config)
	}
	return ""
}

var zooHeader = []string{"repository", "commit", "config", "model", "gib", "source"}

// zooRow is one peak that the table of a framework publishes for a config.
type zooRow struct {
	repository, config, set string
	words                   string  // what stands behind the command
	peak                    float64 // bytes
}

// zooOutcome is a row beside its estimate. why says what is missing where there is none.
type zooOutcome struct {
	zooRow
	low, peak, high float64 // bytes; 0 where nothing was answered
	why             string
	absent          bool // the tree has no such config
}

func (o zooOutcome) off() float64 { return o.peak/o.zooRow.peak - 1 }

func (o zooOutcome) inside() bool {
	const rounded = 0.05 * (1 << 30) // tables print one digit behind the point
	return o.low-rounded <= o.zooRow.peak && o.zooRow.peak <= o.high+rounded
}

// zooSet parts the rows of one framework by their configs: a third may be read.
func zooSet(repository, config string) string {
	if sum := sha256.Sum256([]byte(repository + "/" + config)); sum[0]%3 == 0 {
		return half.Tune
	}
	return half.Held
}

// zooWords are the options of the command that a row's words tell of.
func zooWords(model string) string {
	if strings.Contains(model, "AMP=Yes") {
		return " --amp"
	}
	return ""
}

func openZoo(path string) ([]zooRow, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("run it in the root of the repository, or name the list with -zoo: %w", err)
	}
	list, err := readZoo(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return list, joinClose(err, file)
}

func readZoo(text io.Reader) ([]zooRow, error) {
	reader := csv.NewReader(text)
	first, err := reader.Read()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(first, zooHeader) {
		return nil, fmt.Errorf("the fields are %s, not %s", strings.Join(zooHeader, ","), strings.Join(first, ","))
	}
	var list []zooRow
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		gib, err := strconv.ParseFloat(fields[4], 64)
		if !ownerOfName.MatchString(fields[0]) || fields[2] == "" || err != nil || gib <= 0 {
			return nil, fmt.Errorf("%q of %q is no config with a peak", fields[2], fields[0])
		}
		list = append(list, zooRow{
			repository: fields[0], config: fields[2], set: zooSet(fields[0], fields[2]), peak: gib * (1 << 30),
			words: zooWords(fields[3]),
		})
	}
}

// zooOptions say which rows are looked at, and how.
type zooOptions struct {
	trees string // the folder with the work trees
	set   string // tune, held or all
	only  string // a text that owner/name/config holds
	torch string // the version that the runs had, where somebody knows it: 1.4
}

// settings is a file that says the version of torch, "" where nobody knows it; remove deletes it.
func (z zooOptions) settings() (file string, remove func(), err error) {
	if z.torch == "" {
		return "", func() {}, nil
	}
	dir, err := os.MkdirTemp("", "trainlint-replay-")
	if err != nil {
		return "", nil, err
	}
	remove = func() {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	file = filepath.Join(dir, ".trainlint.yaml")
	if err := os.WriteFile(file, fmt.Appendf(nil, "versions:\n  torch: \"==%s\"\n", z.torch), 0o600); err != nil {
		remove()
		return "", nil, err
	}
	return file, remove, nil
}

// runZoo estimates the rows in the work trees below a folder.
func runZoo(ctx context.Context, out, warnings io.Writer, path string, z zooOptions, show bool) error {
	rows, err := openZoo(path)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(r zooRow) bool {
		return z.set != "all" && r.set != z.set || !strings.Contains(r.repository+"/"+r.config, z.only)
	})
	of := map[string][]zooRow{}
	for _, r := range rows {
		of[r.repository] = append(of[r.repository], r)
	}
	settings, remove, err := z.settings()
	if err != nil {
		return err
	}
	defer remove()
	var outcomes []zooOutcome
	for _, name := range slices.Sorted(maps.Keys(of)) {
		dir, err := filepath.Abs(filepath.Join(z.trees, strings.Replace(name, "/", "+", 1)))
		if err != nil {
			return err
		}
		if _, err := os.Stat(dir); err != nil {
			fmt.Fprintf(warnings, "%s is not at hand\n", name)
			continue
		}
		judged, err := judgeZoo(ctx, dir, settings, of[name])
		if err != nil {
			return err
		}
		outcomes = append(outcomes, judged...)
	}
	return reportZoo(out, outcomes, show && z.set == half.Tune)
}

// judgeZoo estimates what the configs of one tree start.
func judgeZoo(ctx context.Context, dir, settings string, rows []zooRow) ([]zooOutcome, error) {
	outcomes := make([]zooOutcome, 0, len(rows))
	for _, r := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o := zooOutcome{zooRow: r}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.config))); err != nil {
			o.absent = true
			outcomes = append(outcomes, o)
			continue
		}
		command := strings.TrimRight(zooCommand(dir, r.config), "\n") + r.words + "\n"
		opened, err := project.Open(project.Options{
			Dir: dir, Paths: []string{zooLauncher}, Known: lint.Known(all.Rules()), Loops: true, Warn: func(string) {},
			Settings: settings, Overlay: map[string][]byte{zooLauncher: []byte(command)},
		})
		if err != nil {
			return nil, err
		}
		jobs, err := opened.Jobs()
		if err != nil {
			return nil, err
		}
		described := estimate.Find(opened, jobs)
		for i := range described {
			described[i].Feed(nil)
		}
		o.take(estimate.Size(described, estimate.Target{}))
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

// take is the answer about the one job.
func (o *zooOutcome) take(sized []estimate.Sized) {
	sized = slices.DeleteFunc(sized, func(s estimate.Sized) bool { return !strings.HasPrefix(s.Name, zooLauncher) })
	if len(sized) != 1 {
		o.why = fmt.Sprintf("%d jobs", len(sized))
		return
	}
	result := sized[0].Result
	if result.Known() {
		o.low, o.peak, o.high = float64(result.Low), float64(result.Peak), float64(result.High)
		return
	}
	o.why = "no " + strings.Join(result.Missing, ", ")
	if w := sized[0].Written; w != nil {
		if gap := cmp.Or(w.Open(), w.Unfed); gap != nil {
			o.why = fmt.Sprintf("%s:%d: %s", gap.Path, gap.Line, gap.Reason)
		}
	}
}

// reportZoo prints how many rows of each framework were answered, and how far off. Single rows are shown only of the
// set tune.
func reportZoo(out io.Writer, outcomes []zooOutcome, show bool) error {
	of := map[string][]zooOutcome{}
	for _, o := range outcomes {
		of[o.repository], of["all"] = append(of[o.repository], o), append(of["all"], o)
		switch {
		case !show || o.absent:
		case o.why != "":
			fmt.Fprintf(out, "unknown  %s: %s\n", o.config, o.why)
		default:
			fmt.Fprintf(out, "%+6.1f %% %s: %.2f GiB (%.2f to %.2f), measured %.2f\n", 100*o.off(), o.config,
				o.peak/(1<<30), o.low/(1<<30), o.high/(1<<30), o.zooRow.peak/(1<<30))
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "framework\trows\tanswered\tmedian\tmean\twithin 10 %\tinside\tno such config\t")
	for _, name := range slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(of[a]), len(of[b])), cmp.Compare(a, b))
	}) {
		var off []float64
		rows, absent, inside, near, sum := 0, 0, 0, 0, 0.0
		for _, o := range of[name] {
			switch {
			case o.absent:
				absent++
				continue
			case o.peak > 0:
				off = append(off, math.Abs(o.off()))
				sum += math.Abs(o.off())
				if o.inside() {
					inside++
				}
				if math.Abs(o.off()) <= 0.1 {
					near++
				}
			}
			rows++
		}
		slices.Sort(off)
		median := 0.0
		if n := len(off); n > 0 {
			median, sum = (off[(n-1)/2]+off[n/2])/2, sum/float64(n)
		}
		fmt.Fprintf(
			table,
			"%s\t%d\t%d\t%.1f %%\t%.1f %%\t%d\t%d\t%d\t\n",
			name,
			rows,
			len(off),
			100*median,
			100*sum,
			near,
			inside,
			absent,
		)
	}
	return table.Flush()
}
