package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/nearest"
)

const longHelp = `trainlint reads training code, configs and launchers, without running them, and
reports what wastes GPU memory, trains something other than what was meant, or
cannot work. Much of it it can mend: look at --diff, then use --fix.

exit codes: 0 nothing left to mend (notes do not count), 1 errors or warnings
remain or --diff is not empty, 2 wrong usage, a named file that cannot be read,
or a failure of trainlint's own`

const examples = `  trainlint                          look at everything below the working directory
  trainlint --diff train.py          show what --fix would change
  trainlint --fix --unsafe-fixes .   mend everything that can be mended
  trainlint --gpu A100-80GB .        judge memory against that GPU`

func newRoot(env *Environment) *cobra.Command {
	flags := &lintFlags{}
	root := &cobra.Command{
		Use:           "trainlint [flags] [PATH...]",
		Short:         "find and mend hazards in ML training code and configs",
		Long:          longHelp,
		Example:       examples,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := env.misspelled(cmd, paths); err != nil {
				return err
			}
			return runLint(cmd.Context(), env, flags, paths)
		},
	}
	flags.register(root)
	root.Version = env.version()
	root.SetVersionTemplate("trainlint {{.Version}}\n")
	root.SetFlagErrorFunc(nearFlag)
	root.AddCommand(
		newRulesCommand(env),
		newExplainCommand(env),
		newFactsCommand(env),
		newSettingsCommand(env),
		newInitCommand(env),
		newVersionCommand(env),
		newManCommand(env),
		newActionCommand(env),
		newEstimateCommand(env),
		newJobsCommand(env),
		newModelCommand(env),
	)
	completeFlags(env, root)
	return root
}

// misspelled takes a first word that is no path and almost a command for that command.
func (env *Environment) misspelled(root *cobra.Command, paths []string) error {
	if len(paths) == 0 || strings.ContainsAny(paths[0], `/\.`) || files.Exists(env.absolute(paths[0])) {
		return nil
	}
	var names []string
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			names = append(names, cmd.Name())
		}
	}
	if near := nearest.Name(paths[0], names); near != "" {
		return fmt.Errorf("there is no file %s: did you mean the command `trainlint %s`?", paths[0], near)
	}
	return nil
}

// takes is how many words a command takes behind its name; another number is answered with how it is written.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return fmt.Errorf("this command takes another number of words: write `%s`", cmd.UseLine())
	}
}

// nearFlag answers a mistyped flag with the one that was probably meant.
func nearFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, "--"+flag.Name)
		}
	})
	hint := nearest.HintOr("--"+unknown.GetSpecifiedName(), names, "`"+cmd.CommandPath()+" --help` lists them")
	return fmt.Errorf("%w%s", err, hint)
}
