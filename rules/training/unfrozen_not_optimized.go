package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// UnfrozenNotOptimized finds parameters that are thawed for an optimizer that does
// not know them.
var UnfrozenNotOptimized = &rules.Rule{
	Name:     "unfrozen-not-optimized",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("unfrozen-not-optimized"),
	On:       rules.PythonFile,
	Words:    []string{"requires_grad"},
	Check:    checkUnfrozen,
}

func checkUnfrozen(p *rules.Pass) {
	changes := gradientSwitches(p)
	for _, thaw := range changes {
		if !thaw.on {
			continue
		}
		for _, c := range p.Python.AllCalls() {
			if p.Flow.RoleOf(c) != flow.Optimizer || p.Python.TypeOf(c) == "" || c.Span().Start > thaw.at.Span().Start {
				continue
			}
			if leavesOut(p, c, thaw, changes) && !rebuiltLater(p, c) {
				message := fmt.Sprintf("%s is unfrozen after the optimizer at line %d was built without it: its gradients are computed and never used; rebuild the optimizer or add_param_group",
					thaw.path, p.File.LineOf(c.Span().Start))
				p.At(thaw.at, message, []rules.NotePlace{p.Note(c, "the optimizer takes only what is trainable here")})
				break
			}
		}
	}
}

// leavesOut reports whether an optimizer was surely made without the parameters:
// they were frozen before, in the same function, and it took only trainable ones or
// those of another part.
func leavesOut(p *rules.Pass, c *python.Call, thaw gradientSwitch, changes []gradientSwitch) bool {
	parameters, ok := p.Flow.ParametersIn(c)
	if !ok || !parameters.Whole || !sameLife(c, thaw.at, thaw.path) || exclusive(thaw.at, c) {
		return false
	}
	related := false
	for _, owner := range parameters.Owners {
		if flow.Covers(owner, thaw.path) {
			if !parameters.Filtered {
				return false
			}
			related = true
		}
		if flow.Covers(thaw.path, owner) {
			related = true
		}
		related = related || rootName(owner) == rootName(thaw.path) && owner != thaw.path
	}
	return related && frozenBefore(thaw, c, changes)
}

// sameLife reports whether the optimizer is surely made before the parameters are
// thawed: in one function, or in __init__ and another method of one class.
func sameLife(made, thawed python.Node, path string) bool {
	first, second := python.EnclosingFunction(made), python.EnclosingFunction(thawed)
	if first == second {
		return true
	}
	return first != nil && second != nil && first.Name == "__init__" && first.Parent() == second.Parent() && len(path) > 5 && path[:5] == "self."
}

func frozenBefore(thaw gradientSwitch, c *python.Call, changes []gradientSwitch) bool {
	frozen := false
	for _, s := range changes {
		if s.at.Span().Start > c.Span().Start || python.EnclosingFunction(s.at) != python.EnclosingFunction(c) {
			continue
		}
		switch {
		case s.part: // some of them stay frozen, whichever they are
			frozen = frozen || !s.on && (flow.Covers(s.path, thaw.path) || flow.Covers(thaw.path, s.path))
		case flow.Covers(s.path, thaw.path):
			frozen = !s.on
		case flow.Covers(thaw.path, s.path):
			frozen = frozen || !s.on
		}
	}
	return frozen
}

// rebuiltLater reports whether the function makes another optimizer after this one, or
// the file adds parameters to one.
func rebuiltLater(p *rules.Pass, c *python.Call) bool {
	for _, other := range p.Python.AllCalls() {
		if other.MethodName() == "add_param_group" || flow.LastName(other.Func) == "add_param_group" {
			return true
		}
		if other != c && (python.EnclosingFunction(other) == python.EnclosingFunction(c) || python.EnclosingClass(c) != nil && python.EnclosingClass(other) == python.EnclosingClass(c)) &&
			p.Flow.RoleOf(other) == flow.Optimizer && other.Span().Start > c.Span().Start && p.Python.TypeOf(other) != "" {
			return true
		}
	}
	return false
}

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

func rootName(path string) string {
	if i := strings.IndexAny(path, ".["); i >= 0 && path[:i] != "self" {
		return path[:i]
	}
	return path
}
