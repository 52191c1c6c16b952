package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// ModulesStoredIn are the attributes that the program assigns to, as it writes them, of objects that are modules whenever
// it does.
func (f *Facts) ModulesStoredIn() map[python.Node]bool {
	modules := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, s := range e.Stores {
			if s.Kind != run.StoreAttribute || s.Target == nil {
				continue
			}
			was, met := modules[s.Node]
			modules[s.Node] = (!met || was) && isNetwork(s.Target)
		}
	}
	return modules
}

// isNetwork reports whether an object is a module, or one of those that a module is made of.
func isNetwork(o *run.Object) bool {
	if library.IsModule(o) {
		return o.Class != nil || o.Made != nil || !knowledge.MayNameParameter(o.Word)
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
