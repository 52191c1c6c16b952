package memory

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointingInEvalMode finds models that are to checkpoint and are trained in evaluation mode, in which they do not.
var CheckpointingInEvalMode = &rules.Rule{
	Name:     "checkpointing-in-eval-mode",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("checkpointing-in-eval-mode"),
	On:       rules.PythonFile,
	Words:    knowledge.CheckpointingSwitches,
	Check:    checkCheckpointingInEvalMode,
}

func checkCheckpointingInEvalMode(p *rules.Pass) {
	said := map[python.Node]bool{}
	for _, u := range p.Train.CheckpointedInEvalMode() {
		if said[u.Enable.At] {
			continue
		}
		said[u.Enable.At] = true
		p.AtPlace(
			u.Enable.Place(),
			"nothing is checkpointed: from_pretrained leaves the model in evaluation mode, nobody calls train(), and its "+
				"layers checkpoint in training mode only; call model.train() before the loop",
			[]rules.NotePlace{
				p.NoteAt(u.Loaded.Place(), "loaded in evaluation mode"),
				p.NoteAt(u.Step.Place(), "the step that trains it"),
			},
		)
	}
}
