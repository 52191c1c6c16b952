package training

import (
	"fmt"
	"strconv"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// AverageIsCopy finds averages of weights whose two factors are exchanged.
var AverageIsCopy = &rules.Rule{
	Name:     "average-is-copy",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("average-is-copy"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"lerp_", "mul_", "copy_", "EMA", "Ema", "ema", "decay", "momentum"},
	Check:    checkAverageIsCopy,
}

func checkAverageIsCopy(p *rules.Pass) {
	share := func(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }
	for _, a := range p.Train.CopyingAverages() {
		if ask.InTest(a.Update.File()) {
			continue
		}
		p.AtPlace(a.Update, fmt.Sprintf(
			"each update keeps %s of the average and takes %s of the weights as they are now: it is a copy of them and no "+
				"average; exchange the two factors", share(a.Kept), share(a.Taken)), nil)
	}
}
