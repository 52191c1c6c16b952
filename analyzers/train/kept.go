package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// KeptActivation is a value that a forward pass leaves with its graph where it outlives the pass.
type KeptActivation struct {
	// Node is the statement, or the call in forward of a helper that keeps what it is given.
	Node      python.Node
	Target    string      // what keeps it, as the code names it
	Attribute string      // the last name of that
	Key       string      // under which it is kept in a dictionary, where the code writes it
	Value     python.Expr // what is kept
	Grows     bool        // it is added to what was kept before
	Tensor    bool        // it is one tensor for sure
	Attention bool        // it is computed as attention weights are
}

// KeptActivations lists what the forward methods and forward hooks of the file keep with a graph, unasked, and nothing
// else in the file reads.
func (f *Facts) KeptActivations() []*KeptActivation {
	var list []*KeptActivation
	seen := map[python.Node]bool{}
	for _, e := range append(f.Entries()[:len(f.Entries()):len(f.Entries())], f.hookEntries()...) {
		if !e.Whole {
			continue
		}
		for _, s := range e.Stores {
			pass := e.forwardAround(s)
			if pass == nil || seen[s.Node] || !e.outlives(s, pass) {
				continue
			}
			if k := e.kept(s, pass); k != nil {
				seen[s.Node] = true
				list = append(list, k)
			}
		}
	}
	return list
}

// forwardAround is the innermost forward pass or forward hook in which something is stored; nil when there is none.
func (e *Entry) forwardAround(s *run.Store) *run.Call {
	if s.Kind != run.StoreAttribute && s.Kind != run.StoreItem && s.Kind != run.StoreAdded {
		return nil
	}
	for c := s.Caller; c != nil; c = c.Caller {
		if isForwardCall(c) || e.hook != nil && c.Entry {
			return c
		}
	}
	return nil
}

// isForwardCall reports whether a call runs the forward pass of a module of the project.
func isForwardCall(c *run.Call) bool {
	if f := functionOf(c); f != nil {
		return f.Name() == "forward" && f.Class != nil && library.ModuleClass(f.Class)
	}
	o, ok := c.Callee.(*run.Object)
	if !ok {
		return false
	}
	class, ok := o.Class.(*run.Class)
	return ok && library.ModuleClass(class)
}

// outlives reports whether what is stored into was there before the forward pass, and is no name of a function.
func (e *Entry) outlives(s *run.Store, pass *run.Call) bool {
	if s.Target == nil || s.Target.Kind == run.Scope || s.Target.Seq > pass.Seq && !ofModuleBody(s.Target) {
		return false
	}
	return s.Kind != run.StoreItem || s.Target.Kind == run.Dict || s.Target.Kind == run.List ||
		s.Target.Kind == run.Unknown
}

// ofModuleBody reports whether what stands in no function made an object: it is there for good, even where the run came
// to it only when the pass first read its name.
func ofModuleBody(o *run.Object) bool {
	return o.At.Node != nil && python.EnclosingFunction(o.At.Node) == nil
}

// kept judges one store of a forward pass; nil when it keeps no graph, somebody asked for it, or somebody reads it.
func (e *Entry) kept(s *run.Store, pass *run.Call) *KeptActivation {
	g, stored := e.graphs(), addedBy(s)
	if s.Unit.Module != e.Facts.Module || g.carries(stored) != Carries {
		return nil
	}
	target, value := storedIn(s.Node)
	if target == nil || python.PathText(target) == "" {
		return nil
	}
	k := &KeptActivation{Node: s.Node, Target: python.PathText(target), Attribute: python.LastName(target), Value: value,
		Grows: s.Kind == run.StoreAdded, Tensor: g.isTensor(stored), Attention: isAttention(stored)}
	if key, ok := s.Key.(run.Str); ok && s.Kind == run.StoreItem {
		k.Key = string(key)
	}
	if asked(s.Node) || e.Facts.readsKept(target, s.Node) || e.hook != nil && e.goesWithHook(target, s.Node) {
		return nil
	}
	if c := s.Caller; c != pass { // a helper keeps it
		for c.Caller != pass && c.Caller != nil {
			c = c.Caller
		}
		if c.Node == nil || c.Unit.Module != e.Facts.Module || asked(c.Node) {
			return nil
		}
		if python.PathText(c.Node.Receiver()) == "self" && !g.givenAsItIs(c, stored) {
			return k // another method of the module: what it keeps, it computes
		}
		k.Node, k.Value = c.Node, g.argumentHolding(c, stored)
		k.Target = python.PathText(c.Node.Receiver())
		if k.Value == nil || k.Target == "" {
			return nil
		}
	}
	return k
}

// goesWithHook reports whether a hook keeps something in a variable of the function that it is written in, and that
// function removes a hook again before it returns: what is kept goes with its variables, as nobody else has the hook.
func (e *Entry) goesWithHook(target python.Expr, store python.Node) bool {
	hook := python.EnclosingFunction(store)
	name, ok := target.(*python.Name)
	if !ok || hook == nil {
		return false
	}
	around := python.EnclosingFunction(hook)
	scope, _ := e.Facts.Module.Lookup(name.ID, name)
	if around == nil || scope == nil || scope.Node != python.Node(around) {
		return false
	}
	for n := range python.AllIn(around.Body) {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "remove" && len(c.Args) == 0 {
			return true
		}
	}
	return false
}

// isAttention reports whether a value is computed as the weights of attention are: the softmax of a product, scaled or
// masked.
func isAttention(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	return ok && o.Made != nil && knowledge.MethodActivation(calleeName(o.Made)) == knowledge.Softmax &&
		slices.ContainsFunc(operands(o), func(of run.Value) bool { return ofProduct(of, 0) })
}

// ofProduct reports whether a value is a product of matrices, or is computed of one alone.
func ofProduct(v run.Value, depth int) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth > maxParts {
		return false
	}
	if o.Operator == "@" || o.Made != nil && knowledge.Multiplies(calleeName(o.Made)) {
		return true
	}
	of := operands(o)
	return len(of) > 0 && ofProduct(of[0], depth+1)
}

// givenAsItIs reports whether a value is one of the arguments of a call, and not computed of them.
func (g *graph) givenAsItIs(c *run.Call, v run.Value) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return run.Bare(a.Value) == run.Bare(v) })
}

// storedIn is what a statement stores into, and the value as it is written.
func storedIn(n python.Node) (target, value python.Expr) {
	switch n := n.(type) {
	case *python.Attribute:
		target, value = assignedTo(n)
	case *python.Subscript:
		target, value = assignedTo(n)
	case *python.AugAssign: // self.maps += [weights]
		if list, ok := n.Value.(*python.Sequence); ok && len(list.Items) == 1 {
			target, value = n.Target, list.Items[0]
		}
	case *python.Call:
		if len(n.Args) == 1 {
			target, value = n.Receiver(), n.Args[0].Value
		}
	}
	if item, ok := target.(*python.Subscript); ok {
		target = item.Value
	}
	return target, value
}

// assignedTo is a target and what is stored in it: a = b = x and a, b = x, y have them, too.
func assignedTo(e python.Expr) (target, value python.Expr) {
	switch up := e.Parent().(type) {
	case *python.Assign:
		return e, up.Value
	case *python.Sequence:
		assign, ok := up.Parent().(*python.Assign)
		if !ok {
			return nil, nil
		}
		if list, ok := assign.Value.(*python.Sequence); ok && len(list.Items) == len(up.Items) {
			return e, list.Items[slices.Index(up.Items, e)]
		}
	}
	return nil, nil
}

// hookEntries runs the functions that are registered as forward hooks: what they are given last is a module's output.
// What registers them with gradients off, as a function that draws the maps of all layers does, has them see a forward
// pass without a graph; what the run then makes of their class by itself, to look at its other methods, says nothing
// else.
func (f *Facts) hookEntries() []*Entry {
	var list []*Entry
	var met, quiet []python.Node
	for _, byProgram := range []bool{true, false} {
		for _, e := range f.Entries() {
			for _, c := range e.Calls {
				if m, ok := c.Callee.(*run.Member); !ok || m.Name != "register_forward_hook" || byProgram == ofNoCaller(c) {
					continue
				}
				given, _ := c.Argument("hook", 0)
				fn, self := hookOf(given)
				if fn == nil || fn.Node == nil || len(fn.Node.Params) == 0 || slices.Contains(met, fn.At()) ||
					!byProgram && slices.Contains(quiet, fn.At()) {
					continue
				}
				if c.Grad == run.Value(run.Bool(false)) {
					quiet = append(quiet, fn.At())
					continue
				}
				met = append(met, fn.At())
				list = append(list, f.hookEntry(fn, self))
			}
		}
	}
	return list
}

// ofNoCaller reports whether a call happens in the constructor of what only the run makes.
func ofNoCaller(c *run.Call) bool {
	up := c.Caller
	for up != nil && up.Caller != nil {
		up = up.Caller
	}
	return up != nil && up.Entry && functionOf(up) != nil && functionOf(up).Name() == "__init__"
}

func hookOf(v run.Value) (*run.Function, run.Value) {
	switch v := v.(type) {
	case *run.Function:
		return v, nil
	case *run.Method:
		return v.Func, v.Self
	}
	return nil, nil
}

func (f *Facts) hookEntry(fn *run.Function, self run.Value) *Entry {
	t := f.aside(fn, self)
	return &Entry{
		Facts:    f,
		Function: fn,
		Calls:    t.Calls,
		Stores:   t.Stores,
		Loops:    t.Loops,
		Returns:  t.Returns,
		Whole:    !f.machine.Over(),
		hook:     fn.Node.Params[len(fn.Node.Params)-1],
	}
}

// asked reports whether a statement runs only under a condition by which somebody asks for what it stores: one on the
// module itself, such as `not self.training` or `self.keep_maps`, or a flag, such as `return_maps`. The shape of the
// input is none.
func asked(n python.Node) bool {
	fn := python.EnclosingFunction(n)
	if fn == nil {
		return false
	}
	for p := n.Parent(); p != nil && p != python.Node(fn); p = p.Parent() {
		if s, ok := p.(*python.If); ok && s.Test != nil && asks(fn, s.Test) {
			return true
		}
	}
	return false
}

func asks(fn *python.Function, test python.Expr) bool {
	switch t := test.(type) {
	case *python.Unary:
		return asks(fn, t.Operand)
	case *python.Bool:
		return asks(fn, t.Left) || asks(fn, t.Right)
	case *python.Name: // if return_maps:
		return true
	case *python.Attribute: // if self.training:, if config.output_attentions:
		return !knowledge.DetachedAttribute(t.Attr) || isSelf(fn, t.Value)
	case *python.Subscript: // if kwargs["return_maps"]:
		return asks(fn, t.Value)
	case *python.Call: // if self.wants_maps():, if kwargs.get("return_maps"):, if torch.is_grad_enabled():
		return concerns(fn, t) || t.MethodName() == "get" || python.LastName(t.Func) == "is_grad_enabled"
	case *python.Compare: // if self.level > 1:, if mode == "maps":, if store is not None:
		if concerns(fn, t) {
			return true
		}
		for _, o := range t.Operands {
			switch o.(type) {
			case *python.Constant, *python.String:
				return true
			}
		}
	}
	return false
}

// isSelf reports whether an expression is the first parameter of a method.
func isSelf(fn *python.Function, e python.Expr) bool {
	name, ok := e.(*python.Name)
	_, method := fn.Parent().(*python.Class)
	return ok && method && len(fn.Params) > 0 && name.ID == fn.Params[0].Name
}

// concerns reports whether an expression reads the module itself.
func concerns(fn *python.Function, e python.Expr) bool {
	for n := range python.All(e) {
		if x, ok := n.(python.Expr); ok && isSelf(fn, x) {
			return true
		}
	}
	return false
}

// readsKept reports whether the file reads what a target holds: anywhere but in the statement that stores it, in resets
// elsewhere, and through what detaches it. A forward pass that empties it itself uses it while it lasts.
func (f *Facts) readsKept(target python.Expr, store python.Node) bool {
	name, found := python.LastName(target), false
	fn := python.EnclosingFunction(store)
	_, plain := target.(*python.Name)
	python.WalkBody(f.Module.Body, func(n python.Node) bool {
		if _, isCall := store.(*python.Call); found || n == store && isCall {
			return false
		}
		switch n := n.(type) {
		case *python.Attribute:
			found = found || n.Attr == name &&
				(python.Expr(n) != target && !python.IsTarget(n) && !leavesGraph(n) || resetIn(fn, n))
		case *python.Name:
			found = found || plain && n.ID == name && python.Expr(n) != target && !python.IsTarget(n) && !leavesGraph(n) &&
				!holdsItem(n)
		case *python.String: // getattr(module, "features")
			found = found || n.Known && n.Text == name
		}
		return !found
	})
	return found
}

// resetIn reports whether a function sets an attribute to None or empty.
func resetIn(fn *python.Function, a *python.Attribute) bool {
	assign, ok := a.Parent().(*python.Assign)
	if !ok || python.EnclosingFunction(assign) != fn {
		return false
	}
	switch v := assign.Value.(type) {
	case *python.Constant:
		return v.Kind == python.None
	case *python.Sequence:
		return len(v.Items) == 0
	case *python.Dict:
		return len(v.Items) == 0
	}
	return false
}

// leavesGraph reports whether a use takes no graph out: x.detach(), x.clear(), x.append(…), x[k] = ….
func leavesGraph(e python.Expr) bool {
	if a, ok := e.Parent().(*python.Attribute); ok {
		return knowledge.MethodGives(a.Attr) == knowledge.Number || knowledge.DetachedAttribute(a.Attr) ||
			a.Attr == "clear" ||
			a.Attr == "append"
	}
	return holdsItem(e)
}

// holdsItem reports whether an expression is the container that an item is written into.
func holdsItem(e python.Expr) bool {
	item, ok := e.Parent().(*python.Subscript)
	return ok && item.Value == e && python.IsTarget(item)
}
