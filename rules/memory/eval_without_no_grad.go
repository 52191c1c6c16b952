package memory

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

// EvalWithoutNoGrad finds evaluation loops that record a graph nobody uses.
var EvalWithoutNoGrad = &rules.Rule{
	Name:     "eval-without-no-grad",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("eval-without-no-grad"),
	On:       rules.PythonFile,
	Program:  true,
	// Only who calls it may show that a loop evaluates.
	// In a file that trains, loads or measures nothing, what a network gives may be drawn from, shown or saved.
	Words: []string{"eval", "valid", "test", "optim", "loader", "load_state_dict", "acc", "metric", ".detach()",
		"load multinomial", "load argmax", "load numpy()", "load save_image", "load imwrite", "forward .item()"},
	Check: checkEvalWithoutNoGrad,
}

func checkEvalWithoutNoGrad(p *rules.Pass) {
	reported := map[python.Node]bool{} // loops, and the functions around them; nil for the script
	told := map[run.Place]bool{}
	var read []*train.Evaluated
	for _, e := range p.Train.Evaluations() {
		if e.Read {
			read = append(read, e)
			continue
		}
		at, fn := e.Loop.Node(), python.EnclosingFunction(e.Loop.Node())
		if said(reported, at, fn) {
			continue
		}
		if !goesOverHeldOut(e, fn) {
			read = append(read, e)
			continue
		}
		if differentiatesToo(p, e) {
			continue
		}
		if e.Method != "" && !runsLayers(p, e.Method) {
			continue
		}
		reported[at], told[e.Pass()] = true, true
		if fn != nil {
			reported[fn] = true
		}
		var fix []fixes.Fix
		if !e.TrainsToo() {
			fix = noGradFix(pyedit.New(e.Loop.Run.Unit.Module), e)
		}
		p.AtPlace(e.Forward.Place(), evaluatedMessage(e), calledFrom(p, e.Forward), fix...)
	}
	for _, e := range read {
		fn := python.EnclosingFunction(e.Forward.Node)
		if e.Within(told) || reported[fn] || said(reported, e.Forward.At, fn) || !e.Asked && !e.OnlyRead() {
			continue
		}
		if ask.InTest(e.Forward.Unit.Module.File.Path) || ask.InTest(p.File.Path) || e.InUnitTest() ||
			calledQuietlyElsewhere(p, e.Entry) ||
			!e.DifferentiatesNowhere() && modelsDifferentiate(p) {
			continue
		}
		if e.Method != "" && !runsLayers(p, e.Method) {
			continue
		}
		if name := e.HandsOn(); !e.Asked && name != "" && p.Elsewhere != nil && p.Elsewhere(name) {
			continue
		}
		reported[fn] = true
		p.AtPlace(
			e.Forward.Place(),
			readMessage(e),
			calledFrom(p, e.Forward),
			readFix(pyedit.New(e.Forward.Unit.Module), e)...)
	}
}

// differentiatesToo reports whether a loop that evaluates may want gradients after all, or has none for who calls it.
func differentiatesToo(p *rules.Pass, e *train.Evaluated) bool {
	return ask.InTest(e.Loop.Run.Unit.Module.File.Path) || calledQuietlyElsewhere(p, e.Entry) ||
		e.AsksForGradients() && !e.TrainsToo() ||
		e.DifferentiatesAlone() || e.Attacks() ||
		e.Loop.AsksForVolatile() ||
		e.RunsUnseenClass() && modelsDifferentiate(p)
}

func readMessage(e *train.Evaluated) string {
	if e.Asked {
		return fmt.Sprintf(
			"%s runs with gradients on for held-out data between the steps: its activations are saved for a backward pass that never "+
				"comes; put it under torch.no_grad()",
			train.WhatRuns(e.Forward),
		)
	}
	return fmt.Sprintf(
		"%s runs with gradients on, and only the values of what it gives are read: its activations are saved for a backward pass that "+
			"never comes; put it under torch.no_grad()",
		train.WhatRuns(e.Forward),
	)
}

// runsLayers reports whether a method of that name, in some class of the project, runs layers, and none of that name
// says anything of gradients.
func runsLayers(p *rules.Pass, method string) bool {
	holds := func(is func(*python.Module) bool) bool {
		return is(p.Python) || p.OneElsewhere != nil && p.OneElsewhere(is, method)
	}
	return holds(train.RunsLayersIn(method)) && !holds(train.LeavesGraphIn(method))
}

// modelsDifferentiate reports whether a model in another file of the project computes gradients itself: normals,
// forces.
func modelsDifferentiate(p *rules.Pass) bool {
	return p.OneElsewhere != nil && p.OneElsewhere(func(m *python.Module) bool {
		return slices.ContainsFunc(m.Calls("torch.autograd.grad"), func(c *python.Call) bool {
			class := python.EnclosingClass(c)
			return class != nil && len(m.Member(class, "forward")) > 0
		})
	}, "autograd", "forward")
}

// calledFrom points at the call in the file at hand that leads to one in another file: only a caller may show that it
// evaluates.
func calledFrom(p *rules.Pass, c *run.Call) []rules.NotePlace {
	if c.Place().File() == p.File.Path {
		return nil
	}
	for c = c.Caller; c != nil; c = c.Caller {
		if at := c.Place(); c.Node != nil && at.File() == p.File.Path {
			return []rules.NotePlace{p.NoteAt(at, "called from here")}
		}
	}
	return nil
}

// said reports whether a loop, one around it or its function was reported.
func said(reported map[python.Node]bool, loop python.Node, fn *python.Function) bool {
	_, within := python.WithinAny(loop, reported)
	return within || fn != nil && reported[fn]
}

// goesOverHeldOut reports whether a loop evaluates: a module of it is in eval mode, its script trains nothing, or a
// function around it or what the loop goes over is called so.
func goesOverHeldOut(e *train.Evaluated, fn *python.Function) bool {
	if e.Mode != nil || e.Loaded || e.Sampled || e.Shown ||
		e.HeldOut() && (fn == nil || !knowledge.NamesMetaTraining(fn.Name) || e.LooksOnly() || e.BehindTraining()) {
		return true
	}
	if class := python.EnclosingClass(e.Loop.Node()); class != nil && knowledge.NamesEvaluatingClass(class.Name) {
		return true
	}
	return slices.ContainsFunc(python.FunctionsAround(e.Loop.Node()), func(f *python.Function) bool {
		return knowledge.NamesEvaluation(f.Name) || knowledge.SpeaksOfEvaluation(f.Name) ||
			knowledge.NamesMeasure(f.Name) && !e.GivesBack() ||
			knowledge.SpeaksOfEmbedding(f.Name) && e.LooksOnly()
	})
}

func evaluatedMessage(e *train.Evaluated) string {
	name := train.WhatRuns(e.Forward)
	if e.Shown {
		return fmt.Sprintf(
			"%s runs with gradients on only to show what it gives: its activations are saved for a backward pass that never comes; "+
				"put it under torch.no_grad()",
			name,
		)
	}
	if e.Loop.Trains {
		return fmt.Sprintf(
			"%s runs in eval mode with gradients on: its activations are saved for a backward pass that never "+
				"comes; put it under torch.no_grad()",
			name,
		)
	}
	if e.TrainsToo() {
		return fmt.Sprintf(
			"%s runs with gradients on where the loop evaluates: every batch saves its activations for a backward "+
				"pass that never comes there; run it under torch.set_grad_enabled(…), on for the training phase alone",
			name,
		)
	}
	if e.Sampled {
		return fmt.Sprintf(
			"%s runs with gradients on in every lap, and only what the loop ends with is read, detached: the activations of all laps are "+
				"kept up to there; put the loop under torch.no_grad()",
			name,
		)
	}
	under := "put the loop under torch.no_grad()"
	if fn := e.Function(); fn != nil {
		under = fmt.Sprintf("run all of %s under torch.no_grad()", fn.Name)
	}
	if e.Loaded {
		return fmt.Sprintf(
			"%s runs with gradients on, and nothing in this program trains: every call saves its activations for a "+
				"backward pass that never comes; %s",
			name,
			under,
		)
	}
	return fmt.Sprintf(
		"%s runs with gradients on in an evaluation loop: every batch saves its activations for a backward "+
			"pass that never comes; %s",
		name,
		under,
	)
}

// noGradFix decorates an evaluation function, or wraps a loop in another function.
func noGradFix(editor *pyedit.Editor, e *train.Evaluated) []fixes.Fix {
	fn := python.EnclosingFunction(e.Loop.Node())
	module, plan := editor.Import(e.Loop.Node(), "torch", "")
	generates := e.Generates() // the decorator lets go of the mode at each yield, a with block does not
	if generates && (fn.Async || e.TrainsAround()) {
		return nil
	}
	if fn != nil && !fn.Async && (knowledge.NamesEvaluation(fn.Name) || e.Function() != nil || generates) {
		return plan.And(editor.AddDecorator(fn, module+".no_grad()")).
			Fixes("decorate "+fn.Name+" with torch.no_grad()", fixes.Unsafe)
	}
	around := e.Around().Node()
	if strings.Count(editor.Text(around), "\n") >= longLoop && e.InOnePlace() {
		if fix := readFix(editor, e); fix != nil {
			return fix // nobody indents a page for one line of it
		}
	}
	return plan.And(editor.WrapWith([]python.Stmt{around}, "with "+module+".no_grad():")).
		Fixes("put the loop under torch.no_grad()", fixes.Unsafe)
}

// longLoop is how many lines a loop has that is not indented as a whole: the statement that runs the network is.
const longLoop = 25

// readFix wraps the statement of a pass of which only values are read, or the loop that runs the network in several
// places; the head of a loop or of a branch is none to wrap.
func readFix(editor *pyedit.Editor, e *train.Evaluated) []fixes.Fix {
	if loop := e.LoopOfSeveral(); loop != nil {
		module, plan := editor.Import(loop, "torch", "")
		return plan.And(editor.WrapWith([]python.Stmt{loop}, "with "+module+".no_grad():")).
			Fixes("put the loop under torch.no_grad()", fixes.Unsafe)
	}
	switch python.EnclosingStmt(e.Forward.Node).(type) {
	case *python.Assign, *python.AugAssign, *python.ExprStmt, *python.Return:
	default:
		return nil
	}
	at := python.EnclosingStmt(e.Forward.Node)
	if !e.AloneIn(at) {
		return nil // self.reward(s) + self.value(s).detach(): the first is trained
	}
	module, plan := editor.Import(at, "torch", "")
	return plan.And(editor.WrapWith([]python.Stmt{at}, "with "+module+".no_grad():")).
		Fixes("put it under torch.no_grad()", fixes.Unsafe)
}
