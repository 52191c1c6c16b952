package speed

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// PinMemory points at loaders whose batches go to the GPU from pageable memory.
var PinMemory = &rules.Rule{
	Name:     "pin-memory",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("pin-memory"),
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkPinMemory,
}

func checkPinMemory(p *rules.Pass) {
	for _, l := range feeding(p) {
		if l.argument("pin_memory", pinMemoryPosition).Presence != python.Absent || makesCUDA(p, l.loading) {
			continue
		}
		if move := movesBatch(p, l.loop); move != nil {
			p.At(l.call.Func, "no pin_memory: batches are copied to the GPU from pageable memory, twice and without overlap; pin_memory=torch.cuda.is_available() pins them",
				[]rules.NotePlace{p.Note(move, "the batch is copied to the GPU here")}, pinFix(p, l.loading)...)
			return
		}
	}
}

// makesCUDA reports whether the loader's dataset or collate_fn may return CUDA tensors.
func makesCUDA(p *rules.Pass, l loading) bool {
	if c := datasetClass(l); c != nil && onCUDA(p.Python, c) {
		return true
	}
	collate := l.argument("collate_fn", collatePosition)
	if collate.Presence == python.Uncertain {
		return true
	}
	fn := functionOf(p.Python, collate.Value)
	return fn != nil && transferIn(p, fn) != nil
}

func pinFix(p *rules.Pass, l loading) []fixes.Fix {
	e := pyedit.New(p.Python)
	torch, plan := e.Import(l.call, "torch", "")
	return plan.And(e.AddKeyword(l.call, "pin_memory", torch+".cuda.is_available()")).Fixes("pin_memory="+torch+".cuda.is_available()", fixes.Unsafe)
}
