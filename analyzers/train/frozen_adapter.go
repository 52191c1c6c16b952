package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// FrozenAdapter is a trainer that is given a model whose adapters were loaded to be used, not to be trained: all of its
// parameters are frozen.
type FrozenAdapter struct {
	// Load is PeftModel.from_pretrained(model, path), Trainer what is made for the model, Train its train().
	Load, Trainer, Train *run.Call
}

// FrozenAdapters lists the trainers of transformers and trl that surely train such a model, each once.
func (f *Facts) FrozenAdapters() []*FrozenAdapter {
	var list []*FrozenAdapter
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.Node == nil || seen[c.At] || !knowledge.IsTrainer(symbolOf(c)) {
				continue
			}
			model, _ := c.Argument("model", 0)
			peft, open := c.Argument("peft_config", -1)
			if model == nil || open || peft != nil && !run.IsNone(peft) {
				continue
			}
			load, train := e.loadedForUse(model, c), e.trainedWith(c)
			if load != nil && train != nil {
				seen[c.At] = true
				list = append(list, &FrozenAdapter{load, c, train})
			}
		}
	}
	return list
}

// givenUnseen reports whether a call gives something to a function of the project's, or of a library, that nobody sees.
func (e *Entry) givenUnseen(c *run.Call, o *run.Object) bool {
	switch callee := c.Callee.(type) {
	case *run.Object:
		if library.IsModule(callee) || callee.Made != nil {
			return false
		}
	case run.Symbol:
		root, _, dotted := strings.Cut(string(callee), ".")
		if !dotted || knowledge.IsLibrary(root) {
			return false
		}
	default:
		return false
	}
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return run.Bare(a.Value) == run.Value(o) })
}

// trainedWith is the train() of a trainer.
func (e *Entry) trainedWith(trainer *run.Call) *run.Call {
	for _, c := range e.Calls {
		if m, ok := c.Callee.(*run.Member); ok && m.Name == "train" && run.Bare(m.Object) == run.Bare(trainer.Result) {
			return c
		}
	}
	return nil
}

// loadedForUse is the call that loads adapters into what a trainer is given, or gave it, frozen: nothing behind it
// switches gradients on again or adds others.
func (e *Entry) loadedForUse(model run.Value, trainer *run.Call) *run.Call {
	var load *run.Call
	for _, c := range e.Calls {
		if c.Seq > trainer.Seq || c.Node == nil {
			continue
		}
		if symbolOf(c) == knowledge.LoadsAdapter && run.Bare(c.Result) == run.Bare(model) {
			trainable, unsure := c.Argument("is_trainable", 3)
			if unsure || trainable != nil && run.Bare(trainable) != run.Value(run.Bool(false)) ||
				len(c.Gates) > len(trainer.Gates) {
				return nil
			}
			load = c
			continue
		}
		o, _ := run.Bare(model).(*run.Object)
		if load != nil && (knowledge.MayThaw(python.LastName(c.Node.Func)) || o != nil && e.givenUnseen(c, o)) {
			return nil
		}
	}
	if load == nil || slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		part, isObject := run.Bare(s.New).(*run.Object)
		return s.Seq > load.Seq && (s.Name == "requires_grad" && s.New != run.Value(run.Bool(false)) ||
			s.Kind == run.StoreAttribute && isObject && s.Target != nil && s.Target.Word != "self" && part.Made != nil &&
				knowledge.CallGives(symbolOf(part.Made)) == knowledge.Module)
	}) {
		return nil
	}
	return load
}
