package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Exchanged is a call whose results are given to variables of the very names that the function returns, in another
// order: identity, adversarial, cycle = define_losses(), which ends with `return identity, cycle, adversarial`.
type Exchanged struct {
	Call *run.Call
	// Function is what is called, and Return where it gives the results.
	Function *run.Function
	Return   run.Place
	// Taken and Given are the names in the order of the assignment and of the return.
	Taken, Given []string
}

// shortestExchanged is how long a name is that means one thing in the caller and in the function: not h, w.
const shortestExchanged = 3

// ExchangedResults lists the calls of the project's functions that are unpacked so.
func (f *Facts) ExchangedResults() []*Exchanged {
	var list []*Exchanged
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			fn := functionOf(c)
			if c.Node == nil || fn == nil || fn.Node == nil || seen[c.Node] {
				continue
			}
			taken := namesTaken(c.Node)
			if taken == nil || handedOtherwise(c, fn) {
				continue
			}
			if x := exchangedIn(fn, taken); x != nil {
				seen[c.Node] = true
				x.Call = c
				list = append(list, x)
			}
		}
	}
	return list
}

// namesTaken are the names that the results of a call are given to; nil where they are not unpacked into names alone.
func namesTaken(c *python.Call) []string {
	assign, ok := c.Parent().(*python.Assign)
	if !ok || assign.Value != python.Expr(c) || len(assign.Targets) != 1 {
		return nil
	}
	return tupleOfNames(assign.Targets[0])
}

// tupleOfNames are the names of a tuple of variables and attributes, each long enough to mean something, all of them
// others; nil for anything else.
func tupleOfNames(e python.Expr) []string {
	tuple, ok := e.(*python.Sequence)
	if !ok || len(tuple.Items) < 2 {
		return nil
	}
	var names []string
	for _, item := range tuple.Items {
		switch item.(type) {
		case *python.Name, *python.Attribute:
		default:
			return nil
		}
		name := python.LastName(item)
		if len(name) < shortestExchanged || slices.Contains(names, name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// exchangedIn is what a function returns if that is always the names that are taken, in one other order, and none of
// them was handed in: who writes swap(a, b) means it.
func exchangedIn(fn *run.Function, taken []string) *Exchanged {
	if slices.ContainsFunc(fn.Node.Params, func(p *python.Param) bool { return slices.Contains(taken, p.Name) }) {
		return nil
	}
	x := &Exchanged{Function: fn, Taken: taken}
	for n := range python.AllIn(fn.Node.Body) {
		r, ok := n.(*python.Return)
		if !ok || python.EnclosingFunction(r) != fn.Node {
			continue
		}
		given := tupleOfNames(r.Value)
		if given == nil || x.Given != nil && !slices.Equal(given, x.Given) || slices.Equal(given, taken) ||
			!slices.Equal(slices.Sorted(slices.Values(given)), slices.Sorted(slices.Values(taken))) {
			return nil
		}
		x.Given, x.Return = given, run.Place{Unit: fn.Unit, Node: r}
	}
	if x.Given == nil {
		return nil
	}
	return x
}

// handedOtherwise reports whether a call gives a parameter what is named like another one: fake_a, fake_b =
// translate(real_b, real_a) means the function the other way round.
func handedOtherwise(c *run.Call, fn *run.Function) bool {
	for i, a := range c.Node.Args {
		name := python.LastName(a.Value)
		if a.Name != "" && name != "" && a.Name != name &&
			slices.ContainsFunc(fn.Node.Params, func(p *python.Param) bool { return p.Name == name }) {
			return true
		}
		at := slices.IndexFunc(fn.Node.Params, func(p *python.Param) bool { return p.Name == name })
		if a.Name == "" && at >= 0 && at != i && at != i+1 { // self comes before
			return true
		}
	}
	return false
}
