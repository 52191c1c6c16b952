package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/report"
)

// completeFlags tells the shell what flags take: rules and groups, cards, formats, models. Flags of one name take the
// same in every command.
func completeFlags(env *Environment, root *cobra.Command) {
	values := map[string]func() []string{
		"select":        func() []string { return lint.Names(env.Rules) },
		"extend-select": func() []string { return lint.Names(env.Rules) },
		"ignore":        func() []string { return lint.Names(env.Rules) },
		"gpu":           cardNames,
		"model":         modelNames,
		"min-severity":  func() []string { return slices.Clone(severityNames) },
		"color":         func() []string { return slices.Clone(colorModes) },
	}
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		for name, list := range values {
			complete(cmd, name, list)
		}
		if cmd == root {
			complete(cmd, "format", report.Formats)
			continue
		}
		complete(cmd, "format", func() []string { return []string{"text", "json"} })
	}
}

func complete(cmd *cobra.Command, flag string, list func() []string) {
	if cmd.Flags().Lookup(flag) == nil {
		return
	}
	err := cmd.RegisterFlagCompletionFunc(
		flag,
		func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			// A flag that takes a list completes what stands behind the last comma.
			head := typed[:strings.LastIndexByte(typed, ',')+1]
			var words []string
			for _, word := range startingWith(list(), typed[len(head):]) {
				words = append(words, head+word)
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
	)
	if err != nil {
		panic(err) // the flag is there, and registered once
	}
}

func startingWith(names []string, typed string) []string {
	typed = strings.ToLower(typed)
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(strings.ToLower(name), typed) })
}

func cardNames() []string {
	var names []string
	for _, gpu := range estimator.GPUs() {
		names = append(names, gpu.Key)
	}
	slices.Sort(names)
	return names
}

func modelNames() []string {
	return slices.Sorted(slices.Values(estimator.ModelIDs()))
}
