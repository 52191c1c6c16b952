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
		if retain == nil || !isLiteralTrue(retain.Value) || createsGraph(d.Event) || d.UsedAgain() != train.CarriesNot || deleted(d.Event) {
			continue
		}
		if d.OfSeveral() || len(d.Event.Call.Laps) == 0 && python.EnclosingFunction(call) == nil { // a script that differentiates once
			continue
		}
		at := d.Event.Place()
		severity := rules.Warning
		if diesWithFunction(d.Event) {
			severity = rules.Note
		}
		p.Report(rules.Diagnostic{Severity: severity, File: at.File(), Span: retain.Span(), Message: retainMessage(d.Event),
			Fixes: dropArgument(pyedit.New(at.Unit.Module), call, retain).Fixes("drop retain_graph=True", fixes.Unsafe)})
	}
}

// deleted reports whether the function lets go of what a call differentiates behind the call, in the same lap of the loop around it: what
// was retained goes with it.
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
	k, literal := create.Value.(*python.Constant)
	return !literal || k.Kind != python.False
}

// diesWithFunction reports whether what a call differentiates is a variable of a function that differentiates once, and gives it to
// nobody: the graph goes when the function returns, before there is another.
func diesWithFunction(e *train.Event) bool {
	name, ok := lossOf(e).(*python.Name)
	fn := python.EnclosingFunction(e.Node())
	if !ok || fn == nil || e.LoopAround() != nil {
		return false
	}
	m := e.Place().Unit.Module
	scope, bindings := m.Lookup(name.ID, name)
	if scope == nil || scope.Node != python.Node(fn) || slices.ContainsFunc(bindings, func(b *python.Binding) bool { return b.Kind == python.Parameter }) {
		return false
	}
	return !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
		return slices.ContainsFunc(m.Uses(b), outlives)
	})
}

// outlives reports whether a variable is returned as it is, alone or among others, or kept by something.
func outlives(use *python.Name) bool {
	switch up := use.Parent().(type) {
	case *python.Return, *python.Yield, *python.DictItem, *python.Sequence:
		return true
	case *python.Assign:
		return true
	case *python.Arg:
		c, ok := up.Parent().(*python.Call)
		return ok && c.Receiver() != nil && (c.MethodName() == "append" || c.MethodName() == "add")
	}
	return false
}

func retainMessage(e *train.Event) string {
	what := "the loss"
	if text := python.PathText(lossOf(e)); text != "" {
		what = text
	}
	if diesWithFunction(e) {
		return fmt.Sprintf("retain_graph=True keeps the saved tensors of %s's graph after its last backward pass, until %s returns; drop it",
			what, python.EnclosingFunction(e.Node()).Name)
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
