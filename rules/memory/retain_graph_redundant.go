package memory

import (
	"github.com/trainlint/trainlint/analyzers/python"
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
	editor := pyedit.New(p.Python)
	for _, call := range differentiations(p) {
		position := retainPosition(p, call)
		retain := p.Python.Argument(call, "retain_graph", position)
		next := -1
		if position >= 0 {
			next = position + 1
		}
		create := p.Python.Argument(call, "create_graph", next)
		if retain.Direct == nil || create.Direct == nil || !isLiteralTrue(retain.Value) || !isLiteralTrue(create.Value) {
			continue
		}
		p.At(retain.Direct, "retain_graph=True changes nothing beside create_graph=True, which implies it; drop it", nil,
			redundantFix(editor, call, retain.Direct)...)
	}
}

func redundantFix(editor *pyedit.Editor, c *python.Call, a *python.Arg) []fixes.Fix {
	if a.Name == "" { // the arguments behind it would move up
		return nil
	}
	return editor.RemoveArgument(c, a).Fixes("drop retain_graph=True", fixes.Safe)
}
