package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// CycledLoader finds loaders whose batches itertools.cycle keeps and gives again.
var CycledLoader = &rules.Rule{
	Name:     "cycled-loader",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("cycled-loader"),
	On:       rules.PythonFile,
	Program:  true,
	Words: []string{
		"cycle itertools",
		"DataLoader backward", // the call may stand in another file
	},
	Check: checkCycledLoader,
}

func checkCycledLoader(p *rules.Pass) {
	for _, cycle := range p.Train.CycledLoaders() {
		name := cycle.Name
		if name == "" {
			name = "the loader"
		}
		p.AtHazard(
			cycle.At,
			cycle.Site,
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
