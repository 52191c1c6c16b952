package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version names this build: the release, or what the module or the checkout is.
func (env *Environment) version() string {
	if env.Release != "" {
		return env.Release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func newVersionCommand(env *Environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(
				env.Stdout,
				"trainlint %s (%s, %s/%s)\n",
				env.version(),
				runtime.Version(),
				runtime.GOOS,
				runtime.GOARCH,
			)
			return err
		},
	}
}
