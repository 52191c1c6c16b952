package training

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpMissingUpdate finds scalers that are never told that a step is over.
var AmpMissingUpdate = &rules.Rule{
	Name:     "amp-missing-update",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("amp-missing-update"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("scaler"),
	Check:    checkAmpMissingUpdate,
}

func checkAmpMissingUpdate(p *rules.Pass) {
	for _, step := range p.Train.Steps() {
		if !step.Entry.Whole || step.Owner != train.PlainTorch || step.Has(train.Update) {
			continue
		}
		last := lastScalerStep(step)
		if last == nil || last.Node() == nil || last.By != knowledge.NoRole || !train.GradScaler(last.Scaler) {
			continue
		}
		// for optimizer in self.optimizers: scaler.step(optimizer) of a function that is called once for each batch
		if step.Loop != nil && !step.Has(train.Backward) {
			continue
		}
		if step.MadeIn(last.Scaler) || step.Loop != nil && step.Once(last) || step.HandsOver(last.Scaler) ||
			step.UpdatesElsewhere(last.Scaler) {
			continue
		}
		var note rules.NotePlace
		where := "in this loop"
		if step.Loop != nil {
			note = p.NoteAt(step.Loop.Head(), "the loop")
		} else if called, ok := calledForEachBatch(p, step, updates, "update", last.Scaler); ok {
			note, where = called, "in this step"
		} else {
			continue
		}
		edit := pyedit.New(last.Call.Unit.Module)
		name := edit.Text(last.Node().Receiver())
		if namesUpdate(p, name) {
			continue // method-not-called says it, and where the parentheses go
		}
		fix := edit.InsertAfter(python.EnclosingStmt(last.Node()), name+".update()").
			Fixes("update the scaler after its step", fixes.Unsafe)
		p.AtHazard(last.Place(), step.Site(last), fmt.Sprintf("%s.update() is missing %s: the second %s.step(%s) raises; "+
			"update once per iteration, after all steps",
			name, where, name, optimizerName(last)), []rules.NotePlace{note}, fix...)
	}
}

// namesUpdate reports whether the file has a statement that names the update of a scaler and does not call it.
func namesUpdate(p *rules.Pass, scaler string) bool {
	return slices.ContainsFunc(p.Train.UncalledMethods(), func(u train.Uncalled) bool {
		return u.Method == "update" && u.Owner == scaler
	})
}

func updates(c *python.Call) bool {
	return c.MethodName() == "update" && knowledge.RoleOfWord(python.LastName(c.Receiver())) == knowledge.Scaler
}

// lastScalerStep is the last step through a scaler.
func lastScalerStep(step *train.Step) *train.Event {
	list := step.Of(train.ScalerStep)
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}
