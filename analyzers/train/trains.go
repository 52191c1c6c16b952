package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Trains reports whether a program that starts in the file trains: in a loop or a step that is seen.
func (f *Facts) Trains() bool {
	for _, e := range f.Entries() {
		if len(e.Steps()) > 0 {
			return true
		}
		for _, l := range e.AllLoops() {
			if l.Trains {
				return true
			}
		}
	}
	return false
}

// StartsTraining reports whether the file calls something that trains by its name: trainer.train(), fit(), train_model().
func (f *Facts) StartsTraining() bool {
	for _, c := range f.Module.AllCalls() {
		switch name := lastName(c.Func); {
		case name == "fit", strings.HasPrefix(name, "train_"), name == "train" && c.Receiver() == nil,
			name == "train" && strings.Contains(strings.ToLower(lastName(c.Receiver())), "trainer"):
			return true
		}
	}
	return false
}

// Imported lists the modules of the project whose bodies run when the file is imported or started, before its own.
func (f *Facts) Imported() []*run.Unit {
	m := f.Machine()
	return m.Imports(m.Unit(f.Module, "__main__"))
}

// Around is the loop of epochs that runs, with training in it, under the context manager that a call makes; nil when there
// is none.
func (f *Facts) Around(manager python.Node) *Loop {
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			for l := e.LoopAround(ev.Call.Laps); l != nil; l = l.Parent {
				if l.Kind == EpochLoop && l.Trains && e.manages(manager, ev, l) {
					return l
				}
			}
		}
	}
	return nil
}

// manages reports whether an event runs under a context manager that was made before a loop began.
func (e *Entry) manages(manager python.Node, ev *Event, l *Loop) bool {
	for _, v := range ev.Call.Managers {
		for _, one := range run.Alternatives(v) {
			if o, ok := one.(*run.Object); ok && o.Made != nil && o.Made.At == manager && o.Made.Seq < l.Run.Seq {
				return true
			}
		}
	}
	return false
}
