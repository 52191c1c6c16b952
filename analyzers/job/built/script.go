package built

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/python"
)

// scriptSteps bounds the work of following a script from its start: a second look at a job may not cost what others
// need. An agent that looks at a thousand states before it learns takes up to 3,000 for each of most of them.
const scriptSteps = 3_000_000

// startsItself reports whether a job's script comes to a loop of its own.
func startsItself(j *job.Job) bool {
	return j.Loop != nil && j.Loop.Steps == nil && j.Loop.Fit == nil
}

// fromStart follows the job's script from its start to its training loop, and the loop's first steps: what the abstract
// run forgets on the way (a list that a loop fills, an optimizer that is made in the first epoch) is there then. gap is
// where that ends. certain are the models that the abstract run has seen; nil where it is not known which they are.
func fromStart(j *job.Job, ask model.Training, certain func() *Models, c *counts) (step *model.Step, gap *Gap) {
	gap = &Gap{Reason: "the files of the project together take too many steps"}
	sources := j.Sources()
	if j.Loop.Long.Load() {
		return nil, &Gap{Reason: exact.TooLong, Spent: true}
	}
	if !sources.Ample() { // other jobs have not been looked at once
		return nil, gap
	}
	sources.Within(func(allowed func(int) bool) {
		ask.Allowed, ask.Published, ask.Precision = allowed, Published, j.Accelerated()
		script, _ := sources.Module(sources.Script())
		around, _ := sources.Module(j.Loop.At.File.Path)
		if script == nil || around == nil {
			gap = &Gap{Reason: "the script cannot be read"}
			return
		}
		asksLoop(&ask, j, sources, c)
		ask.Models, ask.Loop = nil, nil
		ask.Script, ask.At = script, loopAt(around, j.Loop.At)
		for _, at := range j.Loop.Around {
			if module, _ := sources.Module(at.File.Path); module != nil {
				if s := loopAt(module, at); s != nil {
					ask.Around = append(ask.Around, s)
				}
			}
		}
		ask.Told = tells(j, sources, c)
		ask.Steps = scriptSteps
		step = model.Train(sources, ask)
		gap = step.Gap
		named(sources, gap)
	})
	if gap != nil {
		if gap.Spent && gap.Reason == exact.TooLong {
			j.Loop.Long.Store(true)
		}
		return step, gap
	}
	if list := inOrder(j, step.Models); list != nil {
		step.Models = list
	} else if seen := sure(certain); seen != nil && seen.parameters() != total(step.Models) { // one may hold the others
		return step, &Gap{Path: j.Loop.At.File.Path, Line: j.Loop.At.Line(), Reason: "which models it trains"}
	}
	return step, nil
}

// sure are the models that certain gives, where it is there.
func sure(certain func() *Models) *Models {
	if certain == nil {
		return nil
	}
	return certain()
}

// parameters are those of all models.
func (m *Models) parameters() (n int64) {
	for _, one := range m.List {
		n += one.Answer.Parameters
	}
	return n
}

func total(made []*model.Answer) (n int64) {
	for _, a := range made {
		n += a.Parameters
	}
	return n
}

// tells are what calls of libraries give that only the job knows.
func tells(j *job.Job, sources *job.Sources, c *counts) func(*exact.Machine, *exact.Unit, python.Node) exact.Value {
	var g *giver
	return func(m *exact.Machine, u *exact.Unit, n python.Node) exact.Value {
		given := j.Loop.Told[job.At{Path: u.Module.File.Path, Span: n.Span()}]
		if given == nil {
			return nil
		}
		if g == nil || g.Machine != m {
			g = c.giver(m, sources)
			g.lenient = true
		}
		return g.value(given)
	}
}

// inOrder are the models in the order of the job's own; nil where they are others.
func inOrder(j *job.Job, made []*model.Answer) []*model.Answer {
	if len(made) != len(j.Own) {
		return nil
	}
	made = slices.Clone(made)
	list := make([]*model.Answer, len(j.Own))
	for i, own := range j.Own {
		name := own.Name[strings.LastIndexByte(own.Name, '.')+1:]
		k := slices.IndexFunc(made, func(a *model.Answer) bool { return a != nil && a.Name == name })
		if k < 0 {
			return nil
		}
		list[i], made[k] = made[k], nil
	}
	return list
}

// made are the models that a script has made by the time it trains them; nil where it is not followed so far, and gap
// where that ends.
func made(j *job.Job) (models *Models, gap *Gap) {
	if !startsItself(j) {
		return nil, nil
	}
	ask := model.Training{}
	ask.Torch, ask.Undated = TorchOf(j)
	return madeBy(j, ask, nil)
}

// madeBy is made; c are counts that are assumed.
func madeBy(j *job.Job, ask model.Training, c *counts) (models *Models, gap *Gap) {
	ask.Sides = sidesOf(j)
	step, gap := fromStart(j, ask, nil, c)
	out := &Models{step: step}
	if gap != nil && !gap.Raised && ask.Sides.Asked {
		again := func(ask model.Training) *model.Step {
			if step, gap := fromStart(j, ask, nil, c); gap == nil {
				return step
			}
			return nil
		}
		if whole := whateverSize(ask, again); whole != nil {
			step, out.step, gap = whole, whole, nil
		} else if b := bounded(ask, again); b != nil {
			step, out.step, gap = b.Steps[1], nil, nil // its models are the same with any images
		}
	}
	if gap != nil || len(step.Models) == 0 { // tensors alone may be what it trains
		return nil, gap
	}
	for _, a := range step.Models {
		own := &job.Own{Name: a.Name, Made: &job.Given{At: j.Loop.At}, Held: []string{""}}
		if module, _ := j.Sources().Module(a.Path); module != nil {
			own.Class = classIn(module, a)
		}
		out.List = append(out.List, &Model{Own: own, Answer: a, Held: a.Trainable})
	}
	return out, nil
}

// classIn is where the class of a model stands.
func classIn(module *python.Module, a *model.Answer) job.Place {
	for n := range python.AllIn(module.Body) {
		if c, ok := n.(*python.Class); ok && c.Name == a.Name && module.File.LineOf(c.Span().Start) == a.Line {
			return job.Place{File: module.File, Span: c.Span()}
		}
	}
	return job.Place{}
}
