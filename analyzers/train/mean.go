package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// MeanOfBatch reports whether a loss is, whichever way the program went, a mean over the micro-batch that nothing scales.
func MeanOfBatch(loss run.Value) bool { return meanOf(loss, 0) }

func meanOf(loss run.Value, depth int) bool {
	if depth > maxParts {
		return false
	}
	list := run.Alternatives(loss)
	for _, v := range list {
		o, ok := v.(*run.Object)
		if !ok || !meanObject(o, depth) {
			return false
		}
	}
	return len(list) > 0
}

func meanObject(o *run.Object, depth int) bool {
	switch o.Operator {
	case "+":
		return len(o.Operands) == 2 && meanOf(o.Operands[0], depth+1) && meanOf(o.Operands[1], depth+1)
	case ".loss": // of the outputs of a Hugging Face model
		whole, ok := o.Operands[0].(*run.Object)
		return ok && whole.Kind == run.Result
	}
	if o.Made == nil || o.Kind != run.Result || !knowledge.NamesMeanLoss(calleeName(o.Made)) || setsReduction(o.Made) {
		return false
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Object:
		return meanCriterion(callee)
	case *run.Member:
		return callee.Name == "mean" || isCriterionOf(callee)
	case run.Symbol:
		return true
	}
	return false
}

// isCriterionOf: a loss function that is kept on something unknown.
func isCriterionOf(m *run.Member) bool {
	o, ok := m.Object.(*run.Object)
	return ok && o.Kind == run.Unknown && knowledge.NamesMeanLoss(m.Name)
}

// meanCriterion reports whether a criterion takes the mean: no argument of the call that makes it says otherwise.
func meanCriterion(o *run.Object) bool {
	if o.Made == nil {
		return o.Class == nil
	}
	if _, ofLibrary := o.Made.Callee.(run.Symbol); !ofLibrary || !knowledge.NamesMeanLoss(calleeName(o.Made)) {
		return false
	}
	return !setsReduction(o.Made)
}

// setsReduction reports whether a call may ask for another reduction than the mean.
func setsReduction(c *run.Call) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool {
		return a.Star > 0 || a.Name == "reduction" || a.Name == "size_average" || a.Name == "reduce"
	})
}
