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
	Summary:  "a DataLoader with workers leaves prefetch_factor to torch's default of 2",
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkPrefetchFactor,
	Doc: rules.Markdown(`## What it flags
A ~DataLoader~ with worker processes and no ~prefetch_factor~.

## Why it matters
torch loads 2 batches ahead for every worker, unasked. Writing the 2 down changes nothing today: it pins the number, and shows where to
turn when the GPU waits for data. Each batch loaded ahead is held in host memory: workers × prefetch_factor × the bytes of a batch, per GPU.

## Example
~~~python bad
from torch.utils.data import DataLoader

def loader(dataset):
    return DataLoader(dataset, batch_size=32, num_workers=4)
~~~

~~~python good
from torch.utils.data import DataLoader

def loader(dataset):
    return DataLoader(dataset, batch_size=32, num_workers=4, prefetch_factor=2)
~~~

## When it is fine
Always: it is a note. The rule is silent without workers, with a ~batch_sampler~ (its batches differ in size), and where the arguments are
not known.

## Fix safety
Safe: ~prefetch_factor=2~ is what torch does. Where the worker count is a variable it becomes ~2 if workers > 0 else None~; ~None~ needs
torch 2.0, so projects that declare an older one get no fix there.

## Versions
torch >= 1.7.

## Sources
torch/utils/data/dataloader.py, DataLoader.__init__.`),
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
