package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// layerAmong is a layer that a statement, or the ones that fill what it stores, surely put into a container; nil where
// none is seen.
func (f *Facts) layerAmong(s stored) *python.Call {
	if name, ok := copied(s.value).(*python.Name); ok { // self.layers = layers, self.layers = layers[::-1]
		fn := python.EnclosingFunction(s.at)
		if layer := f.layersGiven(fn, name); layer != nil {
			return layer
		}
		return f.layerOfLocal(fn, name)
	}
	items, isContainer := itemsOf(s.value)
	if !isContainer {
		return f.layersMadeBy(s.value)
	}
	if layer := f.layerIn(s.value, 0); layer != nil {
		return layer
	}
	for _, item := range items { // [[] for _ in range(n)] is filled one by one, anything else is what it holds
		if inner, nested := itemsOf(item); !nested || len(inner) > 0 {
			return nil
		}
	}
	class := python.EnclosingClass(s.target)
	for n := range python.All(class) { // self.layers = [], self.layers.append(nn.Linear(…))
		on, given := filledBy(n)
		for sub, ok := on.(*python.Subscript); ok; sub, ok = on.(*python.Subscript) {
			on = sub.Value
		}
		if a, ok := on.(*python.Attribute); ok && a.Attr == s.target.Attr && f.isSelf(a.Value) {
			if layer := f.layerIn(given, 0); layer != nil {
				return layer
			}
		}
	}
	return nil
}

// layersGiven is a layer in a list that a call of the file hands to a constructor, which does nothing else with it than
// to keep it: Stack([nn.Linear(8, 8), nn.Linear(8, 8)]). Nil where there is none.
func (f *Facts) layersGiven(fn *python.Function, name *python.Name) *python.Call {
	class := python.EnclosingClass(fn)
	_, bindings := f.Module.Lookup(name.ID, name)
	if class == nil || fn.Name != "__init__" || len(bindings) != 1 {
		return nil
	}
	param, ok := bindings[0].Node.(*python.Param)
	position := slices.Index(fn.Params, param) - 1 // without self
	otherwise := func(use *python.Name) bool { return use != name && !isCopied(use) && !onlyMeasured(use) }
	if !ok || position < 0 || param.Star != 0 || slices.ContainsFunc(f.Module.Uses(bindings[0]), otherwise) {
		return nil
	}
	for _, c := range f.Module.AllCalls() {
		if f.Module.Definition(c.Func) != python.Node(class) {
			continue
		}
		given := f.Module.Argument(c, param.Name, position)
		if given.Presence != python.Given {
			continue
		}
		if local, ok := given.Value.(*python.Name); ok {
			if layer := f.layerOfLocal(python.EnclosingFunction(c), local); layer != nil {
				return layer
			}
		} else if _, isContainer := itemsOf(given.Value); isContainer {
			if layer := f.layerIn(given.Value, 0); layer != nil {
				return layer
			}
		}
	}
	return nil
}

// onlyMeasured reports whether a name is read for its length alone: len(layers).
func onlyMeasured(use *python.Name) bool {
	arg, ok := use.Parent().(*python.Arg)
	if !ok {
		return false
	}
	c, ok := arg.Parent().(*python.Call)
	return ok && python.LastName(c.Func) == "len"
}

// copied is the list of which an expression gives another one with the same parts: layers[::-1], list(layers). Any
// other expression is its own.
func copied(e python.Expr) python.Expr {
	switch e := e.(type) {
	case *python.Subscript:
		if len(e.Index) == 1 {
			if _, slice := e.Index[0].(*python.Slice); slice {
				return e.Value
			}
		}
	case *python.Call:
		if len(e.Args) == 1 && e.Args[0].Name == "" {
			switch python.PathText(e.Func) {
			case "list", "tuple":
				return e.Args[0].Value
			}
		}
	}
	return e
}

// isCopied reports whether a name is read for nothing else than to keep another list with the same parts on self.
func isCopied(use *python.Name) bool {
	var whole python.Expr = use
	if arg, ok := use.Parent().(*python.Arg); ok {
		whole, _ = arg.Parent().(*python.Call)
	} else if at, ok := use.Parent().(*python.Subscript); ok {
		whole = at
	}
	if whole == nil || copied(whole) != python.Expr(use) {
		return false
	}
	s, ok := whole.Parent().(*python.Assign)
	return ok && s.Value == whole
}

// initialised reports whether a layer is read only to set its first weights: init_weights(conv).
func initialised(use *python.Name) bool {
	arg, ok := use.Parent().(*python.Arg)
	if !ok {
		return false
	}
	c, ok := arg.Parent().(*python.Call)
	if !ok || !knowledge.InitialisesWeights(python.LastName(c.Func)) {
		return false
	}
	_, alone := c.Parent().(*python.ExprStmt)
	return alone
}

// filledBy are the container that a call or statement puts something into, and what that is: parts.append(x), parts +=
// [x], parts[key] = x. Nil for any other.
func filledBy(n python.Node) (on, given python.Expr) {
	switch n := n.(type) {
	case *python.Call:
		if knowledge.ChangesList(n.MethodName()) && len(n.Args) > 0 {
			return n.Receiver(), n.Args[len(n.Args)-1].Value
		}
	case *python.AugAssign:
		if n.Op == "+=" {
			return n.Target, n.Value
		}
	case *python.Assign:
		if len(n.Targets) == 1 && n.Value != nil {
			if at, ok := n.Targets[0].(*python.Subscript); ok {
				return at.Value, n.Value
			}
		}
	}
	return nil, nil
}

// layerIn is a layer that an expression is, or that stands in the container that it is, however deep.
func (f *Facts) layerIn(e python.Expr, depth int) *python.Call {
	if e == nil || depth > maxContainers {
		return nil
	}
	if name, ok := e.(*python.Name); ok { // conv = nn.Conv2d(8, 8, 3), for nothing else than to put it into the list
		if !slices.ContainsFunc(f.usesOf(name), func(use *python.Name) bool { return !initialised(use) }) {
			if value := f.Module.OnlyValue(name); value != nil {
				return f.layerIn(value, depth+1)
			}
		}
		return nil
	}
	if c, ok := e.(*python.Call); ok {
		if fn, ours := f.Module.Definition(c.Func).(*python.Function); ours && f.givesContainer(fn, depth+1) {
			return c
		}
	}
	items, isContainer := itemsOf(e)
	if !isContainer {
		return f.learningLayer(e, 0)
	}
	for _, item := range items {
		if layer := f.layerIn(item, depth+1); layer != nil {
			return layer
		}
	}
	return nil
}

// givesContainer reports whether all that a function of the file returns are lists with layers that it makes.
func (f *Facts) givesContainer(fn *python.Function, depth int) bool {
	found := false
	for n := range python.AllIn(fn.Body) {
		r, ok := n.(*python.Return)
		if !ok || python.EnclosingFunction(r) != fn {
			continue
		}
		if name, ok := r.Value.(*python.Name); ok {
			found = f.layerOfLocal(fn, name) != nil
		} else {
			_, isContainer := itemsOf(r.Value)
			found = isContainer && f.layerIn(r.Value, depth) != nil
		}
		if !found {
			return false
		}
	}
	return found
}

// layerOfLocal is a layer in a container that a function fills under a name of its own, for nothing else than to put it
// on self or to return it.
func (f *Facts) layerOfLocal(fn *python.Function, name *python.Name) *python.Call {
	_, bindings := f.Module.Lookup(name.ID, name)
	if len(bindings) != 1 {
		return nil
	}
	made, ok := bindings[0].Node.(*python.Assign)
	if !ok || made.Value == nil || python.EnclosingFunction(made) != fn {
		return nil
	}
	value := made.Value
	if at := bindings[0].Index; at >= 0 && len(made.Targets) == 1 { // down, up = [], []
		if value = givenTo(made, at); value == nil {
			return nil
		}
	}
	if _, isContainer := itemsOf(value); !isContainer {
		return f.layersMadeBy(value)
	}
	layer := f.layerIn(value, 0)
	for _, use := range f.Module.Uses(bindings[0]) {
		if use == name || isCopied(use) || python.IsTarget(use) {
			continue
		}
		n := use.Parent()
		if on, ok := n.(*python.Attribute); ok {
			n = on.Parent()
		}
		if at, ok := n.(*python.Subscript); ok {
			n = at.Parent()
		}
		on, given := filledBy(n)
		if on == nil || !python.Within(use, on) {
			return nil
		}
		if layer == nil {
			layer = f.layerIn(given, 0)
		}
	}
	return layer
}

// layersMadeBy is the call of a function of the file, or of a method of the same class, that gives a list of layers.
func (f *Facts) layersMadeBy(e python.Expr) *python.Call {
	c, ok := e.(*python.Call)
	if !ok {
		return nil
	}
	if fn, ours := f.Module.Definition(c.Func).(*python.Function); ours && f.givesContainer(fn, 0) {
		return c
	}
	return nil
}

// itemsOf are what a list, tuple, dictionary or comprehension holds, or what a call makes of one: tuple(nn.Linear(8, 8)
// for _ in range(4)).
func itemsOf(e python.Expr) (items []python.Expr, isContainer bool) {
	switch e := e.(type) {
	case *python.Sequence:
		return e.Items, e.Kind != python.Set
	case *python.Dict:
		for _, item := range e.Items {
			items = append(items, item.Value)
		}
		return items, true
	case *python.Comprehension:
		if e.Kind == python.Mapping {
			return []python.Expr{e.Value}, true
		}
		return []python.Expr{e.Element}, e.Kind == python.List
	case *python.Binary: // [nn.Linear(8, 8)] + more
		if e.Op == "+" {
			left, isLeft := itemsOf(e.Left)
			right, isRight := itemsOf(e.Right)
			return slices.Concat(left, right), isLeft && isRight
		}
	case *python.Call:
		return itemsMadeBy(e)
	}
	return nil, false
}

// itemsMadeBy are what a call of list, tuple or dict holds.
func itemsMadeBy(c *python.Call) (items []python.Expr, isContainer bool) {
	name, ok := c.Func.(*python.Name)
	if !ok {
		return nil, false
	}
	switch name.ID {
	case "dict":
		for _, a := range c.Args {
			if a.Name == "" {
				return nil, false
			}
			items = append(items, a.Value)
		}
		return items, true
	case "list", "tuple":
		if len(c.Args) == 0 {
			return nil, true
		}
		of, walked := c.Args[0].Value.(*python.Comprehension)
		if walked && of.Kind == python.Generator {
			return []python.Expr{of.Element}, true
		}
		return itemsOf(c.Args[0].Value)
	}
	return nil, false
}
