package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newManCommand writes the man pages, for those who package trainlint.
func newManCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "write the man pages into a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("cannot make the folder for the man pages: %w", err)
			}
			cmd.Root().DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "TRAINLINT", Section: "1", Source: "trainlint " + env.version()}
			return doc.GenManTree(cmd.Root(), header, args[0])
		},
	}
}
