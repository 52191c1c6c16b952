package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// LoadedBeside is a model that the program loads, outside of the constructors of its own modules: a step takes its
// memory, too. nil where none is seen.
func (j *Job) LoadedBeside() *Doubt {
	for _, l := range j.Loads {
		if !l.In.constructsModule(l.Call()) && !l.built() && !l.resumed && !l.within {
			return &Doubt{l.In.Place(l.Call()), "what " + run.LastPart(l.Class) + " takes beside the model"}
		}
	}
	return nil
}

// constructsModule reports whether a call stands in the constructor of a module.
func (p *Program) constructsModule(c *python.Call) bool {
	f := python.EnclosingFunction(c)
	if f == nil || f.Name != "__init__" {
		return false
	}
	class, ok := f.Parent().(*python.Class)
	return ok &&
		slices.ContainsFunc(p.Module().BaseNames(class), func(name string) bool { return strings.HasSuffix(name, "Module") })
}

// keepsLoaded reports whether one of the models that are trained keeps what is loaded as a part that its constructor
// was given: Classifier(AutoModel.from_pretrained(name)).
func (w *owning) keepsLoaded(l Load) bool {
	for o, at := range w.inside {
		if !slices.Contains(w.list, at.own) {
			continue
		}
		_, values := w.m.Named(o)
		for _, v := range values {
			if part, ok := run.Bare(v).(*run.Object); ok && slices.Contains(l.objects, part) {
				return true
			}
		}
	}
	return false
}

// beside is a model that is no part of the one that is trained.
func (w *owning) beside() *Doubt {
	for i, one := range w.aside {
		if !w.holdsNumbersOnly(w.asides[i]) && !w.ofAnotherLap(w.asides[i]) && !w.madeAfterwards(w.asides[i]) {
			return &Doubt{one.Made.At, "what " + one.Name + " takes beside the model"}
		}
	}
	for _, l := range w.j.Loads {
		if l.built() || l.resumed || l.within || l.In.constructsModule(l.Call()) {
			continue // one of those aside, or part of what is trained: where it is not known, that is not built
		}
		return &Doubt{l.In.Place(l.Call()), "what " + run.LastPart(l.Class) + " takes beside the model"}
	}
	return nil
}

// ofAnotherLap reports whether a model is the one that is trained in another lap of a loop: each fold of a
// cross-validation has its own.
func (w *owning) ofAnotherLap(o *run.Object) bool {
	return slices.ContainsFunc(w.objects, func(trained *run.Object) bool { return w.madeAgain(o.Made, trained.Made) }) &&
		!w.collected(o)
}

// madeAfterwards reports whether a model is made when the training is over: best = Net() behind the loop, to test the
// best weights. What a loop around the training makes lies beside the model in its next lap.
func (w *owning) madeAfterwards(o *run.Object) bool {
	return o.Made != nil && w.over(o.Seq) && !w.inStep(o.Made.Laps)
}

// built reports whether a load only makes the model: timm.create_model(…), but not UNet2DModel.from_pretrained(…),
// whose sizes lie in a file. Of transformers' networks that are known the name says them.
func (l Load) built() bool {
	method, ok := l.Call().Func.(*python.Attribute)
	loaded := ok && knowledge.GivesInstance(method.Attr) && !strings.HasPrefix(l.Class, "transformers.")
	return knowledge.BuildsNetwork(l.Class) && !loaded
}

// loadsResumed reports whether all that a load gives is what an earlier run has left.
func (w *owning) loadsResumed(l Load) bool {
	calls := l.In.calls(l.Call())
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c *run.Call) bool {
		o, ok := c.Result.(*run.Object)
		return !ok || !w.resumed[o]
	})
}

// holdsNumbersOnly reports whether a module of the project stands on torch's Module alone and holds nothing but
// numbers, texts and flags: a loss that people write as a module takes no memory and is no other model.
func (w *owning) holdsNumbersOnly(o *run.Object) bool {
	if o.Made != nil { // one of torch's losses holds a weight for each class at the most
		if name := symbolOf(o.Made.Callee); strings.HasPrefix(name, "torch.nn.") && strings.HasSuffix(name, "Loss") {
			return true
		}
	}
	class, ok := o.Class.(*run.Class)
	if !ok || len(class.Line()) > 2 {
		return false
	}
	for _, v := range w.m.Attributes(o) {
		for _, one := range run.Alternatives(v) {
			if !run.Known(run.Bare(one)) {
				return false
			}
		}
	}
	return true
}
