package memory

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
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
	editor := pyedit.New(p.Python)
	reported := map[python.Node]bool{}
	if len(p.Flow.Loops()) == 0 || differentiableForward(p) {
		return
	}
	for _, loop := range p.Flow.Loops() {
		fn := python.EnclosingFunction(loop.Node)
		if loop.Trains || (fn != nil && reported[fn]) || !evaluationLoop(p, loop, fn) {
			continue
		}
		if call := recordedForward(p, loop); call != nil && !differentiates(p, loop, fn) && !frameworkOwns(p, loop.Node) && !calledElsewhere(p, fn) {
			if fn != nil {
				reported[fn] = true
			}
			reported[loop.Node] = true
			p.At(call, evaluatedMessage(call), nil, noGradFix(editor, loop, fn)...)
		}
	}
	checkEvaluations(p, reported)
}

func evaluatedMessage(call *python.Call) string {
	return fmt.Sprintf("%s runs with gradients on in an evaluation loop: every batch saves its activations for a backward "+
		"pass that never comes; put the loop under torch.no_grad()", flow.LastName(call.Func))
}

// checkEvaluations finds what only a run shows: loops that evaluate in one call and train in another, loops whose head
// does not tell that they go over batches.
func checkEvaluations(p *rules.Pass, reported map[python.Node]bool) {
	for _, e := range p.Train.Evaluations() {
		at, fn := e.Loop.Node(), python.EnclosingFunction(e.Loop.Node())
		if e.Forward.Place().File() != p.File.Path || reported[at] || fn != nil && reported[fn] || differentiableForward(p) {
			continue
		}
		if e.Mode == nil && (!heldOutName.MatchString(e.Word()) || meta(fn)) {
			continue
		}
		loop := &flow.Loop{Node: at, Body: e.Loop.Body()}
		if frameworkOwns(p, at) || calledElsewhere(p, fn) || differentiates(p, loop, nil) && !e.TrainsToo() {
			continue
		}
		reported[at] = true
		var fix []fixes.Fix
		if !e.TrainsToo() {
			fix = noGradFix(pyedit.New(p.Python), loop, fn)
		}
		p.At(e.Forward.Node, evaluatedMessage(e.Forward.Node), nil, fix...)
	}
}

// calledElsewhere reports whether another file of the project may call a function under
// no_grad: one that names the function and its module, and turns gradients off. A call in
// this file has been looked at.
func calledElsewhere(p *rules.Pass, fn *python.Function) bool {
	if fn == nil || p.Elsewhere == nil || len(p.Flow.CallsTo(fn)) > 0 {
		return false
	}
	module := strings.TrimSuffix(path.Base(p.File.Path), path.Ext(p.File.Path))
	return p.Elsewhere(fn.Name, module, "no_grad") || p.Elsewhere(fn.Name, module, "inference_mode") ||
		p.Elsewhere(fn.Name, module, "set_grad_enabled")
}

// differentiableForward reports whether a module of the file computes gradients in its
// forward pass, as energy models do: under no_grad it would fail.
func differentiableForward(p *rules.Pass) bool {
	for _, c := range p.Python.AllCalls() {
		if strings.HasPrefix(p.Python.Resolve(c.Func), "higher.") {
			return true
		}
		fn := python.EnclosingFunction(c)
		if kind := p.Flow.KindOf(c); kind == flow.Grad && fn != nil && python.EnclosingClass(fn) != nil {
			return true
		}
	}
	return false
}

// evaluationLoop reports whether a loop goes over batches to evaluate a model.
func evaluationLoop(p *rules.Pass, loop *flow.Loop, fn *python.Function) bool {
	f, ok := loop.Node.(*python.For)
	if !ok || loop.Kind != flow.BatchLoop {
		return false
	}
	if trainsBefore(p, f) {
		return false
	}
	return fn != nil && evaluationName.MatchString(fn.Name) || evalCalled(p, f) ||
		loop.Iterates != nil && heldOutName.MatchString(flow.LastName(loop.Iterates)) && !meta(fn)
}

// meta: in meta-learning a loop over test tasks trains.
func meta(fn *python.Function) bool {
	return fn != nil && regexp.MustCompile("(?i)(train|meta|fit)").MatchString(fn.Name)
}

// lastMode is the last call of X.eval() or X.train() before a loop in its function.
func lastMode(p *rules.Pass, loop *python.For) string {
	fn := python.EnclosingFunction(loop)
	mode := ""
	for _, c := range p.Python.AllCalls() {
		name := c.MethodName()
		if c.Span().Start > loop.Span().Start || python.EnclosingFunction(c) != fn || name != "eval" && name != "train" || len(c.Args) > 1 {
			continue
		}
		if _, statement := c.Parent().(*python.ExprStmt); !statement || !around(c, loop) {
			continue
		}
		mode = name
		if len(c.Args) == 1 {
			mode = "unknown"
			if p.Python.IsFalse(c.Args[0].Value) {
				mode = "eval"
			}
		}
	}
	return mode
}

// around reports whether the block that holds a call also holds the loop, further in.
func around(c *python.Call, loop *python.For) bool {
	block := python.EnclosingStmt(c).Parent()
	for n := loop.Parent(); ; n = n.Parent() {
		if n == block {
			return true
		}
		if n == nil {
			return false
		}
	}
}

func evalCalled(p *rules.Pass, loop *python.For) bool { return lastMode(p, loop) == "eval" }

func trainsBefore(p *rules.Pass, loop *python.For) bool {
	mode := lastMode(p, loop)
	return mode == "train" || mode == "unknown"
}

// recordedForward is the first call of a model in a loop that records a graph.
func recordedForward(p *rules.Pass, loop *flow.Loop) *python.Call {
	var found *python.Call
	python.WalkBody(loop.Body, func(n python.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return false
		case *python.Call:
			if p.Flow.IsForward(n) && p.Flow.GradMode(n) == flow.Carries {
				found = n
			}
		}
		return true
	})
	return found
}

// differentiates reports whether gradients are computed, or asked for, around a loop:
// anywhere in an evaluation function, in the loop itself elsewhere.
func differentiates(p *rules.Pass, loop *flow.Loop, fn *python.Function) bool {
	body := loop.Body
	if fn != nil && evaluationName.MatchString(fn.Name) {
		body = fn.Body
	}
	for _, e := range p.Flow.EventsIn(body) {
		if e.Kind == flow.Backward || e.Kind == flow.Grad {
			return true
		}
	}
	found := false
	python.WalkBody(body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			found = found || n.Attr == "requires_grad" || n.Attr == "requires_grad_" || n.Attr == "enable_grad" || n.Attr == "attack" || n.Attr == "perturb"
		case *python.Arg:
			found = found || n.Name == "requires_grad"
		case *python.Call:
			name := flow.LastName(n.Func)
			found = found || p.Flow.KindOf(n) == flow.Backward || p.Flow.KindOf(n) == flow.Grad || adversarial.MatchString(name)
		}
		return !found
	})
	return found || p.Flow.DifferentiatedForward(recordedForward(p, loop))
}

var adversarial = regexp.MustCompile("(?i)(attack|adversar|saliency|gradcam|grad_cam|fgsm|pgd|integrated_gradients|jacobian|hessian)")

func frameworkOwns(p *rules.Pass, n python.Node) bool {
	switch p.Flow.OwnerOf(n) {
	case flow.Lightning, flow.HFTrainer:
		return true
	}
	return false
}

// noGradFix decorates an evaluation function, or wraps a loop in another function.
func noGradFix(editor *pyedit.Editor, loop *flow.Loop, fn *python.Function) []fixes.Fix {
	module, plan := editor.Import(loop.Node, "torch", "")
	if fn != nil && evaluationName.MatchString(fn.Name) && !fn.Async {
		return plan.And(editor.AddDecorator(fn, module+".no_grad()")).Fixes("decorate "+fn.Name+" with torch.no_grad()", fixes.Unsafe)
	}
	return plan.And(editor.WrapWith([]python.Stmt{loop.Node}, "with "+module+".no_grad():")).Fixes("put the loop under torch.no_grad()", fixes.Unsafe)
}
