package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// LayerMadeInForward finds layers that a forward pass draws anew each time it runs.
var LayerMadeInForward = &rules.Rule{
	Name:     "layer-made-in-forward",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("layer-made-in-forward"),
	On:       rules.PythonFile,
	Words:    []string{"nn forward"},
	Check:    checkLayerMadeInForward,
}

func checkLayerMadeInForward(p *rules.Pass) {
	for _, m := range p.Train.LayersMadeInForward() {
		p.At(
			m.Made,
			fmt.Sprintf(
				"each forward pass makes this %s anew, with other random weights, and forgets it: nothing is learnt, and the output is another one each "+
					"time; make it in the constructor",
				m.Layer,
			),
			nil,
		)
	}
}
