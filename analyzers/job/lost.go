package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// readLost says where the way from what is started to what it trains is lost, where no model is found that the script
// trains: the first thing on that way that is not known, or the call that the run does not come by.
func (j *Job) readLost() {
	if len(j.Own) > 0 || len(j.trained()) > 0 || j.Program == nil {
		return
	}
	switch e := j.Program.run; {
	case e.ran() == nil || e.reached && j.OwnDoubt != nil:
	case e.reached:
		j.Lost = j.untold(e.machine)
	case j.OwnDoubt != nil: // found in functions that were looked into one by one: that a caller is not seen helps nobody
		if lost := j.unreached(e.machine); lost != nil {
			j.OwnDoubt = lost
		}
	default:
		j.Lost = j.unreached(e.machine)
	}
}

// unreached is why a run does not come to the training step of the module that has one.
func (j *Job) unreached(m *run.Machine) *Doubt {
	step := j.firstStep()
	if step == nil {
		return &Doubt{Place{File: j.Program.File()}, "no training step is seen in this file or in what it imports"}
	}
	at := j.Program.Place(step)
	around := python.EnclosingFunction(step)
	switch {
	case j.Program.run.cut:
		return &Doubt{at, "the program is too long to be followed to its training step"}
	case around == nil:
		return &Doubt{at, "the run does not come to this training step"}
	}
	return j.notCalled(m, around, at)
}

// firstStep is the training step of the module that has it.
func (j *Job) firstStep() *python.Call {
	m := j.Program.Module()
	calls := m.AllCalls()
	if i := slices.IndexFunc(calls, func(c *python.Call) bool { return c.MethodName() == "backward" }); i >= 0 {
		return calls[i]
	}
	if i := slices.IndexFunc(calls, func(c *python.Call) bool { return isStep(m, c) }); i >= 0 {
		return calls[i]
	}
	return nil
}

// notCalled is why the function around a training step does not run: a call of its name of an object that is not known,
// a call that the run does not come by, or nothing that calls it.
func (j *Job) notCalled(m *run.Machine, around *python.Function, at Place) *Doubt {
	e := j.Program.run
	for _, c := range slices.Backward(m.Trace.Calls[:e.followed]) {
		if c.Node == nil || c.Node.MethodName() != around.Name || c.Unit == nil {
			continue
		}
		if method, ok := c.Callee.(*run.Member); ok {
			if d := e.unknownBehind(method.Object); d != nil {
				return d
			}
		}
	}
	made := map[*python.Call]bool{}
	for _, c := range m.Trace.Calls[:e.followed] {
		made[c.Node] = true
	}
	name := around.Name
	for range mostCallers { // who calls it may not run either
		var by *python.Function
		for _, p := range j.programs {
			for _, c := range p.Module().AllCalls() {
				if c.MethodName() != name && python.PathText(c.Func) != name || made[c] {
					continue
				}
				inside := python.EnclosingFunction(c)
				if inside == nil || m.Visited(inside) > 0 && !e.onlyEntered(inside) {
					return &Doubt{p.Place(c), "the run does not come by this call of " + name + "()"}
				}
				if inside.Name != name {
					by = inside
				}
			}
		}
		if by == nil {
			break
		}
		name = by.Name
	}
	return &Doubt{at, "nothing that runs is seen to call " + around.Name + "(), which trains"}
}

// mostCallers bounds how far up the callers of a function are looked for.
const mostCallers = 4

// onlyEntered reports whether a function ran only because it was looked into by itself, after the program had ended.
func (e *execution) onlyEntered(f *python.Function) bool {
	for _, c := range e.machine.Trace.Calls[:e.followed] {
		if callee, ok := run.Bare(c.Callee).(*run.Function); ok && callee.Node == f {
			return false
		}
		if method, ok := run.Bare(c.Callee).(*run.Method); ok && method.Func.Node == f {
			return false
		}
	}
	return true
}

// untold is what is not known of the model whose parameters the program asks for, or that it hands to a trainer; else
// the one that it loads and that no optimizer is seen to hold. nil where nothing is seen of it.
func (j *Job) untold(m *run.Machine) *Doubt {
	e := j.Program.run
	for _, wanted := range []string{"parameters", "named_parameters", "fit", "train"} {
		for _, c := range m.Trace.Calls[:e.followed] {
			method, ok := c.Callee.(*run.Member)
			if !ok || c.Node == nil || method.Name != wanted {
				continue
			}
			of := method.Object
			if wanted == "fit" && len(c.Args) > 0 {
				of = c.Args[0].Value
			}
			if library.IsModule(of) {
				continue
			}
			if d := e.unknownBehind(of); d != nil {
				return d
			}
		}
	}
	for _, l := range j.Loads {
		if l.Name.Known() {
			return &Doubt{l.In.Place(l.Call()), "no optimizer is seen to hold what is loaded here"}
		}
	}
	for _, c := range m.Trace.Calls[:e.followed] {
		if method, ok := c.Callee.(*run.Member); ok && c.Node != nil && method.Name == "step" {
			if d := e.unknownBehind(method.Object); d != nil {
				return d
			}
		}
	}
	if step := j.firstStep(); step != nil {
		return &Doubt{j.Program.Place(step), "which model this step trains is not seen"}
	}
	return nil
}

// unknownBehind is the first thing that is not known of those that a value was made of, nil where the value is known:
// of instantiate(cfg.model) it is cfg.
func (e *execution) unknownBehind(v run.Value) *Doubt {
	top := firstUnknown(v)
	if top == nil {
		return nil
	}
	left := mostBehindUnknown
	o := rootUnknown(top, &left)
	if o == nil {
		o = top
	}
	from := o.At
	if from.Unit == nil && o.Made != nil {
		from = o.Made.Place()
	}
	if o.Why == "" || from.Unit == nil || from.Unit.Module == nil || from.Node == nil {
		return nil
	}
	why := o.Why
	if o.Word != "" && o.Kind == run.Unknown {
		why = o.Word + ": " + why
	}
	return &Doubt{Place{File: from.Unit.Module.File, Span: from.Node.Span()}, why}
}

// rootUnknown is the first thing that nothing is known of among those that an object was made of, itself where there is
// nothing before it; nil where it was made by calls of libraries alone.
func rootUnknown(o *run.Object, left *int) *run.Object {
	if *left--; *left < 0 {
		return nil
	}
	before := slices.Clone(o.Operands)
	if o.Made != nil {
		if method, ok := o.Made.Callee.(*run.Member); ok {
			before = append(before, method.Object)
		}
		for _, a := range o.Made.Args {
			before = append(before, a.Value)
		}
	}
	for _, v := range before {
		if next := firstUnknown(v); next != nil && next != o {
			if root := rootUnknown(next, left); root != nil {
				return root
			}
		}
	}
	if o.Kind == run.Unknown {
		return o
	}
	return nil
}

// mostBehindUnknown bounds how many values are looked at behind one.
const mostBehindUnknown = 48

// firstUnknown is a value, or one of several that it may be, of which only the origin is known; nil for none.
func firstUnknown(v run.Value) *run.Object {
	for _, one := range run.Alternatives(v) {
		if o, ok := run.Bare(one).(*run.Object); ok && (o.Kind == run.Unknown || o.Kind == run.Result) {
			return o
		}
	}
	return nil
}
