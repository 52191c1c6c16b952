package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// GivenSchedulers lists the schedulers that a function gives, alone or beside their optimizer, and with which the file
// does nothing, while it steps the optimizer itself: optimizer, scheduler = make_optimizer(model). Where the function
// is not seen, its name and that of what it gives say so.
func (f *Facts) GivenSchedulers() []*Unstepped {
	var list []*Unstepped
	for n := range python.AllIn(f.Module.Body) {
		assign, ok := n.(*python.Assign)
		if !ok || len(assign.Targets) != 1 {
			continue
		}
		c, ok := assign.Value.(*python.Call)
		if !ok || !knowledge.NamesScheduleMaker(python.LastName(c.Func)) || knowledge.MakesStepped(f.Module.Resolve(c.Func)) {
			continue
		}
		targets := []python.Expr{assign.Targets[0]}
		if together, ok := assign.Targets[0].(*python.Sequence); ok {
			targets = together.Items
		}
		i := slices.IndexFunc(targets, func(t python.Expr) bool {
			name, ok := t.(*python.Name)
			return ok && knowledge.NamesSchedule(name.ID)
		})
		if i < 0 || !f.stepsBeside(c, targets) {
			continue
		}
		u := &Unstepped{Making: c, Class: python.LastName(c.Func)}
		if f.keptUnstepped(u, targets[i]) && !f.switchedOff(u.Name) && !f.givesOther(c, i, len(targets)) {
			list = append(list, u)
		}
	}
	return list
}

// stepsBeside reports whether the code around a call steps an optimizer that the call gives beside something, or is
// given.
func (f *Facts) stepsBeside(c *python.Call, targets []python.Expr) bool {
	names := slices.Clone(targets)
	for _, a := range c.Args {
		names = append(names, a.Value)
	}
	fn := python.EnclosingFunction(c)
	return slices.ContainsFunc(f.Module.AllCalls(), func(step *python.Call) bool {
		on, ok := step.Receiver().(*python.Name)
		return ok && step.MethodName() == "step" && python.EnclosingFunction(step) == fn &&
			slices.ContainsFunc(names, func(e python.Expr) bool { return isName(e, on.ID) && !knowledge.NamesSchedule(on.ID) })
	})
}

// givesOther reports whether a run shows that the i-th of the n things that a call gives is no scheduler on some way:
// None where no option asks for one.
func (f *Facts) givesOther(c *python.Call, i, n int) bool {
	for _, e := range f.Entries() {
		for _, made := range e.Calls {
			if made.Node != c {
				continue
			}
			for _, result := range run.Alternatives(made.Result) {
				v := result
				if n > 1 {
					together, ok := result.(*run.Tuple)
					if !ok || len(together.Items) != n {
						continue
					}
					v = together.Items[i]
				}
				if slices.ContainsFunc(run.Alternatives(v), noScheduler) {
					return true
				}
			}
		}
	}
	return false
}

// noScheduler reports whether a value is seen to be something else than a scheduler.
func noScheduler(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok {
		return true
	}
	return o.Kind != run.Unknown && o.Kind != run.Result && library.RoleOf(o) != knowledge.Scheduler
}
