package job

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// restingProject are scripts with parts in other files, each started twice.
func restingProject(scripts int) string {
	var b strings.Builder
	for i := range scripts {
		fmt.Fprintf(&b, "-- model%d.py --\nfrom transformers import AutoModelForCausalLM\n\ndef load(name):\n    return AutoModelForCausalLM.from_pretrained(name)\n\n"+
			"def freeze(model):\n    model.requires_grad_(False)\n", i)
		fmt.Fprintf(&b, "-- train%d.py --\nfrom model%d import load, freeze\n%s", i, i,
			strings.NewReplacer("AutoModelForCausalLM.from_pretrained(a.model)", "load(a.model)", "    o = torch", "    if a.bs > 4:\n        freeze(m)\n    o = torch").Replace(smallScript))
		fmt.Fprintf(&b, "-- run%d.sh --\npython train%d.py --bs 2\npython train%d.py --bs 3 --model gpt2-large\n", i, i, i)
	}
	return b.String()
}

// TestReadJobsHoldNoTrees: jobs are data. Once they are read, and when the questions about them have ended, nothing of
// them holds a tree or a run: a project has thousands.
func TestReadJobsHoldNoTrees(t *testing.T) {
	w := workspace(restingProject(4))
	var trees []weak.Pointer[python.Tree]
	w.Parse = func(f *source.File, meter *budget.Meter) (*python.Module, error) {
		m, err := python.ParseWithin(f, meter)
		if m != nil {
			trees = append(trees, weak.Make(m.Tree))
		}
		return m, err
	}
	jobs := Find(w)
	if len(jobs) != 8 {
		t.Fatalf("%d jobs, want 8", len(jobs))
	}
	held := func() int {
		clear(w.modules) // which are bounded, and those of the last jobs
		w.parsed = 0
		runtime.GC()
		return len(slices.DeleteFunc(slices.Clone(trees), func(p weak.Pointer[python.Tree]) bool { return p.Value() == nil }))
	}
	if n := held(); n > 0 {
		t.Errorf("jobs that are read hold %d trees", n)
	}
	for _, j := range jobs {
		file := j.Program.File()
		if calls := j.Program.Module().Calls("torch.optim.AdamW"); len(calls) != 1 || j.Program.Module().File != file {
			t.Errorf("%s: %d optimizers", j.Name, len(calls))
		} else if runs, known := j.Program.Runs(calls[0]); !runs || !known {
			t.Errorf("%s: the optimizer runs: %t, known: %t", j.Name, runs, known)
		}
		for _, l := range j.Loads {
			if l.Call() == nil || l.Call().MethodName() != "from_pretrained" {
				t.Errorf("%s: the call that loads the model is gone", j.Name)
			}
		}
		j.EndQuestions()
	}
	if n := held(); n > 0 {
		t.Errorf("questions that have ended hold %d trees", n)
	}
	runtime.KeepAlive(jobs)
}
