package library

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// fitted is trainer.fit(model) of Lightning, where nobody else plays the loop: the step of the model that the program
// made is run once, so that what stands in the module's file is seen with the network and the criterion that this
// program handed in. A module that optimizes by itself is left alone: its loop is none of the program's.
func (l Library) fitted(m *run.Machine, c *run.Call, f *run.Member) {
	if f.Name != "fit" || l.Composes == nil {
		return
	}
	trainer, ok := f.Object.(*run.Object)
	if !ok {
		return
	}
	if class, ok := trainer.Class.(run.Symbol); !ok || !knowledge.IsLightningTrainer(string(class)) {
		return
	}
	model, open := c.Argument("model", 0)
	o, ok := run.Bare(m.Here(model)).(*run.Object)
	if open || !ok || !isLightning(o) || optimizesItself(o) {
		return
	}
	for _, step := range knowledge.LightningSteps() {
		f, ok := m.Attribute(o, step, c).(*run.Method)
		if !ok || f.Func.Node == nil {
			continue
		}
		var args []run.Argument
		for _, p := range f.Func.Params()[min(1, len(f.Func.Params())):] {
			if p.Star == 0 && p.Default == nil {
				given := m.Unknown("what Lightning hands to a step")
				given.Word = p.Name
				args = append(args, run.Argument{Name: p.Name, Value: given})
			}
		}
		m.Call(f, args, c)
	}
}

// optimizesItself reports whether the class of a Lightning module walks back and steps in a method of its own.
func optimizesItself(o *run.Object) bool {
	class, ok := o.Class.(*run.Class)
	return !ok || slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		own, ok := v.(*run.Class)
		return ok && python.MentionsIn(own.Node, knowledge.OptimizesByHand)
	})
}

// initialises calls what a trainer is given to make its model with: it does so when it is made.
func initialises(m *run.Machine, c *run.Call, path string) {
	if !knowledge.IsTrainer(path) {
		return
	}
	if f, ok := run.Bare(argument(c, knowledge.MakesModel, -1)).(*run.Function); ok {
		m.Call(f, nil, c)
	}
}
