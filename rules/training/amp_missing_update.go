package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// AmpMissingUpdate finds scalers that are never told that a step is over.
var AmpMissingUpdate = &rules.Rule{
	Name:     "amp-missing-update",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("amp-missing-update"),
	On:       rules.PythonFile,
	Words:    []string{"scaler .step("},
	Check:    checkAmpMissingUpdate,
}

func checkAmpMissingUpdate(p *rules.Pass) {
	for _, step := range p.Flow.Steps() {
		if step.Loop == nil || ownsScaling(step) || step.Has(flow.Update) {
			continue
		}
		last := lastScalerStep(step)
		if last == nil || last.Scaler == "" || last.By != flow.NoRole || !gradScaler(p, last.Call.Receiver()) {
			continue
		}
		if p.Flow.HandsOver(step.Loop.Body, last.Scaler) || p.Flow.BoundIn(last.Scaler, step.Loop) || updatedElsewhere(p, step) ||
			flow.RunsOnce(python.EnclosingStmt(last.Site()), step.Loop) {
			continue
		}
		edit := pyedit.New(p.Python)
		name := edit.Text(last.Call.Receiver())
		fix := edit.InsertAfter(python.EnclosingStmt(last.Call), name+".update()").Fixes("update the scaler after its step", fixes.Unsafe)
		p.At(last.Call, fmt.Sprintf("%s.update() is missing in this loop: the second %s.step(%s) raises; update once per iteration, after all steps", last.Scaler, last.Scaler, object(last)),
			[]rules.NotePlace{p.Note(loopHead{step.Loop.Node}, "the loop")}, fix...)
	}
}

// lastScalerStep is the last step through a scaler.
func lastScalerStep(step *flow.TrainingStep) *flow.Event {
	list := step.Of(flow.ScalerStep)
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// updatedElsewhere reports whether a function that the loop is not known to call
// updates a scaler: it may be called where the file does not show it.
func updatedElsewhere(p *rules.Pass, step *flow.TrainingStep) bool {
	for _, c := range p.Python.AllCalls() {
		if p.Flow.KindOf(c) == flow.Update && python.EnclosingFunction(c) != step.Function &&
			python.EnclosingClass(c) != nil && step.Function != nil && python.EnclosingClass(c) == python.EnclosingClass(step.Function) {
			return true
		}
	}
	return false
}
