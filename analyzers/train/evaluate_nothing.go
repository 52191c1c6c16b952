package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// recordsNothing reports whether a pass of a module may keep no graph: it has no parameters, or they may be frozen, or
// it is wrapped around a network and sees to it.
func (e *Entry) recordsNothing(c *run.Call, module *run.Object) bool {
	return learnsNothing(module) || e.mayBeFrozen(c, module) && !e.runsFreeLayer(c, module) ||
		isHandedIn(module) && handsArray(c) ||
		isBare(module) && knowledge.NamesTransform(python.LastName(c.Node.Func)) ||
		!classSeen(module) && (handsText(c) || drawsPictures(c)) || seesToGradients(module)
}

// runsFreeLayer reports whether a pass of a network of which a part was frozen comes to a layer with parameters that
// nothing may have frozen, and records what follows: the student of a distiller that holds its teacher, too.
func (e *Entry) runsFreeLayer(pass *run.Call, module *run.Object) bool {
	if slices.ContainsFunc(e.freezings(), func(f freezing) bool {
		return f.seq < pass.Seq && (f.module == nil || e.related(f.module, module) && !e.isPartOf(f.module, module))
	}) {
		return false
	}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		layer, ok := c.Callee.(*run.Object)
		return ok && within(c, pass) && c.Grad == run.Value(run.Bool(true)) && layer != module && hasWeights(layer) &&
			!e.mayBeFrozen(c, layer)
	})
}

// frozenAt reports whether another call of the function of a pass, in some program of the file, has it run a network
// that may be frozen: the function is there for such, and a caller that nobody sees hands it one, too.
func (f *Facts) frozenAt(pass *run.Call) bool {
	return slices.ContainsFunc(f.Entries(), func(e *Entry) bool {
		return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
			if c == pass || c.At != pass.At {
				return false
			}
			module, runs := forwardedBy(c)
			return runs && classSeen(module) && e.mayBeFrozen(c, module)
		})
	})
}

// hasWeights reports whether a module is a layer of torch's with parameters, or a sequence of layers.
func hasWeights(module *run.Object) bool {
	class, ok := module.Class.(run.Symbol)
	return ok && strings.HasPrefix(string(class), "torch.nn.") && knowledge.HasParameters(string(class))
}

// isPartOf reports whether a module is surely a part of another one, and not the other way round.
func (e *Entry) isPartOf(part, module *run.Object) bool {
	return part != module && e.holds(module, part) && !e.holds(part, module)
}

// classSeen reports whether the code of a module's class stands in the project.
func classSeen(module *run.Object) bool {
	_, ours := module.Class.(*run.Class)
	return ours
}

// seesToGradients reports whether a module is what a library puts around networks and runs without gradients: a
// pipeline of diffusers.
func seesToGradients(module *run.Object) bool {
	o := base(module)
	class, known := o.Class.(run.Symbol)
	return known && knowledge.RunsWithoutGradients(string(class)) ||
		o.Made != nil && knowledge.RunsWithoutGradients(symbolOf(o.Made))
}

// handsText reports whether a call passes text, a prompt or the path of a file: what answers that is no layer, and asks
// whoever it wants for it.
func handsText(c *run.Call) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		if _, text := run.Bare(a.Value).(run.Str); text {
			return true
		}
		return slices.ContainsFunc([]string{a.Name, python.LastName(a.Node)}, func(name string) bool {
			return knowledge.NamesPrompt(name) || knowledge.NamesFile(name)
		})
	})
}

// drawsPictures reports whether what a call gives is asked for its pictures: a pipeline of diffusers gives them, and
// records nothing.
func drawsPictures(c *run.Call) bool {
	if c.Node == nil {
		return false
	}
	of, ok := c.Node.Parent().(*python.Attribute)
	return ok && knowledge.HoldsPictures(of.Attr)
}

// learnsNothing reports whether a module is one of torch's without parameters, nn.Upsample: what it gives has the graph
// of what it is given.
func learnsNothing(module *run.Object) bool {
	class, ok := module.Class.(run.Symbol)
	return ok && !knowledge.HasParameters(string(class))
}

// handsArray reports whether a call passes an array of numpy's, or a picture: no layer takes one, and what makes a
// tensor of it around a network sees to the gradients, too.
func handsArray(c *run.Call) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		o, ok := run.Bare(a.Value).(*run.Object)
		if !ok || a.Star != 0 {
			return false
		}
		if o.Made != nil {
			return knowledge.GivesHostArray(symbolOf(o.Made))
		}
		class, ok := o.Class.(run.Symbol)
		return ok && knowledge.IsHostArray(string(class))
	})
}

// cutFromItsLoss reports whether a backward pass behind a forward pass, in the same function, starts at a leaf that was
// made anew of a loss: the pass was meant to be trained, whoever cut it off. loss = torch.tensor(loss,
// requires_grad=True)
func (e *Entry) cutFromItsLoss(c *run.Call) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		b := ev.Call
		return ev.Kind == Backward && b.Seq > c.Seq && b.Caller == c.Caller && len(b.Laps) <= len(c.Laps) &&
			sameLaps(b.Laps, c.Laps[:len(b.Laps)]) && e.NewLeaf(ev) != nil
	})
}
