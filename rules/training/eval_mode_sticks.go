package training

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
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
	Words:    []string{".eval()", "train(False)"},
	Check:    checkEvalModeSticks,
}

func checkEvalModeSticks(p *rules.Pass) {
	reported := map[*python.Call]bool{}
	for _, loop := range p.Flow.Loops() {
		if !loop.Trains || loop.Kind != flow.EpochLoop && loop.Kind != flow.BatchLoop {
			continue
		}
		events := p.Flow.EventsIn(loop.Body)
		for i := range events {
			e := &events[i]
			if e.Kind != flow.EvalMode || e.Object == "" || reported[e.Call] || len(e.Loops) > 0 && e.Loops[len(e.Loops)-1].Trains {
				continue
			}
			if !sticks(p, loop, events, e) {
				continue
			}
			reported[e.Call] = true
			reportEvalMode(p, loop, e)
		}
	}
}

// sticks reports whether a model that the loop trains stays in evaluation mode.
func sticks(p *rules.Pass, loop *flow.Loop, events []flow.Event, eval *flow.Event) bool {
	// What is set before the backward pass of its own iteration is meant: an attack on
	// a model, batch norm that stays frozen.
	trained, forward, before := false, false, false
	for i := range events {
		e := &events[i]
		if e == eval {
			before = forward
		}
		switch e.Kind {
		case flow.TrainMode:
			if e.Object == "" || rootName(e.Object) == rootName(eval.Object) || strings.Contains(e.Object, "[*]") || strings.HasPrefix(e.Object, "self") {
				return false
			}
		case flow.EvalMode:
			if !forward && e.Object == eval.Object { // the training half asks for it, too
				return false
			}
		case flow.Step, flow.ScalerStep:
			trained = trained || optimizes(p, e, eval.Object)
		case flow.Backward:
			forward = true
		}
	}
	if !trained || !before || p.Flow.BoundIn(eval.Object, loop) || p.Flow.HandsOver(loop.Body, eval.Object) {
		return false
	}
	stmt := python.EnclosingStmt(eval.Site())
	return !flow.RunsOnce(stmt, loop)
}

// mainModel is how the one model of a script is called.
var mainModel = regexp.MustCompile(`^(self\.)?(model|net|network)$`)

// optimizes reports whether the file shows that a step's optimizer holds exactly
// the parameters of the model, or, where the optimizer comes from outside, that the
// model is named as the main one.
func optimizes(p *rules.Pass, e *flow.Event, model string) bool {
	parameters, ok := p.Flow.ParametersOf(optimizerOf(e))
	if !ok {
		return mainModel.MatchString(model) && p.Flow.ValueOf(optimizerOf(e)) == nil
	}
	if parameters.Filtered {
		return false
	}
	for _, owner := range parameters.Owners {
		if owner == model {
			return true
		}
	}
	return false
}

func rootName(path string) string {
	if i := strings.IndexAny(path, ".["); i >= 0 && path[:i] != "self" {
		return path[:i]
	}
	return path
}

func reportEvalMode(p *rules.Pass, loop *flow.Loop, eval *flow.Event) {
	fix := pyedit.New(p.Python).InsertBefore(loop.Body[0], eval.Object+".train()").Fixes("set the model back to train() in every iteration", fixes.Unsafe)
	message := fmt.Sprintf("%s.eval() stays in force for the rest of the training: dropout is off and batch norm is frozen from the next iteration on; call %s.train() at the top of the loop", eval.Object, eval.Object)
	p.At(eval.Call, message, []rules.NotePlace{p.Note(loopHead{loop.Node}, "the loop that goes on training")}, fix...)
}
