package speed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// EmptyCacheInLoop finds the allocator's cache emptied in every training step.
var EmptyCacheInLoop = &rules.Rule{
	Name:     "empty-cache-in-loop",
	Group:    rules.Speed,
	Severity: rules.Warning,
	Page:     page("empty-cache-in-loop"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"empty_cache", "gc collect", "backward", "optim", "loader"},
	Check:    checkEmptyCache,
}

func checkEmptyCache(p *rules.Pass) {
	reportInForward(p)
	for _, r := range p.Train.EveryStep(emptiesCache) {
		c, module := r.Call.Node, r.Call.Unit.Module
		if layerOf(module, c) != nil || r.Step.PerEpoch() || afterSomethingRare(module, c) || forOthers(module, c) ||
			slices.ContainsFunc(around(r.Call, r.Step), meetsGeneration) || loadsNetwork(stepNode(r.Step).Node) ||
			ask.InTest(stepPlace(r.Step).File()) {
			continue
		}
		name := module.File.Slice(c.Span())
		cost := costOf(r.Call.Callee == run.Value(run.Symbol("gc.collect")), "step")
		var fix []fixes.Fix
		if s, ok := removal(c); ok && standsInStep(r) && !python.StandsAlone(s) {
			fix = pyedit.New(module).RemoveStatement(s).Fixes("remove "+name, fixes.Unsafe)
		}
		p.AtPlace(r.Call.Place(), fmt.Sprintf("%s in every training step: %s; remove it, or call it once per "+
			"epoch", name, cost),
			[]rules.NotePlace{p.NoteAt(stepPlace(r.Step), "the training step")}, fix...)
	}
	reportInEvaluation(p)
}

// reportInEvaluation finds the calls that an evaluation makes for each batch.
func reportInEvaluation(p *rules.Pass) {
	for _, r := range p.Train.EveryEvaluation(freesCache) {
		c, module := r.Call.Node, r.Call.Unit.Module
		fn := python.EnclosingFunction(r.Loop.Node())
		if ask.InTest(module.File.Path) || afterSomethingRare(module, c) || forOthers(module, c) ||
			meetsGeneration(fn) || python.CallsIn(r.Loop.Node(), knowledge.MeetsGeneration) ||
			loadsNetwork(r.Loop.Node()) {
			continue
		}
		name := module.File.Slice(c.Span())
		var fix []fixes.Fix
		if s, ok := removal(c); ok && python.Within(c, r.Loop.Node()) && !python.StandsAlone(s) {
			fix = pyedit.New(module).RemoveStatement(s).Fixes("remove "+name, fixes.Unsafe)
		}
		p.AtPlace(
			r.Call.Place(),
			fmt.Sprintf(
				"%s for every batch of an evaluation: %s; remove it, or call it once behind the loop",
				name,
				costOf(false, "batch"),
			),
			[]rules.NotePlace{p.NoteAt(r.Loop.Head(), "the loop that evaluates")},
			fix...)
	}
}

// loadsNetwork reports whether each lap of a loop loads a network of its own, beside which emptying the cache costs
// nothing: the one before is deleted for it.
func loadsNetwork(loop python.Node) bool { return python.CallsIn(loop, knowledge.LoadsNetwork) }

// costOf is what a call costs, in words.
func costOf(collects bool, next string) string {
	if collects {
		return "it walks over every Python object of the process"
	}
	return "it waits for the GPU and makes the next " + next +
		" allocate anew, and gives PyTorch no memory it could not already use"
}

// reportInForward finds the calls in the forward pass of a layer, which happen whenever the layer runs: several times
// in a step, as often as there are such layers.
func reportInForward(p *rules.Pass) {
	for _, c := range p.Python.AllCalls() {
		path := p.Python.Resolve(c.Func)
		if !knowledge.EmptiesCache(path) {
			continue
		}
		layer := layerOf(p.Python, c)
		if layer == nil || forOthers(p.Python, c) || afterSomethingRare(p.Python, c) {
			continue
		}
		if fn := python.EnclosingFunction(c); meetsGeneration(fn) || python.CallsIn(fn, knowledge.MovesToHost) {
			continue
		}
		name, s := p.File.Slice(c.Span()), python.EnclosingStmt(c)
		var fix []fixes.Fix
		if !python.StandsAlone(s) {
			fix = pyedit.New(p.Python).RemoveStatement(s).Fixes("remove "+name, fixes.Unsafe)
		}
		p.At(
			c,
			fmt.Sprintf(
				"%s in every forward pass of %s: %s; remove it",
				name,
				layer.Name,
				costOf(path == "gc.collect", "layer"),
			),
			nil,
			fix...)
	}
}

// layerOf is the class of torch.nn.Module in whose forward pass a call is a statement, whatever it is given; nil
// elsewhere.
func layerOf(m *python.Module, c *python.Call) *python.Class {
	s, alone := removal(c)
	fn := python.EnclosingFunction(c)
	if !alone || fn == nil || fn.Name != "forward" || !everyTime(s, fn) {
		return nil
	}
	class := python.EnclosingClass(fn)
	if class == nil || !slices.Contains(m.BaseNames(class), "torch.nn.Module") {
		return nil
	}
	return class
}

// everyTime reports whether a statement of a function runs whenever the function does: no condition stands around it,
// or one on which kind of layer this one was made to be (`elif self.kernel == "rbf":`), which all its passes answer
// alike.
func everyTime(s python.Stmt, fn *python.Function) bool {
	for up := s.Parent(); up != python.Node(fn); up = up.Parent() {
		block, ok := up.(*python.If)
		if !ok || !asksKind(block.Test) {
			return false
		}
	}
	return true
}

// asksKind reports whether a test compares an attribute of self with a text.
func asksKind(test python.Expr) bool {
	c, ok := test.(*python.Compare)
	if !ok || len(c.Ops) != 1 || c.Ops[0] != "==" && c.Ops[0] != "in" ||
		!strings.HasPrefix(python.PathText(c.Operands[0]), "self.") {
		return false
	}
	for n := range python.All(c.Operands[1]) {
		if _, text := n.(*python.String); text {
			return true
		}
	}
	return false
}

func emptiesCache(c *run.Call) bool {
	path, ok := c.Callee.(run.Symbol)
	return ok && knowledge.EmptiesCache(string(path))
}

func freesCache(c *run.Call) bool {
	return emptiesCache(c) && c.Callee != run.Value(run.Symbol("gc.collect"))
}

// standsInStep reports whether a call is part of the step's own function: a helper that
// the step calls may serve others too.
func standsInStep(r train.Repeated) bool {
	step := stepNode(r.Step)
	fn := python.EnclosingFunction(r.Call.At)
	return r.Call.Unit == step.Unit && fn != nil &&
		(python.Node(fn) == step.Node || fn == python.EnclosingFunction(step.Node))
}

// meetsGeneration reports whether a part of a file lets a policy generate, or measures memory.
func meetsGeneration(n python.Node) bool {
	fn, ok := n.(*python.Function)
	if ok && fn == nil { // a loop of the script
		return false
	}
	return ok && knowledge.MeetsGeneration(fn.Name) || python.CallsIn(n, knowledge.MeetsGeneration)
}

// forOthers reports whether the memory is for something outside PyTorch's allocator:
// the file uses a library with one of its own, or a comment beside or above the call
// says so.
func forOthers(m *python.Module, c *python.Call) bool {
	if m.ImportsFrom(knowledge.AllocatesBeside) {
		return true
	}
	line := m.File.LineOf(c.Span().Start)
	for _, comment := range m.Comments {
		if at := m.File.LineOf(comment.Span.Start); (at == line || at == line-1) && knowledge.FreesForOthers(comment.Text) {
			return true
		}
	}
	return false
}

// afterSomethingRare reports whether the statement before saves, evaluates or moves
// a model: what it leaves behind is what is emptied.
func afterSomethingRare(m *python.Module, c *python.Call) bool {
	s := python.EnclosingStmt(c)
	var before python.Stmt
	for _, other := range python.BlockOf(s) {
		if other == s {
			break
		}
		if !isCacheCall(m, other) {
			before = other
		}
	}
	var value python.Expr
	switch stmt := before.(type) {
	case *python.ExprStmt:
		value = stmt.Value
	case *python.Assign: // loss = validate(model)
		value = stmt.Value
	}
	call, ok := value.(*python.Call)
	return ok && knowledge.DoneRarely(python.LastName(call.Func))
}

func isCacheCall(m *python.Module, s python.Stmt) bool {
	stmt, ok := s.(*python.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.Value.(*python.Call)
	return ok && knowledge.EmptiesCache(m.Resolve(call.Func))
}
