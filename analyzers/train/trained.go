package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TrainedBefore reports whether a variable is trained between two places of its function: an optimizer is made of it,
// or a backward pass comes behind something that is computed from it.
func (f *Facts) TrainedBefore(variable *python.Name, until python.Node) bool {
	fn := python.EnclosingFunction(variable)
	first, last := variable.Span().End, until.Span().Start
	between := func(n python.Node) bool {
		return n.Span().Start >= first && n.Span().End <= last && python.EnclosingFunction(n) == fn
	}
	body := f.Module.Body
	if fn != nil {
		body = fn.Body
	}
	var uses []*python.Name
	for n := range python.AllIn(body) {
		if name, ok := n.(*python.Name); ok && name.ID == variable.ID && between(n) && computesWith(name) {
			uses = append(uses, name)
		}
	}
	if len(uses) == 0 {
		return false
	}
	for _, made := range f.optimizers() {
		at := made.optimized.Call
		if at.Unit.Module == f.Module && at.Node != nil && between(at.Node) &&
			slices.ContainsFunc(uses, func(use *python.Name) bool { return python.Within(use, at.Node) }) {
			return true
		}
	}
	return slices.ContainsFunc(f.Differentiations(), func(d *Differentiation) bool {
		at := d.Event.Place()
		return at.Unit.Module == f.Module && between(at.Node) && uses[0].Span().Start < at.Node.Span().End
	})
}

// computesWith reports whether a name stands where a tensor is used for what is in it: not where it is assigned or
// filled.
func computesWith(name *python.Name) bool {
	if python.IsTarget(name) {
		return false
	}
	switch parent := name.Parent().(type) {
	case *python.Attribute:
		return !python.IsTarget(parent) && parent.Attr != "data" && !strings.HasSuffix(parent.Attr, "_")
	case *python.Arg: // init.normal_(weight)
		c, ok := parent.Parent().(*python.Call)
		return !ok || !strings.HasSuffix(python.LastName(c.Func), "_")
	}
	return true
}
