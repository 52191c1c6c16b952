package model

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// checkpoint is torch.utils.checkpoint.checkpoint(function, *args, use_reentrant=…). Without a word it is reentrant,
// with a warning from torch 2.4 on.
func (l *library) checkpoint(m *exact.Machine, a exact.Args) exact.Value {
	if len(a.Pos) == 0 {
		m.Raise(exact.TypeError, "checkpoint() missing 1 required positional argument: 'function'")
	}
	reentrant := true
	if v := a.Named("use_reentrant"); v != nil && v != exact.Value(exact.None) {
		reentrant = m.Truth(v)
	}
	if v := a.Named("context_fn"); v != nil {
		m.Stop("checkpoint with a context_fn is not followed")
	}
	inner := exact.Args{Pos: a.Pos[1:]}
	for _, k := range a.Kw {
		if !knowledge.OptionOfCheckpoint(k.Name) {
			inner.Kw = append(inner.Kw, k)
		}
	}
	return l.runAgain(m, reentrant, a.Pos[0], inner)
}

// runAgain calls something that runs again in the backward pass.
func (l *library) runAgain(m *exact.Machine, reentrant bool, callee exact.Value, inner exact.Args) exact.Value {
	var inputs []tensor.Value
	for _, v := range inner.Pos {
		for _, t := range tensorsOf(v) {
			inputs = append(inputs, t)
		}
	}
	for _, k := range inner.Kw {
		for _, t := range tensorsOf(k.Value) {
			inputs = append(inputs, t)
		}
	}
	var out exact.Value
	err := l.tape.Checkpoint(reentrant, inputs, func() []tensor.Value {
		out = m.Call(callee, inner)
		var results []tensor.Value
		for _, t := range tensorsOf(out) {
			results = append(results, t)
		}
		return results
	})
	if err != nil {
		m.Stop("%s", err)
	}
	return out
}

// Blocks are the modules that a list of modules or a Sequential holds several of one class of, where the program or a
// library wrote that class in Python: what people call a model's blocks.
const Blocks = "blocks"

// checkpoint marks the modules that run again in the backward pass. Those within another one run again with it.
func (r *run) checkpoint(which string) error {
	if which == "" {
		return nil
	}
	r.Checkpointed = map[string]int{}
	var mark func(mod *module)
	mark = func(mod *module) {
		several := map[*exact.Class]int{}
		if which == Blocks && mod.listed() != nil {
			for _, v := range mod.modules.Values() {
				if below := moduleOf(v); below != nil {
					several[below.object.Class]++
				}
			}
		}
		for _, v := range mod.modules.Values() {
			below := moduleOf(v)
			switch {
			case below == nil:
			case several[below.object.Class] > 1 && below.object.Class.Node != nil, below.object.Class.Name == which:
				if !below.again {
					r.Checkpointed[below.object.Class.Name]++
				}
				below.again = true
			default:
				mark(below)
			}
		}
	}
	mark(r.model)
	if len(r.Checkpointed) > 0 {
		return nil
	}
	if which == Blocks {
		return fmt.Errorf(
			"%s has no list of modules of one class: say with --checkpointing CLASS which are run again",
			r.Name,
		)
	}
	return fmt.Errorf("%s holds no module of the class %s", r.Name, which)
}
