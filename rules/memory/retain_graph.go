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

// RetainGraph finds retain_graph=True where nothing uses the graph again.
var RetainGraph = &rules.Rule{
	Name:     "retain-graph",
	Group:    rules.Memory,
	Severity: rules.Warning,
	On:       rules.PythonFile,
	Page:     page("retain-graph"),
	Words:    []string{"retain_graph"},
	Check:    checkRetainGraph,
}

func checkRetainGraph(p *rules.Pass) {
	editor := pyedit.New(p.Python)
	for _, call := range differentiations(p) {
		retain := p.Python.Argument(call, "retain_graph", retainPosition(p, call))
		if retain.Direct == nil || !isLiteralTrue(retain.Value) || createsGraph(p, call) {
			continue
		}
		if p.Flow.GraphUsedAgain(call) != flow.CarriesNot || testsAutograd(call) {
			continue
		}
		p.At(retain.Direct, retainMessage(p, call), nil,
			dropArgument(editor, call, retain.Direct).Fixes("drop retain_graph=True", fixes.Unsafe)...)
	}
}

// differentiations lists the backward and grad calls of the file.
func differentiations(p *rules.Pass) []*python.Call {
	var calls []*python.Call
	for _, c := range p.Python.AllCalls() {
		if kind := p.Flow.KindOf(c); kind == flow.Backward || kind == flow.Grad {
			calls = append(calls, c)
		}
	}
	return calls
}

// retainPosition is where retain_graph stands among positional arguments:
// Tensor.backward(gradient, retain_graph), autograd.backward(tensors, grad_tensors,
// retain_graph), autograd.grad(outputs, inputs, grad_outputs, retain_graph).
func retainPosition(p *rules.Pass, c *python.Call) int {
	switch {
	case p.Flow.KindOf(c) == flow.Grad:
		return 3
	case p.Python.Resolve(c.Receiver()) == "torch.autograd":
		return 2
	case len(p.Flow.Differentiates(c)) == 1 && p.Flow.Differentiates(c)[0] == c.Receiver():
		return 1
	}
	return -1
}

func isLiteralTrue(e python.Expr) bool {
	k, ok := e.(*python.Constant)
	return ok && k.Kind == python.True
}

// createsGraph reports whether create_graph is given and not literally False: it
// decides about retaining the graph then.
func createsGraph(p *rules.Pass, c *python.Call) bool {
	create := p.Python.Argument(c, "create_graph", retainPosition(p, c)+1)
	if retainPosition(p, c) < 0 {
		create = p.Python.Argument(c, "create_graph", -1)
	}
	return create.Presence == python.Uncertain || create.Presence == python.Given && !p.Python.IsFalse(create.Value)
}

// testsAutograd reports whether the function around a call compares gradients: a
// test of differentiation itself.
func testsAutograd(c *python.Call) bool {
	fn := python.EnclosingFunction(c)
	if fn == nil {
		return false
	}
	found := false
	python.WalkBody(fn.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Assert:
			found = found || n.Test != nil
		case *python.Call:
			name := flow.LastName(n.Func)
			found = found || strings.HasPrefix(name, "assert") || name == "gradcheck" || name == "gradgradcheck"
		}
		return !found
	})
	return found
}

func retainMessage(p *rules.Pass, c *python.Call) string {
	what := "the loss"
	if list := p.Flow.Differentiates(c); len(list) == 1 {
		if text := python.PathText(list[0]); text != "" {
			what = text
		}
	}
	return fmt.Sprintf("retain_graph=True keeps the saved tensors of %s's graph after its last backward pass: "+
		"two steps' graphs can be in memory at the peak; drop it", what)
}

// dropArgument removes an argument; a positional one only where none follows.
func dropArgument(editor *pyedit.Editor, c *python.Call, a *python.Arg) pyedit.Plan {
	if a.Name == "" && c.Args[len(c.Args)-1] != a {
		return editor.SetArgument(a, "False")
	}
	return editor.RemoveArgument(c, a)
}
