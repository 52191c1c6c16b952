package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/nearest"
	"github.com/trainlint/trainlint/rules"
)

func newExplainCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE|GROUP",
		Short: "tell what a rule flags, why it matters and when it is fine, or list the rules of a group",
		Args:  takes(1, 1),
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return startingWith(lint.Names(env.Rules), typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return explain(env, args[0]) },
	}
}

func explain(env *Environment, name string) error {
	if group := ofGroup(env.Rules, rules.Group(name)); len(group) > 0 {
		return explainGroup(env, rules.Group(name), group)
	}
	at := slices.IndexFunc(env.Rules, func(rule *rules.Rule) bool { return rule.Name == name })
	if at < 0 {
		return fmt.Errorf(
			"no rule is called %q%s",
			name,
			nearest.HintOr(name, lint.Names(env.Rules), "`trainlint rules` lists them"),
		)
	}
	rule := env.Rules[at]
	_, err := fmt.Fprintf(
		env.Stdout,
		"# %s\n\n%s, %s: %s\n\n%s\n",
		rule.Name,
		rule.Group,
		rule.Severity,
		rule.Summary,
		strings.TrimSpace(rule.Doc),
	)
	return err
}

func ofGroup(list []*rules.Rule, group rules.Group) []*rules.Rule {
	var rulesOf []*rules.Rule
	for _, rule := range list {
		if rule.Group == group {
			rulesOf = append(rulesOf, rule)
		}
	}
	return rulesOf
}

// aboutGroups says what the rules of a group have in common.
var aboutGroups = map[rules.Group]string{
	rules.Memory:   "what keeps GPU memory that nobody needs",
	rules.Training: "what trains something other than was meant",
	rules.Speed:    "what makes the GPU wait",
	rules.Compat:   "what a newer PyTorch, transformers or peft warns about or refuses",
	rules.Config:   "what configs and launchers say twice, wrongly or to nobody",
	rules.Fit:      "whether a whole job fits its card, and what it leaves unused",
	rules.Core:     "what trainlint says about its own reading of a file",
}

func explainGroup(env *Environment, group rules.Group, list []*rules.Rule) error {
	if _, err := fmt.Fprintf(env.Stdout, "# %s: %s\n\n", group, aboutGroups[group]); err != nil {
		return err
	}
	table := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, rule := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\n", rule.Name, rule.Severity, rule.Summary)
	}
	fmt.Fprintf(
		table,
		"\n`trainlint explain RULE` tells about one of them, `--select %s` and `--ignore %s` take them all\n",
		group,
		group,
	)
	return table.Flush()
}
