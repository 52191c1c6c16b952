package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
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
	list := feeding(p)
	for _, l := range loadings(p) { // Lightning walks over these itself
		if fn := python.EnclosingFunction(l.call); fn != nil && fn.Name == "train_dataloader" && l.prefix == "" {
			list = append(list, fed{loading: l})
		}
	}
	for _, l := range list {
		w := l.workers()
		if w.count != positive && w.count != variable && w.count != mayBeZero {
			continue
		}
		if l.argument("prefetch_factor", keywordOnly).Presence == python.Absent &&
			l.argument("batch_sampler", batchSamplerPosition).Presence == python.Absent {
			p.At(l.call.Func, prefetchMessage(l.loading, w), nil, prefetchFix(p, l.loading, w)...)
			return
		}
	}
}

func prefetchMessage(l loading, w workers) string {
	ahead := fmt.Sprintf("2 × %s batches", l.text(w.value))
	if w.count == positive {
		ahead = fmt.Sprintf("%d batches", 2*w.n)
		size, ok := l.m.Const(l.argument("batch_size", batchSizePosition).Value)
		if ok && size.Kind == python.IntValue && size.Int > 0 && !size.Default {
			ahead += fmt.Sprintf(" of %d samples", size.Int)
		}
	}
	return fmt.Sprintf("prefetch_factor is left at torch's default of 2 a worker: %s wait in host memory; more hides a slow batch, fewer saves memory", ahead)
}

// prefetchFix writes torch's own default: a place to turn, not a better number. It is only shown.
func prefetchFix(p *rules.Pass, l loading, w workers) []fixes.Fix {
	value, needs := "2", ""
	if w.count != positive {
		condition, ok := l.condition(w)
		if !ok {
			return nil
		}
		value, needs = "2 if "+condition+" else None", "torch>=2.0" // torch 1 raises for None
	}
	return pyedit.New(p.Python).AddKeyword(l.call, "prefetch_factor", value).Need(needs).Fixes("write the default down: prefetch_factor="+value, fixes.Shown)
}
