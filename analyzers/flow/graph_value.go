package flow

import "github.com/trainlint/trainlint/analyzers/python"

// Carry says whether a value holds an autograd graph.
type Carry uint8

// What is known. Rules that warn act on Carries only.
const (
	CarriesNot Carry = iota
	MayCarry
	Carries
)

// valueKind is how a value came to be.
type valueKind uint8

const (
	plainValue     valueKind = iota // numbers, data, detached tensors, objects
	nullValue                       // None and number literals: placeholders for what comes later
	leafValue                       // a parameter or a tensor made with requires_grad=True
	moduleValue                     // an nn.Module, to be called
	operation                       // computed from its operands; differentiable when one of them is
	forwardPass                     // what a module with parameters returns
	unknownResult                   // what a function elsewhere returns
	externalValue                   // was there before: a parameter, an attribute set elsewhere
	containerValue                  // a list, tuple, set or dictionary
)

// value is what one evaluation of an expression gives. Evaluating it again, in the
// next lap of a loop or another call, makes another value.
type value struct {
	kind valueKind
	node python.Node
	deps []values // the operands; of each, the values it may have

	items map[string]values // of a container, what stands under a constant key
	rest  values            // of a container, what stands anywhere in it

	laps []lap // the laps of the loops it was made in
	// differentiated is set when a backward pass starts from it: it had a graph.
	differentiated bool
	grad           Carry // memo of requiresGrad
	done           bool
}

// newValue is a value that was there before the run.
func newValue(kind valueKind, n python.Node) *value {
	v := &value{kind: kind, node: n}
	if kind == containerValue {
		v.items = map[string]values{}
	}
	return v
}

// lap is one time around a loop: the first or the second.
type lap struct {
	loop  python.Stmt
	entry int // of all the times that the loop is entered, this one
	n     int
}

// values are what an expression may evaluate to, each once.
type values []*value

func (vs values) with(others ...*value) values {
	out := vs[:len(vs):len(vs)]
	for _, v := range others {
		if !out.has(v) {
			out = append(out, v)
		}
	}
	return out
}

func (vs values) has(v *value) bool {
	for _, have := range vs {
		if have == v {
			return true
		}
	}
	return false
}

// allNull reports whether the values are all None or a literal number.
func (vs values) allNull() bool {
	for _, v := range vs {
		if v.kind != nullValue {
			return false
		}
	}
	return len(vs) > 0
}

// noneIsNull reports whether none of the values can be None.
func (vs values) noneIsNull() bool {
	for _, v := range vs {
		if v.kind == nullValue || v.kind == externalValue || v.kind == unknownResult {
			return false
		}
	}
	return len(vs) > 0
}

// requiresGrad is whether operations on v are recorded. A leaf requires
// gradients without holding a graph.
func (v *value) requiresGrad() Carry {
	if v.done {
		return v.grad
	}
	v.done = true // a cycle through a container asks again: MayCarry until known
	v.grad = MayCarry
	v.grad = v.judge()
	return v.grad
}

func (v *value) judge() Carry {
	if v.differentiated {
		return Carries
	}
	switch v.kind {
	case leafValue, forwardPass:
		return Carries
	case operation:
		best := CarriesNot
		for _, d := range v.deps {
			best = max(best, d.requiresGrad())
		}
		return best
	case unknownResult, externalValue:
		return MayCarry
	case containerValue:
		best := v.rest.requiresGrad()
		for _, item := range v.items {
			best = max(best, item.requiresGrad())
		}
		return best
	}
	return CarriesNot
}

// requiresGrad of alternatives is sure only where they agree. None and literal
// numbers stand for nothing yet.
func (vs values) requiresGrad() Carry {
	yes, no := false, false
	for _, v := range vs {
		if v.kind == nullValue {
			continue
		}
		switch v.requiresGrad() {
		case MayCarry:
			return MayCarry
		case Carries:
			yes = true
		default:
			no = true
		}
	}
	switch {
	case yes && no:
		return MayCarry
	case yes:
		return Carries
	}
	return CarriesNot
}

// carry is whether v holds a graph: a leaf does not.
func (v *value) carry() Carry {
	if v.kind == leafValue {
		return CarriesNot
	}
	return v.requiresGrad()
}

// graph is the recorded operations that values were computed by. sure holds
// those that are in it whichever way the program went.
type graph struct {
	all  map[*value]bool
	sure map[*value]bool
}

// graphOf walks back from the values through everything that was not detached.
func graphOf(vs values) graph {
	g := graph{map[*value]bool{}, map[*value]bool{}}
	g.add(vs, true)
	return g
}

func (g graph) add(vs values, sure bool) {
	real := 0
	for _, v := range vs {
		if v.kind != nullValue {
			real++
		}
	}
	for _, v := range vs {
		carry := v.carry()
		if carry == CarriesNot {
			continue
		}
		certain := sure && real == 1 && carry == Carries
		if g.sure[v] || (g.all[v] && !certain) {
			continue
		}
		g.all[v] = true
		if certain {
			g.sure[v] = true
		}
		for _, d := range v.deps {
			g.add(d, certain)
		}
		if v.kind == containerValue {
			g.add(v.contents(), certain && len(v.items) == 0 && len(v.rest) == 1)
		}
	}
}

// contents are all the values in a container.
func (v *value) contents() values {
	all := v.rest
	for _, item := range v.items {
		all = all.with(item...)
	}
	return all
}

// shares reports whether two graphs have a recorded operation in common: a
// backward pass through one frees what the other needs.
func (g graph) shares(h graph) Carry {
	found := CarriesNot
	for v := range g.all {
		if v.kind == containerValue || !h.all[v] {
			continue
		}
		if g.sure[v] && h.sure[v] {
			return Carries
		}
		found = MayCarry
	}
	return found
}

// external reports whether the graph begins in something that was there before.
func (g graph) external() bool {
	for v := range g.all {
		if v.kind == externalValue {
			return true
		}
	}
	return false
}
