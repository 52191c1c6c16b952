package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// LearningTensors lists the tensors that modules make with requires_grad=True and keep on self, compute with, and hand
// to nobody: they are leaves that collect gradients, and no parameters.
func (f *Facts) LearningTensors() []Unregistered {
	var list []Unregistered
	for _, h := range f.heldModules(mayKeepTensor) {
		if slices.ContainsFunc(h.wholeLineage(), givesParameters) {
			continue
		}
		for _, s := range h.keptStores() {
			w := h.whereIs(h.firstUnder(s.target.Attr))
			if w.at == onTheCPU && w.leaf && f.onlyComputedWith(h.class.Node, s.target) &&
				!slices.ContainsFunc(list, func(o Unregistered) bool { return o.Target == s.target }) {
				list = append(list, Unregistered{Class: h.class.Node, Target: s.target, By: "requires_grad"})
			}
		}
	}
	return list
}

// givesParameters reports whether a class says itself what its parameters are, or registers by hand.
func givesParameters(class *python.Class) bool {
	for n := range python.All(class) {
		switch n := n.(type) {
		case *python.Function:
			switch n.Name {
			case "parameters", "named_parameters", "_apply", "__setattr__", "__getattr__", "trainable_parameters", "get_params",
				"get_parameters":
				return true
			}
		case *python.Attribute:
			switch n.Attr {
			case "register_parameter", "_parameters", "__dict__", "__setattr__":
				return true
			}
		case *python.Name:
			if n.ID == "setattr" || n.ID == "vars" {
				return true
			}
		}
	}
	return false
}

// onlyComputedWith reports whether all that the file does with an attribute of self is to compute with it in a method
// of the class: nobody hands it to an optimizer here, or changes it by hand.
func (f *Facts) onlyComputedWith(class *python.Class, target *python.Attribute) bool {
	computed := false
	for n := range python.AllIn(f.Module.Body) {
		a, ok := n.(*python.Attribute)
		if !ok || a.Attr != target.Attr || a == target {
			continue
		}
		fn := python.EnclosingFunction(a)
		if fn == nil || len(fn.Params) == 0 || !isName(a.Value, fn.Params[0].Name) {
			return false
		}
		if python.EnclosingClass(fn) != class {
			continue // an attribute of the same name of another class
		}
		if f.movedInPlace(a) {
			continue
		}
		if !f.isOperand(a) {
			return false
		}
		computed = true
	}
	return computed
}

// movedInPlace reports whether an attribute is the target or the receiver of self.w = self.w.cuda().
func (f *Facts) movedInPlace(a *python.Attribute) bool {
	assign, ok := python.EnclosingStmt(a).(*python.Assign)
	if !ok || len(assign.Targets) != 1 {
		return false
	}
	target, ok := assign.Targets[0].(*python.Attribute)
	call, called := assign.Value.(*python.Call)
	if !ok || !called || target.Attr != a.Attr {
		return false
	}
	from, ok := call.Receiver().(*python.Attribute)
	return ok && from.Attr == a.Attr && (call.MethodName() == "cuda" || call.MethodName() == "to")
}

// isOperand reports whether an expression is an operand of arithmetic, what a function of torch computes with, or what
// a method of tensors is called on.
func (f *Facts) isOperand(e python.Expr) bool {
	switch up := e.Parent().(type) {
	case *python.Binary:
		return true
	case *python.Unary:
		return true
	case *python.Arg:
		call, ok := up.Parent().(*python.Call)
		if !ok {
			return false
		}
		path := f.Module.Resolve(call.Func)
		return strings.HasPrefix(path, "torch.") && !strings.HasPrefix(path, "torch.autograd") &&
			!strings.HasPrefix(path, "torch.optim") && !strings.Contains(path, "Parameter")
	case *python.Attribute:
		call, ok := up.Parent().(*python.Call)
		return ok && call.Func == up && (knowledge.MakesTensor(up.Attr) || knowledge.ComputesTensor(up.Attr))
	}
	return false
}
