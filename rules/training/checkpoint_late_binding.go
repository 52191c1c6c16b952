package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/rules"
)

// CheckpointLateBinding finds checkpointed closures that are recomputed with the
// wrong variables.
var CheckpointLateBinding = &rules.Rule{
	Name:     "checkpoint-late-binding",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("checkpoint-late-binding"),
	On:       rules.PythonFile,
	Words:    []string{"checkpoint"},
	Check:    checkLateBinding,
}

func checkLateBinding(p *rules.Pass) {
	for _, c := range p.Python.Calls("torch.utils.checkpoint.checkpoint") {
		loop := p.Flow.LoopAround(c)
		fn := p.Python.Argument(c, "function", 0)
		if loop == nil || fn.Direct == nil {
			continue
		}
		closure := fn.Value
		if lambda, ok := lastValue(p, closure).(*python.Lambda); ok {
			closure = lambda
		}
		late := lateNames(p, closure, loop)
		if len(late) == 0 {
			continue
		}
		message := fmt.Sprintf("the checkpointed function reads %s when it runs, and backward runs it again after the loop: every recomputation uses the last value and gradients are wrong; bind it with %s",
			strings.Join(late, ", "), binding(late))
		p.At(fn.Value, message, []rules.NotePlace{p.Note(loopHead{loop.Node}, "the loop that binds the name anew")}, bindingFix(p, closure, late)...)
	}
}

func binding(late []string) string {
	var list []string
	for _, name := range late {
		list = append(list, name+"="+name)
	}
	return strings.Join(list, ", ")
}

// lateNames lists the names that a closure made in a loop takes from the function
// around it and that a loop around the call binds anew.
func lateNames(p *rules.Pass, closure python.Expr, loop *flow.Loop) []string {
	var owner python.Node
	switch e := closure.(type) {
	case *python.Lambda:
		owner = e
	case *python.Name:
		fn, ok := p.Python.Definition(e).(*python.Function)
		if !ok {
			return nil
		}
		owner = fn
	default:
		return nil
	}
	var late []string
	for l := loop; l != nil && !l.Trains; l = l.Parent {
		if !holds(l.Node, owner) && !sharesFunction(l, owner) {
			break
		}
		late = appendFree(p, owner, l, late)
	}
	return late
}

// sharesFunction reports whether a function is defined beside the loop, in the same function.
func sharesFunction(l *flow.Loop, owner python.Node) bool {
	return python.EnclosingFunction(owner) == python.EnclosingFunction(l.Node) && python.EnclosingFunction(owner) != nil
}

// appendFree adds the free names of a closure that the loop binds.
func appendFree(p *rules.Pass, owner python.Node, l *flow.Loop, late []string) []string {
	python.Walk(owner, func(n python.Node) bool {
		if _, ok := n.(*python.Param); ok {
			return false // defaults are evaluated when the closure is made
		}
		name, ok := n.(*python.Name)
		if !ok {
			return true
		}
		_, bindings := p.Python.Lookup(name.ID, name)
		for _, b := range bindings {
			if holds(owner, b.Node) || !holds(l.Node, b.Node) || !rebinds(b) {
				continue
			}
			late = appendOnce(late, name.ID)
		}
		return true
	})
	return late
}

func rebinds(b *python.Binding) bool {
	switch b.Kind {
	case python.LoopTarget, python.Assigned, python.Unpacked, python.Augmented:
		return true
	}
	return false
}

func appendOnce(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// bindingFix adds the names as default arguments.
func bindingFix(p *rules.Pass, closure python.Expr, late []string) []fixes.Fix {
	params, at := []*python.Param(nil), -1
	switch e := closure.(type) {
	case *python.Lambda:
		params, at = e.Params, e.Span().Start+len("lambda")
	case *python.Name:
		fn, ok := p.Python.Definition(e).(*python.Function)
		if !ok {
			return nil
		}
		params, at = fn.Params, fn.NameSpan.End+1
	}
	text := binding(late)
	switch {
	case len(params) == 0 && at > 0 && p.File.Slice(source.Span{Start: at - 1, End: at}) == "(":
	case len(params) == 0:
		text = " " + text
	case params[len(params)-1].Star == 2:
		at, text = params[len(params)-1].Span().Start, text+", "
	default:
		at, text = params[len(params)-1].Span().End, ", "+text
	}
	return []fixes.Fix{{Title: "bind the loop's values as default arguments", Safety: fixes.Unsafe,
		Edits: []fixes.Edit{{File: p.File.Path, Span: source.Span{Start: at, End: at}, New: text}}}}
}
