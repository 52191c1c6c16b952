package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// BackwardCreateGraph finds backward passes whose gradients keep their graph alive.
var BackwardCreateGraph = &rules.Rule{
	Name:     "backward-create-graph",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("backward-create-graph"),
	On:       rules.PythonFile,
	Words:    []string{"create_graph"},
	Check:    checkBackwardCreateGraph,
}

func checkBackwardCreateGraph(p *rules.Pass) {
	for _, d := range p.Train.Differentiations() {
		call := d.Event.Node()
		if call == nil || d.Event.Kind != train.Backward || d.Event.Place().File() != p.File.Path {
			continue
		}
		create, _ := written(call, "create_graph", behind(retainPosition(d.Event)))
		if create == nil || !isLiteralTrue(create.Value) || clearsAfter(p, call, 0) || testsAutograd(call) {
			continue
		}
		p.At(create, fmt.Sprintf("create_graph=True makes every parameter and its .grad refer to each other, and nothing sets "+
			"the gradients to None after %s.backward: the graph is never freed; use torch.autograd.grad, or zero_grad() after use",
			named(lossOf(d.Event), "the loss")), nil)
	}
}

const maxCallers = 3

// clearsAfter reports whether gradients are set to None behind a call, in its
// iteration; a function's callers in this file count.
func clearsAfter(p *rules.Pass, call *python.Call, depth int) bool {
	body, loop := p.Python.Body, p.Flow.LoopAround(call)
	fn := python.EnclosingFunction(call)
	switch {
	case loop != nil:
		body = loop.Body
	case fn != nil:
		body = fn.Body
	}
	if clears(p, body, call.Span().End) {
		return true
	}
	if loop != nil || fn == nil || depth > maxCallers {
		return false
	}
	for _, c := range p.Flow.CallsTo(fn) {
		if clearsAfter(p, c, depth+1) {
			return true
		}
	}
	return false
}

func clears(p *rules.Pass, body []python.Stmt, after int) bool {
	for _, e := range p.Flow.EventsIn(body) {
		if e.Kind == flow.ZeroGrad && e.Site().Span().Start >= after && setsToNone(p, e.Call) {
			return true
		}
	}
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		if a, ok := n.(*python.Assign); ok && a.Span().Start >= after && python.IsNone(a.Value) {
			for _, t := range a.Targets {
				if attribute, ok := t.(*python.Attribute); ok && attribute.Attr == "grad" {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func setsToNone(p *rules.Pass, c *python.Call) bool {
	a := p.Python.Argument(c, "set_to_none", 0)
	return a.Presence != python.Given || !p.Python.IsFalse(a.Value)
}
