package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// ownOptions are the keyword arguments of checkpoint that it does not hand on.
var ownOptions = map[string]bool{"use_reentrant": true, "preserve_rng_state": true, "context_fn": true, "determinism_check": true, "debug": true, "early_stop": true}

// checkpoint is torch.utils.checkpoint.checkpoint(function, *args, use_reentrant=…). Without a word it is reentrant, with a
// warning from torch 2.4 on.
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
		if !ownOptions[k.Name] {
			inner.Kw = append(inner.Kw, k)
		}
	}
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
		out = m.Call(a.Pos[0], inner)
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
