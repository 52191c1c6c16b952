package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// NonblockingToCPU finds host tensors that are read while the copy still runs.
var NonblockingToCPU = &rules.Rule{
	Name:     "nonblocking-to-cpu",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("nonblocking-to-cpu"),
	On:       rules.PythonFile,
	Words:    []string{"non_blocking", ".numpy()", ".tolist()"},
	Check:    checkNonblocking,
}

func checkNonblocking(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, early := range e.EarlyReads() {
			if !reported[early.Copy.At] && saysCPU(early.Copy) {
				reported[early.Copy.At] = true
				reportEarly(p, early)
			}
		}
	}
}

// saysCPU reports whether the code itself says so, and not a default that a caller or a command line may replace.
func saysCPU(c *run.Call) bool {
	device, _ := c.Argument("device", 0)
	if o, ok := device.(*run.Object); ok && o.Made != nil {
		c = o.Made
	}
	for i, a := range c.Args {
		if a.Node != nil && (a.Name == "device" || a.Name == "" && i == 0) {
			v, ok := c.Unit.Module.Const(a.Node)
			return ok && !v.Default
		}
	}
	return false
}

func reportEarly(p *rules.Pass, early *train.EarlyRead) {
	at, read := early.Copy.Place(), early.Read.Place()
	fix := pyedit.New(at.Unit.Module).
		RemoveKeyword(early.Copy.Node, "non_blocking").
		Fixes("wait for the copy", fixes.Unsafe)
	p.AtPlace(at, fmt.Sprintf("to(\"cpu\", non_blocking=True) returns before the copy has arrived, and %s reads it: "+
		"values may be wrong; drop non_blocking or synchronize first",
		ask.Where(read, at.Unit)), []rules.NotePlace{p.NoteAt(read, "read here without waiting")}, fix...)
}
