package training

import (
	"slices"

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
	if fn == nil || step.Owner != train.PlainTorch && step.Owner != train.Accelerate || train.MentionsBesides(fn, does) {
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
	if !knowledge.NamesStep(fn.Name) && !updatesByName(fn) || p.OneElsewhere == nil {
		return note, false
	}
	found := p.OneElsewhere(func(m *python.Module) bool {
		call := p.Train.CalledInLoop(m, fn.Name)
		if updatesByName(fn) {
			call = train.MethodCalledInLoop(m, fn)
		}
		if call != nil {
			note = rules.NotePlace{File: m.File.Path, Span: head(call), Message: "called for one batch after the other here"}
		}
		return call != nil
	}, fn.Name)
	return note, found && !p.OneElsewhere(func(m *python.Module) bool {
		return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			return python.LastName(c.Func) == fn.Name && train.MayCall(c, fn) && train.Reaches(m, c, does)
		})
	}, fn.Name, word)
}

// updatesByName reports whether a method is called update and takes a batch, in several arguments at least:
// dictionaries, meters and progress bars have one that takes less.
func updatesByName(fn *python.Function) bool {
	if fn.Name != "update" || python.EnclosingClass(fn) == nil {
		return false
	}
	needed := 0
	for _, p := range fn.Params {
		if p.Star == 0 && !p.KeywordOnly && p.Default == nil {
			needed++
		}
	}
	return needed > 2 // self is one
}
