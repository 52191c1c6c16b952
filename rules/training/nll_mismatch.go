package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// NLLMismatch finds negative log-likelihoods of something that is no logarithm of a probability.
var NLLMismatch = &rules.Rule{
	Name:     "nll-mismatch",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("nll-mismatch"),
	On:       rules.PythonFile,
	Words:    rules.StepWords("NLLLoss", "nll_loss", "CTCLoss", "ctc_loss", "KLDivLoss", "kl_div"),
	Check:    checkNLLMismatch,
}

func checkNLLMismatch(p *rules.Pass) {
	for _, in := range ask.LossInputs(p) {
		switch in.Loss {
		case knowledge.Alignment:
			reportUnnormalized(p, in, "the loss is that of other alignments, and may fall below 0; use log_softmax",
				"what is measured is no likelihood; use log_softmax")
		case knowledge.Divergence:
			if in.Input.By == knowledge.Softmax && in.EachElement() {
				continue
			}
			learnt := "it falls with every number that grows, whatever the target; use log_softmax"
			if in.Input.By == knowledge.Softmax {
				learnt = "it falls until all of the probability lies on the target's likeliest class; use log_softmax"
			}
			reportUnnormalized(p, in, learnt, "what is measured is no divergence; use log_softmax")
		case knowledge.NegativeLogLikelihood:
			reportLikelihood(p, in)
		}
	}
}

func reportLikelihood(p *rules.Pass, in ask.LossInput) {
	switch by := in.Input.By; by {
	case knowledge.Softmax, knowledge.Sigmoid:
		in.Report(p, fmt.Sprintf("NLLLoss wants log-probabilities, and its input has been through %s (%s)", by, in.From()),
			"the loss is minus the mean probability, and what is surely wrong gets next to no gradient; use log_softmax",
			"what is measured is minus the mean probability; use log_softmax", logarithm(in))
	case knowledge.Logits:
		in.Report(
			p,
			fmt.Sprintf("NLLLoss wants log-probabilities and is given logits (%s)", in.From()),
			"it falls without end as the logit of the target grows; use cross_entropy, or log_softmax before it",
			"what is measured is minus the mean logit of the targets; use cross_entropy, or log_softmax before it",
			crossEntropy(in),
		)
	}
}

// reportUnnormalized judges what a CTC loss or a divergence is given, which adds or subtracts logarithms of
// probabilities.
func reportUnnormalized(p *rules.Pass, in ask.LossInput, trained, measured string) {
	switch by := in.Input.By; by {
	case knowledge.Softmax, knowledge.Sigmoid, knowledge.Logits:
		given := fmt.Sprintf("its input has been through %s (%s)", by, in.From())
		if by == knowledge.Logits {
			given = fmt.Sprintf("is given logits (%s)", in.From())
		}
		in.Report(p, in.Loss+" wants log-probabilities, and "+given, trained, measured, logarithm(in))
	}
}

// logarithm makes a log_softmax of a softmax of torch.nn.functional in the loss's own argument.
func logarithm(in ask.LossInput) []fixes.Fix {
	at := in.Input.Call
	if in.Input.By != knowledge.Softmax || !in.Inline() || at.Node == nil ||
		at.Callee != run.Value(run.Symbol("torch.nn.functional.softmax")) {
		return nil
	}
	if _, dotted := at.Node.Func.(*python.Attribute); !dotted { // the other name is not imported
		return nil
	}
	edit := pyedit.New(at.Unit.Module)
	return edit.RenameCallee(at.Node, edit.Text(at.Node.Func.(*python.Attribute).Value)+".log_softmax").
		Fixes("use log_softmax", fixes.Unsafe)
}

// crossEntropy is the loss that takes logits, where the call names the function through its module.
func crossEntropy(in ask.LossInput) []fixes.Fix {
	node := in.Call.Node
	function, dotted := node.Func.(*python.Attribute)
	if _, plain := in.Call.Callee.(run.Symbol); !plain || !dotted || in.Site != in.Call {
		return nil
	}
	edit := pyedit.New(in.Call.Unit.Module)
	return edit.RenameCallee(node, edit.Text(function.Value)+".cross_entropy").Fixes("use cross_entropy", fixes.Unsafe)
}
