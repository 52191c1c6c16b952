package speed

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// InvariantTransfer points at what every training step moves to the GPU again, though it is the same each time.
var InvariantTransfer = &rules.Rule{
	Name:       "invariant-transfer",
	Group:      rules.Speed,
	Severity:   rules.Note,
	Page:       page("invariant-transfer"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      []string{"backward", "optim", "loader"}, // what is moved may stand in another file
	Check:      checkInvariantTransfer,
}

func checkInvariantTransfer(p *rules.Pass) {
	for _, m := range p.Train.MovedAgain() {
		c := m.Call
		module := c.Unit.Module
		if ask.InTest(module.File.Path) || !onGPU(p.Python) && !onGPU(module) || p.DefaultDevice() {
			continue
		}
		name := python.PathText(c.Node.Receiver())
		if name == "" {
			name = module.File.Slice(c.Node.Receiver().Span())
		}
		message := fmt.Sprintf("%s is the same in every training step, and each copies it out of host memory again: "+
			"Python waits until the GPU has done all that is queued before it; move it once before the loop", name)
		if m.Module {
			message = fmt.Sprintf("%s is moved in every training step: behind the first one all of its parameters are "+
				"looked at and stay where they are; move it once before the loop", name)
		}
		p.AtPlace(c.Place(), message, nil)
	}
}
