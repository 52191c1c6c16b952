package built

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/python"
)

// lambda is one of the project's, or a function within a function. What it reads of the function around it is what the
// job says; where that is not all of it, nothing is known.
func (g *giver) lambda(v *job.Given) exact.Value {
	module, name := g.sources.Module(v.File)
	if module == nil {
		return &exact.Unknown{Why: v.File + " cannot be read", At: placeOf(v.At)}
	}
	var found python.Node
	python.WalkBody(module.Body, func(n python.Node) bool {
		switch n.(type) {
		case *python.Lambda, *python.Function, *python.Class:
			if n.Span() == v.At.Span {
				found = n
			}
		}
		return found == nil
	})
	if class, ok := found.(*python.Class); ok {
		return g.localClass(v, module, name, class)
	}
	why := "a lambda"
	if _, ok := found.(*python.Function); ok {
		why = "what a function within a function reads"
	}
	if found == nil || readsChanging(module, found) ||
		python.EnclosingFunction(found) != nil && readsAround(found, v.Names) {
		return &exact.Unknown{Why: why, At: placeOf(v.At)}
	}
	around, defaults := map[string]exact.Value{}, map[string]exact.Value{}
	for i, name := range v.Names {
		around[name] = g.value(v.Items[i])
	}
	if v.Of != nil {
		for i, name := range v.Of.Names {
			defaults[name] = g.value(v.Of.Items[i])
		}
	}
	if f, ok := found.(*python.Function); ok {
		return g.Closure(g.Unit(module, name), f, around, defaults)
	}
	return g.Lambda(g.Unit(module, name), found.(*python.Lambda), around, defaults)
}

// localClass is a class that a function holds, or what stands below a test of the script's name: nothing is known of it
// where it reads what the function binds.
func (g *giver) localClass(v *job.Given, module *python.Module, name string, class *python.Class) exact.Value {
	if around := python.EnclosingFunction(class); around != nil {
		bound := boundAround(around, class)
		for n := range python.All(class) {
			if used, ok := n.(*python.Name); ok && bound[used.ID] {
				return &exact.Unknown{Why: "what a class within a function reads", At: placeOf(v.At)}
			}
		}
	}
	return g.LocalClass(g.Unit(module, name), class)
}

// partsOf are the parameters of a lambda or of a function, and what it evaluates.
func partsOf(n python.Node) (parameters []*python.Param, body []python.Node) {
	switch n := n.(type) {
	case *python.Lambda:
		return n.Params, []python.Node{n.Body}
	case *python.Function:
		for _, s := range n.Body {
			body = append(body, s)
		}
		return n.Params, body
	}
	return nil, nil
}

// reads reports whether a lambda, or a function, reads one of these names, and does not bind it itself.
func reads(n python.Node, names func(string) bool) bool {
	parameters, body := partsOf(n)
	own := map[string]bool{}
	for _, p := range parameters {
		own[p.Name] = true
	}
	if _, ok := n.(*python.Function); ok {
		for _, s := range body {
			for part := range python.All(s) {
				if name, ok := part.(*python.Name); ok && python.IsTarget(name) {
					own[name.ID] = true
				}
			}
		}
	}
	for _, s := range body {
		for part := range python.All(s) {
			if name, ok := part.(*python.Name); ok && !own[name.ID] && names(name.ID) {
				return true
			}
		}
	}
	return false
}

// boundAround are the names that a function binds beside those that something in it binds for itself, and beside the
// name of that: a function may call itself, and a class say super(Model, self).
func boundAround(around *python.Function, but python.Node) map[string]bool {
	bound := map[string]bool{}
	for _, p := range around.Params {
		bound[p.Name] = true
	}
	python.WalkBody(around.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Name:
			if python.IsTarget(n) {
				bound[n.ID] = true
			}
		case *python.Function:
			bound[n.Name] = n != but
		case *python.Class:
			bound[n.Name] = n != but
		}
		return n != but
	})
	return bound
}

// readsAround reports whether a lambda, or a function, reads names of the function around it, but those that are known.
func readsAround(n python.Node, known []string) bool {
	bound := boundAround(python.EnclosingFunction(n), n)
	for _, name := range known {
		delete(bound, name)
	}
	return reads(n, func(name string) bool { return bound[name] })
}

// readsChanging reports whether a lambda, or a function, reads a name that its module binds more than once.
func readsChanging(module *python.Module, n python.Node) bool {
	times := map[string]int{}
	python.WalkBody(module.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Assign:
			for _, t := range n.Targets {
				if name, ok := t.(*python.Name); ok {
					times[name.ID]++
				}
			}
		case *python.AugAssign:
			if name, ok := n.Target.(*python.Name); ok {
				times[name.ID] = 2
			}
		}
		return true
	})
	return reads(n, func(name string) bool { return times[name] > 1 })
}
