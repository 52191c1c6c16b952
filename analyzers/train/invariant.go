package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Unchanging is a move to a CUDA device in every training step of what no step changes.
type Unchanging struct {
	Call *run.Call
	// Module is set where a network is moved, which is there after the first step; a tensor in host memory is copied
	// in each of them.
	Module bool
}

// MovedAgain lists the calls in the loops that train which move what was made before the loop and what the loop leaves
// as it is: the weights of classes that a loss is given with `.to(device)`, the model itself.
func (f *Facts) MovedAgain() []Unchanging {
	var list []Unchanging
	for _, r := range f.EveryStep(movesTensorOrModule) {
		of, ok := memberObject(r.Call).(*run.Object)
		if !ok || r.Step.Loop == nil || r.Step.PerEpoch() || !r.Step.movesTheSame(r.Call, of) {
			continue
		}
		switch {
		case library.IsModule(of):
			// a helper that is given a network moves it to be sure
			if r.Call.Caller == r.Step.Loop.Run.Caller && !r.Step.movedElsewhere(r.Call, of) {
				list = append(list, Unchanging{r.Call, true})
			}
		case onHost(of, maxParts) && r.Step.Entry.graphs().requires(of) == CarriesNot && !r.Step.writesTo(of):
			list = append(list, Unchanging{Call: r.Call})
		}
	}
	return list
}

// movesTensorOrModule reports whether a call moves a tensor or a network to what is, or may be, a CUDA device.
func movesTensorOrModule(c *run.Call) bool {
	if MovesToCUDA(c) || movesSomewhere(c) {
		return true
	}
	m, ok := c.Callee.(*run.Member)
	device, _ := c.Argument("device", 0)
	return ok && library.IsModule(m.Object) && (m.Name == "cuda" || m.Name == "to" && MayBeCUDA(device))
}

// movesTheSame reports whether a call moves one and the same thing, made before the loop of the step, in the first lap
// of it and in the next.
func (s *Step) movesTheSame(c *run.Call, of *run.Object) bool {
	again := false
	for _, other := range s.Entry.Calls {
		if other.At != c.At {
			continue
		}
		if memberObject(other) != run.Value(of) {
			return false
		}
		again = again || s.lapOf(other) > 0
	}
	return again && !s.during(of.Laps)
}

// movedElsewhere reports whether a step takes a network to another place too, or may: model.cpu() while another one has
// the card.
func (s *Step) movedElsewhere(c *run.Call, module *run.Object) bool {
	return slices.ContainsFunc(s.calls(), func(other *run.Call) bool {
		m, ok := other.Callee.(*run.Member)
		return ok && other.At != c.At && m.Object == run.Value(module) && (m.Name == "cpu" || m.Name == "to")
	})
}

// writesTo reports whether a step changes the elements of a tensor, or hands it to what may.
func (s *Step) writesTo(of *run.Object) bool {
	if slices.ContainsFunc(s.Entry.Stores, func(st *run.Store) bool {
		return st.Target == of && st.Kind != run.StoreAttribute && s.during(st.Laps)
	}) {
		return true
	}
	return slices.ContainsFunc(s.calls(), func(c *run.Call) bool {
		switch callee := c.Callee.(type) {
		case run.Symbol:
			if strings.HasPrefix(string(callee), "torch.") || knowledge.CallsNothing(string(callee)) {
				return false
			}
		case *run.Member:
			if callee.Object == run.Value(of) {
				return strings.HasSuffix(callee.Name, "_")
			}
			if knowledge.MethodGives(callee.Name) != knowledge.NotKnown { // x.mul(weights)
				return false
			}
		default: // it was run, or a network is called
			return false
		}
		return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return run.Bare(a.Value) == run.Value(of) })
	})
}
