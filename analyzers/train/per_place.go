package train

import "github.com/trainlint/trainlint/analyzers/python"

// perPlace gathers findings of code that a program may come to in several ways: each place once, and not at all where
// another way to it is right.
type perPlace[T any] struct {
	order []python.Node
	found map[python.Node]*T // nil where a way to the place is right
}

// judge notes what one way to a place says of it: a finding, or nil where the way is right.
func (p *perPlace[T]) judge(at python.Node, finding *T) {
	if p.found == nil {
		p.found = map[python.Node]*T{}
	}
	_, met := p.found[at]
	switch {
	case finding == nil:
		p.found[at] = nil
	case !met:
		p.found[at] = finding
		p.order = append(p.order, at)
	}
}

// list is the findings, in the order in which they were met.
func (p *perPlace[T]) list() []*T {
	var list []*T
	for _, at := range p.order {
		if f := p.found[at]; f != nil {
			list = append(list, f)
		}
	}
	return list
}
