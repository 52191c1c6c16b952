package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// copies are the copies of trained models that lie on the card beside them from before a moment on: targets, averages of weights.
func (w *owning) copies(seq int) (list []*run.Object) {
	for _, c := range w.m.Trace.Calls {
		o, ok := c.Result.(*run.Object)
		if !ok || c.Seq >= seq || c.Node == nil || len(c.Laps) > 0 || slices.Contains(w.objects, o) || !isNamed(c.Node) {
			continue
		}
		s, ok := run.Bare(c.Callee).(run.Symbol)
		if !ok || s != "copy.deepcopy" && !knowledge.AveragesModel(string(s)) || len(c.Args) == 0 {
			continue
		}
		of, ok := run.Bare(c.Args[0].Value).(*run.Object)
		if !ok || !slices.Contains(w.objects, of) || !w.movedBefore(of, c.Seq) && !w.movedBefore(o, seq) {
			continue
		}
		list = append(list, o)
	}
	return list
}

// isNamed reports whether what a call gives, or what its methods make of that, is bound to a name.
func isNamed(c *python.Call) bool {
	for n := c.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Assign:
			return true
		case *python.Attribute:
		case *python.Call:
			if _, ok := n.Func.(*python.Attribute); !ok || n.Span().Start != c.Span().Start {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// movedBefore reports whether a model is brought to the card before a moment.
func (w *owning) movedBefore(o *run.Object, seq int) bool {
	for _, c := range w.m.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if ok && c.Seq < seq && (method.Name == "to" || method.Name == "cuda") && run.Bare(method.Object) == run.Value(o) {
			return true
		}
	}
	return false
}
