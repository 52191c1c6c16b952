package speed

import (
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// PinMemory points at loaders whose batches go to the GPU from pageable memory.
var PinMemory = &rules.Rule{
	Name:       "pin-memory",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("pin-memory"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"DataLoader", "loader cuda", "loader device", "data cuda", "data device"},
	Check:      checkPinMemory,
}

func checkPinMemory(p *rules.Pass) {
	for l := range feeding(p) {
		if given, open := l.Option("pin_memory"); given != nil || open || l.GivesCUDA() {
			continue
		}
		if count, _ := l.Workers(); count == train.NoWorkers { // the training process would copy each batch once more itself
			continue
		}
		if by := l.Copied(); by != nil {
			p.AtPlace(calleeOf(l), "no pin_memory: batches are copied to the GPU from pageable memory, twice and without "+
				"overlap; pin_memory=torch.cuda.is_available() pins them",
				copyNote(p, by), pinFix(l)...)
			return
		}
	}
}

func pinFix(l *train.Loader) []fixes.Fix {
	e := pyedit.New(l.Call.Unit.Module)
	torch, plan := e.Import(l.Call.Node, "torch", "")
	return plan.And(e.AddKeyword(l.Call.Node, "pin_memory", torch+".cuda.is_available()")).
		Fixes("pin_memory="+torch+".cuda.is_available()", fixes.Unsafe)
}
