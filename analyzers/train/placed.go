package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// UnplacedLoad is a torch.load that says nothing of where the tensors go, in each of several processes that train on a
// GPU of their own.
type UnplacedLoad struct {
	Load *run.Call
	// Wrapped is where the model is shared out over the processes, and Saved where the program writes what it loads.
	Wrapped, Saved *run.Call
}

// UnplacedLoads lists the calls of torch.load that each process of DistributedDataParallel makes, that put every tensor
// back on the GPU from which it was saved, and whose file this program writes from a GPU: it holds the state of its
// optimizer, or is the very file.
func (e *Entry) UnplacedLoads() []*UnplacedLoad {
	wrapped := e.onOneGPUEach()
	i := slices.IndexFunc(e.Calls, func(c *run.Call) bool { return knowledge.JoinsProcesses(symbolOf(c)) })
	if i < 0 {
		return nil
	}
	joined := e.Calls[i]
	var list []*UnplacedLoad
	for _, load := range e.Calls {
		if symbolOf(load) != "torch.load" || load.Node == nil || load.Seq < joined.Seq || ofOneProcess(load) ||
			mentionsProcess(load) {
			continue
		}
		if where, open := load.Argument("map_location", 1); open || where != nil && !run.IsNone(where) {
			continue
		}
		model := nearest(load, wrapped, func(w *run.Call) bool { return Together(w, load) })
		if model == nil || choosesItsGPU(load, model) {
			continue
		}
		if worker := commonCaller(joined, model); worker != nil && !within(load, worker) {
			continue // the process that started the others goes on
		}
		if saved := e.savedAgain(load); saved != nil {
			list = append(list, &UnplacedLoad{load, model, saved})
		}
	}
	return list
}

// nearest is the call among some that stand to another one in some way which happens the least before or behind that;
// nil when there is none.
func nearest(to *run.Call, list []*run.Call, holds func(*run.Call) bool) *run.Call {
	var best *run.Call
	away := func(c *run.Call) int { return max(c.Seq-to.Seq, to.Seq-c.Seq) }
	for _, c := range list {
		if holds(c) && (best == nil || away(c) < away(best)) {
			best = c
		}
	}
	return best
}

// onOneGPUEach are the calls that share a model out over processes with one GPU each: DistributedDataParallel(model,
// device_ids=[rank]).
func (e *Entry) onOneGPUEach() []*run.Call {
	return slices.DeleteFunc(e.DataParallel(), func(c *run.Call) bool {
		ids, _ := c.Argument("device_ids", 1)
		list, ok := ids.(*run.Object)
		return !ok || list.Kind != run.List
	})
}

// ofOneProcess reports whether something happens only where a test asks which process this is.
func ofOneProcess(c *run.Call) bool {
	return slices.ContainsFunc(c.Gates, func(l run.Literal) bool { return knowledge.AsksProcess(textOfTest(l)) })
}

// mentionsProcess reports whether the file that is loaded is called after the process: each has one of its own.
func mentionsProcess(load *run.Call) bool {
	path, _ := load.Argument("f", 0)
	var named func(v run.Value, depth int) bool
	named = func(v run.Value, depth int) bool {
		o, ok := v.(*run.Object)
		if !ok || depth > maxParts {
			return false
		}
		if knowledge.AsksProcess(o.Word) || knowledge.AsksProcess(o.Named) {
			return true
		}
		if slices.ContainsFunc(o.Operands, func(part run.Value) bool { return named(part, depth+1) }) {
			return true
		}
		return o.Made != nil && slices.ContainsFunc(o.Made.Args, func(a run.Argument) bool { return named(a.Value, depth+1) })
	}
	if len(load.Node.Args) > 0 { // "mb" + str(args.rank) + ".pth", which the run took for the default of the option
		module := load.Unit.Module
		if written := module.OnlyValue(load.Node.Args[0].Value); written != nil &&
			knowledge.AsksProcess(module.File.Slice(written.Span())) {
			return true
		}
	}
	return slices.ContainsFunc(run.Alternatives(path), func(v run.Value) bool { return named(v, 0) })
}

// choosesItsGPU reports whether the files concerned say which GPUs a process sees: cuda:0 may be another one in each
// then.
func choosesItsGPU(calls ...*run.Call) bool {
	for _, c := range calls {
		for ; c != nil; c = c.Caller {
			if c.Unit != nil && strings.Contains(string(c.Unit.Module.File.Text), "CUDA_VISIBLE_DEVICES") {
				return true
			}
		}
	}
	return false
}

// savedAgain is a torch.save of the program that writes such files as a call loads, with tensors where they are; nil
// when none is seen, or something is copied to the host around it.
func (e *Entry) savedAgain(load *run.Call) *run.Call {
	resumes := e.resumesOptimizer(load)
	path, _ := load.Argument("f", 0)
	var saves []*run.Call
	for _, c := range e.Calls {
		if symbolOf(c) != "torch.save" || c.Node == nil {
			continue
		}
		if copiesToHost(c) {
			return nil
		}
		saves = append(saves, c)
	}
	return nearest(load, saves, func(c *run.Call) bool {
		to, _ := c.Argument("f", 1)
		return resumes || to != nil && to == path && isOneFile(path)
	})
}

// isOneFile reports whether a path is one and the same wherever it is met: a text, or something that was made once.
func isOneFile(path run.Value) bool {
	switch p := path.(type) {
	case run.Str:
		return true
	case *run.Object:
		return p.Kind == run.Unknown && p.Operator != "" || p.Word != ""
	}
	return false
}

// copiesToHost reports whether the function around a call speaks of the CPU.
func copiesToHost(c *run.Call) bool {
	text := string(c.Unit.Module.File.Text)
	if f := python.EnclosingFunction(c.Node); f != nil {
		text = c.Unit.Module.File.Slice(f.Span())
	}
	return strings.Contains(text, "cpu")
}

// resumesOptimizer reports whether what a call loads, or an item of it, is the state of an optimizer.
func (e *Entry) resumesOptimizer(load *run.Call) bool {
	loaded, ok := load.Result.(*run.Object)
	return ok && slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		on := receiver(c)
		if calleeName(c) != "load_state_dict" || on == nil || library.RoleOf(on) != knowledge.Optimizer || len(c.Args) == 0 {
			return false
		}
		return takenOf(c.Args[0].Value, loaded, 0)
	})
}

// takenOf reports whether a value is something of a container: an item, or what get gives.
func takenOf(v run.Value, of *run.Object, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok || depth > maxParts {
		return false
	}
	if o == of {
		return true
	}
	if o.Operator == "[]" || o.Operator == run.Iterating && len(o.Operands) > 0 {
		return takenOf(o.Operands[0], of, depth+1)
	}
	return o.Made != nil && receiver(o.Made) != nil && takenOf(receiver(o.Made), of, depth+1)
}
