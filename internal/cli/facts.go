package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/internal/facts"
	"github.com/trainlint/trainlint/internal/project"
)

func newFactsCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "facts FILE[:LINE]",
		Short: "tell what trainlint believes about a script: loops, steps, objects, values, and why something is unknown",
		Args:  takes(1, 1),
		RunE:  func(_ *cobra.Command, args []string) error { return showFacts(env, args[0]) },
	}
}

func showFacts(env *Environment, named string) error {
	path, line := named, 0
	if file, number, ok := strings.Cut(named, ":"); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no line: write FILE:LINE, such as train.py:42", number)
		}
		path, line = file, n
	}
	opened, err := project.Open(env.project("", path))
	if err != nil {
		return err
	}
	if err := errors.Join(opened.Failures()...); err != nil {
		return err
	}
	if len(opened.Files) != 1 || !opened.Files[0].Kind.IsPython() {
		return fmt.Errorf("%s is no Python file", path)
	}
	file, err := opened.Read(opened.Files[0])
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	finder := opened.Borrow()
	module, err := python.Parse(file)
	if err != nil {
		return err
	}
	finder.Keep(file.Path, module)
	facts.Write(env.Stdout, train.New(module, finder), line)
	return nil
}
