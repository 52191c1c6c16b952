package speed

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DataloaderWorkers points at loaders that load in the training process itself.
var DataloaderWorkers = &rules.Rule{
	Name:       "dataloader-workers",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("dataloader-workers"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"DataLoader", "loader cuda", "loader device", "data cuda", "data device"},
	Check:      checkDataloaderWorkers,
}

func checkDataloaderWorkers(p *rules.Pass) {
	for l := range feeding(p) {
		if count, _ := l.Workers(); count != train.NoWorkers || l.Resident() || l.GivesCUDA() ||
			python.InHandler(l.Place().Node) || // what is left where workers did not start
			// workers cannot import what a cell defines where processes are spawned
			inNotebook(l.Place().File()) || inNotebook(p.File.Path) {
			continue
		}
		if by := l.Copied(); by != nil {
			p.AtPlace(calleeOf(l), fmt.Sprintf("%s: the training process loads every batch itself while the GPU waits; "+
				"num_workers=4 is a common start", noWorkers(l)),
				copyNote(p, by), workersFix(l)...)
			return
		}
	}
}

// inNotebook reports whether a file is a notebook; what one sets for the library that it shows is the notebook's own
// affair, too.
func inNotebook(file string) bool { return strings.HasSuffix(file, ".ipynb") }

// noWorkers says how a loader comes to have no workers.
func noWorkers(l *train.Loader) string {
	given, _ := l.Option("num_workers")
	written := l.Written("num_workers")
	switch _, literal := written.(*python.Number); {
	case given == nil:
		return "no num_workers"
	case written == nil || literal:
		return "num_workers=0"
	}
	return fmt.Sprintf("num_workers=%s is 0", l.Call.Unit.Module.File.Slice(written.Span()))
}

func workersFix(l *train.Loader) []fixes.Fix {
	if !l.TakesAsTorch() {
		return nil
	}
	e := pyedit.New(l.Call.Unit.Module)
	arg := l.Call.Unit.Module.Argument(l.Call.Node, "num_workers", knowledge.LoaderPosition("num_workers"))
	if arg.Direct != nil {
		return e.SetArgument(arg.Direct, "4").Fixes("num_workers=4", fixes.Shown)
	}
	if given, _ := l.Option("num_workers"); given != nil { // it stands somewhere in a dict
		return nil
	}
	return e.AddKeyword(l.Call.Node, "num_workers", "4").Fixes("num_workers=4", fixes.Shown)
}
