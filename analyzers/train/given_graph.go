package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// GivesGraph reports whether the first argument of a call surely carries an autograd graph, where the run came to the
// call: what a network in training gave.
func (f *Facts) GivesGraph(call *python.Call) bool {
	if len(call.Args) > 0 && f.ofLayers(call.Args[0].Value) {
		return true
	}
	return slices.ContainsFunc(f.Entries(), func(e *Entry) bool {
		return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
			return c.At == python.Node(call) && len(c.Args) > 0 && e.graphs().carries(c.Args[0].Value) == Carries
		})
	})
}

// ofLayers reports whether a value of a forward pass is computed from what a layer of its module gives, as the function
// shows it: boxes = self.fc(x). Nobody enters such a function by itself.
func (f *Facts) ofLayers(e python.Expr) bool {
	fn := python.EnclosingFunction(e)
	if fn == nil || fn.Name != "forward" || python.EnclosingClass(e) == nil || len(fn.Params) == 0 {
		return false
	}
	for n := range python.All(e) {
		name, ok := n.(*python.Name)
		if !ok {
			continue
		}
		if slices.ContainsFunc(f.Module.Values(name), func(v python.Expr) bool {
			c, ok := v.(*python.Call)
			return ok && c.Receiver() != nil && isName(c.Receiver(), fn.Params[0].Name)
		}) {
			return true
		}
	}
	return false
}
