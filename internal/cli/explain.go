package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/rules"
)

func newExplainCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE",
		Short: "tell what a rule flags, why it matters and when it is fine",
		Args:  cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleNames(env.Rules), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return explain(env, args[0]) },
	}
}

func explain(env *Environment, name string) error {
	at := slices.IndexFunc(env.Rules, func(rule *rules.Rule) bool { return rule.Name == name })
	if at < 0 {
		return fmt.Errorf("no rule is called %q%s (`trainlint rules` lists them)", name, nearest.Hint(name, ruleNames(env.Rules)))
	}
	rule := env.Rules[at]
	_, err := fmt.Fprintf(env.Stdout, "# %s\n\n%s, %s: %s\n\n%s\n", rule.Name, rule.Group, rule.Severity, rule.Summary, strings.TrimSpace(rule.Doc))
	return err
}

func ruleNames(list []*rules.Rule) []string {
	names := make([]string, 0, len(list))
	for _, rule := range list {
		names = append(names, rule.Name)
	}
	return names
}
