package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// DropoutOfOneLayer finds recurrent networks of one layer that are told to drop something out between their layers.
var DropoutOfOneLayer = &rules.Rule{
	Name:       "dropout-of-one-layer",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("dropout-of-one-layer"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"LSTM( drop", "GRU( drop", "RNN( drop"},
	Check:      checkDropoutOfOneLayer,
}

func checkDropoutOfOneLayer(p *rules.Pass) {
	for _, one := range p.Train.DropoutsOfOneLayer() {
		p.At(one.Rate, fmt.Sprintf("this %s drops nothing out: it does so between its layers, and has one; put nn.Dropout "+
			"behind it, or give it num_layers above 1", one.Class), nil)
	}
}
