package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// GraphAccumulated finds sums and lists that keep a graph of every iteration.
var GraphAccumulated = &rules.Rule{
	Name:     "graph-accumulated",
	Group:    rules.Memory,
	Severity: rules.Error,
	Page:     page("graph-accumulated"),
	On:       rules.PythonFile,
	Words:    []string{"backward", ".eval()", "loss"},
	Check:    checkGraphAccumulated,
}

func checkGraphAccumulated(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, a := range p.Flow.Accumulations() {
		if !a.Freed && (!overBatches(p, a.Loop) || a.Leaves && !evaluates(a.Node)) {
			continue
		}
		if a.Freed && startsOver(a) {
			continue // a few nodes between two optimizer steps, their tensors freed already
		}
		severity := rules.Error
		if a.Freed {
			severity = rules.Warning
		}
		p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: a.Node.Span(),
			Message: accumulatedMessage(p, a), Fixes: detachFix(p, editor, a)})
	}
}

// startsOver reports whether what accumulates is set back to a constant in the same
// loop, as a sum that is logged and cleared at every optimizer step.
func startsOver(a *flow.Accumulation) bool {
	target := python.PathText(a.Target)
	if a.Loop == nil || target == "" {
		return false
	}
	found := false
	python.Walk(a.Loop, func(n python.Node) bool {
		assign, ok := n.(*python.Assign)
		if !ok || assign.Value == nil || len(assign.Targets) != 1 || python.PathText(assign.Targets[0]) != target {
			return !found
		}
		switch v := assign.Value.(type) {
		case *python.Number, *python.Constant:
			found = true
		case *python.Sequence:
			found = len(v.Items) == 0
		}
		return !found
	})
	return found
}

// overBatches reports whether a loop goes over a data loader. What other loops collect
// without a backward pass is often bounded, or runs under somebody's no_grad.
func overBatches(p *rules.Pass, loop python.Stmt) bool {
	if loop == nil {
		return false
	}
	l := p.Flow.Loop(loop)
	return l != nil && (l.Kind == flow.BatchLoop || l.Kind == flow.EpochLoop)
}

// evaluates reports whether the function around a node puts a model into eval mode:
// what it returns is a result, not something to train on.
func evaluates(n python.Node) bool {
	fn := python.EnclosingFunction(n)
	if fn == nil {
		return false
	}
	found := false
	python.WalkBody(fn.Body, func(n python.Node) bool {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "eval" && len(c.Args) == 0 {
			found = true
		}
		return !found
	})
	return found
}

func accumulatedMessage(p *rules.Pass, a *flow.Accumulation) string {
	target, value := named(a.Target, "this"), named(a.Value, "the value")
	until := "every call"
	if a.Loop != nil {
		until = fmt.Sprintf("every iteration of the loop in line %d", p.File.LineOf(a.Loop.Span().Start))
	}
	if a.Freed {
		return fmt.Sprintf("%s keeps %s of %s with its autograd graph (backward has freed the saved tensors, not the nodes); "+
			"collect the detached value", target, value, until)
	}
	return fmt.Sprintf("%s keeps the autograd graph of %s, with all activations saved for backward, of %s, "+
		"and nothing differentiates it; collect the detached value", target, value, until)
}

// named is the text of a name or path, or what to say instead.
func named(e python.Expr, otherwise string) string {
	if text := python.PathText(e); text != "" {
		return text
	}
	if sub, ok := e.(*python.Subscript); ok {
		return named(sub.Value, otherwise)
	}
	return otherwise
}

func detachFix(p *rules.Pass, editor *pyedit.Editor, a *flow.Accumulation) []fixes.Fix {
	if a.Value == nil {
		return nil
	}
	text := editor.Text(a.Value)
	switch a.Value.(type) {
	case *python.Name, *python.Attribute, *python.Call, *python.Subscript:
	default:
		text = "(" + text + ")"
	}
	safety := fixes.Safe
	switch {
	case !a.Tensor && !usedAsTensor(p, a.Value):
		safety = fixes.Shown // a number or a tuple has no detach
	case a.Leaves:
		safety = fixes.Unsafe
	}
	return editor.ReplaceExpression(a.Value, text+".detach()").Fixes("add .detach()", safety)
}

// usedAsTensor reports whether a variable is given to a loss or function of torch's own
// in the same function: what a model returns may also be a tuple or an object, and a
// criterion of the project's own may take one.
func usedAsTensor(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	if !ok {
		return false
	}
	fn := python.EnclosingFunction(name)
	for _, c := range p.Python.AllCalls() {
		if python.EnclosingFunction(c) != fn || len(c.Args) == 0 {
			continue
		}
		first, ok := c.Args[0].Value.(*python.Name)
		if ok && first.ID == name.ID && (takesTensor(p.Python.Resolve(c.Func)) || takesTensor(p.Python.TypeOf(c.Func))) {
			return true
		}
	}
	return false
}

// takesTensor reports whether a function, or the class of a module, of torch takes a
// tensor first, not a list of them.
func takesTensor(path string) bool {
	switch path {
	case "torch.cat", "torch.concat", "torch.stack", "torch.save", "torch.is_tensor", "torch.vstack", "torch.hstack", "torch.as_tensor", "torch.tensor":
		return false
	}
	return strings.HasPrefix(path, "torch.nn.functional.") || strings.HasPrefix(path, "torch.nn.") && strings.HasSuffix(path, "Loss") ||
		strings.HasPrefix(path, "torch.") && strings.Count(path, ".") == 1
}
