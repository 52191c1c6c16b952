package training

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

const requiresGrad = "requires_grad"

// gradientSwitch is a place that freezes or thaws all parameters of a module.
type gradientSwitch struct {
	path string
	on   bool
	part bool // only those that a condition picks
	at   python.Node
}

// gradientSwitches lists `m.requires_grad_(x)` and `for p in m.parameters():
// p.requires_grad = x` in the order of the text.
func gradientSwitches(p *rules.Pass) []gradientSwitch {
	var list []gradientSwitch
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Call:
			if s, ok := methodSwitch(p, n); ok {
				list = append(list, s)
			}
		case *python.For:
			if s, ok := loopSwitch(p, n); ok {
				list = append(list, s)
				return false
			}
		}
		return true
	})
	return list
}

func methodSwitch(p *rules.Pass, c *python.Call) (gradientSwitch, bool) {
	if c.MethodName() != "requires_grad_" {
		return gradientSwitch{}, false
	}
	path := python.PathText(c.Receiver())
	arg := p.Python.Argument(c, "requires_grad", 0)
	on := arg.Presence == python.Absent || p.Python.IsTrue(arg.Value)
	off := arg.Presence == python.Given && p.Python.IsFalse(arg.Value)
	return gradientSwitch{path, on, false, c}, path != "" && (on || off)
}

func loopSwitch(p *rules.Pass, loop *python.For) (gradientSwitch, bool) {
	call, ok := loop.Iter.(*python.Call)
	if !ok || len(loop.Body) != 1 {
		return gradientSwitch{}, false
	}
	path, parameter := python.PathText(call.Receiver()), ""
	switch call.MethodName() {
	case "parameters":
		parameter = python.PathText(loop.Target)
	case "named_parameters":
		if pair, ok := loop.Target.(*python.Sequence); ok && len(pair.Items) == 2 {
			parameter = python.PathText(pair.Items[1])
		}
	}
	if path == "" || parameter == "" {
		return gradientSwitch{}, false
	}
	body, partly := loop.Body[0], false
	if gate, ok := body.(*python.If); ok && len(gate.Body) == 1 && len(gate.Else) == 0 {
		body, partly = gate.Body[0], true
	}
	on, off := switches(p, body, parameter)
	return gradientSwitch{path, on, partly, body}, on && !partly || off
}

// switches reports whether a statement surely sets a parameter's requires_grad.
func switches(p *rules.Pass, s python.Stmt, parameter string) (on, off bool) {
	var value python.Expr
	switch s := s.(type) {
	case *python.Assign:
		if len(s.Targets) != 1 {
			return false, false
		}
		target, ok := s.Targets[0].(*python.Attribute)
		if !ok || target.Attr != requiresGrad || python.PathText(target.Value) != parameter {
			return false, false
		}
		value = s.Value
	case *python.ExprStmt:
		call, ok := s.Value.(*python.Call)
		if !ok || call.MethodName() != requiresGrad+"_" || python.PathText(call.Receiver()) != parameter {
			return false, false
		}
		if len(call.Args) == 0 {
			return true, false
		}
		value = call.Args[0].Value
	}
	return p.Python.IsTrue(value), p.Python.IsFalse(value)
}
