package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// EvalModeSticks finds models that stay in evaluation mode after the first validation.
var EvalModeSticks = &rules.Rule{
	Name:     "eval-mode-sticks",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("eval-mode-sticks"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{".eval()", "train(False)", "eval", "valid", "test", "train"},
	Check:    checkEvalModeSticks,
}

func checkEvalModeSticks(p *rules.Pass) {
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, stuck := range e.StuckModes() {
			if at := stuck.Site(); !reported[at.Node] && !speaksOfNoMode(p, stuck) {
				reported[at.Node] = true
				reportEvalMode(p, stuck, at)
			}
		}
	}
}

// speaksOfNoMode reports whether a network is one of the project's own classes, of whose layers the run has met none
// that asks for the mode, in a project that has no such layer anywhere: policy = Policy(backbone), and the backbone,
// which the run does not see made, is a few nn.Linear.
func speaksOfNoMode(p *rules.Pass, stuck *train.StuckMode) bool {
	if stuck.Unknown || stuck.Seen || p.AnyElsewhere == nil || p.Owns == nil {
		return false
	}
	foreign := func(module string) bool { return !knowledge.GivesNoNetworks(module) && !p.Owns(module) }
	return !p.Python.ImportsFrom(foreign) && !p.Python.Mentions(knowledge.IsWordOfMode) &&
		!p.AnyElsewhere(knowledge.WordsOfMode()...)
}

func reportEvalMode(p *rules.Pass, stuck *train.StuckMode, at run.Place) {
	name, shown := stuck.Name()
	loop := stuck.Loop
	// Of a network of which nothing is known, such as a parameter, no layer need ask for the mode.
	severity, off := p.Rule.Severity, "dropout is off and batch norm is frozen"
	if stuck.Unknown {
		severity, off = rules.Warning, "where it has dropout, that is off, and batch norm is frozen"
	}
	d := rules.Diagnostic{Severity: severity, File: at.File(), Span: at.Node.Span()}
	if stuck.First {
		d.Message = fmt.Sprintf(
			"%s.eval() stays in force for the training behind it: %s in what follows; call %s.train() after the evaluation",
			name,
			off,
			name,
		)
		d.Notes = []rules.NotePlace{p.NoteAt(loop.Head(), "the loop that evaluates and trains")}
		p.Report(d)
		return
	}
	if shown && at.Unit == loop.Run.Unit {
		d.Fixes = pyedit.New(at.Unit.Module).InsertBefore(loop.Body()[0], name+".train()").
			Fixes("set the model back to train() in every iteration", fixes.Unsafe)
	}
	back := name + ".train()"
	if stuck.InTurn() {
		back = "train() of each of them"
	}
	d.Message = fmt.Sprintf(
		"%s.eval() stays in force for the rest of the training: %s from the next iteration on; call %s at the top of the loop",
		name,
		off,
		back,
	)
	d.Notes = []rules.NotePlace{p.NoteAt(loop.Head(), "the loop that goes on training")}
	p.Report(d)
}
