package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// listedRule is one rule in `trainlint rules --format json`.
type listedRule struct {
	Name     string `json:"name"`
	Group    string `json:"group"`
	Severity string `json:"severity"`
	Summary  string `json:"summary"`
	Versions string `json:"versions,omitempty"`
}

func newRulesCommand(env *Environment) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "list the rules",
		Args:  takes(0, 0),
		RunE:  func(*cobra.Command, []string) error { return listRules(env, format) },
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func listRules(env *Environment, format string) error {
	listed := []listedRule{}
	for _, rule := range env.Rules {
		listed = append(listed, listedRule{rule.Name, string(rule.Group), rule.Severity.String(), rule.Summary, rule.Version})
	}
	switch format {
	case "json":
		encoder := json.NewEncoder(env.Stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(listed)
	case "text":
		table := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		for _, rule := range listed {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", rule.Name, rule.Group, rule.Severity, rule.Summary)
		}
		return table.Flush()
	default:
		return fmt.Errorf("unknown format %q: choose text or json", format)
	}
}
