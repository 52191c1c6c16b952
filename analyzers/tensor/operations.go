package tensor

import (
	"strings"
	"sync"
)

// row is a line of the table of operations. Where says by which names people call it: t as torch.NAME, m as a method of
// a tensor, f as torch.nn.functional.NAME, e as einops.NAME; _ says that NAME_ writes into its tensor.
type row struct {
	where     string
	signature string
	run       func(*call) Value
}

// operation is what one name stands for.
type operation struct {
	name      string // its last word, without the _ of the in-place form
	signature string
	run       func(*call) Value
	inPlace   bool

	parse  sync.Once
	parsed form
}

func (o *operation) form() form {
	o.parse.Do(func() { o.parsed = parseForm(o.signature) })
	return o.parsed
}

var prefixes = map[rune]string{'t': "torch.", 'm': "Tensor.", 'f': "torch.nn.functional.", 'e': "einops."}

var (
	operationsOnce   sync.Once
	operationsByName map[string]*operation
)

// operations is every name that is known.
func operations() map[string]*operation {
	operationsOnce.Do(func() {
		operationsByName = map[string]*operation{}
		for _, table := range tables() {
			for _, r := range table {
				r.enter(operationsByName)
			}
		}
	})
	return operationsByName
}

// tables are the families of operations.
func tables() [][]row {
	return [][]row{
		unaries(), binaries(), conversions(), creations(), views(), shapes(), indexing(), joins(), reductions(), products(),
		layers(), convolutions(), pads(), pools(), samplers(), norms(), sums(), patterns(), losses(), attentions(),
		transforms(), weightNorms(), rarer(), linearAlgebra(),
	}
}

func (r row) enter(all map[string]*operation) {
	name := r.signature[:strings.IndexByte(r.signature, '(')]
	for _, place := range r.where {
		prefix := prefixes[place]
		if place == '_' {
			continue
		}
		all[prefix+name] = &operation{name: name, signature: r.signature, run: r.run}
		if strings.Contains(r.where, "_") {
			all[prefix+name+"_"] = &operation{name: name, signature: r.signature, run: r.run, inPlace: true}
		}
	}
}

// lookup finds an operation by its full name.
func lookup(name string) *operation {
	if o := operations()[name]; o != nil {
		return o
	}
	for from, to := range longNames {
		if rest, found := strings.CutPrefix(name, from); found {
			return operations()[to+rest]
		}
	}
	return nil
}

// longNames are other doors to the same operations.
var longNames = map[string]string{
	"torch.Tensor.": "Tensor.", "torch.special.": "torch.", "torch.nn.functional.torch.": "torch.",
	"torch._C._nn.": "torch.nn.functional.",
}
