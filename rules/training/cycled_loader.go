package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// CycledLoader finds loaders whose batches itertools.cycle keeps and gives again.
var CycledLoader = &rules.Rule{
	Name:     "cycled-loader",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("cycled-loader"),
	On:       rules.PythonFile,
	Words:    []string{"cycle itertools"},
	Check:    checkCycledLoader,
}

func checkCycledLoader(p *rules.Pass) {
	for _, cycle := range p.Train.CycledLoaders() {
		name := python.PathText(cycle.Args[0].Value)
		if name == "" {
			name = "the loader"
		}
		p.At(
			cycle,
			fmt.Sprintf(
				"itertools.cycle keeps every batch of %s in host memory and gives these again from the second pass on, in the same order and "+
					"augmented the same; go over the loader itself: while True: yield from %s",
				name,
				name,
			),
			nil,
		)
	}
}
