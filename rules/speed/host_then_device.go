package speed

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// HostThenDevice points at tensors that a training step makes in host memory and copies to the GPU.
var HostThenDevice = &rules.Rule{
	Name:     "host-then-device",
	Group:    rules.Speed,
	Severity: rules.Note,
	Page:     page("host-then-device"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"backward", "optim", "loader"}, // what is made may stand in another file
	Check:    checkHostThenDevice,
}

func checkHostThenDevice(p *rules.Pass) {
	of := map[python.Node][]*run.Call{}
	var order []python.Node
	for _, r := range p.Train.EveryStep(func(c *run.Call) bool { return train.MadeOnHost(c) != nil }) {
		module := r.Call.Unit.Module
		if r.Step.PerEpoch() || ask.InTest(module.File.Path) || !onGPU(p.Python) && !onGPU(module) {
			continue
		}
		home := python.Node(python.EnclosingStmt(r.Call.At))
		if fn := python.EnclosingFunction(r.Call.At); fn != nil {
			home = fn
		}
		if of[home] == nil {
			order = append(order, home)
		}
		of[home] = append(of[home], r.Call)
	}
	for _, home := range order {
		reportMadeOnHost(p, of[home])
	}
}

// reportMadeOnHost says once for a function where it makes tensors in host memory.
func reportMadeOnHost(p *rules.Pass, list []*run.Call) {
	first := list[0]
	var others []rules.NotePlace
	var plan pyedit.Plan
	safety, whole := fixes.Safe, true
	edit := pyedit.New(first.Unit.Module)
	for i, c := range list {
		made := train.MadeOnHost(c)
		if i > 0 {
			others = append(others, p.NoteAt(c.Place(), "and here"))
		}
		if path, _ := made.Callee.(run.Symbol); knowledge.DrawsTensor(string(path)) {
			safety = fixes.Unsafe // the GPU draws other numbers
		}
		text := onDevice(edit, c, made)
		if text == "" {
			whole = false
			continue
		}
		plan = plan.And(edit.ReplaceExpression(c.Node, text))
	}
	var fix []fixes.Fix
	if whole {
		fix = plan.Fixes("make it on the GPU", safety)
	}
	p.AtPlace(
		first.Place(),
		fmt.Sprintf(
			"%s is made in host memory and copied in every training step: Python waits until the GPU has done all that is "+
				"queued before it; give the factory device=",
			python.PathText(train.MadeOnHost(first).Node.Func),
		),
		others,
		fix...)
}

// onDevice is the factory's call with the device that the copy goes to; "" where it is not written in one line, or the
// device is a number.
func onDevice(edit *pyedit.Editor, c, made *run.Call) string {
	text, device := edit.Text(made.Node), `"cuda"`
	if strings.ContainsAny(edit.Text(c.Node), "\n#") ||
		strings.HasSuffix(strings.TrimRight(strings.TrimSuffix(text, ")"), " "), ",") ||
		len(made.Node.Args) == 0 {
		return ""
	}
	if len(c.Node.Args) == 1 {
		if python.LastName(c.Node.Func) == "cuda" {
			return ""
		}
		device = edit.Text(c.Node.Args[0].Value)
	}
	return strings.TrimSuffix(text, ")") + ", device=" + device + ")"
}
