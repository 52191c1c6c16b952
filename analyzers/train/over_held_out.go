package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// isGivenHeldOut reports whether a pass runs on what is called held-out data, all of it at once, wherever that is:
// test_logits = model(X_test), in the loop over the epochs that trains before. Or on a batch of a loader that is called
// so: images, labels = next(test_batches).
func (e *Entry) isGivenHeldOut(site *run.Call) bool {
	if site == nil {
		return false
	}
	return slices.ContainsFunc(site.Args, func(a run.Argument) bool {
		if library.IsModule(a.Value) {
			return false
		}
		name := python.LastName(a.Node)
		return name != "" && knowledge.NamesHeldOut(name) || e.drawnFromHeldOut(a.Value)
	})
}

// trainsOnHeldOut reports whether a loop differentiates what some network gives of what is called held-out data: a
// model that adapts itself to a test set is trained on it, and the name says nothing there.
func (e *Entry) trainsOnHeldOut(loop *Loop) bool {
	return loop.Trains && slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		_, runs := forwardedBy(c)
		return runs && loop.has(c) && e.isGivenHeldOut(siteOf(c, loop)) && e.graphs().leadsToPass(c)
	})
}

// drawnFromHeldOut reports whether a value is computed of what next() gives of a loader that is called one of held-out
// data.
func (e *Entry) drawnFromHeldOut(v run.Value) bool {
	open, seen := []run.Value{v}, map[*run.Object]bool{}
	for len(open) > 0 && len(seen) < maxStepsBack {
		v := open[0]
		open = open[1:]
		for _, one := range e.graphs().flatten(v) {
			o, ok := one.(*run.Object)
			if !ok || seen[o] {
				continue
			}
			seen[o] = true
			if o.Made != nil && calleeName(o.Made) == "next" && len(o.Made.Args) > 0 {
				return e.isHeldOutLoader(o.Made.Args[0].Value)
			}
			if o.Made != nil && drawsHeldOut(o.Made) {
				return true
			}
			if o.Operator == run.Iterating && len(o.Operands) > 0 && e.isHeldOutLoader(o.Operands[0]) {
				return true
			}
			open = append(open, operands(o)...)
		}
	}
	return false
}

// drawsHeldOut reports whether a call of something that nobody sees draws a batch, by its name, of held-out data:
// val_sampler(), eval_set.get().
func drawsHeldOut(c *run.Call) bool {
	if c.Node == nil || len(c.Args) > 0 {
		return false
	}
	switch callee := c.Callee.(type) {
	case *run.Object:
		name := python.LastName(c.Node.Func)
		return knowledge.NamesHeldOut(name) && knowledge.DrawsBatch(name)
	case *run.Member:
		draws := knowledge.FetchesBatch(callee.Name) || callee.Name == "get"
		return draws && knowledge.NamesHeldOut(python.LastName(c.Node.Receiver()))
	}
	return false
}

// isHeldOutLoader reports whether an iterator goes over a loader, or a dataset, that is called one of held-out data:
// iter(test_loader).
func (e *Entry) isHeldOutLoader(v run.Value) bool {
	for range maxHeld {
		o, ok := v.(*run.Object)
		if !ok {
			return false
		}
		if knowledge.NamesHeldOut(o.Named) || o.Kind == run.Unknown && knowledge.NamesHeldOut(o.Word) || servesHeldOut(o) {
			return true
		}
		if o.Made == nil || len(o.Made.Args) == 0 {
			return false
		}
		v = o.Made.Args[0].Value
	}
	return false
}

// overHeldOut reports whether a loop evaluates by what it goes over, or by what its function is called, or stands in
// one that predicts for one that evaluates, and is not there to measure how sure the model is.
func (e *Entry) overHeldOut(loop *Loop) bool {
	around := python.FunctionsAround(loop.Node())
	if slices.ContainsFunc(around, func(f *python.Function) bool { return knowledge.SamplesDropout(f.Name) }) {
		return false
	}
	// evaluate = Evaluator(loader, device), whose work stands in __call__
	if class := python.EnclosingClass(loop.Node()); class != nil && knowledge.NamesEvaluatingClass(class.Name) {
		return true
	}
	return loop.HeldOut() ||
		slices.ContainsFunc(around, func(f *python.Function) bool { return knowledge.NamesEvaluation(f.Name) }) ||
		len(around) > 0 && knowledge.SpeaksOfEvaluation(around[0].Name) && evaluates(loop.Run.Caller)
}

// evaluates reports whether a call is made, through whatever calls, by a function that is called an evaluation, and
// none of them is said to measure how sure the model is.
func evaluates(c *run.Call) bool {
	found := false
	for ; c != nil; c = c.Caller {
		if f := functionOf(c); f != nil {
			found = found || knowledge.NamesEvaluation(f.Name())
			if knowledge.SamplesDropout(f.Name()) {
				return false
			}
		}
	}
	return found
}
