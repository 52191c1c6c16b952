package training

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// calledForEachBatch is where a step around which no loop is seen is called for one batch after the other, in this file
// or in another one of the project, where neither what calls it nor its own class speaks of a call that does what is
// missed in it; ok is false where nobody is seen to, or somebody may do it.
func calledForEachBatch(
	p *rules.Pass,
	step *train.Step,
	does func(*python.Call) bool,
	word string,
	objects ...*run.Object,
) (note rules.NotePlace, ok bool) {
	fn := step.Alone(objects...)
	if fn == nil || step.Owner != train.PlainTorch && step.Owner != train.Accelerate || train.Mentions(fn, does) {
		return note, false
	}
	handed := p.Train.CalledInLoop(p.Python, fn.Name)
	if handed != nil && !python.Within(handed, fn) {
		by := python.EnclosingFunction(handed)
		return rules.NotePlace{
				File:    p.File.Path,
				Span:    head(handed),
				Message: "called for one batch after the other here",
			}, by == nil ||
				!train.Mentions(by, does)
	}
	if !knowledge.NamesStep(fn.Name) || p.OneElsewhere == nil {
		return note, false
	}
	found := p.OneElsewhere(func(m *python.Module) bool {
		call := p.Train.CalledInLoop(m, fn.Name)
		if call != nil {
			note = rules.NotePlace{File: m.File.Path, Span: head(call), Message: "called for one batch after the other here"}
		}
		return call != nil
	}, fn.Name)
	return note, found && !p.OneElsewhere(func(m *python.Module) bool {
		calls, may := false, false
		for _, c := range m.AllCalls() {
			calls, may = calls || python.LastName(c.Func) == fn.Name, may || does(c)
		}
		return calls && may
	}, fn.Name, word)
}
