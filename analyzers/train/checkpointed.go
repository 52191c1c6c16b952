package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Unchecked is gradient checkpointing that is switched on for a model which is trained in evaluation mode.
type Unchecked struct {
	Enable *run.Call // gradient_checkpointing_enable()
	Loaded *run.Call // from_pretrained(), which leaves the model in evaluation mode
	Step   *Event    // the optimizer step that trains it
}

// CheckpointedInEvalMode lists the models of transformers that are loaded, and so in evaluation mode, are to
// checkpoint, and are trained by a loop of the project in which nobody calls train() on anything: their layers
// checkpoint in training mode only.
func (f *Facts) CheckpointedInEvalMode() []Unchecked {
	if f.mayTrainMode() {
		return nil
	}
	var list []Unchecked
	for _, e := range f.Entries() {
		if !e.Whole {
			continue
		}
		for _, c := range e.Calls {
			m, ok := c.Callee.(*run.Member)
			if !ok || !knowledge.EnablesCheckpointing(m.Name) || c.Node == nil {
				continue
			}
			model, ok := m.Object.(*run.Object)
			if !ok || !loadedInEvalMode(base(model)) {
				continue
			}
			if step := e.ownStepOn(model); step != nil {
				list = append(list, Unchecked{c, base(model).Made, step})
			}
		}
	}
	return list
}

// mayTrainMode reports whether something is put into training mode, or may be, in a file of the program.
func (f *Facts) mayTrainMode() bool {
	if slices.ContainsFunc(f.Module.AllCalls(), func(c *python.Call) bool { return c.MethodName() == "train" }) {
		return true
	}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if calleeName(c) == "train" {
				return true
			}
		}
	}
	return false
}

// loadedInEvalMode reports whether a module was made by from_pretrained of transformers.
func loadedInEvalMode(o *run.Object) bool {
	if o.Made == nil {
		return false
	}
	path, ok := o.Made.Callee.(run.Symbol)
	return ok && strings.HasPrefix(string(path), "transformers.") && run.LastPart(string(path)) == "from_pretrained"
}

// ownStepOn is a step of an optimizer of a model, in a loop in which no framework decides about modes; nil when there
// is none.
func (e *Entry) ownStepOn(model *run.Object) *Event {
	for _, s := range e.Steps() {
		if s.Owner != PlainTorch && s.Owner != Accelerate && s.Owner != LightningFabric || !s.Has(Backward) {
			continue
		}
		for _, ev := range s.Of(OptimStep) {
			if ev.Object == nil {
				continue
			}
			trained, _ := e.OptimizedBy(ev.Object)
			if slices.ContainsFunc(trained.Modules, func(m *run.Object) bool { return e.related(m, model) }) {
				return ev
			}
		}
	}
	return nil
}
