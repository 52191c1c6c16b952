package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// verdict is what became of a mutant.
type verdict string

const (
	killed    verdict = "killed"
	timedOut  verdict = "killed by time"
	survived  verdict = "survived"
	unreached verdict = "survived, unreached" // no test comes to where it makes a difference
	refused   verdict = "does not compile"    // counts neither way
	equal     verdict = "changes nothing"     // as testdata/mutants.txt says; counts neither way
)

type judgement struct {
	mutant  *mutant
	verdict verdict
	by      string // the test that failed
}

// bench tries one mutant after another.
type bench struct {
	o       options
	builder *builder
	work    string
	lessons *lessons
	units   map[string][]*learned // by test package
	bins    map[string]string     // by test package
	notes   io.Writer
}

func newBench(ctx context.Context, o options, notes io.Writer) (*bench, error) {
	work, err := os.MkdirTemp(folderInMemory(), "trainlint-mutate-")
	if err != nil {
		return nil, err
	}
	b := &bench{o: o, work: work, notes: notes, units: map[string][]*learned{}, bins: map[string]string{}}
	if b.lessons, err = openLessons(ctx, o); err == nil {
		b.builder, err = newBuilder(ctx, o.module, work, o.packages)
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// folderInMemory is where tests write a few thousand small files: on a disk, that takes longer than the tests
// themselves. Where a machine has no such place, its usual one has to do.
func folderInMemory() string {
	const shared = "/dev/shm"
	if info, err := os.Stat(shared); err == nil && info.IsDir() {
		return shared
	}
	return ""
}

func (b *bench) close() error { return os.RemoveAll(b.work) }

func judgeAll(
	ctx context.Context,
	o options,
	mutants, chosen []*mutant,
	out, notes io.Writer,
) (judged []judgement, err error) {
	b, err := newBench(ctx, o, notes)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	known, err := openState(ctx, o)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(notes, "%s: %d mutants, %d chosen\n", strings.Join(o.packages, " "), len(mutants), len(chosen))
	for _, m := range chosen {
		j, done := known.get(m)
		if !done {
			if j, err = b.judge(ctx, m); err != nil {
				return judged, err
			}
			if err := known.put(j); err != nil {
				return judged, err
			}
		}
		judged = append(judged, j)
		if o.verbose || j.verdict == survived || j.verdict == unreached {
			fmt.Fprintf(out, "%-9s %v %s\n", j.verdict, j.mutant, j.by)
		}
	}
	return judged, nil
}

// printUnreached runs all tests once, unchanged, and prints the mutants that make no difference in any
// of them: the cheapest look at what has no test at all.
func printUnreached(ctx context.Context, o options, mutants, chosen []*mutant, out, notes io.Writer) (err error) {
	b, err := newBench(ctx, o, notes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	for _, pkg := range o.packages {
		all, some, count := 0, 0, 0
		for _, m := range mutants {
			if m.pkg() == pkg {
				all++
			}
		}
		for _, m := range chosen {
			if m.pkg() != pkg {
				continue
			}
			some++
			reach, err := b.reach(ctx, m)
			if err != nil {
				return err
			}
			if b.builder.compiles(m) && !m.equal && reach == nil {
				fmt.Fprintln(out, m)
				count++
			}
		}
		_, err = fmt.Fprintf(out, "%s: %d of %d chosen from %d make no difference in any test\n", pkg, count, some, all)
		if err != nil {
			return err
		}
	}
	return nil
}

// binary compiles the tests of a package when the first mutant asks for them; "" without tests.
func (b *bench) binary(ctx context.Context, pkg string) (string, error) {
	if built, ok := b.bins[pkg]; ok {
		return built, nil
	}
	built, err := b.builder.test(ctx, pkg)
	if err == nil {
		b.bins[pkg] = built
	}
	return built, err
}

// testsOf lists the packages whose tests a mutant is tried with.
func (b *bench) testsOf(m *mutant) []string {
	if b.o.tests != "" {
		return strings.Split(strings.ReplaceAll(b.o.tests, "./", ""), ",")
	}
	return coveredBy(m.pkg())
}

// judge runs the trials until one fails.
func (b *bench) judge(ctx context.Context, m *mutant) (judgement, error) {
	switch {
	case m.equal:
		return judgement{m, equal, ""}, nil
	case !b.builder.compiles(m):
		return judgement{m, refused, ""}, nil
	}
	j := judgement{m, unreached, ""}
	trials, err := b.trials(ctx, m)
	if err != nil {
		return j, err
	}
	for _, t := range trials {
		j.verdict = survived
		limit := 5*time.Second + 6*t.took
		r, err := b.execute(ctx, t.pkg, pattern(t.units), limit, "TRAINLINT_MUTANT="+strconv.Itoa(m.id))
		switch {
		case err != nil:
			return j, err
		case r.late:
			return judgement{m, timedOut, t.pkg}, nil
		case !r.passed:
			return judgement{m, killed, failedTest(r.said)}, nil
		}
	}
	return j, nil
}

// trials lists the runs for a mutant.
func (b *bench) trials(ctx context.Context, m *mutant) ([]trial, error) {
	reach, err := b.reach(ctx, m)
	if err != nil {
		return nil, err
	}
	trials := trialsOf(ruleOf(m), reach)
	if b.o.variants {
		trials = append(trials, ofVariants(reach)...)
	}
	return trials, nil
}

// reach lists the units in which a mutant makes a difference.
func (b *bench) reach(ctx context.Context, m *mutant) ([]*learned, error) {
	var reach []*learned
	for _, pkg := range b.testsOf(m) {
		all, err := b.learn(ctx, pkg)
		if err != nil {
			return nil, err
		}
		for _, l := range all {
			if l.differs.has(m.id) {
				reach = append(reach, l)
			}
		}
	}
	return reach, nil
}

// memory bounds a mutant that never stops allocating, in KiB of address space.
const memory = 8 << 20

// ran is what became of a run of a test binary.
type ran struct {
	passed, late bool // late: its time was out
	said         string
	took         time.Duration
}

// overtime is what a test binary says when a processor has worked for it as long as it may.
const overtime = "SIGXCPU"

// aWhile is how many times longer than on a processor of its own a run may take.
const aWhile = 20

// execute runs tests of a package in its folder, for so long a time of a processor.
func (b *bench) execute(ctx context.Context, pkg, tests string, limit time.Duration, env string) (ran, error) {
	binary, err := b.binary(ctx, pkg)
	if err != nil {
		return ran{}, err
	}
	limited, cancel := context.WithTimeout(ctx, aWhile*limit)
	defer cancel()
	bounds := fmt.Sprintf(`ulimit -v %d 2>/dev/null; ulimit -t %d; exec "$0" "$@"`, memory, int(limit.Seconds()+1))
	command := exec.CommandContext(limited, "sh", "-c", bounds, binary, "-test.v", "-test.failfast", "-test.run", tests)
	command.Dir = filepath.Join(b.o.module, filepath.FromSlash(pkg))
	command.Env = append(os.Environ(), env, "TMPDIR="+b.work)
	command.WaitDelay = time.Second
	heard := &untilFailure{enough: cancel}
	command.Stdout, command.Stderr = heard, heard
	err = command.Run()
	r := ran{said: heard.text.String()}
	if state := command.ProcessState; state != nil {
		r.took = state.UserTime() + state.SystemTime()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case heard.failed:
	case limited.Err() != nil || strings.Contains(r.said, overtime):
		r.late = true
	case errors.As(err, &exit):
		r.said += exit.String()
	default:
		r.passed = err == nil
		return r, err
	}
	return r, nil
}

// untilFailure collects what a test binary says, and ends it at the first test that fails:
// -test.failfast does not stop parallel tests.
type untilFailure struct {
	text   bytes.Buffer
	enough func()
	failed bool
}

func (u *untilFailure) Write(said []byte) (int, error) {
	n, err := u.text.Write(said)
	if !u.failed && bytes.Contains(said, []byte("--- FAIL")) && failing.Match(u.text.Bytes()) {
		u.failed = true
		u.enough()
	}
	return n, err
}

var failing = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// failedTest names the innermost test that failed, or what ended the program.
func failedTest(said string) string {
	found := failing.FindAllStringSubmatch(said, -1)
	best := ""
	for _, f := range found {
		if len(f[1]) > len(best) {
			best = f[1]
		}
	}
	if best == "" {
		best, _, _ = strings.Cut(strings.TrimSpace(said), "\n")
	}
	return best
}
