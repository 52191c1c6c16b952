package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// changesInputs reports whether all backward passes of a job's files are about what a network is fed, and none about
// its weights: a saliency map, an attack, a picture that excites a filter. No weights are trained there.
func (j *Job) changesInputs() bool {
	found := false
	for _, p := range j.programs {
		calls := p.Module().AllCalls()
		if !slices.ContainsFunc(calls, func(c *python.Call) bool { return c.MethodName() == "backward" }) {
			continue
		}
		if knowledge.UpdatesByHand(p.File().Text) || !changesInputsIn(p.Module(), calls) {
			return false
		}
		found = true
	}
	return found
}

func changesInputsIn(m *python.Module, calls []*python.Call) bool {
	optimizers, steps := false, false
	for _, c := range calls {
		steps = steps || c.MethodName() == "step" || c.MethodName() == "fit"
		name := run.LastPart(python.PathText(c.Func))
		if optimizerClasses[m.Resolve(c.Func)][0] == "" && (!run.ClassLike(name) || !calledLikeOptimizer(name)) {
			continue
		}
		optimizers = true
		if !optimizesInputs(m, c) {
			return false
		}
	}
	return optimizers || !steps && readsInputGradient(m)
}

// optimizesInputs reports whether an optimizer is given a list of tensors, each of which a network is fed as it is.
func optimizesInputs(m *python.Module, c *python.Call) bool {
	if len(c.Args) == 0 {
		return false
	}
	list, ok := c.Args[0].Value.(*python.Sequence)
	if !ok || len(list.Items) == 0 {
		return false
	}
	around := bodyAround(m, c)
	return !slices.ContainsFunc(list.Items, func(e python.Expr) bool {
		if call, ok := e.(*python.Call); ok && call.MethodName() == "requires_grad_" { // Adam([image.requires_grad_()])
			e = call.Receiver()
		}
		name, ok := e.(*python.Name)
		return !ok || !isFed(m, around, name.ID)
	})
}

// readsInputGradient reports whether somewhere a network is fed a tensor whose gradient is then read.
func readsInputGradient(m *python.Module) bool {
	found := false
	python.WalkBody(m.Body, func(n python.Node) bool {
		if at, ok := n.(*python.Attribute); ok && at.Attr == "grad" && !found {
			name, isName := at.Value.(*python.Name)
			found = isName && isFed(m, bodyAround(m, at), name.ID)
		}
		return !found
	})
	return found
}

// bodyAround is the body of the function that holds a node, or of the module.
func bodyAround(m *python.Module, n python.Node) []python.Stmt {
	if f := python.EnclosingFunction(n); f != nil {
		return f.Body
	}
	return m.Body
}

// isFed reports whether a variable is the first thing that something callable is given which neither the module nor a
// library defines: a network.
func isFed(m *python.Module, body []python.Stmt, variable string) bool {
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		if !ok || found || len(c.Args) == 0 {
			return !found
		}
		given, ok := c.Args[0].Value.(*python.Name)
		if !ok || given.ID != variable || m.Definition(c.Func) != nil {
			return true
		}
		switch f := c.Func.(type) {
		case *python.Name:
			found = m.Resolve(f) == "" && !python.IsBuiltin(f.ID)
		case *python.Attribute: // self.model(image), but not saved.append(image)
			on, isName := f.Value.(*python.Name)
			found = isName && on.ID == "self"
		}
		return !found
	})
	return found
}
