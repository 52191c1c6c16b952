package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// PickledOptimizer is an optimizer that is saved as an object beside the weights of a model: what is loaded of it has
// copies of the parameters, and steps on those.
type PickledOptimizer struct {
	Save *run.Call
	// Key is under what it stands in the dictionary that is saved.
	Key string
}

// PickledOptimizers lists the optimizers of torch that torch.save() is given in a dictionary that holds the state of a
// model, and no model: one that is saved with its optimizer comes back with it, and both have the same parameters.
func (f *Facts) PickledOptimizers() []*PickledOptimizer {
	var found perPlace[PickledOptimizer]
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if symbolOf(c) != "torch.save" || c.Node == nil || len(c.Args) == 0 {
				continue
			}
			if o, ok := run.Bare(c.Args[0].Value).(*run.Object); ok {
				if one := f.pickledIn(c, o); one != nil {
					found.judge(c.Node, one)
				}
			}
		}
	}
	return found.list()
}

// pickledIn is the optimizer in a dictionary that is saved; nil where there is none, or nothing shows that the model is
// not in it.
func (f *Facts) pickledIn(save *run.Call, saved *run.Object) *PickledOptimizer {
	keys, values, _ := f.machine.Entries(saved)
	var found *PickledOptimizer
	states := false
	for i, v := range values {
		for _, one := range run.Alternatives(v) { // made anew, or loaded
			o, ok := run.Bare(one).(*run.Object)
			switch {
			case !ok:
			case library.IsModule(o):
				return nil
			case o.Made != nil && calleeName(o.Made) == "state_dict":
				on, _ := receiver(o.Made).(*run.Object)
				states = states || on != nil && library.RoleOf(on) != knowledge.Optimizer
			case found == nil && o.Made != nil && isOptimizerOfTorch(o):
				key, _ := keys[i].(run.Str)
				found = &PickledOptimizer{Save: save, Key: string(key)}
			}
		}
	}
	if !states {
		return nil
	}
	return found
}

// isOptimizerOfTorch reports whether an object is an optimizer of torch's own for sure.
func isOptimizerOfTorch(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && strings.HasPrefix(string(class), "torch.optim.") && library.RoleOf(o) == knowledge.Optimizer
}
