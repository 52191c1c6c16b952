package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Pace is what a schedule's length counts, and what it steps once for.
type Pace uint8

// The paces of a schedule.
const (
	NoPace Pace = iota // not known
	PerEpoch
	PerBatch
	PerUpdate // once for several batches, with the optimizer
	PerGate   // once for several batches, with something else: an evaluation
)

// Mispaced is a schedule whose length counts something else than what it steps for.
type Mispaced struct {
	Schedule *Event
	// Counts is what the length counts, Steps what the schedule steps for.
	Counts, Steps Pace
	// Whole: the length is that of all epochs together.
	Whole bool
	// Length is the length as the call that makes the schedule writes it.
	Length run.Place
	// Class is the class or function that makes the schedule, Name the name by which it does where it makes several.
	Class, Name string
	// Epochs is the loop over epochs, nil where the loop over batches itself runs for so many.
	Epochs *Loop
	// Every is the accumulation behind whose gate the schedule steps, nil where it steps for every batch or epoch.
	Every *Accumulated
	// Of is the training step in whose loop, or around whose loop, the schedule steps.
	Of *Step
}

// MispacedSchedules lists the schedulers that are made for so many epochs and step for every batch, or are made for so
// many batches and step once an epoch or once in several batches. A place is listed once, and not at all where another
// way to it is right.
func (f *Facts) MispacedSchedules() []*Mispaced {
	var schedules perPlace[Mispaced]
	for _, e := range f.Entries() {
		for _, stepping := range e.schedules() {
			if m, known := stepping.judged(); known {
				schedules.judge(stepping.Schedule.Node(), m)
			}
		}
	}
	return schedules.list()
}

// judged compares what a scheduler steps for with what its length counts; nil where they agree. known is false where
// either is not known. Of a schedule that is made of others, theirs are compared.
func (m *Mispaced) judged() (off *Mispaced, known bool) {
	pace := &pacing{loop: m.Of.Loop, step: m.Of}
	if m.Epochs == nil {
		pace.laps, pace.bound = m.Of.lapsCounted()
	} else if !pace.overEpochs(m.Epochs) {
		return nil, false
	}
	if m.Every != nil && pace.of(m.Every.N, 0) == PerBatch {
		m.Steps = PerEpoch // if (i + 1) % len(loader) == 0
	}
	for _, made := range m.parts(m.Schedule.Object.Made) {
		if !m.measure(made, pace) {
			return nil, false
		}
	}
	switch {
	case m.Counts == NoPace:
		return nil, false
	case m.Epochs == nil && m.Steps == PerBatch && m.Counts != PerGate: // one of as many batches steps for each
		return nil, true
	case m.Counts == m.Steps,
		m.Every != nil && m.Counts == PerBatch && m.Steps == PerUpdate && (m.Every.IsOne() || !m.Whole):
		return nil, true
	}
	return m, true
}

// parts are the calls that make the schedules of which one is made that have a length, or the one that makes it.
func (m *Mispaced) parts(made *run.Call) []*run.Call {
	path, _ := made.Callee.(run.Symbol)
	name, position, ok := knowledge.ScheduleParts(string(path))
	if !ok {
		return []*run.Call{made}
	}
	v, _ := made.Argument(name, position)
	o, isObject := run.Bare(v).(*run.Object)
	if !isObject {
		return nil
	}
	items, exact := m.Of.Entry.Facts.machine.Elements(o)
	if !exact {
		return nil
	}
	var list []*run.Call
	for _, item := range items {
		part, _ := run.Bare(item).(*run.Object)
		if part == nil || part.Made == nil {
			return nil
		}
		if len(lengthsOf(part.Made)) > 0 {
			list = append(list, part.Made)
		}
	}
	return list
}

// lengthsOf are the arguments that say how many steps the schedule has which a call makes.
func lengthsOf(made *run.Call) []knowledge.LengthArgument {
	list := knowledge.ScheduleLength(symbolOf(made))
	if len(list) == 1 && list[0].Falling {
		start, _, known := decayNumber(made, knowledge.LinearStart, knowledge.LinearStartDefault)
		end, _, ended := decayNumber(made, knowledge.LinearEnd, knowledge.LinearEndDefault)
		if !known || !ended || end >= start {
			return nil
		}
	}
	return list
}

// measure takes what the length counts with which a call makes a schedule; false where that is not known, or another
// part has another one.
func (m *Mispaced) measure(made *run.Call, pace *pacing) bool {
	path, ok := made.Callee.(run.Symbol)
	if !ok {
		return false
	}
	class := string(path)
	name, ok := nameOf(made, class)
	if !ok {
		return false
	}
	before := m.Counts
	for _, arg := range lengthsOf(made) {
		passed, open := made.Passed(arg.Name, arg.Position)
		if open {
			return false
		}
		if passed == nil {
			continue
		}
		at := made.Written(passed)
		node, _ := at.Node.(python.Expr)
		counts := pace.of(passed.Value, 0)
		switch {
		case counts != NoPace || node == nil:
		case m.Epochs == nil && m.Steps == PerBatch:
			counts = pace.divided(passed.Value)
		case pace.named(passed.Value, node), pace.asMany(passed.Value, node, arg.Name):
			counts = PerEpoch
		case pace.namesLaps(passed.Value, node):
			counts, pace.multiplied = PerBatch, true
		}
		if counts == NoPace || node == nil || before != NoPace && before != counts {
			return false
		}
		m.Counts, m.Length, m.Class, m.Name = max(m.Counts, counts), at, class, name
		m.Whole = m.Whole || pace.multiplied || arg.Each
	}
	return true
}

// nameOf is the name by which a function makes a schedule, the default where the run does not know it; ok is false
// where there is none to be known, or the schedule of that name has no length.
func nameOf(made *run.Call, path string) (name string, ok bool) {
	position := knowledge.ScheduleName(path)
	if position < 0 {
		return "", true
	}
	v, _ := made.Argument("name", position)
	text, known := run.Bare(v).(run.Str)
	if o, isObject := run.Bare(v).(*run.Object); isObject {
		text, known = run.Bare(o.Default).(run.Str)
	}
	return string(text), known && !knowledge.EndlessSchedule(string(text))
}

// schedules lists the schedulers that step in the loops of training steps, or in the loops around them.
func (e *Entry) schedules() (list []*Mispaced) {
	for _, s := range e.Steps() {
		if s.Loop == nil || s.Owner != PlainTorch && s.Owner != LightningFabric || !s.optimizes() {
			continue
		}
		if s.Loop.Parent == nil {
			list = append(list, s.countedSchedules()...)
			continue
		}
		if !s.feedsBatches() {
			continue
		}
		for _, ev := range e.Events() {
			if ev.Kind != Schedule || ev.Node() == nil || len(ev.Node().Args) > 0 || ev.Object == nil || ev.Object.Made == nil ||
				ev.Object.Made.Node == nil || oneOfAFamily(ev.Object, s.Loop.Parent) || !TorchScheduler(ev) || !s.drivenBy(ev) {
				continue
			}
			switch e.directLoop(ev.Call.Laps) {
			case s.Loop:
				if m := s.paceOf(ev); m != nil {
					list = append(list, m)
				}
			case s.Loop.Parent:
				if len(s.Loop.Parent.steps) == 0 && s.Loop.Kind == BatchLoop {
					list = append(list, &Mispaced{Schedule: ev, Steps: PerEpoch, Epochs: s.Loop.Parent, Of: s})
				}
			}
		}
	}
	return list
}

// feedsBatches reports whether the loop of a step goes over the batches of a loader, more than once: clients and
// agents, each with an optimizer of its own, are none, nor is a loader of one batch.
func (s *Step) feedsBatches() bool {
	l := s.Loop
	if l.Kind != BatchLoop || !l.again() {
		return false
	}
	loaders := loadersOf(l.Over())
	for _, one := range loaders {
		size, _ := library.LoaderArgument(s.Entry.Facts.machine, one, "batch_size")
		if o, ok := run.Bare(size).(*run.Object); ok && o.Operator == "len" {
			return false
		}
	}
	return len(loaders) > 0 || l.overBatches()
}

// oneOfAFamily reports whether an object was made in a loop, or a comprehension, that is not around the loop over
// epochs: there is one for each model of an ensemble.
func oneOfAFamily(o *run.Object, epochs *Loop) bool {
	return slices.ContainsFunc(o.Made.Laps, func(l run.Lap) bool {
		return !slices.ContainsFunc(epochs.Run.Laps, func(around run.Lap) bool { return around.Entry == l.Entry })
	})
}

// paceOf is what a scheduler steps for that steps within the loop of a training step.
func (s *Step) paceOf(ev *Event) *Mispaced {
	if s.Unconditional(ev) {
		return &Mispaced{Schedule: ev, Steps: PerBatch, Epochs: s.Loop.Parent, Of: s}
	}
	a := s.Accumulated()
	if a == nil || a.Gate.Condition == nil {
		return nil
	}
	behind := false
	for _, l := range s.Gates(ev) {
		switch {
		case l.Condition == a.Gate.Condition && l.Holds == a.Gate.Holds:
			behind = true
		case s.Loop.testedBy(l):
		case !settled(l.Condition, 0):
			return nil
		}
	}
	if !behind || len(s.InnerLoops(ev)) > 0 {
		return nil
	}
	return &Mispaced{Schedule: ev, Steps: PerUpdate, Epochs: s.Loop.Parent, Of: s, Every: a}
}

// drivenBy reports whether a scheduler sets the learning rate of an optimizer of the step.
func (s *Step) drivenBy(schedule *Event) bool {
	for _, o := range s.Events {
		if o.StepsOptimizer() && o.Object != nil && s.Drives(schedule, o) {
			return true
		}
	}
	return false
}

// pacing tells what lengths count.
type pacing struct {
	loop   *Loop // over batches
	step   *Step
	epochs run.Value
	// bound is how the loop over epochs writes their number, nil where it does not show.
	bound python.Expr
	// laps is how many batches the loop runs for that has no loop over epochs around it; bound is how it writes that.
	laps run.Value
	// multiplied: a length was the batches of an epoch times the epochs, or laps.
	multiplied bool
}

// overEpochs takes the number of epochs from the loop around the loop over batches; false where it counts nothing.
func (p *pacing) overEpochs(l *Loop) bool {
	if l.Run == p.loop.Run {
		return false
	}
	p.epochs, p.bound = endOfRange(l)
	return p.epochs != nil
}

// endOfRange is how often a loop over a range has a lap, and how the code writes it; nil for another loop.
func endOfRange(l *Loop) (end run.Value, written python.Expr) {
	statement, ok := l.Node().(*python.For)
	if !ok {
		return nil, nil
	}
	switch over := l.Over().(type) {
	case *run.Range:
		end = run.Int(over.Stop)
	case *run.Object:
		if over.Operator != run.Counting || over.Made == nil || len(over.Made.Args) == 0 {
			return nil, nil
		}
		last := over.Made.Args[min(1, len(over.Made.Args)-1)]
		if n, inner := lessOne(last.Node); inner != nil && beginsAtOne(over.Made.Node) {
			if sum, ok := last.Value.(*run.Object); ok && sum.Operator == "+" && len(sum.Operands) == 2 {
				return sum.Operands[n], inner
			}
		}
		return last.Value, last.Node
	default:
		return nil, nil
	}
	written = rangeEnd(statement.Iter)
	of := innermostRange(statement.Iter)
	if name, ok := statement.Iter.(*python.Name); ok {
		if _, bindings := l.Run.Unit.Module.Lookup(name.ID, name); len(bindings) == 1 && bindings[0].Value != nil {
			written = rangeEnd(bindings[0].Value)
			of = innermostRange(bindings[0].Value)
		}
	}
	if _, inner := lessOne(written); inner != nil && beginsAtOne(of) {
		if last, ok := end.(run.Int); ok {
			return last - 1, inner
		}
	}
	return end, written
}

// lessOne is which operand of a sum is left where the other is 1, and how it is written: epochs of epochs + 1; nil
// where it is no such sum.
func lessOne(e python.Expr) (operand int, left python.Expr) {
	sum, ok := e.(*python.Binary)
	switch {
	case !ok || sum.Op != "+":
	case isText(sum.Right, "1"):
		return 0, sum.Left
	case isText(sum.Left, "1"):
		return 1, sum.Right
	}
	return 0, nil
}

// beginsAtOne reports whether a range is written to begin at 1: range(1, epochs + 1) has as many laps as epochs.
func beginsAtOne(c *python.Call) bool {
	return c != nil && len(c.Args) == 2 && isText(c.Args[0].Value, "1")
}

// rangeEnd is where a range ends that is written somewhere in an expression; nil where none is.
func rangeEnd(e python.Expr) python.Expr {
	c := innermostRange(e)
	if c == nil {
		return nil
	}
	return c.Args[min(1, len(c.Args)-1)].Value
}

// isEpochs reports whether a value is the number of epochs, and no constant that only equals it.
func (p *pacing) isEpochs(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	return ok && run.Value(o) == run.Bare(p.epochs)
}

// named reports whether a value equals the number of epochs and both are called so.
func (p *pacing) named(v run.Value, node python.Expr) bool {
	same, known := run.Equal(v, p.epochs)
	return known && same && p.bound != nil && knowledge.NamesEpochs(calledBy(node)) &&
		knowledge.NamesEpochs(calledBy(p.bound))
}

// asMany reports whether a length is as large as the number of epochs and is a number that is written where the
// schedule is made, or is called as the argument is, which says no more: T_max=30 or T_max=T_MAX beside range(30).
func (p *pacing) asMany(v run.Value, node python.Expr, argument string) bool {
	if _, written := node.(*python.Number); !written && !strings.EqualFold(calledBy(node), argument) {
		return false
	}
	length, known := run.Number(run.Bare(v))
	epochs, counted := run.Number(unlessSaid(p.epochs))
	return known && counted && length == epochs && epochs >= fewEpochs
}

// fewEpochs is the least number of epochs that says something of a length which equals it.
const fewEpochs = 3

// calledBy is what the code calls a number: its name, or the key under which a dictionary holds it, cfg["epochs"].
func calledBy(e python.Expr) string {
	if item, ok := e.(*python.Subscript); ok && len(item.Index) == 1 {
		if key, ok := item.Index[0].(*python.String); ok && key.Known {
			return key.Text
		}
	}
	return python.LastName(e)
}

// of is what a number counts: epochs, or batches of all epochs or of one.
func (p *pacing) of(v run.Value, depth int) Pace {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth > maxParts {
		return NoPace
	}
	switch {
	case p.isEpochs(o):
		return PerEpoch
	case p.laps != nil && run.Value(o) == run.Bare(p.laps):
		p.multiplied = true
		return PerBatch
	}
	switch o.Operator {
	case "len":
		if len(o.Operands) == 1 && p.isLoader(o.Operands[0]) {
			return PerBatch
		}
	case "-": // the steps of a warm-up are taken off
		if len(o.Operands) == 2 {
			return p.of(o.Operands[0], depth+1)
		}
	case "*":
		if len(o.Operands) != 2 {
			return NoPace
		}
		left, right := p.of(o.Operands[0], depth+1), p.of(o.Operands[1], depth+1)
		for i, one := range []Pace{left, right} {
			other := o.Operands[1-i]
			same, known := run.Equal(other, p.epochs)
			if one == PerBatch && ([]Pace{right, left}[i] == PerEpoch || known && same) { // (epochs - warm_up) * len(loader)
				p.multiplied = true
				return PerBatch
			}
		}
	}
	return NoPace
}

// isLoader reports whether a value is the loader that the loop goes over.
func (p *pacing) isLoader(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return false
	}
	for _, one := range run.Alternatives(p.loop.Over()) {
		if run.Bare(one) == run.Value(o) {
			return true
		}
	}
	for _, one := range loadersOf(p.loop.Over()) {
		if one == o {
			return true
		}
	}
	return false
}
