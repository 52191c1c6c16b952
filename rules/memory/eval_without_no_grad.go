package memory

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// EvalWithoutNoGrad finds evaluation loops that record a graph nobody uses.
var EvalWithoutNoGrad = &rules.Rule{
	Name:     "eval-without-no-grad",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("eval-without-no-grad"),
	On:       rules.PythonFile,
	Words:    []string{"eval", "valid", "test"},
	Check:    checkEvalWithoutNoGrad,
}

func checkEvalWithoutNoGrad(p *rules.Pass) {
	reported := map[python.Node]bool{} // loops, and the functions around them
	for _, e := range p.Train.Evaluations() {
		at, fn := e.Loop.Node(), python.EnclosingFunction(e.Loop.Node())
		if e.Forward.Place().File() != p.File.Path || said(reported, at, fn) || !goesOverHeldOut(e, fn) {
			continue
		}
		if enteredElsewhere(p, e) || e.AsksForGradients() && !e.TrainsToo() || asksForVolatile(p, at) {
			continue
		}
		reported[at] = true
		if fn != nil {
			reported[fn] = true
		}
		var fix []fixes.Fix
		if !e.TrainsToo() {
			fix = noGradFix(pyedit.New(p.Python), e.Loop, fn)
		}
		p.At(e.Forward.Node, evaluatedMessage(e), nil, fix...)
	}
}

// asksForVolatile reports whether an input of a loop is made with volatile=True, which turned gradients off before torch
// 0.4: deprecated-symbol says there what it does today.
func asksForVolatile(p *rules.Pass, loop python.Node) bool {
	return slices.ContainsFunc(p.Python.Calls("torch.autograd.Variable", "torch.autograd.variable.Variable"), func(c *python.Call) bool {
		arg := c.Keyword("volatile")
		return arg != nil && p.Python.IsTrue(arg.Value) && python.Within(c, loop)
	})
}

// said reports whether a loop, one around it or its function was reported.
func said(reported map[python.Node]bool, loop python.Node, fn *python.Function) bool {
	_, within := python.WithinAny(loop, reported)
	return within || fn != nil && reported[fn]
}

// goesOverHeldOut reports whether a loop evaluates: a module of it is in eval mode, or a function around it or what the loop
// goes over is called so.
func goesOverHeldOut(e *train.Evaluated, fn *python.Function) bool {
	if e.Mode != nil || knowledge.NamesHeldOut(e.Word()) && (fn == nil || !knowledge.NamesMetaTraining(fn.Name)) {
		return true
	}
	return slices.ContainsFunc(python.FunctionsAround(e.Loop.Node()), func(f *python.Function) bool {
		return knowledge.NamesEvaluation(f.Name) || knowledge.SpeaksOfEvaluation(f.Name)
	})
}

func evaluatedMessage(e *train.Evaluated) string {
	call := e.Forward.Node
	if e.Loop.Trains {
		return fmt.Sprintf("%s runs in eval mode with gradients on: its activations are saved for a backward pass that never "+
			"comes; put it under torch.no_grad()", python.LastName(call.Func))
	}
	return fmt.Sprintf("%s runs with gradients on in an evaluation loop: every batch saves its activations for a backward "+
		"pass that never comes; put the loop under torch.no_grad()", python.LastName(call.Func))
}

// enteredElsewhere reports whether another file of the project may come to the loop with gradients off: by the function from which it
// was followed. A script's own way to it has been looked at.
func enteredElsewhere(p *rules.Pass, e *train.Evaluated) bool {
	from := e.Entry.Function
	if from == nil || p.OneElsewhere == nil {
		return false
	}
	return mayCallQuietly(p, from.Name(), p.File.Path, maxCallers)
}

// maxCallers bounds how many files a way to a function is followed back through.
const maxCallers = 3

// mayCallQuietly asks the files that name a function, its module and what turns gradients off; a call that stands in a function
// without, those that call this one. What a file that names nothing of the kind may do without a word is not guessed: names such as
// train stand everywhere.
func mayCallQuietly(p *rules.Pass, name, file string, left int) bool {
	if left == 0 {
		return true
	}
	module := strings.TrimSuffix(path.Base(file), path.Ext(file))
	for _, word := range []string{"no_grad", "inference_mode", "set_grad_enabled"} {
		if p.OneElsewhere(func(m *python.Module) bool { quiet, _ := train.CalledQuietly(m, name); return quiet }, name, module, word) {
			return true
		}
	}
	return p.OneElsewhere(func(m *python.Module) bool {
		_, by := train.CalledQuietly(m, name)
		return slices.ContainsFunc(by, func(caller string) bool { return mayCallQuietly(p, caller, m.File.Path, left-1) })
	}, name, module)
}

// noGradFix decorates an evaluation function, or wraps a loop in another function.
func noGradFix(editor *pyedit.Editor, loop *train.Loop, fn *python.Function) []fixes.Fix {
	module, plan := editor.Import(loop.Node(), "torch", "")
	if fn != nil && knowledge.NamesEvaluation(fn.Name) && !fn.Async {
		return plan.And(editor.AddDecorator(fn, module+".no_grad()")).Fixes("decorate "+fn.Name+" with torch.no_grad()", fixes.Unsafe)
	}
	return plan.And(editor.WrapWith([]python.Stmt{loop.Node()}, "with "+module+".no_grad():")).Fixes("put the loop under torch.no_grad()", fixes.Unsafe)
}
