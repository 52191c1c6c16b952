package training

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// SchedulerNeverSteps finds schedulers of learning rates that a program makes and never steps.
var SchedulerNeverSteps = &rules.Rule{
	Name:       "scheduler-never-steps",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("scheduler-never-steps"),
	On:         rules.PythonFile,
	Program:    true,
	NotInTests: true,
	Words:      []string{"lr_scheduler", "schedule"},
	Check:      checkSchedulerNeverSteps,
}

func checkSchedulerNeverSteps(p *rules.Pass) {
	for _, made := range p.Train.UnsteppedByTrainer() {
		if p.OneElsewhere != nil && p.OneElsewhere(func(m *python.Module) bool {
			return m.Mentions(knowledge.StepsSchedules)
		}, "lr_scheduler") {
			continue // a callback, or an heir
		}
		p.AtPlace(made.Place(), fmt.Sprintf(
			"%s is returned to Lightning, which leaves it to a module with %s = False, and nothing steps it: the "+
				"learning rate stays where it began; call self.lr_schedulers().step()",
			python.LastName(made.Node.Func), knowledge.StepsByItself,
		), nil)
	}
	told := map[python.Node]bool{}
	for _, u := range p.Train.UnsteppedSchedulers() {
		told[u.Making] = true
		if taken := func(m *python.Module) bool {
			return train.ReadsOfOthers(m, u.Name) || train.ReadsOfHeirs(m, u.Owner, u.Name)
		}; u.Attribute && p.OneElsewhere != nil && p.OneElsewhere(taken, "."+u.Name) {
			continue // whoever has the object, or inherits from it, may step it
		}
		what := "nothing is left that could step it"
		switch {
		case u.Attribute:
			what = "nothing steps self." + u.Name
		case u.Name != "":
			what = "nothing steps " + u.Name
		}
		stays := "the learning rate stays where it began"
		if knowledge.StartsLow(u.Class) {
			stays = "the learning rate stays at the low value with which it begins"
		}
		p.At(u.Making, fmt.Sprintf("%s is made and %s: %s; call its step() after the optimizer's", u.Class, what, stays), nil)
	}
	for _, u := range p.Train.GivenSchedulers() {
		p.At(u.Making, fmt.Sprintf(
			"%s gives the schedule %s, and nothing steps it: the learning rate stays where it began; call its step() after "+
				"the optimizer's", u.Class, u.Name), nil)
	}
	for _, made := range p.Train.UnsteppedInRun() {
		if told[made.Node] || stepsSchedule(p.Python) || stepsSchedule(made.Unit.Module) ||
			p.OneElsewhere == nil || p.OneElsewhere(stepsSchedule, "step") {
			continue
		}
		p.AtPlace(made.Place(), fmt.Sprintf(
			"%s is made and nothing that this program runs steps it: the learning rate stays where it began; "+
				"call its step() after the optimizer's", python.LastName(made.Node.Func)), nil)
	}
}

// stepsSchedule reports whether a file speaks of step of something that is called a schedule, behind a switch that is
// off as it may be, or did so before it was made a comment.
func stepsSchedule(m *python.Module) bool {
	steps := m.Attributes(func(name string) bool { return name == "step" }) // called, handed on, or named for nothing
	return slices.ContainsFunc(steps, func(a *python.Attribute) bool {
		return knowledge.NamesSchedule(python.LastName(a.Value))
	}) || slices.ContainsFunc(m.Comments, func(c python.Comment) bool {
		return strings.Contains(c.Text, ".step(") && knowledge.NamesSchedule(c.Text)
	})
}
