package speed

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CUDASynchronizeInLoop points at training steps that wait for the GPU.
var CUDASynchronizeInLoop = &rules.Rule{
	Name:       "cuda-synchronize-in-loop",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("cuda-synchronize-in-loop"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      []string{"synchronize", "backward", "optim", "loader"},
	Check:      checkSynchronize,
}

func checkSynchronize(p *rules.Pass) {
	for _, r := range p.Train.EveryStep(calls("torch.cuda.synchronize", "torch.accelerator.synchronize")) {
		if slices.ContainsFunc(around(r.Call, r.Step), measured) {
			continue
		}
		var fix []fixes.Fix
		if s, ok := removal(r.Call.Node); ok && !python.StandsAlone(s) { // an `if` that only passes is no better
			fix = pyedit.New(r.Call.Unit.Module).RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		p.AtPlace(r.Call.Place(), "torch.cuda.synchronize() in every training step: the GPU runs dry while Python "+
			"queues the next step; remove it",
			[]rules.NotePlace{p.NoteAt(stepPlace(r.Step), "the training step")}, fix...)
	}
}

// measured reports whether code measures time or memory: it has to wait.
func measured(n python.Node) bool {
	return python.MentionsIn(n, knowledge.MeasuresTime) ||
		python.CallsIn(n, func(name string) bool { return name == "time" })
}
