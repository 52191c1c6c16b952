package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// TrainerPaced is a schedule that Lightning steps, and whose length counts something else than what it does so for.
type TrainerPaced struct {
	// Making makes the schedule, and Length says in it how many steps that has; it may stand in another file.
	Making *run.Call
	Length run.Place
	// Interval is where a module says when it is stepped, of no file where that is the default: once an epoch.
	Interval run.Origin
	// Counts and Steps are PerEpoch and PerUpdate, or the other way round.
	Counts, Steps Pace
}

// TrainerPacedSchedules lists the schedules that configure_optimizers() of a LightningModule returns with another
// interval than their length is counted in, for sure.
func (f *Facts) TrainerPacedSchedules() []*TrainerPaced {
	var list []*TrainerPaced
	for _, c := range f.lightningSetups() {
		if f.optimizesByHand(c.class) || f.lineageSpeaks(c.class, knowledge.StepsSchedules) {
			continue
		}
		for _, s := range c.schedules() {
			t := s.paced()
			if t != nil && !slices.ContainsFunc(list, func(o *TrainerPaced) bool { return o.Making.Node == t.Making.Node }) {
				list = append(list, t)
			}
		}
	}
	return list
}

// lightningSetup is what configure_optimizers() of a LightningModule gives Lightning, as a run shows it.
type lightningSetup struct {
	machine *run.Machine
	class   *python.Class
	given   run.Value
}

// lightningSetups are those of each LightningModule of the file which writes the method.
func (f *Facts) lightningSetups() []lightningSetup {
	if f.configures != nil {
		return *f.configures
	}
	f.configures = &[]lightningSetup{}
	for n := range python.AllIn(f.Module.Body) {
		fn, ok := n.(*python.Function)
		if !ok || fn.Name != knowledge.ConfiguresOptimizers {
			continue
		}
		node := python.EnclosingClass(fn)
		if node == nil || python.EnclosingFunction(node) != nil {
			continue
		}
		m := f.theHolding().machine
		class, _ := m.Global(m.Unit(f.Module, "__main__"), node.Name).(*run.Class)
		if class == nil || class.Node != node || !isLightningClass(class) {
			continue
		}
		method, ok := m.ClassMember(class, fn.Name).(*run.Function)
		if !ok || method.Node != fn {
			continue
		}
		m.Renew(stepsOfHeld)
		given := m.Enter(method, m.Instance(class))
		if !m.Over() {
			*f.configures = append(*f.configures, lightningSetup{m, node, given})
		}
	}
	return *f.configures
}

// isLightningClass reports whether a class inherits from a LightningModule.
func isLightningClass(class *run.Class) bool {
	return slices.ContainsFunc(class.Line(), func(one run.Value) bool {
		s, ok := one.(run.Symbol)
		return ok && knowledge.IsLightningModule(string(s))
	})
}

// lineageSpeaks reports whether a class, or one that it inherits from in the project, has a word.
func (f *Facts) lineageSpeaks(class *python.Class, word func(string) bool) bool {
	return slices.ContainsFunc(f.wholeLineage(class), func(one *python.Class) bool { return python.MentionsIn(one, word) })
}

// optimizesByHand reports whether a module says that Lightning is to step nothing by itself.
func (f *Facts) optimizesByHand(class *python.Class) bool {
	return f.lineageSpeaks(class, knowledge.OptimizesByHand)
}

// scheduled is one schedule of those that a method gives Lightning, and what it says of it.
type scheduled struct {
	machine             *run.Machine
	made                *run.Call
	interval, frequency run.Value // nil where nothing says so
}

// schedules are the schedules in all that the method may give.
func (c lightningSetup) schedules() []scheduled {
	var list []scheduled
	for _, one := range run.Alternatives(run.Bare(c.given)) {
		list = append(list, c.schedulesIn(one)...)
	}
	return list
}

// schedulesIn are the schedules in what configure_optimizers() gives: alone, or in the dictionary that says more of it.
func (c lightningSetup) schedulesIn(v run.Value) []scheduled {
	if under, exact := c.items(v); exact {
		return c.scheduled(under["lr_scheduler"])
	}
	several, exact := c.machine.Elements(v)
	if !exact {
		return nil
	}
	if len(several) == 2 {
		if schedules, exact := c.machine.Elements(several[1]); exact { // [optimizer], [scheduler]
			var list []scheduled
			for _, s := range schedules {
				list = append(list, c.scheduled(s)...)
			}
			return list
		}
	}
	var list []scheduled
	for _, one := range several { // {"optimizer": …, "lr_scheduler": …}, {…}
		if _, exact := c.items(one); exact {
			list = append(list, c.schedulesIn(one)...)
		}
	}
	return list
}

// items is what a dictionary holds under texts; exact is false where that is not all, or the value is no dictionary.
func (c lightningSetup) items(v run.Value) (under map[string]run.Value, exact bool) {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Kind != run.Dict {
		return nil, false
	}
	keys, values, exact := c.machine.Entries(o)
	under = map[string]run.Value{}
	for i, key := range keys {
		text, ok := run.Bare(key).(run.Str)
		if !ok {
			return nil, false
		}
		under[string(text)] = values[i]
	}
	return under, exact
}

// scheduled are the schedules that a value may be, with what a dictionary around them says; none where that is not
// known whole.
func (c lightningSetup) scheduled(v run.Value) []scheduled {
	if v == nil {
		return nil
	}
	var says scheduled
	if o, ok := run.Bare(v).(*run.Object); ok && o.Kind == run.Dict {
		under, exact := c.items(v)
		if !exact {
			return nil
		}
		v, says.interval, says.frequency = under["scheduler"], under["interval"], under["frequency"]
	}
	var list []scheduled
	for _, one := range run.Alternatives(run.Bare(v)) {
		if o, ok := run.Bare(one).(*run.Object); ok && o.Made != nil {
			list = append(list, scheduled{c.machine, o.Made, says.interval, says.frequency})
		}
	}
	return list
}

// paced compares how often Lightning steps a schedule with what its length counts; nil where they agree, or one of them
// is not known.
func (s scheduled) paced() *TrainerPaced {
	t := &TrainerPaced{Steps: PerEpoch, Making: s.made}
	if s.frequency != nil && run.Bare(s.frequency) != run.Value(run.Int(1)) {
		return nil
	}
	if s.interval != nil {
		where, ok := s.interval.(*run.Located)
		if !ok || where.Default {
			return nil
		}
		t.Interval = where.Origin
		switch where.Value {
		case run.Value(run.Str("step")):
			t.Steps = PerUpdate
		case run.Value(run.Str("epoch")):
		default:
			return nil
		}
	}
	if slices.ContainsFunc(s.made.Args, func(a run.Argument) bool { return a.Star > 0 }) {
		return nil
	}
	for _, arg := range lengthsOf(s.made) {
		given, _ := s.made.Passed(arg.Name, arg.Position)
		if given == nil || run.IsNone(given.Value) || s.made.Written(given).Node == nil {
			continue
		}
		t.Length, t.Counts = s.made.Written(given), lengthCounts(given.Value)
		if arg.Each {
			t.Counts = PerUpdate
			if run.Bare(given.Value) == run.Value(run.Int(1)) { // and epochs=…: once an epoch
				t.Counts = PerEpoch
			}
		}
	}
	if t.Counts == NoPace || t.Counts == t.Steps {
		return nil
	}
	return t
}

// maxLengthParts bounds of how many parts a length is looked through.
const maxLengthParts = 40

// lengthCounts is what a length counts by the names of what it was computed of: the trainer's estimate of all steps, a
// number of epochs.
func lengthCounts(v run.Value) Pace {
	steps, epochs, other := 0, 0, 0
	divided := false
	seen := 0
	named := func(word string) {
		switch {
		case knowledge.CountsTrainersSteps(word):
			steps++
		case knowledge.CountsTrainersEpochs(word):
			epochs++
		default:
			other++
		}
	}
	var look func(v run.Value)
	look = func(v run.Value) {
		if seen++; seen > maxLengthParts {
			other++
			return
		}
		o, ok := run.Bare(v).(*run.Object)
		if !ok {
			if !isKnownNumber(v) {
				other++
			}
			return
		}
		path := ""
		if o.Made != nil {
			path = symbolOf(o.Made)
		}
		switch {
		case knowledge.ComputesNumber(path):
			for _, a := range o.Made.Args {
				look(a.Value)
			}
		case o.Made != nil:
			other++
		case strings.HasPrefix(o.Operator, "."):
			named(o.Operator[1:])
		case o.Operator == "parameter":
			named(o.Word)
		case o.Operator == run.ItemOf && len(o.Operands) > 1:
			key, _ := run.Bare(o.Operands[1]).(run.Str)
			named(string(key))
		case knowledge.IsArithmetic(o.Operator) && len(o.Operands) == 2:
			if !isKnownNumber(o.Operands[1]) && (o.Operator == "/" || o.Operator == "//") {
				divided = true
			}
			look(o.Operands[0])
			look(o.Operands[1])
		default:
			other++
		}
	}
	look(v)
	switch {
	case divided:
	case steps > 0 && epochs == 0:
		return PerUpdate
	case epochs > 0 && steps == 0 && other == 0:
		return PerEpoch
	}
	return NoPace
}

// isKnownNumber reports whether a value is a number that is known.
func isKnownNumber(v run.Value) bool {
	switch run.Bare(v).(type) {
	case run.Int, run.Float, run.BigInt:
		return true
	}
	return false
}

// UnsteppedByTrainer lists the schedules that configure_optimizers() of a LightningModule returns that says it steps
// itself, where nothing of the class or of its file gets at them: Lightning leaves them to it.
func (f *Facts) UnsteppedByTrainer() []*run.Call {
	if f.Module.Mentions(knowledge.StepsSchedules) {
		return nil
	}
	var list []*run.Call
	for _, c := range f.lightningSetups() {
		byHand := f.setsByHand(c.class)
		if len(byHand) == 0 || f.lineageSpeaks(c.class, knowledge.StepsSchedules) {
			continue
		}
		for _, s := range c.schedules() {
			told := slices.ContainsFunc(list, func(o *run.Call) bool { return o.Node == s.made.Node })
			beside := func(set stored) bool { return !f.elsewhere(s.made, set.at) }
			if knowledge.MakesStepped(symbolOf(s.made)) && !told && slices.ContainsFunc(byHand, beside) {
				list = append(list, s.made)
			}
		}
	}
	return list
}

// setsByHand are the statements by which a class itself says that Lightning is to step nothing.
func (f *Facts) setsByHand(class *python.Class) []stored {
	return slices.DeleteFunc(storesOn(class), func(s stored) bool {
		return s.target.Attr != knowledge.StepsByItself || !f.Module.IsFalse(s.value)
	})
}

// elsewhere reports whether a call happens only where a statement of the file does not: one stands behind a condition,
// and the other, or what leads to it, behind its opposite. A class with one optimizer for Lightning, and several that
// it steps itself, asks the same switch in both methods.
func (f *Facts) elsewhere(c *run.Call, at python.Node) bool {
	for ; c != nil && c.Node != nil && c.Unit.Module == f.Module; c = c.Caller {
		if f.Module.Contradict(c.Node, at) {
			return true
		}
	}
	return false
}
