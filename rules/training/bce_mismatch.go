package training

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

// BCEMismatch finds binary cross entropies that are given the wrong one of logits
// and probabilities.
var BCEMismatch = &rules.Rule{
	Name:     "bce-mismatch",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("bce-mismatch"),
	On:       rules.PythonFile,
	Words:    rules.StepWords("BCE", "binary_cross_entropy", "loss"),
	Check:    checkBCEMismatch,
}

func checkBCEMismatch(p *rules.Pass) {
	noted := false
	for _, in := range ask.LossInputs(p) {
		by := in.Input.By
		switch {
		case in.Loss == knowledge.BinaryCrossEntropyWithLogits && (by == knowledge.Sigmoid || by == knowledge.Softmax):
			in.Report(
				p,
				fmt.Sprintf("%s applies sigmoid itself, and its input has been through %s (%s)", in.Loss, by, in.From()),
				"predictions stay between 0.5 and 0.73; give it the logits",
				"what is measured is no cross entropy of the predictions; give it the logits",
				in.WithoutActivation(),
			)
		// who asks for it here sees at once that it raises
		case in.Loss == knowledge.BinaryCrossEntropy && by == knowledge.Logits && in.Chosen():
		case in.Loss == knowledge.BinaryCrossEntropy && by == knowledge.Logits:
			reportLogits(p, in)
		case in.Loss == knowledge.BinaryCrossEntropy && by == knowledge.LogSoftmax:
			p.AtPlace(in.Site.Place(), fmt.Sprintf("%s wants probabilities and is given their logarithms (%s): they lie below 0, "+
				"where it raises; use BCEWithLogitsLoss on the logits", in.Loss, in.From()), in.Notes(p))
		case in.Loss == knowledge.BinaryCrossEntropy && by == knowledge.NoActivation && namedLogits(in.LossCall) && !noted:
			noted = true
			reportNamedLogits(p, in)
		}
	}
}

// reportNamedLogits: a name is no proof. Discriminators that end in a sigmoid give what their authors call logits all
// the same, so that it is a note, and one for a file.
func reportNamedLogits(p *rules.Pass, in ask.LossInput) {
	at := in.Site.Place()
	p.Report(rules.Diagnostic{Severity: rules.Note, File: at.File(), Span: at.Node.Span(), Notes: in.Notes(p),
		Message: fmt.Sprintf(
			"%s wants probabilities, and its input is called logits: unless the network ends in a sigmoid it raises on values "+
				"outside 0 to 1; use BCEWithLogitsLoss there",
			in.Loss,
		)})
}

// namedLogits reports whether the input is a name for logits, bound to what a network gives that is not seen, or given
// from outside.
func namedLogits(c *train.LossCall) bool {
	name, ok := inputExpression(c).(*python.Name)
	if !ok || !knowledge.NamesLogits(name.ID) {
		return false
	}
	input, ok := c.Input.(*run.Object)
	switch {
	case !ok:
		return false
	case input.Kind == run.Unknown:
		return input.Operator == "parameter"
	case input.Made == nil:
		return false
	}
	_, called := input.Made.Callee.(*run.Object)
	return called
}

// inputExpression is the input of a loss as its call writes it.
func inputExpression(c *train.LossCall) python.Expr {
	for _, a := range c.Call.Args {
		if a.Value == c.Input {
			return a.Node
		}
	}
	return nil
}

func reportLogits(p *rules.Pass, in ask.LossInput) {
	var fix []fixes.Fix
	node := in.Call.Node
	if _, function := in.Call.Callee.(run.Symbol); function && in.Site == in.Call && !node.Spreads() {
		edit := pyedit.New(in.Call.Unit.Module)
		if _, plain := node.Func.(*python.Name); !plain { // the other name is not imported
			fix = edit.RenameCallee(node, edit.Text(node.Func)+"_with_logits").Fixes("use the loss for logits", fixes.Unsafe)
		}
	}
	p.AtPlace(in.Site.Place(), fmt.Sprintf("%s wants probabilities and is given logits: it raises on values outside "+
		"0 to 1; use BCEWithLogitsLoss, which is also more stable", in.Loss), in.Notes(p), fix...)
}
