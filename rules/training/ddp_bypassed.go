package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// DDPBypassed finds losses that are computed past DistributedDataParallel.
var DDPBypassed = &rules.Rule{
	Name:     "ddp-bypassed",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("ddp-bypassed"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"DistributedDataParallel backward", "DistributedDataParallel optim", ".module( backward"},
	Check:    checkDDPBypassed,
}

func checkDDPBypassed(p *rules.Pass) {
	told := map[python.Node]bool{}
	for _, step := range p.Train.Steps() {
		for _, b := range step.Bypassed() {
			if told[b.Through.Node] {
				continue
			}
			told[b.Through.Node] = true
			p.AtHazard(
				b.Through.Place(),
				passedAt(step, b),
				fmt.Sprintf("the loss is computed by %s, not by calling the DistributedDataParallel around it: each process "+
					"steps with the gradients of its own batches, and their models drift apart; call the wrapper, whose forward() may call the method",
					calledAs(b.Through)),
				[]rules.NotePlace{
					p.NoteAt(b.Wrapped.Place(), "the model is wrapped here"),
					p.NoteAt(b.Backward.Place(), "the backward pass"),
				},
			)
		}
	}
}

// passedAt is where the function of the step leads to the call.
func passedAt(step *train.Step, b *train.Bypassed) run.Place {
	return step.Site(&train.Event{Call: b.Through})
}

// calledAs is what a call calls, as it is written where that is short.
func calledAs(c *run.Call) string {
	text := c.Unit.Module.File.Slice(c.Node.Func.Span())
	if strings.Contains(text, "\n") || len(text) > longestName {
		return "." + c.Node.MethodName() + "()"
	}
	return text
}

// longestName bounds what a message repeats of the code.
const longestName = 60
