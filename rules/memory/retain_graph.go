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
	Summary:  "retain_graph=True on the last backward pass over a graph keeps its saved tensors for nothing",
	Words:    []string{"retain_graph"},
	Check:    checkRetainGraph,
	Doc: rules.Markdown(`## What it flags
A literal ~retain_graph=True~ in ~loss.backward()~, ~scaler.scale(loss).backward()~, ~torch.autograd.backward~,
~torch.autograd.grad~ or a framework's own backward call, when no later backward or grad call in the step goes
through the same graph.

## Why it matters
A backward pass frees the tensors that the forward pass saved for it, as it goes. With ~retain_graph=True~ they stay
until the last reference to the loss is rebound, which is usually in the middle of the next step: the saved
tensors of two steps are then in memory at the same time, and the peak grows by up to one graph. It is not an
unbounded leak: that needs a graph that links to the one before it.

The flag is often added to get rid of "Trying to backward through the graph a second time". That error means that
a tensor of an earlier graph is still in use, a hidden state or the output of a generator; detach that tensor.

## Example
~~~python bad
for images, labels in train_loader:
    optimizer.zero_grad()
    loss = criterion(model(images), labels)
    loss.backward(retain_graph=True)
    optimizer.step()
~~~
~~~python good
for images, labels in train_loader:
    optimizer.zero_grad()
    loss = criterion(model(images), labels)
    loss.backward()
    optimizer.step()
~~~

## When it is fine
All but the last backward pass over a shared graph need it: the discriminator and the generator of a GAN that share
an undetached fake, several losses over one forward pass, gradient norms of single losses (GradNorm), a penalty on
gradients. A closure given to LBFGS runs as often as the optimizer likes. trainlint follows these, also through
functions of the same file, and stays silent where it cannot see the whole graph.

## Fix safety
Unsafe: should another file run backward over the same graph, it will raise without the flag.

## Sources
PyTorch documentation of ~torch.Tensor.backward~ and ~torch.autograd.grad~.
`),
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
