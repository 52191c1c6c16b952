package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// becomesArray reports whether the function of a forward pass makes an array of NumPy of what it gives, as it is: with a graph that raises, and
// so who runs the function has turned gradients off where it is not seen.
func (e *Entry) becomesArray(c *run.Call) bool {
	g := e.graphs()
	given := g.given(c)
	return slices.ContainsFunc(e.Calls, func(other *run.Call) bool {
		m, ok := other.Callee.(*run.Member)
		return ok && m.Name == "numpy" && other.Seq >= c.Seq && other.Caller == c.Caller && g.computedOf(m.Object, given)
	})
}
