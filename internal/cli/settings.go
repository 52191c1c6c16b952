package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/internal/files"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/internal/settings"
)

func newSettingsCommand(env *Environment) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "settings [FILE]",
		Short: "show which settings hold for a file, and where each was written",
		Args:  takes(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := "."
			if len(args) == 1 {
				path = args[0]
			}
			return showSettings(env, file, path)
		},
	}
	cmd.Flags().StringVar(&file, "settings", "", "use this settings file, instead of the closest one")
	return cmd
}

func showSettings(env *Environment, file, path string) error {
	full := env.absolute(filepath.Clean(path))
	dir := filepath.Dir(full)
	if path == "." {
		dir = env.Dir
	}
	held, err := project.NewResolver(env.project(file), files.RootsOf(env.Dir, ".", path)).For(dir)
	if err != nil {
		return err
	}
	s := &shown{out: env.Stdout, dir: env.Dir}
	s.head(path, held)
	policy := held.For(full)
	s.list("select", policy.Select, "every rule")
	s.list("ignore", policy.Ignore, "nothing")
	if held.Fixable != nil {
		s.list("fixable", held.Fixable, "nothing")
	}
	if held.Unfixable != nil {
		s.list("unfixable", held.Unfixable, "nothing")
	}
	s.byName("severity", policy.Severity)
	s.excluded(held, full)
	s.target(held.Target)
	s.byName("versions", held.Versions)
	s.byName("sizes", held.Sizes)
	for _, job := range held.Jobs {
		s.line("job", strings.TrimSpace(job.Name+" "+job.Run), job.Origin)
	}
	if held.Baseline.Value != "" {
		s.line("baseline", s.relative(held.Baseline.Value), held.Baseline.Origin)
	}
	return s.err
}

// shown writes settings, each with its origin.
type shown struct {
	out io.Writer
	dir string
	err error
}

func (s *shown) printf(format string, args ...any) {
	if s.err == nil {
		_, s.err = io.WriteString(s.out, printable.Sprintf(format, args...))
	}
}

func (s *shown) relative(path string) string {
	if relative, err := filepath.Rel(s.dir, path); err == nil {
		return filepath.ToSlash(relative)
	}
	return path
}

func (s *shown) head(path string, held *settings.Settings) {
	if held.File == "" {
		s.printf("%s: no settings file here or above, the defaults hold\n", path)
		return
	}
	s.printf("%s: %s", path, s.relative(held.File))
	for _, base := range held.Extends {
		s.printf(", which extends %s", s.relative(base))
	}
	s.printf("\n")
}

func (s *shown) line(key, value string, origin settings.Origin) {
	s.printf("  %-9s %s (%s)\n", key, value, origin.Relative(s.dir))
}

func (s *shown) list(key string, entries []settings.Entry, none string) {
	if len(entries) == 0 {
		s.printf("  %-9s %s\n", key, none)
	}
	for _, entry := range entries {
		s.line(key, entry.Value, entry.Origin)
	}
}

func (s *shown) byName(key string, entries map[string]settings.Entry) {
	names := make([]string, 0, len(entries))
	for name := range entries {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		s.line(key, name+" "+entries[name].Value, entries[name].Origin)
	}
}

func (s *shown) excluded(held *settings.Settings, full string) {
	if pattern := held.Excludes(full); pattern != nil {
		s.line("excluded", pattern.Value, pattern.Origin)
	}
}

func (s *shown) target(target settings.Target) {
	if target.GPU.Value != "" {
		s.line("gpu", target.GPU.Value, target.GPU.Origin)
	}
	if target.Count > 0 {
		s.printf("  %-9s %d\n", "gpus", target.Count)
	}
	if target.HostMemory > 0 {
		s.printf("  %-9s %d bytes\n", "host", target.HostMemory)
	}
}
