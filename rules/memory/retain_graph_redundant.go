package memory

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// RetainGraphRedundant finds retain_graph=True beside create_graph=True.
var RetainGraphRedundant = &rules.Rule{
	Name:     "retain-graph-redundant",
	Group:    rules.Memory,
	Severity: rules.Note,
	On:       rules.PythonFile,
	Page:     page("retain-graph-redundant"),
	Words:    []string{"retain_graph"},
	Check:    checkRetainGraphRedundant,
}

func checkRetainGraphRedundant(p *rules.Pass) {
	for _, d := range p.Train.Differentiations() {
		call := d.Event.Node()
		if call == nil {
			continue
		}
		position := retainPosition(d.Event)
		retain, _ := written(call, "retain_graph", position)
		create, _ := written(call, "create_graph", behind(position))
		if retain == nil || create == nil || !isLiteralTrue(retain.Value) || !isLiteralTrue(create.Value) {
			continue
		}
		at := d.Event.Place()
		p.AtPlace(run.Place{Unit: at.Unit, Node: retain}, "retain_graph=True changes nothing beside create_graph=True, "+
			"which implies it; drop it", nil,
			redundantFix(pyedit.New(at.Unit.Module), call, retain)...)
	}
}

func redundantFix(editor *pyedit.Editor, c *python.Call, a *python.Arg) []fixes.Fix {
	if a.Name == "" { // the arguments behind it would move up
		return nil
	}
	return editor.RemoveArgument(c, a).Fixes("drop retain_graph=True", fixes.Safe)
}
