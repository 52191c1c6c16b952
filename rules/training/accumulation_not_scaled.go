package training

import (
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AccumulationNotScaled finds gradient accumulation that adds up n mean losses.
var AccumulationNotScaled = &rules.Rule{
	Name:     "accumulation-not-scaled",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("accumulation-not-scaled"),
	On:       rules.PythonFile,
	Words:    []string{"backward"},
	Check:    checkAccumulationNotScaled,
}

func checkAccumulationNotScaled(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		if step.Owner != flow.PlainTorch && step.Owner != flow.LightningFabric {
			continue
		}
		optimize, gate, n := gatedStep(p, step)
		if optimize == nil || p.Flow.WritesGradients(step.Loop.Body) || p.Flow.HandsOutGradients(step.Loop.Body) || p.Flow.DividesBy(n) || isLiteralOne(p, n) {
			continue
		}
		backwards := step.Of(flow.Backward)
		if len(backwards) != 1 || len(backwards[0].Via) > 0 || !meanLoss(p, backwards[0].Loss, 0) {
			continue
		}
		reportNotScaled(p, backwards[0], optimize, gate, n)
	}
}

func isLiteralOne(p *rules.Pass, n python.Expr) bool {
	v, ok := p.Python.Const(n)
	return ok && v.Kind == python.IntValue && v.Int <= 1 && !v.Default
}

// criterionName holds the names of loss functions, whose reduction is the mean
// unless the file shows another one.
var criterionName = regexp.MustCompile(`(?i)^(criterion|crit|loss_?fn|loss_?func(tion)?|cross_entropy|mse_loss|l1_loss|nll_loss|smooth_l1_loss|huber_loss|binary_cross_entropy(_with_logits)?|kl_div|CrossEntropyLoss|MSELoss|BCEWithLogitsLoss|BCELoss|L1Loss|NLLLoss|SmoothL1Loss|HuberLoss|mean)$`)

// meanLoss reports whether a loss is, in every place that binds it, a mean over the
// micro-batch that nothing scales.
func meanLoss(p *rules.Pass, loss python.Expr, depth int) bool {
	switch e := loss.(type) {
	case *python.Name:
		_, bindings := p.Python.Lookup(e.ID, e)
		for _, b := range bindings {
			if b.Kind != python.Assigned || depth > 3 || !meanLoss(p, b.Value, depth+1) {
				return false
			}
		}
		return len(bindings) > 0
	case *python.Attribute: // outputs.loss of a Hugging Face model
		return e.Attr == "loss"
	case *python.Binary:
		return e.Op == "+" && meanLoss(p, e.Left, depth+1) && meanLoss(p, e.Right, depth+1)
	case *python.Call:
		return criterionName.MatchString(flow.LastName(e.Func)) && meanReduction(p, e)
	}
	return false
}

// meanReduction reports whether neither the call nor the loss module it calls asks
// for another reduction.
func meanReduction(p *rules.Pass, c *python.Call) bool {
	if c.Spreads() || c.Keyword("reduction") != nil || c.Keyword("size_average") != nil || c.Keyword("reduce") != nil {
		return false
	}
	switch f := c.Func.(type) {
	case *python.Name, *python.Attribute:
		if p.Flow.Callee(c) != nil {
			return false // a loss of this file: what it reduces to is its own affair
		}
		if made, ok := p.Flow.ValueOf(f).(*python.Call); ok {
			return made.Keyword("reduction") == nil && !made.Spreads() && criterionName.MatchString(flow.LastName(made.Func))
		}
	}
	return true
}

func reportNotScaled(p *rules.Pass, backward, optimize *flow.Event, gate flow.Gate, n python.Expr) {
	every := p.File.Slice(n.Span())
	edit := pyedit.New(p.Python)
	divisor := every
	if _, simple := n.(*python.Binary); simple {
		divisor = "(" + every + ")"
	}
	fix := edit.ReplaceExpression(backward.Loss, edit.Text(backward.Loss)+" / "+divisor).Fixes("divide the loss by "+every, fixes.Unsafe)
	message := fmt.Sprintf("%s steps once in %s micro-batches on the sum of their mean losses: the gradient is %s times that of one batch; divide the loss by %s before backward()",
		object(optimize), every, every, every)
	p.At(backward.Call, message, []rules.NotePlace{p.Note(gate.Test, "the step waits here")}, fix...)
}
