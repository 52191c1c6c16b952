package speed

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/rules"
)

// BiasBeforeNorm finds biases that a BatchNorm takes away.
var BiasBeforeNorm = &rules.Rule{
	Name:       "bias-before-norm",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("bias-before-norm"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"BatchNorm"},
	Check:      checkBiasBeforeNorm,
}

// maxBiases is how many more of a file's layers are pointed at: a network has dozens of them.
const maxBiases = 4

func checkBiasBeforeNorm(p *rules.Pass) {
	list := p.Train.CancelledBiases()
	if len(list) == 0 || !p.Train.Trains() {
		return // who trains what a file of models offers, and with which weights, stands elsewhere
	}
	first, others := list[0], ""
	var notes []rules.NotePlace
	if n := len(list) - 1; n > 0 {
		others = fmt.Sprintf(", as in %d more places of this file", n)
		if n == 1 {
			others = ", as in one more place of this file"
		}
		for _, b := range list[1:min(len(list), maxBiases+1)] {
			notes = append(notes, p.Note(b.Layer, "and this one"))
		}
	}
	p.At(
		first.Layer,
		fmt.Sprintf(
			"%s takes the mean of each channel away, and with it the bias of this layer%s: adding it and computing its gradient are two "+
				"passes over the layer's output for nothing; bias=False",
			strings.TrimPrefix(p.Python.Resolve(first.Norm.Func), "torch.nn."),
			others,
		),
		notes,
	)
}
