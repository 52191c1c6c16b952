package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// methodInEval is a model that is handed in and was put into evaluation mode, of which a call runs a method that
// torch's modules do not have: model.validation_step(batch). What the method does is not seen.
func (e *Entry) methodInEval(c *run.Call) (*run.Object, string) {
	method, ok := c.Callee.(*run.Member)
	if !ok || len(c.Args) == 0 || knowledge.ModuleMethod(method.Name) || knowledge.Generates(method.Name) {
		return nil, ""
	}
	o, ok := method.Object.(*run.Object)
	if !ok || !isHandedIn(o) {
		return nil, ""
	}
	if mode := e.modeOf(c, o); mode == nil || mode.Kind != EvalMode {
		return nil, ""
	}
	return o, method.Name
}

// methodOfTrained is a network that the program trains, is handed or makes by a class that it is handed, of which a
// call runs a method that runs layers by its name: model.sample(64), self.model.forward_features(states). What the
// method does is not seen.
func (e *Entry) methodOfTrained(c *run.Call) (*run.Object, string) {
	method, ok := c.Callee.(*run.Member)
	if !ok || len(c.Args) == 0 || knowledge.ModuleMethod(method.Name) || !knowledge.RunsLayers(method.Name) {
		return nil, ""
	}
	o, ok := method.Object.(*run.Object)
	if !ok || !isBare(o) || !knowledge.NamesMainModel(o.Named) && !isHandedNetwork(o) {
		return nil, ""
	}
	if !e.trainsHere(o) && !e.givenToOptimizer(o) {
		return nil, ""
	}
	return o, method.Name
}

// runsTrained reports whether a call runs a method of layers of a network that the entry trains.
func (e *Entry) runsTrained(c *run.Call, module *run.Object) bool {
	m, ok := c.Callee.(*run.Member)
	return ok && knowledge.RunsLayers(m.Name) && e.trainsHere(module)
}

// trainsHere reports whether the entry differentiates what it calls a network for.
func (e *Entry) trainsHere(o *run.Object) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		module, ok := forwardedBy(c)
		return ok && module == o && len(c.Laps) > 0 && e.graphs().leadsToPass(c)
	})
}

// RunsLayersIn tells of a file whether a class in it has a method of that name which calls what the object holds, as a
// module does with its layers.
func RunsLayersIn(method string) func(*python.Module) bool {
	return func(m *python.Module) bool {
		return slices.ContainsFunc(methodsNamed(m, method), func(f *python.Function) bool {
			if class := python.EnclosingClass(f); len(m.Member(class, "forward")) == 0 {
				return false
			}
			for n := range python.AllIn(f.Body) {
				c, ok := n.(*python.Call)
				if !ok {
					continue
				}
				if layer, ok := c.Func.(*python.Attribute); ok && isSelf(f, layer.Value) {
					return true
				}
			}
			return false
		})
	}
}

// LeavesGraphIn tells of a file whether a class in it has a method of that name which says something of gradients, or
// gives no tensors.
func LeavesGraphIn(method string) func(*python.Module) bool {
	return func(m *python.Module) bool {
		return slices.ContainsFunc(methodsNamed(m, method), func(f *python.Function) bool {
			for n := range python.All(f) {
				switch n := n.(type) {
				case *python.Attribute:
					if knowledge.SpeaksOfGraph(n.Attr) {
						return true
					}
				case *python.Name:
					if knowledge.SpeaksOfGraph(n.ID) {
						return true
					}
				}
			}
			return false
		})
	}
}

func methodsNamed(m *python.Module, name string) (list []*python.Function) {
	for n := range python.AllIn(m.Body) {
		if f, ok := n.(*python.Function); ok && f.Name == name && python.EnclosingClass(f) != nil {
			list = append(list, f)
		}
	}
	return list
}
