package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// ModulesStoredIn are the attributes that the program assigns to, as it writes them, of objects that are modules
// whenever it does. Of several ways one on which the object is of a module's class is enough where nothing is known of
// the others: a model that is made, or loaded as a whole. Learnless are those of modules that have no parameters.
func (f *Facts) ModulesStoredIn() (modules, learnless map[python.Node]bool) {
	modules, learnless = map[python.Node]bool{}, map[python.Node]bool{}
	var open []python.Node
	others := map[python.Node]bool{} // may be of what is no module
	ofClass := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, s := range e.Stores {
			switch {
			case s.Kind != run.StoreAttribute || s.Target == nil:
			case learnsNothing(s.Target): // a LeakyReLU has no parameters that could keep theirs
				others[s.Node] = true
				learnless[s.Node] = true
			case isNetwork(s.Target):
				modules[s.Node] = true
				ofClass[s.Node] = ofClass[s.Node] || s.Target.Class != nil
			case s.Target.Class == nil && (s.Target.Kind == run.Unknown || s.Target.Kind == run.Result):
				open = append(open, s.Node)
			default:
				others[s.Node] = true
			}
		}
	}
	for _, n := range open {
		modules[n] = modules[n] && ofClass[n]
	}
	for n := range others {
		modules[n] = false
	}
	return modules, learnless
}

// isNetwork reports whether an object is a module, or one of those that a module is made of.
func isNetwork(o *run.Object) bool {
	if library.IsModule(o) {
		return o.Class != nil || o.Made != nil || !knowledge.MayNameParameter(o.Word)
	}
	if len(o.Operands) == 1 && knowledge.IsLayerOfTorchvision(strings.TrimPrefix(o.Operator, ".")) { // net.layer1
		whole, ok := run.Bare(o.Operands[0]).(*run.Object)
		return ok && whole.Made != nil && strings.HasPrefix(symbolOf(whole.Made), "torchvision.models.")
	}
	for range maxParts {
		from, ok := o.ItemFrom().(*run.Object)
		if !ok {
			return false
		}
		if from.Made != nil && knowledge.WalksModules(calleeName(from.Made)) || knowledge.NamesLayers(from.Word) {
			return true
		}
		o = from
	}
	return false
}
