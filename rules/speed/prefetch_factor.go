package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// PrefetchFactor points at loaders that feed a training step and leave prefetch_factor open where torch's default is
// too little or too much.
var PrefetchFactor = &rules.Rule{
	Name:       "prefetch-factor",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("prefetch-factor"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"DataLoader"},
	Check:      checkPrefetchFactor,
}

// The default of 2 batches a worker is a good one for the numbers of workers between: there are enough of them for a
// slow batch not to be waited for, and few enough for the host's memory. Two workers are what a host of two cores
// allows (Colab, Kaggle), and what they lack is not more batches ahead of each.
const (
	fewWorkers  = 1
	manyWorkers = 16
)

func checkPrefetchFactor(p *rules.Pass) {
	for l := range feeding(p) {
		if prefetches(p, l) {
			return
		}
	}
}

// prefetches reports a loader with few or many workers that leaves the option open; false when it does not.
func prefetches(p *rules.Pass, l *train.Loader) bool {
	count, n := l.Workers()
	if count != train.KnownWorkers || n > fewWorkers && n < manyWorkers {
		return false
	}
	for _, option := range []string{"prefetch_factor", "batch_sampler"} {
		if given, open := l.Option(option); given != nil || open {
			return false
		}
	}
	ahead := fmt.Sprintf("%d batches", 2*n)
	given, _ := l.Option("batch_size")
	if size, ok := given.(run.Int); ok && size > 1 {
		ahead += fmt.Sprintf(" of %d samples", size)
	}
	if n >= manyWorkers {
		p.AtPlace(
			calleeOf(l),
			fmt.Sprintf("prefetch_factor is left at torch's default of 2 a worker: with %d workers %s wait in host "+
				"memory, for each GPU; prefetch_factor=1 halves them", n, ahead),
			nil,
			prefetchFix(l, "1")...)
		return true
	}
	p.AtPlace(
		calleeOf(l),
		fmt.Sprintf("only %s are loaded ahead of the training step, torch's default of 2 a worker: one slow batch "+
			"stalls it; give it more workers, or a prefetch_factor of 4", ahead),
		nil,
		prefetchFix(l, "4")...)
	return true
}

// prefetchFix writes a number to begin with: which is best depends on the data and the host. It is only shown.
func prefetchFix(l *train.Loader, value string) []fixes.Fix {
	if !l.TakesAsTorch() {
		return nil
	}
	return pyedit.New(l.Call.Unit.Module).
		AddKeyword(l.Call.Node, "prefetch_factor", value).
		Fixes("prefetch_factor="+value, fixes.Shown)
}
