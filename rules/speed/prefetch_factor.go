package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// PrefetchFactor points at loaders with workers that leave prefetch_factor open, where they feed a training step.
var PrefetchFactor = &rules.Rule{
	Name:     "prefetch-factor",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("prefetch-factor"),
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkPrefetchFactor,
}

func checkPrefetchFactor(p *rules.Pass) {
	for l := range feeding(p) {
		if prefetches(p, l) {
			return
		}
	}
	for _, e := range p.Train.Entries() { // Lightning walks over these itself
		for _, l := range e.Loaders() {
			if l.Call.Node == nil { // made without a call in the text: nothing to write the option into
				continue
			}
			if fn := python.EnclosingFunction(l.Call.At); fn != nil && fn.Name == "train_dataloader" && prefetches(p, l) {
				return
			}
		}
	}
}

// prefetches reports a loader with workers that leaves the option open; false when it does not.
func prefetches(p *rules.Pass, l *train.Loader) bool {
	count, n := l.Workers()
	if count != train.KnownWorkers && count != train.SomeWorkers && count != train.PerhapsWorkers || l.Written("num_workers") == nil {
		return false
	}
	for _, option := range []string{"prefetch_factor", "batch_sampler"} {
		if given, open := l.Option(option); given != nil || open {
			return false
		}
	}
	p.AtPlace(calleeOf(l), prefetchMessage(l, n), nil, prefetchFix(l, n)...)
	return true
}

// prefetchMessage names the batches that wait: n is the number of workers, 0 when only the program knows it.
func prefetchMessage(l *train.Loader, n int64) string {
	ahead := fmt.Sprintf("2 × %s batches", l.Call.Unit.Module.File.Slice(l.Written("num_workers").Span()))
	if n > 0 {
		ahead = fmt.Sprintf("%d batches", 2*n)
		given, _ := l.Option("batch_size")
		if size, ok := given.(run.Int); ok && size > 0 {
			ahead += fmt.Sprintf(" of %d samples", size)
		}
	}
	return fmt.Sprintf("prefetch_factor is left at torch's default of 2 a worker: %s wait in host memory; more hides "+
		"a slow batch, fewer saves memory", ahead)
}

// prefetchFix writes torch's own default: a place to turn, not a better number. It is only shown.
func prefetchFix(l *train.Loader, n int64) []fixes.Fix {
	value, needs := "2", ""
	if n == 0 {
		workers := l.Written("num_workers")
		switch workers.(type) {
		case *python.Name, *python.Attribute, *python.Subscript:
		default:
			return nil
		}
		if python.PathText(workers) == "" {
			return nil
		}
		value, needs = "2 if "+l.Call.Unit.Module.File.Slice(workers.Span())+" > 0 else None", "torch>=2.0" // torch 1 raises for None
	}
	return pyedit.New(l.Call.Unit.Module).AddKeyword(l.Call.Node, "prefetch_factor", value).Need(needs).Fixes("write the default down: prefetch_factor="+value, fixes.Shown)
}
