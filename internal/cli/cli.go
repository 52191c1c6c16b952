// Package cli is the command line: one file per command, no logic of its own.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/trainlint/trainlint/rules"
)

// Exit codes.
const (
	exitClean    = 0 // nothing left to mend; notes do not count
	exitFindings = 1 // errors or warnings remain, or --diff is not empty
	exitFailure  = 2 // wrong usage, or a failure of trainlint's own
)

// Environment is what a run takes from the world and gives to it.
type Environment struct {
	Dir     string // the working directory
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Rules   []*rules.Rule
	Release string // the version of a released build; empty elsewhere
}

// exitCode ends a command with a code and without a message.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// Execute runs the command that the arguments ask for and returns its exit code.
func Execute(ctx context.Context, env *Environment, args []string) int {
	root := newRoot(env)
	root.SetArgs(args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	var code exitCode
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &code):
		return int(code)
	default:
		env.complain(err)
		return exitFailure
	}
}
