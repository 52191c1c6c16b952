package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// MadeOnHost is the call of a factory of torch whose tensor another call copies to the GPU in the same expression,
// torch.zeros(8).cuda(); nil for any other call. What a generator of random numbers or a pinned buffer is given for has
// its reason to stand in host memory.
func MadeOnHost(c *run.Call) *run.Call {
	if c.Node == nil || len(c.Node.Args) > 1 || !MovesToCUDA(c) && !movesSomewhere(c) {
		return nil
	}
	o, ok := memberObject(c).(*run.Object)
	if !ok || o.Made == nil || o.Made.Node == nil || c.Node.Receiver() == nil ||
		c.Node.Receiver().Span() != o.Made.Node.Span() ||
		o.Made.Unit != c.Unit {
		return nil
	}
	for _, option := range []string{"device", "generator", "pin_memory", "out", "requires_grad"} {
		if given, _ := o.Made.Argument(option, -1); given != nil {
			return nil
		}
	}
	if !knowledge.FillsTensor(symbolOf(o.Made)) || holdsNothing(o.Made) {
		return nil
	}
	return o.Made
}

// holdsNothing reports whether a factory makes a tensor without elements, which is copied at once: torch.empty(0), the
// start of what is concatenated.
func holdsNothing(made *run.Call) bool {
	size, _ := made.Argument("", 0)
	return len(made.Args) == 1 && run.Bare(size) == run.Value(run.Int(0))
}
