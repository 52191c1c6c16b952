package compat

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// checkVariable: since torch 0.4 a Variable is a tensor that is cut off from the graph of what it was
// made from; requires_grad=True still counts, volatile does not. Code of those days uses it in every
// second line: that is said once a file.
func checkVariable(p *rules.Pass, e *pyedit.Editor) {
	if !p.Versions.Allows("torch", ">=0.4") {
		return
	}
	var plain []use
	for _, u := range uses(p.Python, "torch.autograd.Variable") {
		if u.kind == called && volatile(p.Python, u.call) {
			p.At(
				u.ref,
				"volatile=True does nothing since torch 0.4: what is computed with it keeps its graph where weights have part in it; drop "+
					"it, and put what is not trained under torch.no_grad()",
				nil,
			)
			continue
		}
		plain = append(plain, u)
	}
	if len(plain) == 0 {
		return
	}
	times := "once"
	if len(plain) > 1 {
		times = fmt.Sprintf("%d times", len(plain))
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Note, File: p.File.Path, Span: plain[0].ref.Span(),
		Message: fmt.Sprintf(
			"torch.autograd.Variable (%s in this file) gives a plain tensor since torch 0.4: Variable(x) is "+
				"x.detach(), and with requires_grad=True a new leaf; write that, or x alone where it has no graph",
			times,
		),
		Fixes: unwrapVariables(p, e, plain),
	})
}

func volatile(m *python.Module, c *python.Call) bool {
	arg := m.Argument(c, "volatile", 2)
	return arg.Presence == python.Given && m.IsTrue(arg.Value)
}

// givenAlone reports whether a call is given a tensor and nothing else that counts: Variable(x, requires_grad=False)
// says what holds anyway.
func givenAlone(m *python.Module, c *python.Call) bool {
	if len(c.Args) == 0 || len(c.Args) > 2 || c.Args[0].Star != 0 || c.Args[0].Name != "" {
		return false
	}
	return len(c.Args) == 1 || c.Args[1].Name == "requires_grad" && m.IsFalse(c.Args[1].Value)
}

// unwrapVariables makes Variable(x) x wherever it is called with nothing else, in one fix, and x.detach() where x has a
// graph: F.softmax(Variable(others[j]), dim=1) in a loss shall not train the others. What would be x = x goes as a
// whole.
func unwrapVariables(p *rules.Pass, e *pyedit.Editor, list []use) []fixes.Fix {
	simple := map[python.Node]use{}
	for _, u := range list {
		if u.kind == called && givenAlone(p.Python, u.call) {
			simple[u.call] = u
		}
	}
	var plan pyedit.Plan
	var idle []python.Stmt
	for _, u := range list {
		if _, ok := simple[u.call]; !ok || insideAnother(u.call, simple) {
			continue
		}
		plan = orphans(p.Python, u.ref, plan)
		given := u.call.Args[0].Value
		if p.Train.GivesGraph(u.call) {
			plan = plan.And(e.ReplaceExpression(u.call, detached(e, given)))
		} else if s := assignsItself(p, u.call, simple); s == nil {
			plan = plan.And(e.ReplaceExpression(u.call, e.Text(given)))
		} else if len(idle) == 0 || idle[len(idle)-1] != s {
			idle = append(idle, s)
		}
	}
	return plan.And(removeAll(p, e, idle)).Fixes("use the tensors themselves", fixes.Unsafe)
}

// detached is a tensor without its graph.
func detached(e *pyedit.Editor, tensor python.Expr) string {
	switch tensor.(type) {
	case *python.Name, *python.Attribute, *python.Call, *python.Subscript:
		return e.Text(tensor) + ".detach()"
	}
	return "(" + e.Text(tensor) + ").detach()"
}

// insideAnother: Variable(f(Variable(x))) is unwrapped from the outside, one pass a layer.
func insideAnother(c *python.Call, simple map[python.Node]use) bool {
	_, ok := python.WithinAny(c.Parent(), simple)
	return ok
}

// assignsItself is the statement x = Variable(x), or x, y = Variable(x), Variable(y), around a call.
func assignsItself(p *rules.Pass, c *python.Call, simple map[python.Node]use) python.Stmt {
	s, ok := python.EnclosingStmt(c).(*python.Assign)
	if !ok || len(s.Targets) != 1 || s.Value == nil {
		return nil
	}
	targets, values := []python.Expr{s.Targets[0]}, []python.Expr{s.Value}
	if t, ok := s.Targets[0].(*python.Sequence); ok {
		v, ok := s.Value.(*python.Sequence)
		if !ok || len(t.Items) != len(v.Items) {
			return nil
		}
		targets, values = t.Items, v.Items
	}
	for i, value := range values {
		u, ok := simple[value]
		if !ok || p.File.Slice(targets[i].Span()) != p.File.Slice(u.call.Args[0].Value.Span()) {
			return nil
		}
	}
	return s
}

// removeAll takes statements out; a block that holds nothing else keeps a pass.
func removeAll(p *rules.Pass, e *pyedit.Editor, list []python.Stmt) pyedit.Plan {
	var plan pyedit.Plan
	gone := map[python.Stmt]bool{}
	for _, s := range list {
		gone[s] = true
	}
	for _, s := range list {
		block := python.BlockOf(s)
		whole := len(block) > 1 && block[0] == s
		for _, other := range block {
			whole = whole && gone[other]
		}
		if whole {
			plan = plan.And(pyedit.Plan{Edits: []fixes.Edit{{File: p.File.Path, Span: s.Span(), New: "pass"}}})
			continue
		}
		plan = plan.And(e.RemoveStatement(s))
	}
	return plan
}
