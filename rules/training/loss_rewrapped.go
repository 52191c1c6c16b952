package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// LossRewrapped finds losses that are cut off from the model before backward.
var LossRewrapped = &rules.Rule{
	Name:     "loss-rewrapped",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("loss-rewrapped"),
	On:       rules.PythonFile,
	Words:    []string{"backward"},
	Check:    checkLossRewrapped,
}

func checkLossRewrapped(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, step := range p.Flow.Steps() {
		for _, backward := range step.Of(flow.Backward) {
			at := rewrapped(p, backward.Loss, 0)
			if at == nil || reported[at] || leafIsUsed(p, backward.Loss) {
				continue
			}
			reported[at] = true
			p.At(at, fmt.Sprintf("%s makes a new leaf of the loss: backward() at line %d stops there, and no gradient reaches the model; keep the tensor that was computed",
				p.File.Slice(head(at)), p.File.LineOf(backward.Call.Span().Start)), []rules.NotePlace{p.Note(backward.Call, "the backward pass that reaches nothing")})
		}
	}
}

// rewrapped is the call that cuts a loss off from what it was computed of.
func rewrapped(p *rules.Pass, loss python.Expr, depth int) *python.Call {
	if loss == nil || depth > 4 {
		return nil
	}
	call, ok := lastValue(p, loss).(*python.Call)
	if !ok {
		return nil
	}
	switch p.Python.Resolve(call.Func) {
	// Variable(loss, requires_grad=True) is a leaf too (tried with PyTorch 1.13).
	case "torch.tensor", "torch.autograd.Variable", "torch.Tensor", "torch.FloatTensor":
		wants := p.Python.Argument(call, "requires_grad", -1)
		if (p.Python.IsTrue(wants.Value) || switchedOn(p, loss)) && len(call.Args) > 0 && computed(call.Args[0].Value) {
			return call
		}
		return nil
	}
	switch call.MethodName() {
	case "requires_grad_":
		inner, ok := call.Receiver().(*python.Call)
		if ok && len(call.Args) == 0 && (inner.MethodName() == "detach" || rewraps(p, inner)) {
			return call
		}
	case "mean", "sum", "to", "cuda", "float":
		return rewrapped(p, call.Receiver(), depth+1)
	}
	return nil
}

func rewraps(p *rules.Pass, c *python.Call) bool {
	return p.Python.Resolve(c.Func) == "torch.tensor" && len(c.Args) > 0 && computed(c.Args[0].Value)
}

// computed reports whether an expression is no literal.
func computed(e python.Expr) bool {
	found := false
	python.Walk(e, func(n python.Node) bool {
		_, name := n.(*python.Name)
		found = found || name
		return !found
	})
	return found
}

// switchedOn reports whether `loss.requires_grad = True` or `loss.requires_grad_()`
// stands beside the use of a name.
func switchedOn(p *rules.Pass, loss python.Expr) bool {
	name, ok := loss.(*python.Name)
	if !ok {
		return false
	}
	found := false
	python.WalkBody(python.BlockOf(python.EnclosingStmt(name)), func(n python.Node) bool {
		if a, ok := n.(*python.Assign); ok && len(a.Targets) == 1 && python.PathText(a.Targets[0]) == name.ID+".requires_grad" && p.Python.IsTrue(a.Value) {
			found = true
		}
		if c, ok := n.(*python.Call); ok && c.MethodName() == "requires_grad_" && python.PathText(c.Receiver()) == name.ID {
			found = true
		}
		return !found
	})
	return found
}

// leafIsUsed reports whether the leaf is what is optimised: its gradient is read.
func leafIsUsed(p *rules.Pass, loss python.Expr) bool {
	path := python.PathText(loss)
	found := false
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		a, ok := n.(*python.Attribute)
		found = found || ok && a.Attr == "grad" && path != "" && python.PathText(a.Value) == path
		return !found
	})
	return found
}
