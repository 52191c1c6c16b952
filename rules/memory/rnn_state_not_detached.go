package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// RNNStateNotDetached finds hidden states that drag the graphs of all batches along.
var RNNStateNotDetached = &rules.Rule{
	Name:     "rnn-state-not-detached",
	Group:    rules.Memory,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("rnn-state-not-detached"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("backward"),
	Check:    checkRNNState,
}

func checkRNNState(p *rules.Pass) {
	for _, s := range p.Train.CarriedStates() {
		retain, _ := written(s.Backward.Node(), "retain_graph", retainPosition(s.Backward))
		retained, cost := retain != nil && isLiteralTrue(retain.Value), "the second backward raises, for this graph is freed"
		if retained {
			cost = "the second backward raises, for the optimizer has changed weights that it needs, or memory and time " +
				"grow with every iteration"
		}
		if !retained && detachesItself(s) {
			continue
		}
		state := "the state kept on the module"
		if s.State != nil {
			state = named(s.State, "the state")
		}
		p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: s.Forward.Place().File(), Span: s.Forward.Node.Span(),
			Message: fmt.Sprintf("%s still hangs on the graph of the iteration before, through which backward has gone "+
				"(%s): %s; detach it between iterations",
				state, ask.Where(s.Backward.Place(), s.Forward.Unit), cost),
			Notes: []rules.NotePlace{p.NoteAt(s.Backward.Place(), "backward runs in every iteration")},
			Fixes: detachState(s)})
	}
}

// detachesItself reports whether a model that is not seen is given a memory of the kind that models detach themselves
// before they return it, as Transformer-XL does: if it kept its graph, the second iteration would raise.
func detachesItself(s *train.CarriedState) bool {
	module, ok := s.Forward.Callee.(*run.Object)
	return ok && module.Class == nil && knowledge.NamesMemory(python.LastName(s.State))
}

// detachState detaches the state behind the backward pass. What an LSTM returns is a
// pair of tensors.
func detachState(s *train.CarriedState) []fixes.Fix {
	name, ok := s.State.(*python.Name)
	if !ok || s.Backward.Place().Unit != s.Forward.Unit ||
		python.EnclosingFunction(name) != python.EnclosingFunction(s.Backward.Node()) {
		return nil
	}
	text := fmt.Sprintf("%s = %s.detach()", name.ID, name.ID)
	kind := run.Symbol("")
	if module, ok := s.Forward.Callee.(*run.Object); ok {
		kind, _ = module.Class.(run.Symbol)
	}
	switch each := fmt.Sprintf("tuple(state.detach() for state in %s)", name.ID); knowledge.StateOf(string(kind)) {
	case knowledge.OneTensor:
	case knowledge.PairOfTensors:
		text = name.ID + " = " + each
	default:
		text = fmt.Sprintf("%s = %s if isinstance(%s, tuple) else %s.detach()", name.ID, each, name.ID, name.ID)
	}
	return pyedit.New(s.Forward.Unit.Module).
		InsertAfter(python.EnclosingStmt(s.Backward.Node()), text).
		Fixes("detach "+name.ID+" after each backward", fixes.Unsafe)
}
