package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
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
	for _, a := range p.Train.Accumulations() {
		if !a.Freed && (!overBatches(a.Loop) || a.Leaves && !evaluates(a.Store.Unit.Module, a.Store.Node)) {
			continue
		}
		if a.Freed && a.StartsOver() {
			continue // a few nodes between two optimizer steps, their tensors freed already
		}
		severity := rules.Error
		if a.Freed {
			severity = rules.Warning
		}
		at := a.Place()
		p.Report(rules.Diagnostic{Severity: severity, File: at.File(), Span: at.Node.Span(),
			Message: accumulatedMessage(a), Fixes: detachFix(p, a)})
	}
}

// overBatches reports whether a loop goes over a data loader. What other loops collect
// without a backward pass is often bounded, or runs under somebody's no_grad.
func overBatches(l *train.Loop) bool {
	return l != nil && (l.Kind == train.BatchLoop || l.Kind == train.EpochLoop)
}

// evaluates reports whether the function around a node, or the script, puts a model into eval mode:
// what it returns is a result, not something to train on.
func evaluates(m *python.Module, n python.Node) bool {
	fn, body := python.EnclosingFunction(n), m.Body
	if fn != nil {
		body = fn.Body
	}
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "eval" && len(c.Args) == 0 && (fn != nil || python.EnclosingFunction(c) == nil) {
			found = true
		}
		return !found
	})
	return found
}

func accumulatedMessage(a *train.Accumulation) string {
	target, value := named(a.Target(), "this"), named(a.Added(), "the value")
	until := "every call"
	if a.Loop != nil {
		at := a.Loop.Place()
		until = fmt.Sprintf("every iteration of the loop in line %d", at.Line())
		if at.File() != a.Place().File() {
			until = fmt.Sprintf("every iteration of the loop at %s:%d", at.File(), at.Line())
		}
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

func detachFix(p *rules.Pass, a *train.Accumulation) []fixes.Fix {
	value := a.Added()
	if value == nil || !a.Tensor && !usedAsTensor(p, value) {
		return nil
	}
	editor := pyedit.New(a.Place().Unit.Module)
	text := editor.Text(value)
	switch value.(type) {
	case *python.Sequence, *python.Dict, *python.Comprehension:
		return nil
	case *python.Name, *python.Attribute, *python.Call, *python.Subscript:
	default:
		text = "(" + text + ")"
	}
	safety := fixes.Safe
	if a.Leaves || a.Place().File() != p.File.Path {
		safety = fixes.Unsafe // a helper that other programs may call with something else
	}
	return editor.ReplaceExpression(value, text+".detach()").Fixes("add .detach()", safety)
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
