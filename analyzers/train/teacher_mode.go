package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// TeacherMode is a network with weights of its own that a training step asks without gradients, and that is in training
// mode: what is learnt from it is what it says with dropout on, or by the statistics of each batch.
type TeacherMode struct {
	Forward *run.Call
	Module  *run.Object
	// Mode is the call that put it into training mode; nil where it was made so.
	Mode *Event
	// Layer computes something else in training mode, and Keeps is set where it learns from what it is given.
	Layer *run.Object
	Keeps bool
}

// TeachersInTrainMode lists the networks that were given saved weights, that no optimizer trains, and that training
// loops run in training mode with gradients off. The copies of a network that is trained (targets, moving averages) are
// none of them: many methods want those in the mode of what they copy.
func (f *Facts) TeachersInTrainMode() []*TeacherMode {
	var list []*TeacherMode
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		if !e.Whole || e.owner() != PlainTorch && e.owner() != Accelerate || e.setsModeByHand() {
			continue
		}
		trained, ok := e.trainedModules()
		if !ok {
			continue
		}
		for _, c := range e.Calls {
			if t := e.teacherMode(c, trained); t != nil && !seen[t.Module.Made.At] {
				seen[t.Module.Made.At] = true
				list = append(list, t)
			}
		}
	}
	return list
}

func (e *Entry) teacherMode(c *run.Call, trained []*run.Object) *TeacherMode {
	module, ok := forwardedBy(c)
	if !ok || c.Node == nil || !library.IsModule(module) || module.Made == nil || module.Made.Node == nil ||
		c.Grad != run.Value(run.Bool(false)) {
		return nil
	}
	mode := e.modeOf(c, module)
	back := e.putBack(mode, module)
	// what a network runs in itself is mostly one part of it, unless it is called the teacher: a distiller holds both
	if (ofModule(c.Caller) || insideNetwork(c)) && !back && !knowledge.NamesTeacher(python.LastName(c.Node.Func)) {
		return nil
	}
	loop := e.LoopAround(c.Laps)
	if loop == nil || !loop.Trains || e.overHeldOut(loop) || e.overlap([]*run.Object{module}, trained) ||
		e.madeOf(module, trained) || e.copiesWeights(module) || !e.loadedBefore(module, c) && !madeWithWeights(module.Made) {
		return nil
	}
	if mode != nil && mode.Kind != TrainMode || e.switchesOutOfSight(c) || e.endUnseen(c) ||
		!back && (len(e.madeForEval(module)) > 0 || e.evaluatesElsewhere(module) || e.modeIsOpen(module)) {
		return nil
	}
	layer, keeps := (&modes{e, map[*run.Object]bool{}}).differs(module, 3*maxHeld)
	if layer == nil {
		return nil
	}
	return &TeacherMode{Forward: c, Module: module, Mode: mode, Layer: layer, Keeps: keeps}
}

// putBack reports whether a module was put into evaluation mode by itself, and a train() of something that holds it has
// undone that for good: nothing that comes later may be an eval() of the module alone.
func (e *Entry) putBack(mode *Event, module *run.Object) bool {
	if mode == nil || mode.Kind != TrainMode || mode.Object == nil || mode.Object == module {
		return false
	}
	alone := false
	for _, ev := range e.Events() {
		if ev.Kind != EvalMode {
			continue
		}
		switch later := ev.Call.Seq > mode.Call.Seq; {
		case ev.Object == module:
			alone = true
			if later {
				return false
			}
		case later && (ev.Object == nil || e.mayBeRelated(ev.Object, module) && !e.holds(ev.Object, module)):
			return false
		}
	}
	return alone
}

// evaluatesElsewhere reports whether any call of eval() may be of a module: on something that is not known, or under a
// condition.
func (e *Entry) evaluatesElsewhere(module *run.Object) bool {
	for _, ev := range e.Events() {
		if ev.Kind == EvalMode && (ev.Object == nil || e.mayBeRelated(ev.Object, module)) {
			return true
		}
	}
	return false
}

// madeWithWeights reports whether a call of torchvision's or timm's gives a network with published weights.
func madeWithWeights(c *run.Call) bool {
	path := symbolOf(c)
	if !strings.HasPrefix(path, "torchvision.models.") && path != "timm.create_model" {
		return false
	}
	asked, byDefault := asksForWeights(c)
	return asked && !byDefault
}
