package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// HyperparametersOnOptimizers lists the assignments of a learning rate, or of another setting of a group of parameters,
// to an attribute of an optimizer of torch, which reads none: it reads its param_groups. So do those of a learning rate
// to a name in these that it does not read.
func (f *Facts) HyperparametersOnOptimizers() []*run.Store {
	var list []*run.Store
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, s := range e.Stores {
			if isUnreadGroupKey(s) && !seen[s.Node] && !readsGroupKey(s.Unit.Module) {
				seen[s.Node] = true
				list = append(list, s)
			}
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

// isUnreadGroupKey reports whether a store puts a learning rate into a group of parameters of an optimizer of torch
// under the name that other libraries have for it: group["learning_rate"] = rate.
func isUnreadGroupKey(s *run.Store) bool {
	key, ok := run.Bare(s.Key).(run.Str)
	return ok && s.Kind == run.StoreItem && string(key) == knowledge.NotOfGroups && s.Node != nil && s.Unit != nil &&
		isGroupOfTorch(s.Target, maxGroupSteps)
}

// maxGroupSteps bounds how far the object of which something is a group is looked for.
const maxGroupSteps = 4

// isGroupOfTorch reports whether something is taken out of the param_groups of an optimizer of torch.
func isGroupOfTorch(o *run.Object, depth int) bool {
	if o == nil || depth == 0 || len(o.Operands) == 0 {
		return false
	}
	of, ok := run.Bare(o.Operands[0]).(*run.Object)
	if o.Operator == ".param_groups" {
		return ok && isOptimizerOfTorch(of)
	}
	return ok && isGroupOfTorch(of, depth-1)
}

// readsGroupKey reports whether a file takes the same name out of anything that is called a group.
func readsGroupKey(m *python.Module) bool {
	for n := range python.AllIn(m.Body) {
		item, ok := n.(*python.Subscript)
		if !ok || len(item.Index) != 1 || python.IsTarget(item) || !strings.Contains(python.LastName(item.Value), "group") {
			continue
		}
		if key, ok := item.Index[0].(*python.String); ok && key.Text == knowledge.NotOfGroups {
			return true
		}
	}
	return false
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
