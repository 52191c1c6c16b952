package train

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/run"
)

// Reentered is a reentrant checkpoint within a model that DistributedDataParallel searches for unused parameters.
type Reentered struct {
	Wrapped    *run.Call // DistributedDataParallel(…, find_unused_parameters=True)
	Checkpoint *run.Call
}

// Reentered finds the first reentrant checkpoint that a forward pass through a DistributedDataParallel surely comes to,
// where that looks for unused parameters after each pass: what stands behind such a checkpoint is in no graph yet and
// counts as unused, and its gradients come a second time. nil where there is none. Nothing is said of a program that
// freezes something, which may be all that is checkpointed, or that has a static graph.
func (e *Entry) Reentered() *Reentered {
	for _, made := range e.DataParallel() {
		module, _ := made.Argument("module", 0)
		model, ok := run.Bare(module).(*run.Object)
		if !ok || !searchesUnused(made) {
			continue
		}
		for _, c := range e.Calls {
			if c.Node != nil && reentrant(c) && happensWithin(c, model) && !freezesOrFixes(c.Unit, made.Unit) {
				return &Reentered{Wrapped: made, Checkpoint: c}
			}
		}
	}
	return nil
}

// happensWithin reports whether a call surely happens whenever a module is called.
func happensWithin(c *run.Call, module *run.Object) bool {
	for caller := c.Caller; caller != nil; caller = caller.Caller {
		if caller.Callee == run.Value(module) {
			return len(c.Gates) == len(caller.Gates)
		}
	}
	return false
}

// reentrant reports whether a call is torch's checkpoint in its reentrant variant, with gradients on: what it is when
// nothing says otherwise.
func reentrant(c *run.Call) bool {
	path, ok := c.Callee.(run.Symbol)
	if !ok || path != "torch.utils.checkpoint.checkpoint" || c.Grad == run.Value(run.Bool(false)) {
		return false
	}
	v, uncertain := c.Argument("use_reentrant", -1)
	return !uncertain && (v == nil || v == run.Value(run.Bool(true)))
}

// searchesUnused reports whether DistributedDataParallel is told to look for unused parameters, and of no static graph.
func searchesUnused(made *run.Call) bool {
	search, _ := made.Argument("find_unused_parameters", -1)
	static, uncertain := made.Argument("static_graph", -1)
	return search == run.Value(run.Bool(true)) && !uncertain && (static == nil || static == run.Value(run.Bool(false)))
}

// freezesOrFixes reports whether one of the files concerned may freeze what is checkpointed, or say that the graph is
// always the same.
func freezesOrFixes(units ...*run.Unit) bool {
	for _, u := range units {
		for _, word := range []string{"requires_grad", "_set_static_graph"} {
			if bytes.Contains(u.Module.File.Text, []byte(word)) {
				return true
			}
		}
	}
	return false
}
