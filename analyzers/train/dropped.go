package train

import (
	"slices"
	"strings"
	"sync"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// DroppedResult is a statement that computes a tensor of another one and drops it.
type DroppedResult struct {
	Call *python.Call
	// Tensor is what it is called on, as the code writes it, and Method what gives another tensor.
	Tensor, Method string
	// Assignable says that the result can be given the name of what it is computed of.
	Assignable bool
}

// DroppedResults lists the statements of the file that call a method of a tensor which changes nothing in place, and
// nothing else.
func (f *Facts) DroppedResults() []DroppedResult {
	var list []DroppedResult
	looks := sync.OnceValue(f.looks)
	// a cell shows its last expression, and so does the prompt that others of the script are for
	shows := func(c *python.Call) bool {
		others := looks()
		if looksAt(c) {
			others--
		}
		return others > 1 || f.Module.File.Notebook() != nil
	}
	for _, c := range f.Module.AllCalls() {
		stmt, ok := c.Parent().(*python.ExprStmt)
		if !ok || c.Receiver() == nil || insideTry(stmt) {
			continue
		}
		method, on := c.MethodName(), c.Receiver()
		if !knowledge.PureOfTensor(method) && !knowledge.CopiesOfTensor(method) {
			continue // x.view_as(y).copy_(y) writes through the view
		}
		for { // loss.detach().cpu()
			inner, ok := on.(*python.Call)
			if !ok || inner.Receiver() == nil ||
				!knowledge.PureOfTensor(inner.MethodName()) && !knowledge.CopiesOfTensor(inner.MethodName()) {
				break
			}
			if knowledge.PureOfTensor(inner.MethodName()) || inner.MethodName() == "detach" {
				method = inner.MethodName()
			}
			on = inner.Receiver()
		}
		path := python.PathText(on)
		if path == "" || f.Module.Resolve(on) != "" && !strings.HasPrefix(f.Module.Resolve(on), ".") || path == "self" {
			continue
		}
		if f.Module.ShowsValue(stmt) || f.madeThere(on, c) {
			continue
		}
		if knowledge.WantsArguments(method) && len(c.Args) == 0 {
			continue // layer.clamp(): a method of somebody else's, by the same name
		}
		dropped := knowledge.PureOfTensor(method) || knowledge.CopiesOfTensor(method) && f.isTensor(on, c)
		if dropped && !(python.EnclosingFunction(c) == nil && shows(c)) {
			list = append(list, DroppedResult{c, path, c.MethodName(), c.Receiver() == on})
		}
	}
	return list
}

// DroppedWrappers lists the statements of the file that wrap a module in another one and drop it: torch.compile(model).
func (f *Facts) DroppedWrappers() []DroppedResult {
	var list []DroppedResult
	for _, path := range knowledge.WrapsAnother() {
		for _, c := range f.Module.Calls(path) {
			stmt, ok := c.Parent().(*python.ExprStmt)
			if !ok || insideTry(stmt) || f.Module.ShowsValue(stmt) || len(c.Args) == 0 || c.Args[0].Star != 0 {
				continue
			}
			if module := python.PathText(c.Args[0].Value); module != "" {
				local := f.isLocal(c.Args[0].Value, c) && path == "torch.compile"
				list = append(list, DroppedResult{c, module, python.PathText(c.Func), local})
			}
		}
	}
	return list
}

// isLocal reports whether a name can be given another value where a call stands, and is the same afterwards.
func (f *Facts) isLocal(e python.Expr, c *python.Call) bool {
	name, ok := e.(*python.Name)
	if !ok {
		return false
	}
	fn := python.EnclosingFunction(c)
	if fn == nil {
		return true
	}
	scope, _ := f.Module.Lookup(name.ID, name)
	return scope != nil && scope.Node == python.Node(fn)
}

// looks counts the statements of a script that only look at something, x.size(): one with several is there to be typed
// in line by line.
func (f *Facts) looks() (shown int) {
	for _, s := range f.Module.Body {
		if e, ok := s.(*python.ExprStmt); ok && looksAt(e.Value) {
			shown++
		}
	}
	return shown
}

// looksAt reports whether a statement that is nothing but an expression looks at a value.
func looksAt(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Name, *python.Attribute, *python.Subscript:
		return true
	case *python.Call:
		method := e.MethodName()
		return knowledge.LooksAtTensor(method) || knowledge.PureOfTensor(method) ||
			knowledge.CopiesOfTensor(method) && len(e.Args) > 0 && method != "to"
	}
	return false
}

// insideTry reports whether a statement may stand there to see whether it raises.
func insideTry(s python.Stmt) bool {
	for n := s.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Try:
			return true
		case *python.With: // with pytest.raises(…), with a profiler
			if slices.ContainsFunc(n.Items, watches) {
				return true
			}
		case *python.Function:
			return false
		}
	}
	return false
}

// watches reports whether an item of a with statement watches what happens in it.
func watches(item *python.WithItem) bool {
	c, ok := item.Context.(*python.Call)
	return ok && knowledge.WatchesRun(python.LastName(c.Func))
}

// madeByTorch reports whether an expression is the call of a function of torch's that gives a tensor.
func (f *Facts) madeByTorch(e python.Expr) bool {
	made, ok := e.(*python.Call)
	if !ok || made.Func == nil {
		return false
	}
	path := f.Module.Resolve(made.Func)
	return strings.HasPrefix(path, "torch.") && knowledge.ComputesArray(path)
}

// isTensor reports whether a variable surely holds a tensor: the file makes it of a function of torch's, or
// differentiates it beside the call.
func (f *Facts) isTensor(e python.Expr, c *python.Call) bool {
	name := python.PathText(e)
	if values := f.Module.Values(e); len(values) > 0 &&
		!slices.ContainsFunc(values, func(v python.Expr) bool { return !f.madeByTorch(v) }) {
		return true
	}
	for _, other := range f.Module.AllCalls() {
		if other.MethodName() == "backward" && len(other.Args) == 0 && python.PathText(other.Receiver()) == name &&
			python.EnclosingFunction(other) == python.EnclosingFunction(c) {
			return true
		}
	}
	return false
}

// madeThere reports whether a variable is moved to the very device on which all that it may hold was made: that does
// nothing, and loses nothing. x = torch.randn(4, device=device); x.to(device).
func (f *Facts) madeThere(on python.Expr, c *python.Call) bool {
	if c.MethodName() != "to" || len(c.Args) != 1 || c.Receiver() != on {
		return false
	}
	device := python.PathText(c.Args[0].Value)
	values := f.Module.Values(on)
	return device != "" && len(values) > 0 && !slices.ContainsFunc(values, func(v python.Expr) bool {
		made, ok := v.(*python.Call)
		return !ok || python.PathText(f.Module.Argument(made, "device", -1).Value) != device
	})
}
