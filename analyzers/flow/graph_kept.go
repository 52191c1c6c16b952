package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// KeptActivation is a value that a forward pass stores where it outlives the pass.
type KeptActivation struct {
	Node      python.Node
	Target    string      // what keeps it, as the code names it
	Attribute string      // the last name of that
	Value     python.Expr // what is stored
	Grows     bool        // it is added to what was stored before
	Tensor    bool        // it is one tensor for sure
}

// KeptActivations lists what the forward methods and forward hooks of the file store
// with a graph, and nothing else in the file reads.
func (f *Facts) KeptActivations() []*KeptActivation {
	var list []*KeptActivation
	for _, fn := range f.functions() {
		switch class, _ := fn.Parent().(*python.Class); {
		case class != nil && fn.Name == "forward" && len(fn.Params) > 1:
			if f.derivesFromModule(class) && f.forwardStores(fn) {
				list = append(list, f.keptBy(fn)...)
			}
		case f.isForwardHook(fn):
			list = append(list, f.keptBy(fn)...)
		}
	}
	return list
}

// derivesFromModule reports whether a class of this file is an nn.Module for sure.
func (f *Facts) derivesFromModule(c *python.Class) bool {
	for _, base := range f.Module.BaseNames(c) {
		if strings.HasPrefix(base, "torch.nn.") || strings.HasSuffix(base, "LightningModule") || strings.HasSuffix(base, "PreTrainedModel") {
			return true
		}
	}
	return false
}

// forwardStores is a cheap look for an attribute that forward sets or adds to.
func (f *Facts) forwardStores(fn *python.Function) bool {
	if f.stores == nil {
		f.stores = map[*python.Function]bool{}
	}
	if f.storesOnSelf(fn) {
		return true
	}
	found := false
	python.WalkBody(fn.Body, func(n python.Node) bool {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "append" {
			a, ok := c.Receiver().(*python.Attribute)
			found = found || ok && isSelf(fn, a.Value)
		}
		return !found
	})
	return found
}

// isForwardHook reports whether a function is given to register_forward_hook.
func (f *Facts) isForwardHook(fn *python.Function) bool {
	if len(fn.Params) < 3 {
		return false
	}
	for _, c := range f.Module.AllCalls() {
		if c.MethodName() != "register_forward_hook" || len(c.Args) == 0 {
			continue
		}
		if def, ok := f.Module.Definition(c.Args[0].Value).(*python.Function); ok && def == fn {
			return true
		}
		if maker, ok := c.Args[0].Value.(*python.Call); ok { // register_forward_hook(save("layer1"))
			if def, ok := f.Module.Definition(maker.Func).(*python.Function); ok && python.EnclosingFunction(fn) == def {
				return true
			}
		}
	}
	return false
}

// keptBy runs one forward method and looks at what it stored.
func (f *Facts) keptBy(fn *python.Function) []*KeptActivation {
	if mode, ok := f.functionGradMode(fn); ok && mode != Carries {
		return nil
	}
	r := f.newRun(fn, map[*python.Function]bool{})
	if len(fn.Params) > 2 && fn.Name != "forward" { // a hook is given the module's output
		p := fn.Params[len(fn.Params)-1]
		r.env[place{f.Module.ScopeOf(fn), p.Name}] = values{{kind: forwardPass, node: p}}
	}
	r.calls = []*activation{{fn: fn, id: r.number()}}
	r.block(fn.Body)
	if r.over() {
		return nil
	}
	var list []*KeptActivation
	python.WalkBody(fn.Body, func(n python.Node) bool {
		if inner, ok := n.(*python.Function); ok && inner != fn {
			return false
		}
		if k := r.keptAt(fn, n); k != nil {
			list = append(list, k)
		}
		return true
	})
	return list
}

func (r *run) keptAt(fn *python.Function, n python.Node) *KeptActivation {
	k := &KeptActivation{Node: n}
	var target python.Expr
	switch n := n.(type) {
	case *python.Assign:
		if len(n.Targets) != 1 {
			return nil
		}
		target, k.Value = n.Targets[0], n.Value
		if sub, ok := target.(*python.Subscript); ok {
			target = sub.Value
		} else if _, ok := target.(*python.Attribute); !ok {
			return nil
		}
	case *python.Call:
		if n.MethodName() != "append" || len(n.Args) != 1 {
			return nil
		}
		target, k.Value, k.Grows = n.Receiver(), n.Args[0].Value, true
	default:
		return nil
	}
	k.Target, k.Attribute = python.PathText(target), lastName(target)
	switch {
	case k.Target == "" || !r.outlives(fn, target) || askedFor(fn, n):
		return nil
	case r.evaluated(k.Value).carry() != Carries || r.f.readsElsewhere(fn, target, n):
		return nil
	}
	vs := r.evaluated(k.Value)
	k.Tensor = len(vs) == 1 && r.f.tensorValue(vs[0], 0)
	return k
}

// outlives reports whether a target belongs to the module, or to the scope around a
// hook, and not to the call.
func (r *run) outlives(fn *python.Function, target python.Expr) bool {
	switch t := target.(type) {
	case *python.Attribute:
		return isSelf(fn, t.Value)
	case *python.Name:
		scope, _ := r.f.Module.Lookup(t.ID, t)
		return scope != nil && scope.Node != python.Node(fn)
	}
	return false
}

// askedFor reports whether n runs only under a condition by which somebody asks for
// what it stores: one on the module itself, such as `not self.training` or
// `self.keep_maps`, or a flag, such as `return_maps`. The shape of the input is none.
func askedFor(fn *python.Function, n python.Node) bool {
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
		return !detachedAttributes[t.Attr] || isSelf(fn, t.Value)
	case *python.Subscript: // if kwargs["return_maps"]:
		return asks(fn, t.Value)
	case *python.Call: // if self.wants_maps():, if kwargs.get("return_maps"):, if torch.is_grad_enabled():
		return concerns(fn, t) || t.MethodName() == "get" || lastName(t.Func) == "is_grad_enabled"
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

// concerns reports whether an expression reads the module itself.
func concerns(fn *python.Function, e python.Expr) bool {
	for n := range python.All(e) {
		if x, ok := n.(python.Expr); ok && isSelf(fn, x) {
			return true
		}
	}
	return false
}

// readsElsewhere reports whether the file reads what a target holds: anywhere but in
// the statement that stores it, in resets, and through what detaches it.
func (f *Facts) readsElsewhere(fn *python.Function, target python.Expr, store python.Node) bool {
	name, found := lastName(target), false
	python.WalkBody(f.Module.Body, func(n python.Node) bool {
		if found || n == store && isCall(store) {
			return false
		}
		switch n := n.(type) {
		case *python.Attribute:
			if n.Attr == name && python.Expr(n) != target && !isTarget(n) && !detachedUse(n) {
				found = true
			}
			if n.Attr == name && resetIn(fn, n) {
				found = true
			}
		case *python.Name:
			_, isName := target.(*python.Name)
			if isName && n.ID == name && python.Expr(n) != target && !isTarget(n) && !detachedUse(n) && !stored(n) {
				found = true
			}
		case *python.String: // getattr(module, "features")
			found = found || n.Known && n.Text == name
		}
		return !found
	})
	return found
}

func isCall(n python.Node) bool { _, ok := n.(*python.Call); return ok }

// resetIn reports whether forward itself sets the attribute to None or empty.
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

// detachedUse reports whether a use takes no graph out: x.detach(), x.clear().
func detachedUse(e python.Expr) bool {
	a, ok := e.Parent().(*python.Attribute)
	if !ok {
		return false
	}
	return detachingMethods[a.Attr] || detachedAttributes[a.Attr] || a.Attr == "clear" || a.Attr == "append"
}

// stored reports whether a name is the container that an item is written into.
func stored(n *python.Name) bool {
	sub, ok := n.Parent().(*python.Subscript)
	return ok && sub.Value == python.Expr(n) && isTarget(sub)
}
