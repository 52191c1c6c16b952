package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// PrefetchFactor points at loaders with workers that leave prefetch_factor open.
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
	for _, l := range loadings(p) {
		w := l.workers()
		if l.prefix != "" || w.count != positive && w.count != variable && w.count != mayBeZero {
			continue
		}
		if l.argument("prefetch_factor", keywordOnly).Presence != python.Absent ||
			l.argument("batch_sampler", batchSamplerPosition).Presence != python.Absent {
			continue
		}
		p.At(l.call.Func, prefetchMessage(l, w), nil, prefetchFix(p, l, w)...)
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
	return fmt.Sprintf("prefetch_factor is left at torch's default of 2 a worker: %s are held in host memory; prefetch_factor=2 pins it", ahead)
}

func prefetchFix(p *rules.Pass, l loading, w workers) []fixes.Fix {
	value := "2"
	if w.count != positive {
		condition, ok := l.condition(w)
		if !ok || olderThanTwo(p) {
			return nil
		}
		value = "2 if " + condition + " else None"
	}
	return pyedit.New(p.Python).AddKeyword(l.call, "prefetch_factor", value).Fixes("pin prefetch_factor="+value, fixes.Safe)
}

// olderThanTwo reports whether the project may run on torch 1, which rejects
// prefetch_factor=None.
func olderThanTwo(p *rules.Pass) bool {
	floor, ok := p.Versions.Floor("torch")
	return ok && floor.Compare(two) < 0
}

var two, _ = deps.ParseVersion("2.0")
