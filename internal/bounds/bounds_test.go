//go:build unix

package bounds

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trainlint/trainlint/internal/cli"
	"github.com/trainlint/trainlint/internal/collector"
	"github.com/trainlint/trainlint/rules/all"
)

// The promise: any input of 100 kB ends within this, in seconds of computing and in bytes.
const (
	promisedSize   = 100_000
	promisedTime   = 2 * time.Second
	promisedMemory = 300 << 20
)

// asTrainlint makes this test's binary run as trainlint.
const asTrainlint = "TRAINLINT_BOUNDS_RUN"

func TestMain(m *testing.M) {
	if os.Getenv(asTrainlint) == "" {
		os.Exit(m.Run())
	}
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	collector.Pace() // as cmd/trainlint does
	os.Exit(cli.Execute(context.Background(), &cli.Environment{
		Dir: dir, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Rules: all.Rules(),
	}, os.Args[1:]))
}

// commands are what people run.
var commands = map[string][]string{
	"lint":     {"."},
	"fix":      {".", "--diff", "--unsafe-fixes"},
	"jobs":     {"jobs", ".", "--format", "json"},
	"estimate": {"estimate", ".", "--gpu", "A100-80GB"},
}

// cost is what one run took.
type cost struct {
	time   time.Duration
	memory int64 // the most that was resident, bytes
	code   int
	errors string // the head of standard error
}

// run runs trainlint, or the program that TRAINLINT_BOUNDS_PROGRAM names.
func run(t *testing.T, dir string, arguments []string) cost {
	t.Helper()
	program := os.Getenv("TRAINLINT_BOUNDS_PROGRAM")
	if program == "" {
		program = os.Args[0]
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir, command.Env = dir, append(os.Environ(), asTrainlint+"=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	var complaints strings.Builder
	command.Stderr = &complaints
	_ = command.Run() // how it exits is looked at below
	used, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Skip("this system does not say what a process used")
	}
	text := complaints.String()
	return cost{
		command.ProcessState.UserTime() + command.ProcessState.SystemTime(), maxResident(used),
		command.ProcessState.ExitCode(), text[:min(len(text), 2000)],
	}
}

// crashed says what trainlint must never say.
func (c cost) crashed() string {
	for _, sign := range []string{"goroutine ", "internal error", "fatal error", "bug in trainlint", "json: unsupported"} {
		if strings.Contains(c.errors, sign) {
			return sign
		}
	}
	if c.code < 0 || c.code > 2 {
		return fmt.Sprintf("exit code %d", c.code)
	}
	return ""
}

// TestBounds runs the inputs that have broken the promise, one by one. All of them, under
// all commands, with TRAINLINT_BOUNDS=all: that takes a quarter of an hour, see partOf. What counts is the processor's
// time of a process of its own, so that a busy machine makes no difference; on a slow one the bound grows with what
// ordinary code costs.
func TestBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute of computing")
	}
	every := os.Getenv("TRAINLINT_BOUNDS") == "all"
	part := partOf(t)
	limit := max(promisedTime, 10*ordinaryCost(t).time) // on a slow machine everything is slow
	for i, in := range inputs(promisedSize) {
		if !every && !slices.Contains(broke, in.name) || !part(i) {
			continue
		}
		t.Run(in.name, func(t *testing.T) {
			dir := t.TempDir()
			in.write(t, dir)
			for name, arguments := range commands {
				if !every && name != "lint" && !slices.Contains(alsoUnder[name], in.name) {
					continue
				}
				c := run(t, dir, arguments)
				if c.time > limit || c.memory > promisedMemory { // a busy machine collects its garbage late
					c = run(t, dir, arguments)
				}
				if c.time > limit || c.memory > promisedMemory {
					t.Errorf("%s: %.2f s and %d MB, the bounds are %.2f s and %d MB",
						name, c.time.Seconds(), c.memory>>20, limit.Seconds(), promisedMemory>>20)
				}
				if why := c.crashed(); why != "" {
					t.Errorf("%s: %s: %s", name, why, c.errors)
				}
				if every {
					t.Logf("%-9s %5.2f s %4d MB", name, c.time.Seconds(), c.memory>>20)
				}
			}
		})
	}
}

// partOf is the part of the inputs that is asked for: TRAINLINT_BOUNDS_PART=2/8 is the second of eight, each of which
// takes a few minutes under all commands.
func partOf(t *testing.T) func(i int) bool {
	text := os.Getenv("TRAINLINT_BOUNDS_PART")
	if text == "" {
		return func(int) bool { return true }
	}
	var part, of int
	if n, err := fmt.Sscanf(text, "%d/%d", &part, &of); n != 2 || err != nil || part < 1 || part > of {
		t.Fatalf("TRAINLINT_BOUNDS_PART is %q, want something like 2/8", text)
	}
	return func(i int) bool { return i%of == part-1 }
}

// ordinaryCost is what code without anything odd costs here.
func ordinaryCost(t *testing.T) cost {
	for _, in := range inputs(promisedSize) {
		if in.name == "python/ordinary" {
			dir := t.TempDir()
			in.write(t, dir)
			return run(t, dir, commands["lint"])
		}
	}
	t.Fatal("there is no ordinary input")
	return cost{}
}

// TestNames: the lists name inputs that are there.
func TestNames(t *testing.T) {
	known := map[string]bool{}
	for _, in := range inputs(200) {
		if known[in.name] {
			t.Errorf("%s stands there twice", in.name)
		}
		known[in.name] = true
	}
	for _, name := range slices.Concat(broke, alsoUnder["fix"], alsoUnder["jobs"], alsoUnder["estimate"]) {
		if !known[name] {
			t.Errorf("there is no input %s", name)
		}
	}
}

// TestDump writes the inputs into the folder that TRAINLINT_BOUNDS_DUMP names, one folder each.
func TestDump(t *testing.T) {
	dir := os.Getenv("TRAINLINT_BOUNDS_DUMP")
	if dir == "" {
		t.Skip("TRAINLINT_BOUNDS_DUMP names no folder")
	}
	for _, in := range inputs(promisedSize) {
		in.write(t, filepath.Join(dir, filepath.FromSlash(in.name)))
	}
}
