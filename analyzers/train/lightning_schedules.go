package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// TrainerPaced is a schedule that Lightning steps, and whose length counts something else than what it does so for.
type TrainerPaced struct {
	// Making makes the schedule, and Length says in it how many steps that has.
	Making *python.Call
	Length python.Expr
	// Interval is how a module says when it is stepped, nil where that is the default: once an epoch.
	Interval python.Expr
	// Counts and Steps are PerEpoch and PerUpdate, or the other way round.
	Counts, Steps Pace
}

// TrainerPacedSchedules lists the schedules that configure_optimizers() of a LightningModule returns with another
// interval than their length is counted in, for sure.
func (f *Facts) TrainerPacedSchedules() []*TrainerPaced {
	var list []*TrainerPaced
	for _, fn := range f.configuring() {
		class := python.EnclosingClass(fn)
		if f.optimizesByHand(class) || f.lineageSpeaks(class, knowledge.StepsSchedules) {
			continue
		}
		for _, s := range f.schedulesGivenBy(fn) {
			if t := f.trainerPaced(s); t != nil && !slices.ContainsFunc(list, func(o *TrainerPaced) bool {
				return o.Making == t.Making
			}) {
				list = append(list, t)
			}
		}
	}
	return list
}

// configuring are the methods of the file's LightningModules that give Lightning their optimizers.
func (f *Facts) configuring() []*python.Function {
	var list []*python.Function
	for n := range python.AllIn(f.Module.Body) {
		fn, ok := n.(*python.Function)
		if !ok || fn.Name != knowledge.ConfiguresOptimizers {
			continue
		}
		if class := python.EnclosingClass(fn); class != nil && f.lightningModule(class) {
			list = append(list, fn)
		}
	}
	return list
}

// lightningModule reports whether a class is a LightningModule, by its bases in its file.
func (f *Facts) lightningModule(class *python.Class) bool {
	return slices.ContainsFunc(f.Module.Ancestry(class), func(one *python.Class) bool {
		return slices.ContainsFunc(one.Bases, func(b *python.Arg) bool {
			return knowledge.IsLightningModule(f.Module.Resolve(b.Value))
		})
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

// schedulesGivenBy are the schedules in all that a method returns.
func (f *Facts) schedulesGivenBy(fn *python.Function) []python.Expr {
	var list []python.Expr
	for n := range python.AllIn(fn.Body) {
		if r, ok := n.(*python.Return); ok && r.Value != nil && python.EnclosingFunction(r) == fn {
			list = append(list, f.returnedSchedules(r.Value)...)
		}
	}
	return list
}

// returnedSchedules are the schedules in what configure_optimizers() returns, each as it stands there: alone, or in the
// dictionary that says more of it.
func (f *Facts) returnedSchedules(e python.Expr) []python.Expr {
	if dict, fixed := f.Module.DictOf(e); dict != nil && fixed && dict.Whole() {
		for _, item := range dict.Items {
			if item.Key == "lr_scheduler" {
				return []python.Expr{item.Value}
			}
		}
		return nil
	}
	seq, ok := f.Module.OnlyValue(e).(*python.Sequence)
	if !ok {
		return nil
	}
	if len(seq.Items) == 2 {
		if schedules, ok := f.Module.OnlyValue(seq.Items[1]).(*python.Sequence); ok { // [optimizer], [scheduler]
			return schedules.Items
		}
	}
	var list []python.Expr
	for _, item := range seq.Items { // {"optimizer": …, "lr_scheduler": …}, {…}
		if dict, _ := f.Module.DictOf(item); dict != nil {
			list = append(list, f.returnedSchedules(item)...)
		}
	}
	return list
}

// trainerPaced compares how often Lightning steps a schedule with what its length counts; nil where they agree, or one
// of them is not known.
func (f *Facts) trainerPaced(e python.Expr) *TrainerPaced {
	t := &TrainerPaced{Steps: PerEpoch}
	if dict, fixed := f.Module.DictOf(e); dict != nil {
		if !fixed || !dict.Whole() {
			return nil
		}
		e = nil
		for _, item := range dict.Items {
			switch item.Key {
			case "scheduler":
				e = item.Value
			case "interval":
				t.Interval = item.Value
			case "frequency":
				if v, ok := f.Module.Const(item.Value); !ok || v.Default || v.Int != 1 {
					return nil
				}
			}
		}
	}
	if t.Interval != nil {
		v, ok := f.Module.Const(t.Interval)
		switch {
		case ok && !v.Default && v.Str == "step":
			t.Steps = PerUpdate
		case !ok || v.Default || v.Str != "epoch":
			return nil
		}
	}
	if e == nil {
		return nil
	}
	t.Making, _ = f.Module.OnlyValue(e).(*python.Call)
	if t.Making == nil || t.Making.Spreads() {
		return nil
	}
	for _, arg := range knowledge.ScheduleLength(f.Module.Resolve(t.Making.Func)) {
		given := f.Module.Argument(t.Making, arg.Name, arg.Position)
		if given.Presence != python.Given || python.IsNone(given.Value) {
			continue
		}
		t.Length, t.Counts = given.Value, f.lengthCounts(given.Value)
		if arg.Each {
			t.Counts = PerUpdate
			if v, ok := f.Module.Const(given.Value); ok && v.Int == 1 { // and epochs=…: once an epoch
				t.Counts = PerEpoch
			}
		}
	}
	if t.Counts == NoPace || t.Counts == t.Steps {
		return nil
	}
	return t
}

// maxLengthNames bounds through how many names a length is followed.
const maxLengthNames = 40

// lengthCounts is what a length counts by the names in it: the trainer's estimate of all steps, a number of epochs.
func (f *Facts) lengthCounts(e python.Expr) Pace {
	steps, epochs, other := 0, 0, 0
	divided := false
	seen := 0
	var look func(e python.Expr)
	look = func(e python.Expr) {
		if seen++; seen > maxLengthNames {
			other++
			return
		}
		switch e := e.(type) {
		case *python.Name:
			if made := f.Module.OnlyValue(e); made != nil && made != python.Expr(e) {
				look(made)
				return
			}
			other++ // the name of a parameter, or of what several statements bind
		case *python.Attribute:
			switch {
			case knowledge.CountsTrainersSteps(e.Attr):
				steps++
			case knowledge.CountsTrainersEpochs(e.Attr):
				epochs++
			default:
				other++
			}
		case *python.Binary:
			if _, number := e.Right.(*python.Number); !number && (e.Op == "/" || e.Op == "//") {
				divided = true
			}
			look(e.Left)
			look(e.Right)
		case *python.Number:
		case *python.Call:
			if knowledge.ComputesNumber(f.Module.Resolve(e.Func)) {
				for _, a := range e.Args {
					look(a.Value)
				}
				return
			}
			other++
		default:
			other++
		}
	}
	look(e)
	switch {
	case divided:
	case steps > 0 && epochs == 0:
		return PerUpdate
	case epochs > 0 && steps == 0 && other == 0:
		return PerEpoch
	}
	return NoPace
}

// UnsteppedByTrainer lists the schedules that configure_optimizers() of a LightningModule returns that says it steps
// itself, where nothing of the class or of its file gets at them: Lightning leaves them to it.
func (f *Facts) UnsteppedByTrainer() []*python.Call {
	if f.Module.Mentions(knowledge.StepsSchedules) {
		return nil
	}
	var list []*python.Call
	for _, fn := range f.configuring() {
		class := python.EnclosingClass(fn)
		if !f.setsByHand(class) || f.lineageSpeaks(class, knowledge.StepsSchedules) {
			continue
		}
		for _, s := range f.schedulesGivenBy(fn) {
			if dict, fixed := f.Module.DictOf(s); dict != nil && fixed {
				at := slices.IndexFunc(dict.Items, func(i python.Entry) bool { return i.Key == "scheduler" })
				if at < 0 {
					continue
				}
				s = dict.Items[at].Value
			}
			made, ok := f.Module.OnlyValue(s).(*python.Call)
			if ok && knowledge.MakesStepped(f.Module.Resolve(made.Func)) && !slices.Contains(list, made) {
				list = append(list, made)
			}
		}
	}
	return list
}

// setsByHand reports whether a class itself says that Lightning is to step nothing.
func (f *Facts) setsByHand(class *python.Class) bool {
	return slices.ContainsFunc(storesOn(class), func(s stored) bool {
		return s.target.Attr == knowledge.StepsByItself && f.Module.IsFalse(s.value)
	})
}
