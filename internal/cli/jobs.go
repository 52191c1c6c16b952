package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/internal/estimate"
	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/project"
)

const jobsHelp = `jobs lists the training jobs of a project: what its launchers start, the scripts
that can be run by themselves and the configs that are a whole job. Every field
says where it was written; what nothing in the project decides is unknown.`

// noJob is said where nothing is listed.
const noJob = "trainlint: no training job found in %s: name one under jobs: in trainlint.yaml, or look at a script with trainlint facts FILE\n"

func newJobsCommand(env *Environment) *cobra.Command {
	var format, settings string
	command := &cobra.Command{
		Use:   "jobs [flags] [PATH...]",
		Short: "list the training jobs of a project and where their settings come from",
		Long:  jobsHelp,
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, paths []string) error {
			opened, err := project.Open(env.project(settings, paths...))
			if err != nil {
				return err
			}
			list, err := opened.Jobs()
			if err != nil {
				return err
			}
			if err := writeJobs(env.Stdout, format, list); err != nil {
				return err
			}
			if len(list) == 0 {
				printable.Fprintf(env.Stderr, noJob, cmp.Or(strings.Join(paths, " "), "."))
			}
			return errors.Join(opened.Failures()...)
		},
	}
	command.Flags().StringVar(&format, "format", "text", "text or json")
	command.Flags().
		StringVar(&settings, "settings", "", "use this settings file for everything, instead of the closest one")
	return command
}

func writeJobs(out io.Writer, format string, list []project.Job) error {
	switch format {
	case "json":
		return writeJobsJSON(out, list)
	case "text":
		for i, j := range list {
			if i > 0 {
				fmt.Fprintln(out)
			}
			writeJob(out, j)
		}
		return nil
	}
	return fmt.Errorf("unknown format %q: choose text or json", format)
}

// writeJob prints one job, a field on each line.
func writeJob(out io.Writer, j project.Job) {
	printable.Fprintf(out, "%s (%s)\n", j.ReportedName(), j.Framework)
	if len(j.Files) > 1 {
		printable.Fprintf(out, "  files  %s\n", strings.Join(reportedFiles(j), "  "))
	}
	width := 0
	for f := range j.Fields {
		width = max(width, len(f))
	}
	for _, f := range j.Order() {
		printable.Fprintf(out, "  %-*s = %s\n", width, f, described(j, j.Fields[f]))
	}
	written := estimate.WrittenOf(j, j.Job)
	if written != nil {
		for _, line := range written.Lines() {
			printable.Fprintf(out, "  %s\n", line)
		}
	}
	if list := unknowns(j, written); len(list) > 0 {
		printable.Fprintf(out, "  unknown: %s\n", strings.Join(list, ", "))
	}
	for _, c := range j.Conflicts {
		printable.Fprintf(out, "  conflict: %s is %s, and %s\n", c.Field, described(j, c.Winner), described(j, c.Loser))
	}
}

// described is "fp32 (accelerate.yaml:8 mixed_precision: no)".
func described(j project.Job, v job.Value) string {
	switch {
	case v.Place.File == nil:
		return fmt.Sprintf("%s (default: %s)", v.Text, v.From)
	// it has one word with AdamW, whose memory is the same
	case v.Place.Key == "" && strings.HasSuffix(v.Written, ".Adam"):
		return fmt.Sprintf("%s (%s:%d: %s)", v.Text, j.Reported(v.Place.File.Path), v.Place.Line(), v.Written)
	case v.Place.Key != "" && v.Written != v.Text:
		return fmt.Sprintf("%s (%s:%d %s: %s)", v.Text, j.Reported(v.Place.File.Path), v.Place.Line(), v.Place.Key, v.Written)
	case v.Default:
		return fmt.Sprintf("%s (%s:%d, default: %s)", v.Text, j.Reported(v.Place.File.Path), v.Place.Line(), v.From)
	}
	return fmt.Sprintf("%s (%s:%d)", v.Text, j.Reported(v.Place.File.Path), v.Place.Line())
}

func reportedFiles(j project.Job) []string {
	list := make([]string, 0, len(j.Files))
	for _, path := range j.Files {
		list = append(list, j.Reported(path))
	}
	return list
}

// unknowns are the fields that nothing decides, with the reason where there is one.
func unknowns(j project.Job, written *estimate.Written) []string {
	var list []string
	for _, f := range unknownFields(j, written) {
		text := string(f)
		if why := j.WhyUnknown(f); why != "" {
			text += " (" + why + ")"
		}
		list = append(list, text)
	}
	return list
}

// unknownFields are the fields that nothing decides. Of a model of the project's own the class is the model.
func unknownFields(j project.Job, written *estimate.Written) []dialect.Field {
	if written == nil || written.Gap != nil {
		return j.Unknown
	}
	return slices.DeleteFunc(slices.Clone(j.Unknown), func(f dialect.Field) bool { return f == dialect.Model })
}

func names(fields []dialect.Field) []string {
	list := make([]string, 0, len(fields))
	for _, f := range fields {
		list = append(list, string(f))
	}
	return list
}

// The JSON of a job. Others script against it: fields are added, never renamed.
type (
	listedJob struct {
		Name      string                 `json:"name"`
		Framework string                 `json:"framework"`
		Files     []string               `json:"files"`
		Fields    map[string]listedField `json:"fields"`
		Unknown   []string               `json:"unknown"`
		Conflicts []listedConflict       `json:"conflicts"`
		// Models are those of the project's own that the job trains; ModelsUnknown is why these may not be all of them.
		Models        []estimate.WrittenModel `json:"models,omitempty"`
		ModelsUnknown *estimate.Gap           `json:"models_unknown,omitempty"`
	}
	listedField struct {
		Value   any    `json:"value"`
		Path    string `json:"path,omitempty"`
		Line    int    `json:"line,omitempty"`
		Key     string `json:"key,omitempty"`
		Written string `json:"written,omitempty"`
		Default bool   `json:"default,omitempty"`
	}
	listedConflict struct {
		Field  string      `json:"field"`
		Winner listedField `json:"winner"`
		Loser  listedField `json:"loser"`
	}
)

func writeJobsJSON(out io.Writer, list []project.Job) error {
	jobs := []listedJob{}
	for _, j := range list {
		written := estimate.WrittenOf(j, j.Job)
		one := listedJob{
			Name:      j.ReportedName(),
			Framework: string(j.Framework),
			Files:     reportedFiles(j),
			Fields:    map[string]listedField{},
			Unknown:   names(unknownFields(j, written)),
			Conflicts: []listedConflict{},
		}
		if written != nil {
			one.Models, one.ModelsUnknown = written.Models, written.Gap
		}
		for f, v := range j.Fields {
			one.Fields[string(f)] = listed(j, f, v)
		}
		for _, c := range j.Conflicts {
			one.Conflicts = append(
				one.Conflicts,
				listedConflict{string(c.Field), listed(j, c.Field, c.Winner), listed(j, c.Field, c.Loser)},
			)
		}
		jobs = append(jobs, one)
	}
	encoder := json.NewEncoder(printable.JSONTo(out))
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(map[string]any{"jobs": jobs})
}

func listed(j project.Job, of dialect.Field, v job.Value) listedField {
	f := listedField{Value: v.JSON(of.Type()), Key: v.Place.Key, Default: v.Default}
	if v.Place.File != nil {
		f.Path, f.Line = j.Reported(v.Place.File.Path), v.Place.Line()
	}
	if v.Written != v.Text {
		f.Written = v.Written
	}
	return f
}
