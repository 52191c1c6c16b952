package memory

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
)

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

// behind is the position after another one; -1 stays: by keyword only.
func behind(position int) int {
	if position < 0 {
		return position
	}
	return position + 1
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
