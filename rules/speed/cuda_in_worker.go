package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// CUDAInWorker finds CUDA calls in code that runs in forked worker processes.
var CUDAInWorker = &rules.Rule{
	Name:     "cuda-in-worker",
	Group:    rules.Speed,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("cuda-in-worker"),
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkCUDAInWorker,
}

func checkCUDAInWorker(p *rules.Pass) {
	seen := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, l := range e.Loaders() {
			if l.Call.Node == nil || !hasWorkers(l) || l.Spawns() {
				continue
			}
			c := l.Transfer()
			if c == nil || seen[c.At] {
				continue
			}
			seen[c.At] = true
			p.AtPlace(c.Place(), fmt.Sprintf("%s copies to CUDA in a worker process: with %s the loader fails with "+
				"\"Cannot re-initialize CUDA in forked subprocess\"; copy the batch in the training loop",
				workerFunction(c), workersText(l)), []rules.NotePlace{p.NoteAt(calleeOf(l), "the loader with workers")})
		}
	}
}

// hasWorkers reports whether a loader has workers as the program stands, by default too.
func hasWorkers(l *train.Loader) bool {
	count, _ := l.Workers()
	if count == train.KnownWorkers {
		return true
	}
	given, _ := l.Option("num_workers")
	option, ok := given.(*run.Object)
	if !ok || option.Default == nil {
		return false
	}
	n, ok := run.Bare(option.Default).(run.Int)
	return ok && n > 0
}

func workersText(l *train.Loader) string {
	if written := l.Written("num_workers"); written != nil {
		return "num_workers=" + l.Call.Unit.Module.File.Slice(written.Span())
	}
	_, n := l.Workers()
	return fmt.Sprintf("num_workers=%d", n)
}

// workerFunction is the function in which a worker copies, as messages call it.
func workerFunction(c *run.Call) string {
	if fn := python.EnclosingFunction(c.At); fn != nil && !python.InLambda(c.At) {
		return fn.Name
	}
	return "the collate_fn"
}
