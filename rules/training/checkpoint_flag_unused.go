package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointFlagUnused finds modules whose checkpointing switch is connected to nothing.
var CheckpointFlagUnused = &rules.Rule{
	Name:     "checkpoint-flag-unused",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("checkpoint-flag-unused"),
	On:       rules.PythonFile,
	Words:    []string{"checkpoint"},
	Check:    checkFlagUnused,
}

func checkFlagUnused(p *rules.Pass) {
	for _, u := range p.Train.UnreadParameters(knowledge.NamesCheckpointing) {
		if python.CallsIn(u.Class, knowledge.RunsCheckpointed) { // it checkpoints whatever the switch says
			continue
		}
		p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: p.File.Path, Span: u.Parameter.NameSpan,
			Message: fmt.Sprintf("%s takes %s and no method reads it: the switch does nothing and activations are kept; "+
				"checkpoint in forward or drop the argument", u.Class.Name, u.Parameter.Name)})
	}
}
