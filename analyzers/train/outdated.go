package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Outdated is a backward pass through a network whose weights an optimizer has changed since the forward pass.
type Outdated struct {
	Backward, Optimize *Event
	// Forward is the call of the network that was made with the weights as they were.
	Forward *run.Call
}

// OutdatedPasses lists the backward passes of a step for which autograd surely needs weights that an optimizer has
// changed in place since they were used: those of a layer whose input has a gradient. The optimizer steps on gradients
// that another pass of the lap gave it. Nothing is said where copies of the weights may have been used (autocast,
// DataParallel, an Accelerator), or where they are used again (checkpointing).
func (s *Step) OutdatedPasses() []*Outdated {
	if !s.outdatedKnown {
		s.outdatedKnown, s.outdatedPasses = true, s.findOutdated()
	}
	return s.outdatedPasses
}

func (s *Step) findOutdated() []*Outdated {
	if s.Owner != PlainTorch || len(s.Events) > maxEvents || s.mayCopyWeights() {
		return nil
	}
	var list []*Outdated
	for i, ev := range s.Events {
		if ev.Kind != Backward {
			continue
		}
		for _, optimize := range s.Events[:i] {
			if forward := s.outdated(ev, optimize); forward != nil {
				list = append(list, &Outdated{ev, optimize, forward})
				break
			}
		}
	}
	return list
}

// mayCopyWeights reports whether a step runs networks on something else than their weights themselves, or runs them
// again later.
func (s *Step) mayCopyWeights() bool {
	if s.Has(ScalerStep) {
		return true
	}
	looked := map[*run.Unit]bool{}
	return slices.ContainsFunc(s.Entry.Calls, func(c *run.Call) bool {
		if knowledge.RunsOnCopies(calleeName(c)) || knowledge.Recomputes(symbolOf(c)) {
			return true
		}
		if c.Unit == nil || looked[c.Unit] {
			return false
		}
		looked[c.Unit] = true
		return knowledge.SaysCopies(c.Unit.Module.File.Text)
	})
}

// outdated is the first call of the network of an optimizer that a later backward pass needs as it was before the
// optimizer stepped.
func (s *Step) outdated(backward, optimize *Event) *run.Call {
	if optimize.Kind != OptimStep || optimize.Object == nil || !inOneLap(optimize, backward) ||
		len(optimize.Call.Args) > 0 ||
		!s.Implies(optimize, backward) && !s.Implies(backward, optimize) {
		return nil
	}
	o, ok := s.Entry.OptimizedBy(optimize.Object)
	if !ok || !o.Whole || o.Filtered || o.Trainable || !writesInPlace(o.Call) ||
		s.Entry.mayFreeze(o.Modules) || !s.hasGradients(optimize, o.Modules) {
		return nil
	}
	g := s.Entry.graphs()
	p := g.passOf(backward)
	if p == nil || g.inClosure(p) {
		return nil
	}
	before := func(c *run.Call) bool { return c.Seq < optimize.Call.Seq && sameLaps(c.Laps, backward.Call.Laps) }
	var first *run.Call
	needs := func(made *run.Object) bool {
		c := s.Entry.passInto(made, o.Modules)
		if c == nil || !before(c) || !s.needsWeights(g, made, c, o.Modules) {
			return false
		}
		if first == nil || c.Seq < first.Seq {
			first = c
		}
		return true
	}
	if !g.surelyThrough(p, needs) || s.runAgain(g, p, o.Modules, optimize) {
		return nil
	}
	return first
}

// writesInPlace reports whether an optimizer is one of torch.optim that changes its parameters as autograd sees it: the
// fused kernels do not say that they do.
func writesInPlace(made *run.Call) bool {
	fused, spread := made.Argument("fused", -1)
	return strings.HasPrefix(symbolOf(made), "torch.optim.") && !spread &&
		(fused == nil || fused == run.Value(run.Bool(false)))
}

// mayFreeze reports whether parameters of one of several modules may be taken out of the training somewhere.
func (e *Entry) mayFreeze(modules []*run.Object) bool {
	return slices.ContainsFunc(e.freezings(), func(f freezing) bool {
		return f.module == nil || e.overlap([]*run.Object{f.module}, modules)
	})
}

// hasGradients reports whether a backward pass of the lap surely gives an optimizer gradients to step on.
func (s *Step) hasGradients(optimize *Event, modules []*run.Object) bool {
	has := false
	for _, ev := range s.Events {
		if ev.Call.Seq >= optimize.Call.Seq {
			break
		}
		switch {
		case ev.Kind == ZeroGrad && (ev.Object == nil || ev.Object == optimize.Object || !s.separate(ev, optimize)):
			has = false
		case ev.Kind == Backward && inOneLap(ev, optimize) && s.Implies(optimize, ev):
			through, ok := s.reaches(s.Entry.graphs(), ev, modules)
			has = has || ok && through
		}
	}
	return has
}

// needsWeights reports whether the gradient of what a network is given is asked for, or that of a layer of it whose
// result goes into another: it is computed with the weights.
func (s *Step) needsWeights(g *graph, made *run.Object, c *run.Call, modules []*run.Object) bool {
	var others []*run.Object
	for _, optimizer := range s.optimizerSteps() {
		o, _ := s.Entry.OptimizedBy(optimizer.Object)
		for _, m := range o.Modules {
			if !s.Entry.overlap([]*run.Object{m}, modules) {
				others = append(others, m)
			}
		}
	}
	w := &certain{g, func(o *run.Object) bool { return s.Entry.passInto(o, others) != nil }, map[*run.Object]bool{}}
	if slices.ContainsFunc(given(c), w.value) {
		return true
	}
	layer, layers := s.Entry.layersWithWeights(made, modules)
	if layers != 1 {
		return layers > 1
	}
	w = &certain{g, func(o *run.Object) bool {
		_, before := s.Entry.layersWithWeights(o, modules)
		return before > 0
	}, map[*run.Object]bool{}}
	return slices.ContainsFunc(given(layer), w.value)
}

// layersWithWeights is the call of a layer of torch in one of several modules that made an object, and how many layers
// with weights it runs: a Sequential runs one after the other.
func (e *Entry) layersWithWeights(made *run.Object, modules []*run.Object) (call *run.Call, layers int) {
	if made.Made == nil {
		return nil, 0
	}
	layer := moduleCalled(made.Made)
	if layer == nil || !slices.ContainsFunc(modules, func(m *run.Object) bool { return e.holds(m, layer) }) {
		return nil, 0
	}
	return made.Made, e.countLayers(layer, maxNested)
}

func (e *Entry) countLayers(layer *run.Object, depth int) int {
	class, _ := layer.Class.(run.Symbol)
	switch {
	case depth == 0:
		return 0
	case knowledge.MultipliesByWeights(string(class)):
		return 1
	case !knowledge.HoldsModules(string(class)) || knowledge.ListsModules(string(class)):
		return 0
	}
	n := 0
	for _, item := range (&modes{entry: e}).items(layer) {
		if o, ok := item.(*run.Object); ok {
			n += e.countLayers(o, depth-1)
		}
	}
	return n
}

// runAgain reports whether a network runs once more after its optimizer has stepped, and gives what a backward pass
// goes through: of two calls that compute the same, one is followed.
func (s *Step) runAgain(g *graph, p *pass, modules []*run.Object, optimize *Event) bool {
	return slices.ContainsFunc(s.Entry.Calls, func(c *run.Call) bool {
		if c.Seq < optimize.Call.Seq || c.Seq > p.event.Call.Seq || c == p.event.Call {
			return false
		}
		return slices.ContainsFunc(g.flatten(c.Result), func(v run.Value) bool {
			o, ok := v.(*run.Object)
			return ok && g.recorded(p).all[o] && s.Entry.passInto(o, modules) != nil
		})
	})
}
