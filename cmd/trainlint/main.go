//go:build cgo

// Command trainlint finds what wastes memory, trains the wrong thing or cannot
// work in training code and its configs, and mends it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/trainlint/trainlint/internal/cli"
	"github.com/trainlint/trainlint/internal/collector"
	"github.com/trainlint/trainlint/rules/all"
)

// release is set by the linker when a release is built.
var release string

func main() { os.Exit(run()) }

func run() int {
	collector.Pace()
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
