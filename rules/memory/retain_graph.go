package memory

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// RetainGraph finds retain_graph=True where nothing uses the graph again.
var RetainGraph = &rules.Rule{
	Name:     "retain-graph",
	Group:    rules.Memory,
	Severity: rules.Warning,
	On:       rules.PythonFile,
	Program:  true,
	Page:     page("retain-graph"),
	Words:    []string{"retain_graph"},
	Check:    checkRetainGraph,
}

func checkRetainGraph(p *rules.Pass) {
	for _, d := range p.Train.Differentiations() {
		call := d.Event.Node()
		if call == nil || d.Compared() {
			continue
		}
		retain, _ := written(call, "retain_graph", retainPosition(d.Event))
		if retain == nil || !isLiteralTrue(retain.Value) || createsGraph(d.Event) || d.UsedAgain() != train.CarriesNot ||
			deleted(d.Event) {
			continue
		}
		// a script that differentiates once
		if d.OfSeveral() || len(d.Event.Call.Laps) == 0 && python.EnclosingFunction(call) == nil {
			continue
		}
		at := d.Event.Place()
		severity := rules.Warning
		if d.Event.GraphEndsWithFunction(lossOf(d.Event)) {
			severity = rules.Note
		}
		p.Report(rules.Diagnostic{Severity: severity, File: at.File(), Span: retain.Span(), Message: retainMessage(d.Event),
			Fixes: dropArgument(pyedit.New(at.Unit.Module), call, retain).Fixes("drop retain_graph=True", fixes.Unsafe)})
	}
}

// deleted reports whether the function lets go of what a call differentiates behind the call, in the same lap of the
// loop around it: what was retained goes with it.
func deleted(e *train.Event) bool {
	m, call := e.Place().Unit.Module, e.Node()
	name, ok := lossOf(e).(*python.Name)
	if !ok || python.EnclosingFunction(call) == nil {
		return false
	}
	_, bindings := m.Lookup(name.ID, name)
	return slices.ContainsFunc(bindings, func(b *python.Binding) bool {
		if b.Kind != python.Deleted || b.Node.Span().Start < call.Span().Start {
			return false
		}
		loop := e.LoopAround()
		return loop == nil || python.Within(b.Node, loop)
	})
}

// createsGraph reports whether create_graph is given and not literally False: it
// decides about retaining the graph then.
func createsGraph(e *train.Event) bool {
	create, spread := written(e.Node(), "create_graph", behind(retainPosition(e)))
	if create == nil {
		return spread
	}
	return !python.IsFalse(create.Value)
}

func retainMessage(e *train.Event) string {
	what := "the loss"
	if text := python.PathText(lossOf(e)); text != "" {
		what = text
	}
	if e.GraphEndsWithFunction(lossOf(e)) {
		return fmt.Sprintf(
			"retain_graph=True keeps the saved tensors of %s's graph after its last backward pass, until %s returns; drop it",
			what,
			python.EnclosingFunction(e.Node()).Name,
		)
	}
	return fmt.Sprintf("retain_graph=True keeps the saved tensors of %s's graph after its last backward pass: "+
		"two steps' graphs can be in memory at the peak; drop it", what)
}

// dropArgument removes an argument; a positional one only where none follows.
func dropArgument(editor *pyedit.Editor, c *python.Call, a *python.Arg) pyedit.Plan {
	if a.Name == "" && c.Args[len(c.Args)-1] != a {
		return editor.SetArgument(a, "False")
	}
	return editor.RemoveArgument(c, a)
}
