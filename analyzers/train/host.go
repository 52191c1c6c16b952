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

// onHost reports whether a value surely lies in host memory: it was made there, or brought there by .cpu(), and nothing
// on the way took it elsewhere.
func onHost(v run.Value, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok || depth == 0 {
		return false
	}
	if o.Made == nil { // weights / weights.sum()
		return allOnHost(o.Operands, depth)
	}
	if device, _ := o.Made.Argument("device", -1); device != nil {
		return isCPU(device)
	}
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		path := string(callee)
		switch {
		case knowledge.OnHost(path), knowledge.FillsTensor(path):
			return true
		case knowledge.TensorOfNumbers(path):
			of, _ := o.Made.Argument("data", 0)
			return !isOfTorch(of) || onHost(run.Bare(of), depth-1)
		}
		return knowledge.ComputesArray(path) && allOnHost(argumentsOf(o.Made), depth)
	case *run.Member:
		switch {
		case callee.Name == "cpu" || callee.Name == "numpy":
			return true
		case callee.Name == "cuda" || knowledge.CastsTo(callee.Name):
			return false
		}
		return onHost(run.Bare(callee.Object), depth-1)
	}
	return false
}

// allOnHost reports whether there is one among several values that lies in host memory, and none that is not known to.
func allOnHost(list []run.Value, depth int) bool {
	host := false
	for _, v := range list {
		for _, one := range run.Alternatives(v) {
			if _, ok := run.Bare(one).(*run.Object); !ok {
				continue
			}
			if !onHost(run.Bare(one), depth-1) {
				return false
			}
			host = true
		}
	}
	return host
}

// isOfTorch reports whether a value may be a tensor of which torch.tensor makes another one at the same place: what
// numpy, a list or a config gives is none.
func isOfTorch(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	return ok && o.Kind == run.Result && (o.Made == nil || !knowledge.OnHost(symbolOf(o.Made)))
}
