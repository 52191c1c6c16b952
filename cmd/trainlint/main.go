//go:build cgo

// Command trainlint finds what wastes memory, trains the wrong thing or cannot
// work in training code and its configs, and mends it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/trainlint/trainlint/internal/cli"
	"github.com/trainlint/trainlint/rules/all"
)

// release is set by the linker when a release is built.
var release string

// collectAt is how much the heap may grow, in percent, before it is collected, up to softLimit bytes: a run is short, and
// most of what it makes is trees that live as long as their file is looked at.
const (
	collectAt = 300
	softLimit = 256 << 20
)

func main() { os.Exit(run()) }

func run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
	}
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "trainlint: cannot tell the working directory:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return cli.Execute(ctx, &cli.Environment{
		Dir: dir, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Rules: all.Rules(), Release: release,
	}, os.Args[1:])
}
