package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// IdleSchedule is a schedule whose first change of the learning rate comes behind the end of the training.
type IdleSchedule struct {
	Schedule *Event
	Of       *Step
	// First is after how many steps the rate changes first, Epochs how many there are at most.
	First, Epochs int
	// Said is the argument that says when.
	Said run.Place
}

// IdleSchedules lists the schedulers that step once an epoch, and whose first change comes after as many epochs as
// there are, or later; both numbers are written, and no option. A place is listed once, and not at all where another
// way to it is right.
func (f *Facts) IdleSchedules() []*IdleSchedule {
	var schedules perPlace[IdleSchedule]
	for _, e := range f.Entries() {
		for _, m := range e.schedules() {
			if m.Steps == PerEpoch && m.Epochs != nil {
				schedules.judge(m.Schedule.Node(), m.idle())
			}
		}
	}
	return schedules.list()
}

// idle is when the rate would change first; nil where that is not known, or is in time.
func (m *Mispaced) idle() *IdleSchedule {
	made := m.Schedule.Object.Made
	decay := knowledge.RateDecayOf(symbolOf(made))
	end, _ := endOfRange(m.Epochs)
	epochs, known := run.Number(run.Bare(end))
	if decay == nil || !known || epochs < 1 || m.stepsElsewhere() {
		return nil
	}
	given := decay.Every
	if given.Name == "" {
		given = decay.Milestones
	}
	if given.Name == "" {
		return nil
	}
	passed, open := made.Passed(given.Name, given.Position)
	if open || passed == nil {
		return nil
	}
	changes := []run.Value{passed.Value}
	if decay.Milestones.Name != "" {
		items, exact := m.Of.Entry.Facts.machine.Elements(run.Bare(passed.Value))
		if !exact || len(items) == 0 {
			return nil
		}
		changes = items
	}
	first := 0
	for i, one := range changes {
		n, known := run.Number(run.Bare(one))
		if !known || n < epochs {
			return nil
		}
		if i == 0 || int(n) < first {
			first = int(n)
		}
	}
	return &IdleSchedule{m.Schedule, m.Of, first, int(epochs), made.Written(passed)}
}

// stepsElsewhere reports whether a scheduler may have made steps before its loop over epochs: there is another loop in
// which it steps, one around this one that it outlives, or it begins where another run of the program ended.
func (m *Mispaced) stepsElsewhere() bool {
	scheduler, laps := m.Schedule.Object, m.Epochs.Run.Laps
	if len(scheduler.Made.Laps) < len(laps) || givesLastEpoch(scheduler.Made) {
		return true
	}
	entry := m.Of.Entry
	if slices.ContainsFunc(entry.Calls, func(c *run.Call) bool { // goes on where another run stopped
		member, ok := c.Callee.(*run.Member)
		return ok && member.Name == "load_state_dict" && run.Bare(member.Object) == run.Value(scheduler)
	}) {
		return true
	}
	var at python.Node
	return slices.ContainsFunc(entry.Events(), func(ev *Event) bool {
		if ev.Kind == Schedule && ev.Object == scheduler {
			if at != nil && at != ev.Call.At { // twice in an epoch
				return true
			}
			at = ev.Call.At
		}
		return ev.Kind == Schedule && ev.Object == scheduler &&
			(len(ev.Call.Laps) <= len(laps) || ev.Call.Laps[len(laps)].Entry != m.Epochs.Run.Entry)
	})
}

// givesLastEpoch reports whether a scheduler is told where it is.
func givesLastEpoch(made *run.Call) bool {
	passed, open := made.Passed("last_epoch", 3)
	return open || passed != nil
}
