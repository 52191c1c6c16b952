package config

import (
	"fmt"
	"path"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// MissingConfigFile finds commands that name a config file that is not there.
var MissingConfigFile = &rules.Rule{
	Name:         "missing-config-file",
	Group:        rules.Config,
	Severity:     rules.Warning,
	Raises:       true,
	Page:         page("missing-config-file"),
	On:           rules.Job,
	Words:        []string{"yaml", "yml", "json", "toml"},
	WithoutTorch: true,
	Check:        checkMissingConfigFile,
}

func checkMissingConfigFile(p *rules.Pass) {
	for _, a := range p.Job.Absent() {
		message := fmt.Sprintf("%s is nowhere in the project: the run ends where it opens it", a.Word.Text)
		names := make([]string, 0, len(a.Others))
		for _, other := range a.Others {
			names = append(names, path.Base(other))
		}
		if near := ask.Nearest(path.Base(a.Word.Text), names); near != "" {
			message += fmt.Sprintf("; did you mean %s?", near)
		}
		p.Report(
			rules.Diagnostic{Severity: rules.Warning, File: p.Job.Launch.Command.File.Path, Span: a.Word.Span, Message: message},
		)
	}
}
