package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
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
		if load != nil && knowledge.MayThaw(python.LastName(c.Node.Func)) {
			return nil
		}
	}
	if load == nil || slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Name == "requires_grad" && s.Seq > load.Seq && s.New != run.Value(run.Bool(false))
	}) {
		return nil
	}
	return load
}
