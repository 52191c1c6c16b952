package speed

import (
	"regexp"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// CUDASynchronizeInLoop points at training steps that wait for the GPU.
var CUDASynchronizeInLoop = &rules.Rule{
	Name:     "cuda-synchronize-in-loop",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("cuda-synchronize-in-loop"),
	On:       rules.PythonFile,
	Words:    []string{"synchronize"},
	Check:    checkSynchronize,
}

// clock is how code that measures time calls things.
var clock = regexp.MustCompile(`\b(time\.time|perf_counter|monotonic|elapsed_time|timeit|benchmark|Timer|timer|memory_stats|max_memory_allocated)\b`)

func checkSynchronize(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, c := range p.Python.Calls("torch.cuda.synchronize", "torch.accelerator.synchronize") {
		step := stepOf(p, c)
		if step == nil || clock.MatchString(p.File.Slice(step.Span())) || clock.MatchString(functionText(p, c)) {
			continue
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok {
			fix = e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		p.At(c, "torch.cuda.synchronize() in every training step: the GPU runs dry while Python queues the next step; remove it",
			[]rules.NotePlace{p.Note(head(step), "the training step")}, fix...)
	}
}

func functionText(p *rules.Pass, n python.Node) string {
	if fn := python.EnclosingFunction(n); fn != nil {
		return p.File.Slice(fn.Span())
	}
	return ""
}
