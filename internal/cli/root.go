package cli

import (
	"github.com/spf13/cobra"
)

const longHelp = `trainlint reads training code, configs and launchers, without running them, and
reports what wastes GPU memory, trains something other than what was meant, or
cannot work. Much of it it can mend: look at --diff, then use --fix.

exit codes: 0 nothing left to mend (notes do not count), 1 errors or warnings
remain or --diff is not empty, 2 wrong usage or a failure of trainlint's own`

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
			return runLint(cmd.Context(), env, flags, paths)
		},
	}
	flags.register(root)
	root.AddCommand(newRulesCommand(env), newExplainCommand(env), newFactsCommand(env), newSettingsCommand(env), newInitCommand(env), newVersionCommand(env), newManCommand(env), newActionCommand(env), newEstimateCommand(env), newJobsCommand(env), newModelCommand(env))
	return root
}
