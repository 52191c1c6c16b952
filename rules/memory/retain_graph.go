package memory

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
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
	for _, d := range p.Train.Differentiations() {
		call := d.Event.Node()
		if call == nil || testsAutograd(call) {
			continue
		}
		retain, _ := written(call, "retain_graph", retainPosition(d.Event))
		if retain == nil || !isLiteralTrue(retain.Value) || createsGraph(d.Event) || d.UsedAgain() != train.CarriesNot {
			continue
		}
		at := d.Event.Place()
		p.AtPlace(run.Place{Unit: at.Unit, Node: retain}, retainMessage(d.Event), nil,
			dropArgument(pyedit.New(at.Unit.Module), call, retain).Fixes("drop retain_graph=True", fixes.Unsafe)...)
	}
}

// retainPosition is where retain_graph stands among positional arguments:
// Tensor.backward(gradient, retain_graph), autograd.backward(tensors, grad_tensors,
// retain_graph), autograd.grad(outputs, inputs, grad_outputs, retain_graph).
func retainPosition(e *train.Event) int {
	if path, ok := e.Call.Callee.(run.Symbol); ok {
		if path == "torch.autograd.backward" {
			return 2
		}
		return 3
	}
	if e.By == knowledge.NoRole && (e.Scaled || e.Loss == run.Value(receiverOf(e))) {
		return 1
	}
	return -1
}

// receiverOf is the object on which a method is called.
func receiverOf(e *train.Event) *run.Object {
	if m, ok := e.Call.Callee.(*run.Member); ok {
		o, _ := m.Object.(*run.Object)
		return o
	}
	return nil
}

// written is an argument as it stands in a call, by its keyword or position (-1: by keyword only); spread is set when a
// *args or **kwargs may hold it.
func written(c *python.Call, keyword string, position int) (arg *python.Arg, spread bool) {
	if a := c.Keyword(keyword); a != nil {
		return a, false
	}
	list, plain := c.Positional()
	if position >= 0 && position < len(list) {
		return list[position], false
	}
	return nil, !plain || c.Spreads()
}

func isLiteralTrue(e python.Expr) bool {
	k, ok := e.(*python.Constant)
	return ok && k.Kind == python.True
}

// createsGraph reports whether create_graph is given and not literally False: it
// decides about retaining the graph then.
func createsGraph(e *train.Event) bool {
	create, spread := written(e.Node(), "create_graph", behind(retainPosition(e)))
	if create == nil {
		return spread
	}
	k, literal := create.Value.(*python.Constant)
	return !literal || k.Kind != python.False
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
			name := python.LastName(n.Func)
			found = found || strings.HasPrefix(name, "assert") || name == "gradcheck" || name == "gradgradcheck"
		}
		return !found
	})
	return found
}

func retainMessage(e *train.Event) string {
	what := "the loss"
	if text := python.PathText(lossOf(e)); text != "" {
		what = text
	}
	return fmt.Sprintf("retain_graph=True keeps the saved tensors of %s's graph after its last backward pass: "+
		"two steps' graphs can be in memory at the peak; drop it", what)
}

// lossOf is what a backward or grad call differentiates, as the code writes it; nil where it does not show it.
func lossOf(e *train.Event) python.Expr {
	c := e.Node()
	switch {
	case c == nil:
		return nil
	case e.Kind == train.Backward && e.By == knowledge.NoRole && c.Receiver() != nil && retainPosition(e) == 1:
		if scale, ok := c.Receiver().(*python.Call); ok && e.Scaled && len(scale.Args) == 1 {
			return scale.Args[0].Value
		}
		return c.Receiver()
	case len(c.Args) > 0 && c.Args[0].Star == 0:
		return c.Args[0].Value
	}
	return nil
}

// dropArgument removes an argument; a positional one only where none follows.
func dropArgument(editor *pyedit.Editor, c *python.Call, a *python.Arg) pyedit.Plan {
	if a.Name == "" && c.Args[len(c.Args)-1] != a {
		return editor.SetArgument(a, "False")
	}
	return editor.RemoveArgument(c, a)
}
