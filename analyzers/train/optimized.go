package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Optimized is what an optimizer was made of.
type Optimized struct {
	// Call makes the optimizer.
	Call *run.Call
	// Modules are those whose parameters it takes.
	Modules []*run.Object
	// Whole is false when it also takes something that cannot be told, or only one of several that are listed.
	Whole bool
	// Listed is false when it also takes something that cannot be told: of a choice, each alternative is among the
	// modules.
	Listed bool
	// Filtered is set when it may take only some of their parameters.
	Filtered bool
	// Trainable is set when it takes only those that require gradients where it is made.
	Trainable bool
}

// OptimizedBy tells what an optimizer was made of; ok is false when the call that makes it is not seen, or does not
// show the modules.
func (e *Entry) OptimizedBy(optimizer *run.Object) (o Optimized, ok bool) {
	if optimizer == nil || optimizer.Made == nil || library.RoleOf(optimizer) != knowledge.Optimizer {
		return o, false
	}
	given, _ := optimizer.Made.Argument("params", 0)
	if given == nil {
		return o, false
	}
	o = Optimized{Call: optimizer.Made, Whole: true, Listed: true}
	e.collectModules(given, &o, 0)
	// some item of what is not seen
	if !o.Whole && slices.ContainsFunc(o.Modules, func(m *run.Object) bool { return m.Made == nil }) {
		o.Listed = false
	}
	return o, len(o.Modules) > 0
}

// ofTensorsAlone reports whether an optimizer is given nothing but tensors that the program makes beside its modules:
// the perturbation of an attack.
func (e *Entry) ofTensorsAlone(optimizer *run.Object) bool {
	if optimizer == nil || optimizer.Made == nil || library.RoleOf(optimizer) != knowledge.Optimizer {
		return false
	}
	given, _ := optimizer.Made.Argument("params", 0)
	list, ok := given.(*run.Object)
	if !ok || list.Kind != run.List {
		return false
	}
	items := e.Facts.machine.Contents(list)
	return len(items) > 0 && !slices.ContainsFunc(items, func(v run.Value) bool {
		o, ok := v.(*run.Object)
		return !ok || o.Made == nil || !strings.HasPrefix(symbolOf(o.Made), "torch.") || library.IsModule(o)
	})
}

// optimizes reports whether some optimizer of the entry takes the parameters of an object of which nothing else is
// known: it is a module then.
func (e *Entry) optimizes(o *run.Object) bool {
	if !isBare(o) && !isForeign(o) {
		return false
	}
	if e.optimized == nil {
		e.findOptimized()
	}
	return e.optimized[o]
}

// findOptimized collects the modules of the optimizers that an entry makes or uses.
func (e *Entry) findOptimized() {
	e.optimized = map[*run.Object]bool{}
	met := map[*run.Object]bool{}
	add := func(optimizer *run.Object) {
		if optimizer == nil || met[optimizer] {
			return
		}
		met[optimizer] = true
		o, _ := e.OptimizedBy(optimizer)
		for _, m := range o.Modules {
			e.optimized[m] = true
		}
	}
	for _, c := range e.Calls {
		if o, ok := c.Result.(*run.Object); ok && o.Made == c && library.RoleOf(o) == knowledge.Optimizer {
			add(o)
		}
		if m, ok := c.Callee.(*run.Member); ok && m.Name == "step" {
			for _, on := range run.Alternatives(m.Object) {
				if o, ok := on.(*run.Object); ok {
					add(o)
				}
			}
		}
	}
}

// isForeign reports whether an object is an instance of a class that is not at hand and of which nothing is known.
func isForeign(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && o.Kind == run.Instance && knowledge.CallGives(string(class)) == knowledge.NotKnown &&
		library.RoleOf(o) == knowledge.NoRole
}

// maxNested bounds how deep the parameters of an optimizer are looked for.
const maxNested = 6

func (e *Entry) collectModules(v run.Value, o *Optimized, depth int) {
	list := run.Alternatives(v)
	if depth > maxNested || len(list) != 1 {
		o.Whole = o.Whole && len(list) == 0
		o.Listed = o.Listed && depth <= maxNested
		if depth <= maxNested { // one of several sets of parameters: each may be it
			for _, one := range list {
				e.collectModules(one, o, depth+1)
			}
		}
		return
	}
	switch one := list[0].(type) {
	case *run.Tuple:
		for _, item := range one.Items {
			e.collectModules(item, o, depth+1)
		}
	case *run.Object:
		e.collectFrom(one, o, depth)
	case run.Str: // the name in front of a parameter
	default:
		o.Whole, o.Listed = false, false
	}
}

func (e *Entry) collectFrom(from *run.Object, o *Optimized, depth int) {
	machine := e.Facts.machine
	switch from.Kind {
	case run.List, run.Set:
		o.Trainable = o.Trainable || e.picksTrainable(from)
		if all := listed(from); all != nil {
			e.collectModules(all, o, depth+1)
			for _, item := range machine.Contents(from) {
				e.collectAdded(item, all, o, depth)
			}
			return
		}
		for _, item := range machine.Contents(from) { // what it may hold, one of several, it takes all of: list(a) + list(b)
			several := run.Alternatives(item)
			for _, one := range several {
				if all := oneOfAll(from, one); all != nil {
					one = all
				}
				e.collectModules(one, o, depth+min(len(several), 2))
			}
		}
		return
	case run.Dict:
		if params := machine.Item(from, "params"); params != nil {
			e.collectModules(params, o, depth+1)
			return
		}
		for _, item := range machine.Contents(from) {
			e.collectModules(item, o, depth+1)
		}
		return
	}
	if m := parametersOf(from); m != nil {
		if !slices.Contains(o.Modules, m) {
			o.Modules = append(o.Modules, m)
		}
		return
	}
	if from.Made != nil {
		if path, ok := from.Made.Callee.(run.Symbol); ok && run.LastPart(string(path)) == "chain" {
			for _, a := range from.Made.Args {
				e.collectModules(a.Value, o, depth+1)
			}
			return
		}
	}
	switch from.Operator {
	case run.Iterating, run.Wrapping, "[]":
		o.Filtered = o.Filtered || !copiedWhole(from) // picked one by one
		e.collectModules(from.Operands[0], o, depth+1)
		return
	}
	o.Whole, o.Listed = false, false
}

// copiedWhole reports whether a value stands for all items of what it is one of: those that list(a.parameters()) and
// extend take, whichever they are.
func copiedWhole(item *run.Object) bool {
	if item.Operator != run.Iterating {
		return false
	}
	switch at := item.At.Node.(type) {
	case *python.AugAssign: // params += a.parameters()
	case *python.Call:
		switch python.LastName(at.Func) {
		case "list", "tuple", "extend":
		default:
			return false
		}
	default:
		return false
	}
	all, ok := item.Operands[0].(*run.Object)
	return ok && parametersOf(all) != nil
}

// oneOfAll is the list of all parameters of a module of which a value is one, in a list that takes them as they come:
// chain(a.parameters(), b.parameters()). nil for any other value, and for a list that somebody picked.
func oneOfAll(list *run.Object, item run.Value) run.Value {
	made, ok := list.At.Node.(*python.Call)
	if !ok || list.At.Unit.Module.Resolve(made.Func) != "itertools.chain" {
		return nil
	}
	one, ok := item.(*run.Object)
	if !ok || one.Operator != run.Iterating {
		return nil
	}
	all, ok := one.Operands[0].(*run.Object)
	if !ok || parametersOf(all) == nil {
		return nil
	}
	return all
}

// collectAdded collects what a list holds besides the items of what it was made of: params = list(a.parameters());
// params += list(b.parameters()).
func (e *Entry) collectAdded(item, of run.Value, o *Optimized, depth int) {
	for _, one := range run.Alternatives(item) {
		if from, ok := one.(*run.Object); ok && from.Operator == run.Iterating && sharesAlternative(from.Operands[0], of) {
			continue
		}
		e.collectModules(one, o, depth+2)
	}
}

func sharesAlternative(a, b run.Value) bool {
	return slices.ContainsFunc(
		run.Alternatives(a),
		func(v run.Value) bool { return slices.Contains(run.Alternatives(b), v) },
	)
}

// picksTrainable reports whether what a list holds was picked by its requires_grad: in a comprehension, by filter, or
// where it was added.
func (e *Entry) picksTrainable(list *run.Object) bool {
	made := list.At.Node
	if list.Made != nil {
		made = list.Made.At
	}
	switch made.(type) {
	case *python.Comprehension, *python.Call:
		for n := range python.All(made) {
			if a, ok := n.(*python.Attribute); ok && a.Attr == "requires_grad" {
				return true
			}
		}
	}
	for _, s := range e.Stores {
		if s.Target == list && s.Kind == run.StoreAdded && slices.ContainsFunc(s.Gates, asksGradient) {
			return true
		}
	}
	return false
}

func asksGradient(l run.Literal) bool {
	return l.Condition.Object != nil && l.Condition.Object.Operator == ".requires_grad"
}

// listed is what list() made a list of; nil for a list that was made otherwise.
func listed(o *run.Object) run.Value {
	if o.Made == nil && len(o.Operands) == 1 && o.Operator == "" {
		return o.Operands[0]
	}
	return nil
}

// parametersOf is the module of whose parameters a value is the list; nil when it is none.
func parametersOf(o *run.Object) *run.Object {
	if o.Made == nil {
		return nil
	}
	m, ok := o.Made.Callee.(*run.Member)
	if !ok || m.Name != "parameters" && m.Name != "named_parameters" {
		return nil
	}
	module, _ := m.Object.(*run.Object)
	return module
}

// Covers reports whether a module is the other one or holds it.
func (e *Entry) Covers(whole, part *run.Object) bool { return e.covers(whole, part, maxHeld) }

func (e *Entry) covers(whole, part *run.Object, depth int) bool {
	switch {
	case whole == part:
		return true
	case depth == 0:
		return false
	}
	if part.Operator != "" && part.Operator[0] == '.' || part.Operator == "[]" {
		if from, ok := part.Operands[0].(*run.Object); ok && e.covers(whole, from, depth-1) {
			return true
		}
	}
	if inner, ok := wrapped(whole); ok && e.covers(inner, part, depth-1) {
		return true // whatever it is that DataParallel runs
	}
	machine := e.Facts.machine
	covers := func(v run.Value) bool {
		for _, one := range run.Alternatives(v) {
			o, ok := one.(*run.Object)
			if ok && (o == part || library.IsModule(o) && e.covers(o, part, depth-1)) { // whatever it is: self.net = build(args)
				return true
			}
		}
		return false
	}
	for v := range machine.EachAttribute(whole) {
		if covers(v) {
			return true
		}
	}
	switch held := machine.Get(whole, run.Elements).(type) {
	case *run.Object:
		return slices.ContainsFunc(machine.Contents(held), covers)
	case *run.Tuple:
		return slices.ContainsFunc(held.Items, covers)
	}
	return false
}

// Clears reports whether a zero_grad surely clears what an optimizer steps on: it is the optimizer's own, or that of
// a module that holds all its parameters. Where nothing shows the parameters, it is the module that the one optimizer's
// step calls; not where that goes on with what another one gives: critic(generator(z)).
func (s *Step) Clears(zero, optimize *Event) bool {
	if zero.Object == nil || zero.Object == optimize.Object {
		return zero.Object != nil
	}
	if role := library.RoleOf(zero.Object); role != knowledge.NoRole && role != knowledge.Model {
		return false
	}
	if o, ok := s.Entry.OptimizedBy(optimize.Object); ok {
		return o.Whole && !slices.ContainsFunc(o.Modules, func(m *run.Object) bool { return !s.Entry.Covers(zero.Object, m) })
	}
	return s.optimizerEachWay() != nil && s.runs(zero.Object)
}

// runs reports whether a step calls a module, and hands it no output of another one.
func (s *Step) runs(module *run.Object) (runs bool) {
	for _, c := range s.calls() {
		if on, ok := c.Callee.(*run.Object); !ok || on != module {
			continue
		}
		runs = true
		for _, a := range c.Args {
			if o, ok := a.Value.(*run.Object); ok && o.Made != nil {
				if other, ok := o.Made.Callee.(*run.Object); ok && other != module {
					return false
				}
			}
		}
	}
	return runs
}

// MayClear reports whether some zero_grad of the step clears, or may clear, what an optimizer steps on. Another
// optimizer's surely does not when the two are shown to hold parameters of different modules.
func (s *Step) MayClear(optimize *Event) bool {
	for _, zero := range s.Of(ZeroGrad) {
		if s.everApart(zero, optimize) {
			continue
		}
		if zero.Object == nil || zero.Object == optimize.Object || !s.separate(zero, optimize) {
			return true
		}
	}
	return false
}

// ClearsOnlyOthers reports whether a call surely clears the gradients of other optimizers alone: the step came to it,
// and what they hold has nothing in common with what this one holds.
func (s *Step) ClearsOnlyOthers(c *python.Call, optimize *Event) bool {
	came := false
	for _, zero := range s.Of(ZeroGrad) {
		if !leadsTo(c, zero.Call) {
			continue
		}
		if zero.Object == nil || zero.Object == optimize.Object || !s.separate(zero, optimize) {
			return false
		}
		came = true
	}
	return came
}

// leadsTo reports whether a call in the source is the one that the program makes, or leads to it.
func leadsTo(c *python.Call, made *run.Call) bool {
	for ; made != nil; made = made.Caller {
		if made.Node == c {
			return true
		}
	}
	return false
}

// everApart reports whether no run of the program comes to both events: something was decided before the loop, an
// option, of which each needs another answer.
func (s *Step) everApart(a, b *Event) bool {
	if s.Loop == nil {
		return false
	}
	for _, l := range s.Gates(a) {
		for _, k := range s.Gates(b) {
			if o := l.Condition.Object; l.Condition == k.Condition && l.Holds != k.Holds && o != nil && o.Seq < s.Loop.Run.Seq &&
				!s.sets(l.Condition.Test) {
				return true
			}
		}
	}
	return false
}

// sets reports whether a step gives something that a test reads a value of its own: self.first = False.
func (s *Step) sets(test run.Place) bool {
	read := map[string]bool{}
	for n := range python.All(test.Node) {
		if e, ok := n.(python.Expr); ok {
			read[python.LastName(e)] = true
		}
	}
	return slices.ContainsFunc(s.Entry.Stores, func(store *run.Store) bool {
		return store.Name != "" && read[store.Name] && s.during(store.Laps)
	})
}

func (s *Step) separate(zero, optimize *Event) bool {
	stepped, ok := s.Entry.OptimizedBy(optimize.Object)
	if !ok || !stepped.Listed {
		return false
	}
	if s.Entry.olderThan(zero.Object, stepped.Modules) {
		return true
	}
	cleared := []*run.Object{zero.Object}
	switch library.RoleOf(zero.Object) {
	case knowledge.Optimizer:
		other, ok := s.Entry.OptimizedBy(zero.Object)
		if !ok || !other.Listed {
			return false
		}
		cleared = other.Modules
	case knowledge.NoRole, knowledge.Model:
		if class, ours := zero.Object.Class.(*run.Class); ours && !library.ModuleClass(class) {
			return false // it may hand on what it is asked for
		}
	default:
		return false
	}
	for _, a := range cleared {
		for _, b := range stepped.Modules {
			if wholeOf(a) == wholeOf(b) || s.Entry.Covers(a, b) || s.Entry.Covers(b, a) || givenBy(a) != givenBy(b) ||
				sameOwner(base(a), base(b)) ||
				s.Entry.holdsAlike(a, b, maxHeld) ||
				s.Entry.holdsAlike(b, a, maxHeld) {
				return false
			}
		}
	}
	return true
}

// olderThan reports whether an optimizer was made before any of these modules: whatever it was given, they are no part
// of it. What is made inside a constructor is not judged, as the run may come to it later than the program does.
func (e *Entry) olderThan(optimizer *run.Object, modules []*run.Object) bool {
	if optimizer.Made == nil || library.RoleOf(optimizer) != knowledge.Optimizer || e.givesMore(optimizer, 0) {
		return false
	}
	return !slices.ContainsFunc(modules, func(m *run.Object) bool {
		return m.Made == nil || m.Made.Seq < optimizer.Made.Seq || constructing(m.Made.Caller)
	})
}

// givesMore reports whether an optimizer may be given parameters behind a moment, beyond those that it was made with.
func (e *Entry) givesMore(optimizer *run.Object, since int) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if c.Seq < since || calleeName(c) != "add_param_group" {
			return false
		}
		on, known := receiver(c).(*run.Object)
		return !known || on == optimizer || library.RoleOf(on) != knowledge.Optimizer
	})
}

// holdsAlike reports whether a module, or one that it holds, is made where another one is: a constructor that the run
// came to twice made two of what the program has once.
func (e *Entry) holdsAlike(whole, part *run.Object, depth int) bool {
	if whole.Made != nil && part.Made != nil && whole.Made.At == part.Made.At && whole.Made.At != nil {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, v := range e.Facts.machine.Attributes(whole) {
		for _, one := range run.Alternatives(v) {
			if o, ok := one.(*run.Object); ok && o != whole && library.IsModule(o) && e.holdsAlike(o, part, depth-1) {
				return true
			}
		}
	}
	return false
}

// givenBy is the function whose caller, who is not seen, decides which module an object is; nil for one that is known
// otherwise. What one function is given under two names are two modules, but either may be one that stands elsewhere.
func givenBy(module *run.Object) *python.Function {
	if module.Operator != "parameter" {
		return nil
	}
	return python.EnclosingFunction(module.At.Node)
}
