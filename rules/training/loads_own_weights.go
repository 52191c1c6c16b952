package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// LoadsOwnWeights finds modules that are brought up to date with their own weights.
var LoadsOwnWeights = &rules.Rule{
	Name:     "loads-own-weights",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("loads-own-weights"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"load_state_dict"},
	Check:    checkLoadsOwnWeights,
}

func checkLoadsOwnWeights(p *rules.Pass) {
	for _, l := range p.Train.OwnLoads() {
		at := l.Load.Place()
		if ask.InTest(at.File()) {
			continue
		}
		if l.To == l.From {
			p.AtPlace(at, fmt.Sprintf(
				"%s is given the weights that it has, and stays as it is; give it those of the other network", l.To), nil)
			continue
		}
		p.AtPlace(at, fmt.Sprintf(
			"%s and %s are one network under two names: this copies it onto itself, and whatever trains one trains the other; "+
				"make a copy with copy.deepcopy", l.To, l.From), nil)
	}
}
