package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// LossDividedTwice finds losses that a script divides by the number of micro-batches though its Accelerator or engine
// does.
var LossDividedTwice = &rules.Rule{
	Name:     "loss-divided-twice",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("loss-divided-twice"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"gradient_accumulation_steps", "deepspeed initialize"},
	Check:    checkLossDividedTwice,
}

func checkLossDividedTwice(p *rules.Pass) {
	said := map[python.Node]bool{}
	for _, twice := range p.Train.DividedTwice() {
		backward := twice.Backward
		if said[backward.Call.At] {
			continue
		}
		said[backward.Call.At] = true
		by := twice.Divider
		p.AtPlace(
			backward.Place(),
			fmt.Sprintf("the loss is divided by the number of micro-batches, and %s.backward divides it by its "+
				"gradient_accumulation_steps again: the gradient is that many times too small; leave it to the %s", by, by),
			[]rules.NotePlace{p.NoteAt(twice.Made.Place(), fmt.Sprintf("the %s is given the number here", by))},
		)
	}
}
