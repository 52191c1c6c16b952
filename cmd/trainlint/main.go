// Command trainlint finds what wastes memory, trains the wrong thing or cannot
// work in training code and its configs, and mends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

// Exit codes.
const (
	exitClean    = 0 // nothing left to mend; notes do not count
	exitFindings = 1 // errors or warnings remain, or --diff is not empty
	exitFailure  = 2 // wrong usage, or a failure of trainlint's own
)

// environment is what a run takes from and gives to the world, so that tests
// can stand in for it.
type environment struct {
	dir    string
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	rules  []*rules.Rule
}

func main() { os.Exit(run()) }

func run() int {
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "trainlint: cannot tell the working directory:", err)
		return exitFailure
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return execute(ctx, &environment{dir: dir, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, rules: all.Rules()}, os.Args[1:])
}

// exitCode ends a command with a code and without a message.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

func execute(ctx context.Context, env *environment, args []string) int {
	root := newRoot(env)
	root.SetArgs(args)
	root.SetIn(env.stdin)
	root.SetOut(env.stdout)
	root.SetErr(env.stderr)
	err := root.ExecuteContext(ctx)
	var code exitCode
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &code):
		return int(code)
	default:
		fmt.Fprintln(env.stderr, "trainlint:", err)
		return exitFailure
	}
}
