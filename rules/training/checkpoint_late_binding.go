package training

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/train"
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
	Words:    []string{"checkpoint", "forward lambda"},
	Check:    checkLateBinding,
}

func checkLateBinding(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, late := range p.Train.LateBindings() {
		at := late.Given
		if reported[at.Node] {
			continue
		}
		reported[at.Node] = true
		loop, ok := late.Loop.Node.(python.Stmt)
		if !ok {
			continue
		}
		message := fmt.Sprintf("the checkpointed function reads %s when it runs, and backward runs it again after the "+
			"loop: every recomputation uses the last value and gradients are wrong; bind it with %s",
			strings.Join(late.Names, ", "), binding(late.Names))
		head := run.Place{Unit: late.Loop.Unit, Node: loopHead{loop}}
		p.AtPlace(at, message, []rules.NotePlace{p.NoteAt(head, "the loop that binds the name anew")}, bindingFix(late)...)
	}
}

func binding(late []string) string {
	var list []string
	for _, name := range late {
		list = append(list, name+"="+name)
	}
	return strings.Join(list, ", ")
}

// bindingFix adds the names as default arguments.
func bindingFix(late *train.LateBinding) []fixes.Fix {
	var params []*python.Param
	var at int
	file := late.Module.File
	switch f := late.Function.(type) {
	case *python.Lambda:
		params, at = f.Params, f.Span().Start+len("lambda")
	case *python.Function:
		params, at = f.Params, f.NameSpan.End+1
	default:
		return nil
	}
	text := binding(late.Names)
	switch {
	case len(params) == 0 && file.Slice(source.Span{Start: at - 1, End: at}) == "(":
	case len(params) == 0:
		text = " " + text
	case params[len(params)-1].Star == 2:
		at, text = params[len(params)-1].Span().Start, text+", "
	default:
		at, text = params[len(params)-1].Span().End, ", "+text
	}
	return []fixes.Fix{{Title: "bind the loop's values as default arguments", Safety: fixes.Unsafe,
		Edits: []fixes.Edit{{File: file.Path, Span: source.Span{Start: at, End: at}, New: text}}}}
}
