package memory

import (
	"fmt"
	"path"
	"regexp"
	"strings"

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

var (
	evaluationName = regexp.MustCompile("(?i)^_*((run|do|model|full|final|get)_)?(eval(uat(e|ion))?|valid(at(e|ion))?|val|test)(_(model|epoch|loop|step|one_epoch|net|network|loss|accuracy|acc|fn|func|set|data|dataset|split|batch|ppl|perplexity|metrics|performance))?$")
	heldOutName    = regexp.MustCompile("(?i)(^|_)(eval(uation)?|valid(ation)?|val|test|dev)(_|$|loader|data|set|iter|dl|batches)")
)

func checkEvalWithoutNoGrad(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Evaluations() {
		at, fn := e.Loop.Node(), python.EnclosingFunction(e.Loop.Node())
		if e.Forward.Place().File() != p.File.Path || within(reported, at) || fn != nil && reported[fn] || !goesOverHeldOut(e, fn) {
			continue
		}
		if calledElsewhere(p, fn) || asksForGradients(e, fn) && !e.TrainsToo() {
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
		p.At(e.Forward.Node, evaluatedMessage(e.Forward.Node), nil, fix...)
	}
}

// within reports whether a loop, or one around it, was reported.
func within(reported map[python.Node]bool, at python.Node) bool {
	for ; at != nil; at = at.Parent() {
		if reported[at] {
			return true
		}
	}
	return false
}

// goesOverHeldOut reports whether a loop evaluates: a module of it is in eval mode, or the function or what the loop goes over
// is called so.
func goesOverHeldOut(e *train.Evaluated, fn *python.Function) bool {
	return e.Mode != nil || fn != nil && evaluationName.MatchString(fn.Name) || heldOutName.MatchString(e.Word()) && !meta(fn)
}

func evaluatedMessage(call *python.Call) string {
	return fmt.Sprintf("%s runs with gradients on in an evaluation loop: every batch saves its activations for a backward "+
		"pass that never comes; put the loop under torch.no_grad()", python.LastName(call.Func))
}

// calledElsewhere reports whether another file of the project may call a function under
// no_grad: one that names the function and its module, and turns gradients off. A call in
// this file has been looked at.
func calledElsewhere(p *rules.Pass, fn *python.Function) bool {
	if fn == nil || p.Elsewhere == nil || p.Train.Called(fn) {
		return false
	}
	module := strings.TrimSuffix(path.Base(p.File.Path), path.Ext(p.File.Path))
	return p.Elsewhere(fn.Name, module, "no_grad") || p.Elsewhere(fn.Name, module, "inference_mode") ||
		p.Elsewhere(fn.Name, module, "set_grad_enabled")
}

// meta: in meta-learning a loop over test tasks trains.
func meta(fn *python.Function) bool {
	return fn != nil && regexp.MustCompile("(?i)(train|meta|fit)").MatchString(fn.Name)
}

// asksForGradients reports whether the code around a loop asks for gradients by a word: anywhere in an evaluation function,
// in the loop itself elsewhere.
func asksForGradients(e *train.Evaluated, fn *python.Function) bool {
	body := e.Loop.Body()
	if fn != nil && evaluationName.MatchString(fn.Name) {
		body = fn.Body
	}
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			found = found || n.Attr == "requires_grad" || n.Attr == "requires_grad_" || n.Attr == "enable_grad" || n.Attr == "attack" || n.Attr == "perturb"
		case *python.Arg:
			found = found || n.Name == "requires_grad"
		case *python.Call:
			found = found || adversarial.MatchString(python.LastName(n.Func))
		}
		return !found
	})
	return found
}

var adversarial = regexp.MustCompile("(?i)(attack|adversar|saliency|gradcam|grad_cam|fgsm|pgd|integrated_gradients|jacobian|hessian)")

// noGradFix decorates an evaluation function, or wraps a loop in another function.
func noGradFix(editor *pyedit.Editor, loop *train.Loop, fn *python.Function) []fixes.Fix {
	module, plan := editor.Import(loop.Node(), "torch", "")
	if fn != nil && evaluationName.MatchString(fn.Name) && !fn.Async {
		return plan.And(editor.AddDecorator(fn, module+".no_grad()")).Fixes("decorate "+fn.Name+" with torch.no_grad()", fixes.Unsafe)
	}
	return plan.And(editor.WrapWith([]python.Stmt{loop.Node()}, "with "+module+".no_grad():")).Fixes("put the loop under torch.no_grad()", fixes.Unsafe)
}
