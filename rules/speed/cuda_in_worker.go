package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// CUDAInWorker finds CUDA calls in code that runs in forked worker processes.
var CUDAInWorker = &rules.Rule{
	Name:     "cuda-in-worker",
	Group:    rules.Speed,
	Severity: rules.Error,
	Page:     page("cuda-in-worker"),
	On:       rules.PythonFile,
	Words:    []string{"DataLoader"},
	Check:    checkCUDAInWorker,
}

func checkCUDAInWorker(p *rules.Pass) {
	seen := map[python.Node]bool{}
	for _, l := range loadings(p) {
		w := l.workers()
		if l.prefix != "" || !l.hasWorkers(w) || spawns(p, l) {
			continue
		}
		for _, fn := range workerFunctions(l) {
			if c := transferIn(p, fn); c != nil && !seen[c] {
				seen[c] = true
				p.At(c, fmt.Sprintf("%s copies to CUDA in a worker process: with num_workers=%s the loader fails with \"Cannot re-initialize CUDA in forked subprocess\"; copy the batch in the training loop",
					name(fn), l.text(w.value)), []rules.NotePlace{p.Note(l.call.Func, "the loader with workers")})
			}
		}
	}
}

// hasWorkers reports whether the loader has workers as the file stands, by default too.
func (l loading) hasWorkers(w workers) bool {
	if w.count == positive {
		return true
	}
	v, ok := l.m.Const(w.value)
	return w.count == variable && ok && v.Kind == python.IntValue && v.Int > 0
}

// spawns reports whether worker processes do not inherit CUDA's state.
func spawns(p *rules.Pass, l loading) bool {
	if l.argument("multiprocessing_context", contextPosition).Presence != python.Absent {
		return true
	}
	for _, c := range p.Python.AllCalls() {
		if c.MethodName() == "set_start_method" || c.MethodName() == "get_context" {
			return true
		}
	}
	return false
}

// workerFunctions are the functions of this file that a loader's workers run.
func workerFunctions(l loading) []python.Node {
	var list []python.Node
	if c := datasetClass(l); c != nil {
		for _, name := range []string{"__getitem__", "__getitems__"} {
			if fn, ok := l.m.Method(c, name).(*python.Function); ok {
				list = append(list, fn)
			}
		}
	}
	if fn := functionOf(l.m, l.argument("collate_fn", collatePosition).Value); fn != nil {
		list = append(list, fn)
	}
	return list
}

// functionOf is the function, lambda or __call__ of this file that an expression
// is; nil when it is another's.
func functionOf(m *python.Module, e python.Expr) python.Node {
	switch e := e.(type) {
	case nil:
		return nil
	case *python.Lambda:
		return e
	case *python.Name, *python.Attribute:
		if fn, ok := m.Definition(e).(*python.Function); ok {
			return fn
		}
	}
	if c := m.ClassOf(e); c != nil {
		if fn, ok := m.Method(c, "__call__").(*python.Function); ok {
			return fn
		}
	}
	return nil
}

func name(fn python.Node) string {
	if f, ok := fn.(*python.Function); ok {
		return f.Name
	}
	return "the collate_fn"
}

// transferIn is the first call in a function that copies to CUDA, nil when there is
// none or the function asks whether it runs in a worker.
func transferIn(p *rules.Pass, fn python.Node) *python.Call {
	var found *python.Call
	asks := false
	python.Walk(fn, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		if !ok {
			return true
		}
		asks = asks || c.MethodName() == "get_worker_info"
		if found == nil && movesToCUDA(p.Python, c) {
			found = c
		}
		return true
	})
	if asks {
		return nil
	}
	return found
}
