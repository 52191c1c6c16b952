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

// BCEMismatch finds binary cross entropies that are given the wrong one of logits
// and probabilities.
var BCEMismatch = &rules.Rule{
	Name:     "bce-mismatch",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("bce-mismatch"),
	On:       rules.PythonFile,
	Words:    []string{"BCE", "binary_cross_entropy"},
	Check:    checkBCEMismatch,
}

func checkBCEMismatch(p *rules.Pass) {
	for _, c := range lossCalls(p) {
		if c.input == nil {
			continue
		}
		name, at := activation(p, c.input)
		switch {
		case c.name == "BCEWithLogitsLoss" && (name == "sigmoid" || name == "softmax"):
			p.At(c.call, fmt.Sprintf("%s applies sigmoid itself, and its input has been through %s (line %d): predictions stay between 0.5 and 0.73; give it the logits", c.name, name, p.File.LineOf(at.Span().Start)),
				activationNotes(p, c, at), removeActivation(p, c, at)...)
		case c.name == "BCELoss" && name == "logits":
			reportLogits(p, c, activationNotes(p, c, at))
		case c.name == "BCELoss" && at == nil && namedLogits(p, c.input):
			reportLogits(p, c, nil)
		}
	}
}

var logitsName = regexp.MustCompile(`(?i)(^|_)logits?$`)

// namedLogits reports whether the input is a name for logits, bound to a plain call
// of a model or given from outside.
func namedLogits(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	if !ok || !logitsName.MatchString(name.ID) {
		return false
	}
	_, bindings := p.Python.Lookup(name.ID, name)
	for _, b := range bindings {
		if b.Kind != python.Assigned {
			return false
		}
		call, ok := b.Value.(*python.Call)
		if !ok || p.Python.Resolve(call.Func) != "" || call.Receiver() != nil && !isSelf(p, call.Receiver()) || p.Flow.Callee(call) != nil {
			return false
		}
	}
	return len(bindings) == 1
}

func reportLogits(p *rules.Pass, c lossCall, notes []rules.NotePlace) {
	var fix []fixes.Fix
	if flow.LastName(c.call.Func) == "binary_cross_entropy" && !c.call.Spreads() {
		edit := pyedit.New(p.Python)
		fix = edit.RenameCallee(c.call, edit.Text(c.call.Func)+"_with_logits").Fixes("use the loss for logits", fixes.Unsafe)
		if _, plain := c.call.Func.(*python.Name); plain { // the other name is not imported
			fix = nil
		}
	}
	p.At(c.call, fmt.Sprintf("%s wants probabilities and is given logits: it raises on values outside 0 to 1; use BCEWithLogitsLoss, which is also more stable", c.name), notes, fix...)
}

func isSelf(p *rules.Pass, e python.Expr) bool {
	name, ok := e.(*python.Name)
	return ok && p.Python.ClassOf(name) != nil
}
