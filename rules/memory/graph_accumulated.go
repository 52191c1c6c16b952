package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// GraphAccumulated finds sums and lists that keep a graph of every iteration.
var GraphAccumulated = &rules.Rule{
	Name:     "graph-accumulated",
	Group:    rules.Memory,
	Severity: rules.Error,
	Page:     page("graph-accumulated"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward", ".eval()", "loss"),
	Check:    checkGraphAccumulated,
}

func checkGraphAccumulated(p *rules.Pass) {
	told := map[python.Node]bool{}
	for _, a := range p.Train.Accumulations() {
		bounded := !a.Freed && !overBatches(a) && !a.OfTrainersStep()
		if bounded && !a.DetachedLater() || !a.Freed && a.Leaves && !a.Evaluates() && !a.Steps() {
			continue
		}
		startsOver := a.StartsOver()
		if a.Freed && (startsOver || a.MicroBatches() || ask.InTest(a.Place().File())) {
			continue // a few nodes between two optimizer steps, or in a test, their tensors freed already
		}
		if a.WrittenAsJSON() || !a.Freed && calledQuietlyElsewhere(p, a.Entry) {
			continue
		}
		severity := rules.Error
		if a.Freed || bounded || startsOver || a.Limited {
			severity = rules.Warning
		}
		at := a.Place()
		if told[at.Node] {
			continue
		}
		told[at.Node] = true
		p.Report(rules.Diagnostic{Severity: severity, File: at.File(), Span: at.Node.Span(),
			Message: accumulatedMessage(a, startsOver), Fixes: detachFix(p, a)})
	}
}

// overBatches reports whether the loop goes over a data loader, or evaluates on batches that it fetches. What other
// loops collect without a backward pass is often bounded, or runs under somebody's no_grad.
func overBatches(a *train.Accumulation) bool {
	l := a.Loop
	return l != nil && (l.Kind == train.BatchLoop || l.Kind == train.EpochLoop || l.FetchesBatches() && a.Evaluates())
}

func accumulatedMessage(a *train.Accumulation, startsOver bool) string {
	target, value := named(a.Target(), "this"), named(a.Added(), "the value")
	until := "every call"
	if a.Gathered {
		target, until = "the comprehension", "every item"
	}
	if a.Loop != nil {
		in := " in "
		if a.Loop.Place().File() != a.Place().File() {
			in = " at "
		}
		until = "every iteration of the loop" + in + ask.Where(a.Loop.Place(), a.Place().Unit)
	}
	switch {
	case startsOver:
		until += ", up to where it starts over"
	case a.Limited:
		until += ", up to as many as it holds"
	}
	if a.Freed && !a.Whole {
		return fmt.Sprintf("%s keeps %s of %s with its autograd graph; collect the detached value", target, value, until)
	}
	if a.Freed {
		return fmt.Sprintf(
			"%s keeps %s of %s with its autograd graph (backward has freed the saved tensors, not the nodes); "+
				"collect the detached value",
			target,
			value,
			until,
		)
	}
	return fmt.Sprintf("%s keeps the autograd graph of %s, with all activations saved for backward, of %s, "+
		"and nothing differentiates it; collect the detached value", target, value, until)
}

func detachFix(p *rules.Pass, a *train.Accumulation) []fixes.Fix {
	value := a.Added()
	if value == nil || !a.Tensor && !usedAsTensor(p, value) {
		return nil
	}
	editor := pyedit.New(a.Place().Unit.Module)
	text := editor.Text(value)
	switch value.(type) {
	case *python.Sequence, *python.Dict, *python.Comprehension:
		return nil
	case *python.Name, *python.Attribute, *python.Call, *python.Subscript:
	default:
		text = "(" + text + ")"
	}
	safety := fixes.Safe
	if a.Leaves || a.Place().File() != p.File.Path {
		safety = fixes.Unsafe // a helper that other programs may call with something else
	}
	return editor.ReplaceExpression(value, text+".detach()").Fixes("add .detach()", safety)
}

// usedAsTensor reports whether a variable is given to a loss or function of torch's own
// in the same function: what a model returns may also be a tuple or an object, and a
// criterion of the project's own may take one.
func usedAsTensor(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	if !ok {
		return false
	}
	fn := python.EnclosingFunction(name)
	for _, c := range p.Python.AllCalls() {
		if python.EnclosingFunction(c) != fn || len(c.Args) == 0 {
			continue
		}
		first, ok := c.Args[0].Value.(*python.Name)
		if ok && first.ID == name.ID &&
			(knowledge.TakesTensor(p.Python.Resolve(c.Func)) || knowledge.TakesTensor(p.Python.TypeOf(c.Func))) {
			return true
		}
	}
	return false
}
