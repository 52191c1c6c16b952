package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// HyperparametersOnOptimizers lists the assignments of a learning rate, or of another setting of a group of parameters,
// to an attribute of an optimizer of torch, which reads none: it reads its param_groups.
func (f *Facts) HyperparametersOnOptimizers() []*run.Store {
	var list []*run.Store
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, s := range e.Stores {
			if s.Kind != run.StoreAttribute && s.Kind != run.StoreSummed || s.Target == nil || s.Node == nil || s.Unit == nil ||
				seen[s.Node] || !knowledge.IsOfGroups(s.Name) || !isOptimizerOfTorch(s.Target) ||
				readsOfOptimizer(s.Unit.Module, s.Name) {
				continue
			}
			seen[s.Node] = true
			list = append(list, s)
		}
	}
	return list
}

// readsOfOptimizer reports whether a file reads such an attribute of what may be an optimizer: it may hand it on.
func readsOfOptimizer(m *python.Module, name string) bool {
	named := m.Attributes(func(attr string) bool { return attr == name })
	return slices.ContainsFunc(named, func(a *python.Attribute) bool {
		if a.Assignment() != nil {
			return false
		}
		if _, summed := a.Parent().(*python.AugAssign); summed {
			return false
		}
		return knowledge.RoleOfWord(python.LastName(a.Value)) == knowledge.Optimizer
	})
}
