package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// ResultsExchanged finds results that are unpacked in another order than the function returns them.
var ResultsExchanged = &rules.Rule{
	Name:     "results-exchanged",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("results-exchanged"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"backward", "zero_grad"},
	Check:    checkResultsExchanged,
}

func checkResultsExchanged(p *rules.Pass) {
	for _, x := range p.Train.ExchangedResults() {
		at := x.Call.Place()
		if ask.InTest(at.File()) {
			continue
		}
		p.AtPlace(at, fmt.Sprintf(
			"%s returns %s, and its results are taken as %s: each gets what is called otherwise; take them in the order of the return",
			x.Function.Name(), strings.Join(x.Given, ", "), strings.Join(x.Taken, ", ")),
			[]rules.NotePlace{p.NoteAt(x.Return, "it returns them here")})
	}
}
