package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/analyzers/imports"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/internal/facts"
)

func newFactsCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "facts FILE[:LINE]",
		Short: "tell what trainlint believes about a script: loops, steps, objects, values, and why something is unknown",
		Args:  cobra.ExactArgs(1),
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
	finder := &imports.Finder{
		Exists: func(p string) bool {
			_, err := os.Stat(filepath.Join(env.Dir, filepath.FromSlash(p)))
			return err == nil
		},
		Open: func(p string) *source.File {
			text, err := os.ReadFile(filepath.Join(env.Dir, filepath.FromSlash(p)))
			if err != nil {
				return nil
			}
			return source.New(p, text)
		},
	}
	file := finder.Open(filepath.ToSlash(path))
	if file == nil {
		return fmt.Errorf("%s cannot be read", path)
	}
	module, err := python.Parse(file)
	if err != nil {
		return err
	}
	finder.Keep(file.Path, module)
	facts.Write(env.Stdout, train.New(module, finder), line)
	return nil
}
