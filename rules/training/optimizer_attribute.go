package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// OptimizerAttribute finds learning rates that are given to an attribute, or under a name, which no optimizer reads.
var OptimizerAttribute = &rules.Rule{
	Name:     "optimizer-attribute",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("optimizer-attribute"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{".lr", ".learning_rate", ".weight_decay", ".momentum", ".betas", "optim"},
	Check:    checkOptimizerAttribute,
}

func checkOptimizerAttribute(p *rules.Pass) {
	for _, s := range p.Train.HyperparametersOnOptimizers() {
		at := run.Place{Unit: s.Unit, Node: s.Node}
		if ask.InTest(at.File()) {
			continue
		}
		if s.Kind == run.StoreItem {
			p.AtPlace(at, fmt.Sprintf("the optimizer never reads group[%q]: its learning rate is group[%q], and stays what it was",
				knowledge.NotOfGroups, groupKey(knowledge.NotOfGroups)), nil)
			continue
		}
		p.AtPlace(at, fmt.Sprintf(
			"a new attribute %s that the optimizer never reads: each group of parameters keeps its own; set group[%q] of "+
				"each group in param_groups", s.Name, groupKey(s.Name)), nil)
	}
}

func groupKey(name string) string {
	if name == knowledge.NotOfGroups {
		return "lr"
	}
	return name
}
