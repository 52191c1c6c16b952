package model

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// trainingOnly are words of codes that say something else in evaluation mode.
var trainingOnly = []string{"dropout", "batch_norm", "stochastic_depth", "bernoulli", "training"}

// acts gives a class the forward pass that was recorded of it alone: with that a program can cut a model into parts,
// and put others between them.
func (r *recalling) acts(c *exact.Class, code json.RawMessage) {
	at := -1
	if json.Unmarshal(code, &at) != nil {
		r.unfit()
	}
	if at >= 0 {
		r.does(c, "forward", at)
	}
}

// does gives a class a method, by the number of its code.
func (r *recalling) does(c *exact.Class, method string, at int) {
	if at >= len(allRecords().Codes) {
		r.unfit()
	}
	if r.shut {
		return
	}
	l, name, text := r.l, r.name, allRecords().Codes[at]
	modal := slices.ContainsFunc(trainingOnly, func(word string) bool { return strings.Contains(text, word) })
	c.Method(method, func(m *exact.Machine, a exact.Args) exact.Value {
		if mod := moduleOf(a.Pos[0]); mod != nil && !mod.training && modal {
			m.Stop("%s of %s in %s in evaluation mode is not known", method, c.Name, name)
		}
		f, ok := l.code(m, "code "+strconv.Itoa(at), text).(*exact.Function)
		if !ok || !f.Usual(a) {
			m.Stop("what %s of %s in %s makes of these arguments is not known", method, c.Name, name)
		}
		return m.Call(f, a)
	})
}
