package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// SharedLayers is what a container of modules is made of that holds the same layers each time.
type SharedLayers struct {
	// Whole is a list times a number, or a comprehension that names one layer again and again.
	Whole python.Expr
	// List and Times are the sides of the product, nil for a comprehension.
	List, Times python.Expr
	// Layer makes the first layer that has weights.
	Layer *python.Call
}

// containersOfLayers are what runs, or holds, layers one after the other.
var containersOfLayers = []string{"torch.nn.ModuleList", "torch.nn.Sequential"}

// LayersShared lists those in the file whose layers have weights.
func (f *Facts) LayersShared() []*SharedLayers {
	var list []*SharedLayers
	for _, path := range containersOfLayers {
		for _, c := range f.Module.Calls(path) {
			if f.sharesOnPurpose(c) {
				continue
			}
			for _, a := range c.Args {
				for _, product := range productsIn(a.Value) {
					if s := f.sharedIn(product); s != nil {
						list = append(list, s)
					}
				}
				if s := f.sharedBy(a.Value); s != nil {
					list = append(list, s)
				}
			}
			list = append(list, f.filledWithOne(c)...)
		}
	}
	return list
}

// filledWithOne lists where a loop puts one layer, that was made before it, again and again into what a container is
// made of, or into the container: held.append(layer), named[f"layer{i}"] = layer.
func (f *Facts) filledWithOne(container *python.Call) []*SharedLayers {
	fn := python.EnclosingFunction(container)
	if fn == nil {
		return nil
	}
	filled := map[string]bool{}
	for _, a := range container.Args {
		e := a.Value
		if starred, ok := e.(*python.Starred); ok {
			e = starred.Value
		}
		filled[python.PathText(e)] = true
	}
	if s, ok := container.Parent().(*python.Assign); ok && s.Value == python.Expr(container) {
		for _, target := range s.Targets {
			filled[python.PathText(target)] = true
		}
	}
	delete(filled, "")
	var list []*SharedLayers
	for n := range python.AllIn(fn.Body) {
		var into, item python.Expr
		switch n := n.(type) {
		case *python.Call:
			if count := len(n.Args); count > 0 && (n.MethodName() == "append" || n.MethodName() == "add_module") {
				into, item = n.Receiver(), n.Args[count-1].Value
			}
		case *python.Assign:
			if len(n.Targets) == 1 {
				if held, ok := n.Targets[0].(*python.Subscript); ok {
					into, item = held.Value, n.Value
				}
			}
		}
		layer, ok := item.(*python.Name)
		if !ok || into == nil || !filled[python.PathText(into)] {
			continue
		}
		loop := python.EnclosingLoop(layer)
		made, at := f.onlyLayer(layer)
		if made != nil && loop != nil && !python.Within(at, loop) && !oneOfSeveral(at, container) &&
			!slices.ContainsFunc(python.GatesOf(layer), func(g python.Gate) bool {
				return gateShares(g) || python.Within(g.Test, loop) // of one lap, or of some
			}) {
			list = append(list, &SharedLayers{Whole: layer, Layer: made})
		}
	}
	return list
}

// oneOfSeveral reports whether a layer is made in each lap of a loop around it while one container takes them all:
// those of a group share one, and each group has its own.
func oneOfSeveral(made python.Node, container python.Node) bool {
	around := python.EnclosingLoop(made)
	return around != nil && !python.Within(container, around)
}

// productsIn are the multiplications among what lists are put together of: [first] + [block] * n.
func productsIn(e python.Expr) []*python.Binary {
	if starred, ok := e.(*python.Starred); ok {
		e = starred.Value
	}
	switch e := e.(type) {
	case *python.Binary:
		switch e.Op {
		case "*":
			return []*python.Binary{e}
		case "+":
			return append(productsIn(e.Left), productsIn(e.Right)...)
		}
	case *python.Sequence:
		var list []*python.Binary
		for _, item := range e.Items {
			if starred, ok := item.(*python.Starred); ok {
				list = append(list, productsIn(starred)...)
			}
		}
		return list
	}
	return nil
}

func (f *Facts) sharedIn(product *python.Binary) *SharedLayers {
	s := &SharedLayers{Whole: product, List: product.Left, Times: product.Right}
	layers, ok := s.List.(*python.Sequence)
	if !ok {
		s.List, s.Times = s.Times, s.List
		if layers, ok = s.List.(*python.Sequence); !ok {
			return nil
		}
	}
	if n, known := f.Module.Const(s.Times); known && n.Kind == python.IntValue && n.Int < 2 {
		return nil
	}
	for _, item := range layers.Items {
		if made, ok := item.(*python.Call); ok && f.makesWeights(made) {
			s.Layer = made
			return s
		}
	}
	return nil
}

// sharedBy is a comprehension whose item is a layer that was made before it and that nothing else has, [layer for _ in
// range(n)]: who means to share one says so, or also uses it by itself.
func (f *Facts) sharedBy(e python.Expr) *SharedLayers {
	if starred, ok := e.(*python.Starred); ok {
		e = starred.Value
	}
	each, ok := e.(*python.Comprehension)
	if !ok || each.Value != nil || slices.ContainsFunc(python.GatesOf(each), gateShares) {
		return nil
	}
	layer, ok := each.Element.(*python.Name)
	if !ok {
		return nil
	}
	made, _ := f.onlyLayer(layer)
	if made == nil {
		return nil
	}
	return &SharedLayers{Whole: each, Layer: made}
}

// onlyLayer is the call that makes a layer with weights which a name stands for, once in the same function, and the
// statement that binds it; nil where the name is read elsewhere, too, or says that the layer is shared.
func (f *Facts) onlyLayer(layer *python.Name) (made *python.Call, bound python.Node) {
	if knowledge.SharesOnPurpose(layer.ID) {
		return nil, nil
	}
	scope, bindings := f.Module.Lookup(layer.ID, layer)
	if scope == nil || len(bindings) != 1 || len(f.Module.Uses(bindings...)) != 1 ||
		python.EnclosingFunction(bindings[0].Node) != python.EnclosingFunction(layer) {
		return nil, nil
	}
	made, ok := bindings[0].Value.(*python.Call)
	if !ok || bindings[0].Kind != python.Assigned || !f.makesWeights(made) {
		return nil, nil
	}
	return made, bindings[0].Node
}

// gateShares reports whether a test says that what follows is shared: if share_heads.
func gateShares(g python.Gate) bool { return python.MentionsIn(g.Test, knowledge.SharesOnPurpose) }

// makesWeights reports whether a call surely makes something that learns: a layer of torch's, a container with one, or
// a module of the project's own.
func (f *Facts) makesWeights(made *python.Call) bool {
	path := f.Module.Resolve(made.Func)
	if knowledge.StartsRandom(path) || knowledge.IsNorm(path) && knowledge.HasParameters(path) {
		return true
	}
	if knowledge.HoldsModules(path) {
		return slices.ContainsFunc(made.Args, func(a *python.Arg) bool {
			inner, ok := a.Value.(*python.Call)
			return ok && f.makesWeights(inner)
		})
	}
	name, ok := made.Func.(*python.Name)
	return ok && f.classLearns(f.runClass(name.ID), maxContainers)
}

// classLearns reports whether a class of modules makes weights in its own code, or in that of a class which it makes an
// instance of.
func (f *Facts) classLearns(class *run.Class, depth int) bool {
	if class == nil || depth == 0 {
		return false
	}
	for _, one := range class.Line() {
		base, ours := one.(*run.Class)
		if !ours || base.Node == nil {
			continue
		}
		for n := range python.AllIn(base.Node.Body) {
			c, ok := n.(*python.Call)
			if !ok {
				continue
			}
			path := base.Unit.Module.Resolve(c.Func)
			if knowledge.StartsRandom(path) || knowledge.MakesParameter(path) || path == "torch.nn.Parameter" {
				return true
			}
			if name, ok := c.Func.(*python.Name); ok && run.ClassLike(name.ID) && name.ID != base.Node.Name {
				inner, _ := f.Machine().Global(base.Unit, name.ID).(*run.Class)
				if f.classLearns(inner, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// sharesOnPurpose reports whether the name that a container is given, or a name around it, says that one layer is to be
// run several times.
func (f *Facts) sharesOnPurpose(c *python.Call) bool {
	if s, ok := python.EnclosingStmt(c).(*python.Assign); ok {
		for _, target := range s.Targets {
			if knowledge.SharesOnPurpose(python.LastName(target)) {
				return true
			}
		}
	}
	class := python.EnclosingClass(c)
	fn := python.EnclosingFunction(c)
	return class != nil && knowledge.SharesOnPurpose(class.Name) || fn != nil && strings.HasPrefix(fn.Name, "test_") ||
		fn != nil && knowledge.SharesOnPurpose(fn.Name)
}
