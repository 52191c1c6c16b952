package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// SchedulerLength finds schedules whose length is counted in epochs and that step for batches, and the other way round.
var SchedulerLength = &rules.Rule{
	Name:     "scheduler-length",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("scheduler-length"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    rules.StepWords("sched .step("),
	Check:    checkSchedulerLength,
}

func checkSchedulerLength(p *rules.Pass) {
	for _, t := range p.Train.TrainerPacedSchedules() {
		reportTrainerPaced(p, t)
	}
	for _, d := range p.Train.DecayedSchedules() {
		p.AtHazard(d.Schedule.Place(), d.Of.Site(d.Schedule), schedulerName(d.Schedule)+".step() "+decayedMessage(d),
			decaysBy(p, d))
	}
	for _, d := range p.Train.PlateausPerBatch() {
		p.AtHazard(d.Schedule.Place(), d.Of.Site(d.Schedule), schedulerName(d.Schedule)+".step() "+plateauMessage(d),
			[]rules.NotePlace{p.NoteAt(d.Said, "the schedule gets its patience here")})
	}
	for _, m := range p.Train.MispacedSchedules() {
		length := m.Length.Unit.Module.File.Slice(m.Length.Node.Span())
		p.AtHazard(m.Schedule.Place(), hazardOf(m), schedulerName(m.Schedule)+".step() "+pacedMessage(m, length),
			[]rules.NotePlace{p.NoteAt(m.Length, "the schedule gets its length here")})
	}
}

// decayedMessage says what becomes of the learning rate.
func decayedMessage(d *train.Decayed) string {
	if d.Last > 0 {
		return fmt.Sprintf("steps with the optimizer, but its milestones count epochs: the last decay comes after %d batches; step it once "+
			"an epoch, or count the milestones in batches", d.Last)
	}
	return fmt.Sprintf("steps with the optimizer, but this schedule is made for one step an epoch: after %d steps the learning rate is "+
		"1e-%d of what it began with; step it once an epoch", train.DecayedAfter, d.Decades)
}

// plateauMessage says when the learning rate falls.
func plateauMessage(d *train.Plateaued) string {
	return fmt.Sprintf("is given the loss of every batch, and its patience counts them: the learning rate is multiplied by %g whenever %d "+
		"batches in a row have not been better than the best one so far; step it once an epoch, with the loss of a validation",
		d.Factor, d.Patience+1)
}

// decaysBy points at the numbers of the schedule; nil where it has the default.
func decaysBy(p *rules.Pass, d *train.Decayed) []rules.NotePlace {
	if d.Said.Node == nil {
		return nil
	}
	return []rules.NotePlace{p.NoteAt(d.Said, "the schedule is made here")}
}

// reportTrainerPaced reports a schedule that Lightning steps.
func reportTrainerPaced(p *rules.Pass, t *train.TrainerPaced) {
	at, said := t.Making.Place().Origin(), "which is the default interval"
	if t.Interval.File != nil {
		at, said = t.Interval, "interval="+t.Interval.File.Slice(t.Interval.Span)
	}
	length := t.Length.Unit.Module.File.Slice(t.Length.Node.Span())
	message := fmt.Sprintf("Lightning steps this schedule once an epoch, %s, but its length, %s, counts steps of the optimizer: the "+
		"training ends when the learning rate has hardly left its beginning; return it with \"interval\": \"step\"", said, length)
	if t.Counts == train.PerEpoch {
		message = fmt.Sprintf("Lightning steps this schedule with each step of the optimizer, %s, but its length, %s, counts epochs: it "+
			"is at its end after as many steps; return it with \"interval\": \"epoch\", or count its length in steps", said, length)
	}
	p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: at.File.Path, Span: at.Span, Message: message,
		Notes: []rules.NotePlace{p.NoteAt(t.Length, "the schedule gets its length here")}})
}

// hazardOf is where the schedule steps as the function of the training step has it.
func hazardOf(m *train.Mispaced) run.Place {
	if m.Steps == train.PerEpoch {
		return m.Schedule.Place()
	}
	return m.Of.Site(m.Schedule)
}

// pacedMessage says what the schedule does in place of what it was made for.
func pacedMessage(m *train.Mispaced, length string) string {
	switch {
	case m.Counts == train.PerGate:
		end := "is at its end long before the training is"
		if knowledge.EndOf(m.Class, m.Name) == knowledge.Rises {
			end = "falls and rises again all through the training"
		}
		return fmt.Sprintf(
			"runs for every batch, but the length of its schedule, %s, counts what is done once in several: the learning rate %s; "+
				"step it as often as its length says, or give it the number of batches",
			length,
			end,
		)
	case m.Counts == train.PerEpoch:
		often := "runs for every batch"
		if m.Steps == train.PerUpdate {
			often = "runs with every step of the optimizer"
		}
		end := "is at its end after as many of them, and stays there"
		switch knowledge.EndOf(m.Class, m.Name) {
		case knowledge.Fails:
			end = "is at its end after as many of them, and the next raises ValueError"
		case knowledge.Rises:
			end = "falls and rises again within twice as many of them, all through the training"
		}
		return fmt.Sprintf(
			"%s, but the length of its schedule, %s, counts epochs: the learning rate %s; step it once an epoch, or count "+
				"its length as it steps",
			often,
			length,
			end,
		)
	case m.Steps == train.PerEpoch && !m.Whole:
		return fmt.Sprintf(
			"runs once an epoch, but the length of its schedule, %s, counts the batches of one: how far the learning rate "+
				"comes depends on how many there are, not on the epochs; step it for every batch, or count its length in epochs",
			length,
		)
	case m.Steps == train.PerEpoch:
		return fmt.Sprintf(
			"runs once an epoch, but the length of its schedule, %s, counts batches: the training ends when the learning rate "+
				"has hardly left its beginning; step it for every batch, or count its length in epochs",
			length,
		)
	}
	n := m.Every.Text()
	if known, ok := m.Every.N.(run.Int); ok {
		n = fmt.Sprint(int(known))
	}
	if o, ok := m.Every.N.(*run.Object); ok && run.Bare(o.Default) == run.Value(run.Int(1)) {
		return fmt.Sprintf(
			"runs once in %s batches, but the length of its schedule, %s, counts every batch: as soon as %s is more than 1, the "+
				"training ends when 1/%s of the schedule is done; divide the length by %s",
			n,
			length,
			n,
			n,
			n,
		)
	}
	return fmt.Sprintf(
		"runs once in %s batches, but the length of its schedule, %s, counts every batch: the training ends when 1/%s of the "+
			"schedule is done; divide the length by %s",
		n,
		length,
		n,
		n,
	)
}
