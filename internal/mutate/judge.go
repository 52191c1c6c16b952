package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
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
	unreached verdict = "survived, unreached" // no test passes it
	refused   verdict = "does not compile"    // counts neither way
	equal     verdict = "changes nothing"     // as testdata/mutants.txt says; counts neither way
)

type judgement struct {
	mutant  *mutant
	verdict verdict
	by      string // the test that failed
}

// bench runs the stages over one mutant after another.
type bench struct {
	o       options
	builder *builder
	work    string
	stages  map[string]*stage   // those whose unchanged run is known, by name
	bins    map[string]string   // by test package
	tests   map[string][]string // what they are called, by test package
	notes   io.Writer
}

// stage is one run of a test binary: the whole of it, or some of its tests.
type stage struct {
	pkg, run string
	binary   string
	took     time.Duration // unchanged
	reaches  map[int]bool
}

func newBench(ctx context.Context, o options, notes io.Writer) (*bench, error) {
	work, err := os.MkdirTemp("", "trainlint-mutate-")
	if err != nil {
		return nil, err
	}
	b := &bench{
		o: o, work: work, notes: notes,
		stages: map[string]*stage{}, bins: map[string]string{}, tests: map[string][]string{},
	}
	if b.builder, err = newBuilder(o.module, o.pkg, work); err == nil {
		_, err = b.binary(ctx, b.testPackages()[0])
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *bench) close() error { return os.RemoveAll(b.work) }

func judgeAll(ctx context.Context, o options, mutants, chosen []*mutant, out, notes io.Writer) (judged []judgement, err error) {
	b, err := newBench(ctx, o, notes)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	known, err := openState(ctx, o)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(notes, "%s: %d mutants, %d chosen\n", o.pkg, len(mutants), len(chosen))
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

// printUnreached runs each stage once, unchanged, and prints the mutants that none of them
// passes: the cheapest look at what has no test at all.
func printUnreached(ctx context.Context, o options, mutants, chosen []*mutant, out, notes io.Writer) (err error) {
	b, err := newBench(ctx, o, notes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	reached := map[int]bool{}
	for _, pkg := range b.testPackages() {
		s, err := b.stage(ctx, stage{pkg: pkg})
		if err != nil {
			return err
		}
		if s != nil {
			fmt.Fprintf(notes, "%s: %.1f s unchanged\n", pkg, s.took.Seconds())
			maps.Copy(reached, s.reaches)
		}
	}
	count := 0
	for _, m := range chosen {
		if b.builder.compiles(m) && !m.equal && !reached[m.id] {
			fmt.Fprintln(out, m)
			count++
		}
	}
	_, err = fmt.Fprintf(out, "%s: %d of %d chosen from %d are passed by no test\n", o.pkg, count, len(chosen), len(mutants))
	return err
}

// binary compiles the tests of a package when the first mutant asks for them; "" without tests.
// The first package tells which mutants do not compile: all of them hold the same code.
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

func (b *bench) testPackages() []string {
	if b.o.tests != "" {
		return strings.Split(strings.ReplaceAll(b.o.tests, "./", ""), ",")
	}
	return coveredBy(b.o.pkg)
}

// judge runs the stages until one fails.
func (b *bench) judge(ctx context.Context, m *mutant) (judgement, error) {
	switch {
	case m.equal:
		return judgement{m, equal, ""}, nil
	case !b.builder.compiles(m):
		return judgement{m, refused, ""}, nil
	}
	j := judgement{m, unreached, ""}
	for s, err := range b.passing(ctx, m) {
		if err != nil {
			return j, err
		}
		j.verdict = survived
		// A busy machine is slow; a mutant that hangs is slower.
		limit := 20*time.Second + 6*s.took
		passed, said, err := b.execute(ctx, s, limit, "TRAINLINT_MUTANT="+strconv.Itoa(m.id))
		switch {
		case err != nil:
			return j, err
		case !passed && said == "":
			return judgement{m, timedOut, s.pkg}, nil
		case !passed:
			return judgement{m, killed, failedTest(said)}, nil
		}
	}
	return j, nil
}

// passing yields the stages that pass a mutant; what a stage passes is learned when one asks.
func (b *bench) passing(ctx context.Context, m *mutant) iter.Seq2[*stage, error] {
	return func(yield func(*stage, error) bool) {
		for _, wanted := range stagesFor(m, b.testPackages(), b.o.variants) {
			stages, err := b.concerned(ctx, wanted, m)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, s := range stages {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// A few tests take longer than all others together, and most mutants die of one that does not.
const slow = 300 * time.Millisecond

// variantsOfACase is how many times longer than a case its variants take.
const variantsOfACase = 10

// concerned cuts a stage down to its tests that pass a mutant, the quick ones before each of the
// slow ones. Of the rules, it is those whose cases pass it.
func (b *bench) concerned(ctx context.Context, wanted stage, m *mutant) ([]*stage, error) {
	ofVariants := wanted.run == variantsOf()
	names, selected, err := b.testsOf(ctx, wanted, ofVariants)
	if err != nil {
		return nil, err
	}
	quick := stage{pkg: wanted.pkg}
	var quickNames []string
	var slowOnes []*stage
	for _, name := range names {
		learned, err := b.stage(ctx, stage{pkg: wanted.pkg, run: selected(name)})
		switch {
		case err != nil:
			return nil, err
		case learned == nil || !learned.reaches[m.id]:
		case learned.took > slow && !ofVariants:
			slowOnes = append(slowOnes, learned)
		default:
			quickNames = append(quickNames, name)
			quick.took += learned.took
		}
	}
	if quickNames == nil {
		return slowOnes, nil
	}
	quick.binary, quick.run = b.bins[wanted.pkg], selected(quickNames...)
	if ofVariants {
		quick.run = variantsOf(quickNames...)
		quick.took *= variantsOfACase
	}
	return append([]*stage{&quick}, slowOnes...), nil
}

// testsOf lists the parts of a stage, and how some of them are selected.
func (b *bench) testsOf(ctx context.Context, wanted stage, ofVariants bool) (
	names []string, selected func(...string) string, err error,
) {
	if wanted.run != "" && !ofVariants {
		return []string{wanted.run}, func(...string) string { return wanted.run }, nil
	}
	if wanted.pkg == rulesPackage {
		if names := rulesWithCases(b.o.module); names != nil {
			return names, casesOf, nil
		}
	}
	names, err = b.list(ctx, wanted.pkg)
	return names, testsNamed, err
}

// list names the tests of a binary.
func (b *bench) list(ctx context.Context, pkg string) ([]string, error) {
	if known, ok := b.tests[pkg]; ok {
		return known, nil
	}
	binary, err := b.binary(ctx, pkg)
	if err != nil || binary == "" {
		return nil, err
	}
	text, err := exec.CommandContext(ctx, binary, "-test.list", "^(Test|Example|Fuzz)").Output()
	if err != nil {
		return nil, fmt.Errorf("the tests of %s: %w", pkg, err)
	}
	names := strings.Fields(string(text))
	b.tests[pkg] = names
	start := time.Now()
	for _, name := range names {
		if _, err := b.stage(ctx, stage{pkg: pkg, run: testsNamed(name)}); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(b.notes, "%s: %d tests, %.1f s unchanged\n", pkg, len(names), time.Since(start).Seconds())
	return names, nil
}

// stage runs the unchanged program once, for what it passes and how long it takes.
// Without tests to run, it is nil.
func (b *bench) stage(ctx context.Context, wanted stage) (*stage, error) {
	name := wanted.pkg + " " + wanted.run
	if known, ok := b.stages[name]; ok {
		return known, nil
	}
	binary, err := b.binary(ctx, wanted.pkg)
	if err != nil {
		return nil, err
	}
	b.stages[name] = nil
	if binary == "" {
		return nil, nil
	}
	wanted.binary = binary
	seen := filepath.Join(b.work, "seen")
	if err := os.Remove(seen); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	start := time.Now()
	passed, said, err := b.execute(ctx, &wanted, 10*time.Minute, "TRAINLINT_MUTANTS_SEEN="+seen)
	if err != nil {
		return nil, err
	}
	if !passed {
		return nil, fmt.Errorf("without a mutant, %s fails: %s", name, said)
	}
	wanted.took = time.Since(start)
	wanted.reaches, err = readSeen(seen)
	b.stages[name] = &wanted
	return &wanted, err
}

func readSeen(path string) (map[int]bool, error) {
	seen := map[int]bool{}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return seen, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		id, err := strconv.Atoi(lines.Text())
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		seen[id] = true
	}
	return seen, errors.Join(lines.Err(), file.Close())
}

// memory bounds a mutant that never stops allocating, in KiB of address space.
const memory = 8 << 20

// execute runs a binary in its package's folder. Nothing is said where time ran out.
func (b *bench) execute(ctx context.Context, s *stage, limit time.Duration, env string) (passed bool, said string, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := []string{"-c", fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, memory), s.binary, "-test.v", "-test.failfast"}
	if s.run != "" {
		args = append(args, "-test.run", s.run)
	}
	command := exec.CommandContext(limited, "sh", args...)
	command.Dir = filepath.Join(b.o.module, filepath.FromSlash(s.pkg))
	command.Env = append(os.Environ(), env, "TMPDIR="+b.work)
	command.WaitDelay = time.Second
	heard := &untilFailure{enough: cancel}
	command.Stdout, command.Stderr = heard, heard
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, "", ctx.Err()
	case heard.failed:
		return false, heard.text.String(), nil
	case limited.Err() != nil:
		return false, "", nil
	case err == nil:
		return true, "", nil
	case errors.As(err, &exit):
		return false, heard.text.String() + exit.String(), nil
	}
	return false, "", err
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
