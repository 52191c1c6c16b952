package speed

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DataloaderWorkers points at loaders that load in the training process itself.
var DataloaderWorkers = &rules.Rule{
	Name:     "dataloader-workers",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("dataloader-workers"),
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkDataloaderWorkers,
}

func checkDataloaderWorkers(p *rules.Pass) {
	if strings.HasSuffix(p.File.Path, ".ipynb") {
		return // workers cannot import what a cell defines where processes are spawned
	}
	for _, l := range feeding(p) {
		w := l.workers()
		if w.count != zero && w.count != zeroAbsent || resident(l.loading) {
			continue
		}
		if c := datasetClass(l.loading); c != nil && onCUDA(p.Python, c) {
			continue
		}
		if move := movesBatch(p, l.loop); move != nil {
			state := "num_workers=0"
			if w.count == zeroAbsent {
				state = "no num_workers"
			}
			p.At(l.call.Func, fmt.Sprintf("%s: the training process loads every batch itself while the GPU waits; num_workers=4 is a common start", state),
				[]rules.NotePlace{p.Note(move, "the batch is copied to the GPU here")}, workersFix(p, l.loading)...)
			return
		}
	}
}

func workersFix(p *rules.Pass, l loading) []fixes.Fix {
	e := pyedit.New(p.Python)
	arg := l.argument("num_workers", workersPosition)
	if arg.Direct != nil {
		return e.SetArgument(arg.Direct, "4").Fixes("num_workers=4", fixes.Shown)
	}
	return e.AddKeyword(l.call, "num_workers", "4").Fixes("num_workers=4", fixes.Shown)
}
