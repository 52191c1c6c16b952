package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Switch is a place that freezes or thaws the parameters of a module.
type Switch struct {
	Module *run.Object
	On     bool
	// Part is set when only those parameters are concerned that a condition picks.
	Part  bool
	Place run.Place
	// Path is how the code calls the module.
	Path string

	entry *Entry
	gates []run.Literal
	seq   int
}

// Unoptimized is a thaw of parameters that the optimizer was made without.
type Unoptimized struct {
	Thaw      *Switch
	Optimizer *run.Call
}

// Unoptimized lists the thaws of modules which the optimizer of the program, made before while they were frozen, does
// not know.
func (f *Facts) Unoptimized() []*Unoptimized {
	var list []*Unoptimized
	switches, made := f.switches(), f.optimizers()
	for _, thaw := range switches {
		if !thaw.On || thaw.Part {
			continue
		}
		for _, o := range made {
			if o.leavesOut(thaw, switches, o.alone(made)) && !o.leftToAnother(thaw, made) && !f.extendedLater(o) &&
				!thaw.entry.doneWith(o.optimized.Call.Result.(*run.Object), thaw.seq) {
				list = append(list, &Unoptimized{thaw, o.optimized.Call})
				break
			}
		}
	}
	return list
}

// doneWith reports whether an optimizer has stepped before something happens and does not behind it: a warm-up that is
// over gives the model back as it was. Whoever is handed the optimizer out of sight may step it.
func (e *Entry) doneWith(optimizer *run.Object, seq int) bool {
	before := false
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() || ev.Object != optimizer {
			continue
		}
		if ev.Call.Seq > seq {
			return false
		}
		before = true
	}
	return before && !slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.Seq > seq && newEvent(c) == nil && !e.insideEvent(c) && e.handsOver(c, []*run.Object{optimizer})
	})
}

// switches lists the places that freeze or thaw, of all entries, in order.
func (f *Facts) switches() []*Switch {
	if f.switched != nil {
		return f.switched
	}
	list := []*Switch{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			on, ok := memberObject(c).(*run.Object)
			if !ok || calleeName(c) != "requires_grad_" || c.Node == nil {
				continue
			}
			flag, _ := c.Argument("requires_grad", 0)
			if flag == nil {
				flag = run.Bool(true)
			}
			if s := e.newSwitch(on, flag, c.Gates, c.Seq); s != nil {
				s.Place = c.Place()
				if s.Path == "" {
					s.Path = python.PathText(c.Node.Receiver())
				}
				list = append(list, s)
			}
		}
		for _, store := range e.Stores {
			if store.Name != "requires_grad" || store.Target == nil || store.Kind != run.StoreAttribute {
				continue
			}
			if s := e.newSwitch(store.Target, store.New, store.Gates, store.Seq); s != nil && s.Module != store.Target {
				s.Place = run.Place{Unit: store.Unit, Node: python.EnclosingStmt(store.Node)}
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *Switch) int { return a.seq - b.seq })
	f.switched = list
	return list
}

// newSwitch is the switch of a module, or of all its parameters in a loop; nil when it is not known which way. One by
// what a walk gives beside each parameter, p.requires_grad = "head" in name, switches some of them off.
func (e *Entry) newSwitch(on *run.Object, flag run.Value, gates []run.Literal, seq int) *Switch {
	b, ok := flag.(run.Bool)
	if !ok {
		if all := parametersBehind(on); all != nil && chosenFor(flag, on) {
			return &Switch{
				Module: parametersOf(all),
				Path:   python.PathText(all.Made.Node.Receiver()),
				Part:   true,
				entry:  e,
				gates:  gates,
				seq:    seq,
			}
		}
		return nil
	}
	s := &Switch{Module: on, On: bool(b), entry: e, gates: gates, seq: seq}
	if all := parametersBehind(on); all != nil {
		s.Module = parametersOf(all)
		s.Path = python.PathText(all.Made.Node.Receiver())
		for _, l := range gates { // behind the loop over the parameters
			if l.Condition.Operator != run.Iterates && l.Condition.Operator != run.Raises &&
				asksAbout(l.Condition, on, maxParts) {
				s.Part = true
			}
		}
		return s
	}
	if !e.isModule(on) {
		return nil
	}
	return s
}

// chosenFor reports whether a flag is False for some parameters of a walk, by what is asked about each.
func chosenFor(flag run.Value, parameter *run.Object) bool {
	c, ok := flag.(*run.Choice)
	return ok && slices.ContainsFunc(c.Alternatives, func(a run.Alternative) bool {
		return a.Value == run.Value(run.Bool(false)) &&
			slices.ContainsFunc(a.When, func(l run.Literal) bool { return asksAbout(l.Condition, parameter, maxParts) })
	})
}

// parametersBehind is the list of parameters of which an object is an item; nil for none.
func parametersBehind(o *run.Object) *run.Object {
	for range maxParts {
		from, ok := o.ItemFrom().(*run.Object)
		if !ok {
			return nil
		}
		if parametersOf(from) != nil && from.Made.Node != nil {
			return from
		}
		o = from
	}
	return nil
}

// asksAbout reports whether a condition looks at a parameter, or at its name in the same walk.
func asksAbout(c *run.Condition, parameter *run.Object, depth int) bool {
	for _, part := range c.Parts {
		if depth > 0 && asksAbout(part.Condition, parameter, depth-1) {
			return true
		}
	}
	return c.Object != nil && c.Object.Seq >= parametersBehind(parameter).Seq
}

// making is the making of an optimizer.
type making struct {
	entry     *Entry
	optimized Optimized
}

func (f *Facts) optimizers() []making {
	var list []making
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			o, ok := c.Result.(*run.Object)
			if !ok || o.Made != c || library.RoleOf(o) != knowledge.Optimizer || o.Kind != run.Instance {
				continue
			}
			optimized, _ := e.OptimizedBy(o)
			optimized.Call = c
			list = append(list, making{e, optimized})
		}
	}
	return list
}

// leavesOut reports whether an optimizer was surely made without the parameters that are thawed: they were frozen
// before, and it took only trainable ones or those of another part. One of several leaves a part to the others: alone
// is set where there is no other.
func (m making) leavesOut(thaw *Switch, switches []*Switch, alone bool) bool {
	o := m.optimized
	if !o.Whole || len(o.Modules) == 0 || o.Call.Seq > thaw.seq || !m.sameLife(thaw) ||
		!compatible(o.Call.Gates, thaw.gates) {
		return false
	}
	related := false
	for _, owner := range o.Modules {
		if m.entry.Covers(owner, thaw.Module) {
			if !o.Trainable {
				return false
			}
			related = true
		}
		related = related || m.entry.Covers(thaw.Module, owner) || owner != thaw.Module && base(owner) == base(thaw.Module) ||
			alone && m.entry.runsBoth(owner, thaw.Module)
	}
	return related && m.frozenBefore(thaw, switches)
}

// alone reports whether the function that makes an optimizer, and the methods beside it, make no other.
func (m making) alone(made []making) bool {
	return !slices.ContainsFunc(made, func(o making) bool {
		f, g := m.entry.Function, o.entry.Function
		return o.optimized.Call != m.optimized.Call &&
			(o.entry == m.entry || f != nil && g != nil && f.Class != nil && f.Class == g.Class)
	})
}

// leftToAnother reports whether another optimizer beside this one takes what is thawed, frozen or not.
func (m making) leftToAnother(thaw *Switch, made []making) bool {
	takes := func(owner *run.Object) bool { return m.entry.Covers(owner, thaw.Module) }
	return slices.ContainsFunc(made, func(other making) bool {
		return other.entry == m.entry && !other.optimized.Trainable && slices.ContainsFunc(other.optimized.Modules, takes)
	})
}

// runsBoth reports whether a module that is run holds two others as its parts.
func (e *Entry) runsBoth(a, b *run.Object) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		whole := moduleCalled(c)
		return whole != nil && a != b && e.Covers(whole, a) && e.Covers(whole, b)
	})
}

// sameLife reports whether the optimizer is surely made before: in one entry, or by the constructor of the object whose
// method thaws.
func (m making) sameLife(thaw *Switch) bool {
	if m.entry == thaw.entry {
		return true
	}
	first, second := m.entry.Function, thaw.entry.Function
	return first != nil && second != nil && first.Name() == "__init__" && first.Class != nil && first.Class == second.Class
}

func (m making) frozenBefore(thaw *Switch, switches []*Switch) bool {
	frozen := false
	for _, s := range switches {
		if s.seq > m.optimized.Call.Seq || s.entry != m.entry || !compatible(s.gates, m.optimized.Call.Gates) ||
			!s.On && excludedByName(s.gates, thaw.gates) {
			continue
		}
		holds, held := m.entry.Covers(s.Module, thaw.Module), m.entry.Covers(thaw.Module, s.Module)
		switch {
		case s.Part: // some of them stay frozen, whichever they are: of one part of it nobody knows
			frozen = frozen || !s.On && held
		case holds:
			frozen = !s.On
		case held:
			frozen = frozen || !s.On
		}
	}
	return frozen
}

// extendedLater reports whether the program makes another optimizer after one, or adds parameters to one. Code that is
// not seen may make it, too: optimizer = build_optimizer(model).
func (f *Facts) extendedLater(m making) bool {
	near := func(e *Entry) bool {
		return e == m.entry ||
			e.Function != nil && m.entry.Function != nil && e.Function.Class != nil && e.Function.Class == m.entry.Function.Class
	}
	for _, e := range f.Entries() {
		if !near(e) {
			continue
		}
		for _, c := range e.Calls {
			o, ok := c.Result.(*run.Object)
			makes := ok && o.Made == c && c.Seq > m.optimized.Call.Seq && library.RoleOf(o) == knowledge.Optimizer
			if makes || calleeName(c) == "add_param_group" {
				return true
			}
		}
	}
	return false
}

// Freezes reports whether the file sets requires_grad to something else than True, or calls what by its name freezes.
func (f *Facts) Freezes() bool {
	for _, a := range f.Module.Attributes(func(name string) bool { return name == "requires_grad" }) {
		if s := a.Assignment(); s != nil && !f.Module.IsTrue(s.Value) {
			return true
		}
	}
	return slices.ContainsFunc(f.Module.AllCalls(), func(c *python.Call) bool {
		if given := c.Keyword("requires_grad"); given != nil && f.Module.IsFalse(given.Value) {
			return true
		}
		sets := c.MethodName() == "requires_grad_" && len(c.Args) > 0 && !f.Module.IsTrue(c.Args[0].Value)
		return sets || strings.Contains(python.LastName(c.Func), "freeze")
	})
}

// FrozenAround is the place that freezes the whole of the model on which a method is called, while a part of it is
// thawed again: its embeddings stay frozen. It is nil where that is not sure.
func (f *Facts) FrozenAround(method *python.Call) *Switch {
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if model, ok := memberObject(c).(*run.Object); ok && c.At == python.Node(method) {
				if frozen := e.frozenBut(model, c); frozen != nil {
					return frozen
				}
			}
		}
	}
	return nil
}

// frozenBut is the switch that leaves a model frozen but for a part of it.
func (e *Entry) frozenBut(model *run.Object, c *run.Call) (frozen *Switch) {
	thawed := false
	for _, s := range e.Facts.switches() {
		switch {
		case s.entry != e || s.Part || !compatible(s.gates, c.Gates):
		case s.Module == model && !s.On:
			frozen, thawed = s, false
		case s.Module == model:
			frozen = nil
		case s.On && e.Covers(model, s.Module):
			thawed = true
		}
	}
	if !thawed || frozen != nil && frozen.seq > c.Seq && len(c.Gates) > 0 {
		return nil
	}
	return frozen
}
