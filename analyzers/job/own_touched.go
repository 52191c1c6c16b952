package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// given are the arguments of a call that makes a container of torch's, or a copy: what that is made of.
func given(o *run.Object) []run.Argument {
	if o.Made == nil || builtByLibrary(o) {
		return nil
	}
	if _, ok := run.Bare(o.Made.Callee).(run.Symbol); !ok || isCopy(o) {
		return nil
	}
	return o.Made.Args
}

func isSequential(o *run.Object) bool { return isCallOf(o, "torch.nn.Sequential") }

// isCopy reports whether an object is a copy of another one: what happens to it happens to no other.
func isCopy(o *run.Object) bool { return isCallOf(o, "copy.deepcopy") }

func isCallOf(o *run.Object, name string) bool {
	return o.Made != nil && run.Bare(o.Made.Callee) == run.Value(run.Symbol(name))
}

func isList(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	return !ok || !isOwn(o) && !isCopy(o)
}

// touched notes what is done to the parts of models in ways that the changes of a model do not tell: through an item or
// another name, by a method of a container, by a function of a library. What such a model is made of is not known then.
func (w *owning) touched() {
	for _, s := range w.m.Trace.Stores {
		if s.Target == nil || s.Node == nil || w.told[s.Node] || s.Kind != run.StoreAttribute && s.Kind != run.StoreItem {
			continue
		}
		if w.constructs(s.Target, s.Caller) || w.over(s.Seq) || whenFull(s.Unit, s.Node, s.Caller) || w.idle(s.Caller) {
			continue
		}
		w.touchedBy(s)
	}
	for _, s := range w.m.Trace.Deletes {
		if !w.constructs(s.Target, s.Caller) && !w.over(s.Seq) {
			w.touches(s.Target, run.Place{Unit: s.Unit, Node: s.Node}, "a part of it is taken away after it is made")
		}
	}
	for _, c := range w.m.Trace.Calls {
		if c.Node != nil && !w.over(c.Seq) {
			w.touchedIn(c)
		}
	}
}

// whenFull reports whether something happens only when the GPU's memory has run out: in the handler of that exception.
// What a step takes is asked of a run that gets through.
func whenFull(unit *run.Unit, at python.Node, caller *run.Call) bool {
	for {
		for n := at; n != nil; n = n.Parent() {
			if h, ok := n.(*python.Handler); ok && h.Type != nil && knowledge.OutOfMemory(unit.Module.Resolve(h.Type)) {
				return true
			}
		}
		if caller == nil || caller.At == nil || caller.Unit == nil {
			return false
		}
		unit, at, caller = caller.Unit, caller.At, caller.Caller
	}
}

// over reports whether the last backward pass that is seen is behind: what happens to a model now changes nothing of
// its training.
func (w *owning) over(seq int) bool { return w.last > 0 && seq > w.last }

// touchedBy looks at one change of an attribute or an item.
func (w *owning) touchedBy(s *run.Store) {
	at := run.Place{Unit: s.Unit, Node: s.Node}
	if s.Kind == run.StoreItem {
		_, named := run.Bare(s.Key).(run.Str)
		if !isPlainContainer(s.Target) && (mayBePart(s.New) || !named && !run.Known(s.New)) {
			w.touches(s.Target, at, "a part of it is set after it is made")
		}
		return
	}
	if knowledge.LeavesParts(s.Name) {
		return
	}
	where, inside := w.inside[s.Target]
	if inside && (isPart(s.New) || isPart(s.Old)) {
		return // set has seen it
	}
	if inside && !mayBePart(s.New) && reads(s.Target, s.Name) {
		w.keeps(where, s)
	}
	if run.Known(s.New) && run.Bare(s.New) != run.Value(run.None) {
		return // a number or a word
	}
	if class, ours := s.Target.Class.(*run.Class); ours && !isModule(class) {
		return // who only holds a model
	}
	if isConfig(s.Target) && s.Name != "id2label" &&
		!slices.ContainsFunc(w.objects, func(o *run.Object) bool { return o.Seq < s.Seq }) &&
		newGiver(w.m, s.Seq).of(s.New).Kind != GivenUnknown {
		return // before any model is made of it
	}
	if keepsWords(s.Target) && !mayBePart(s.New) && !mayBePart(s.Old) {
		return // what it keeps beside its parts
	}
	w.touches(s.Target, at, "its part "+s.Name+" is set after it is made")
}

// keeps notes what a model is told to keep beside its parts: its forward pass may ask for it.
func (w *owning) keeps(at place, s *run.Store) {
	here := run.Place{Unit: s.Unit, Node: s.Node}.Origin()
	if strings.Contains(at.path, "*") {
		at.own.Hooked = &Doubt{here, "what " + at.own.Name + " makes of " + s.Name}
		return
	}
	value := unknownGiven(here, "%s is set here", s.Name)
	if run.Known(s.New) && !perhaps(s.Gates) {
		value = newGiver(w.m, s.Seq).of(s.New)
	}
	at.own.After = append(
		at.own.After,
		Change{Path: at.path, Set: s.Name, Value: value, Keeps: true, At: here, seq: s.Seq},
	)
}

// reads reports whether a class of the project asks its instances for an attribute.
func reads(o *run.Object, name string) bool {
	class, ok := o.Class.(*run.Class)
	if !ok {
		return false
	}
	for _, one := range class.Line() {
		c, ok := one.(*run.Class)
		if !ok {
			continue
		}
		found := false
		python.WalkBody(c.Node.Body, func(n python.Node) bool {
			a, ok := n.(*python.Attribute)
			found = found || ok && a.Attr == name && !isTarget(a)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// isTarget reports whether an attribute is what an assignment sets.
func isTarget(a *python.Attribute) bool {
	s, ok := a.Parent().(*python.Assign)
	return ok && slices.Contains(s.Targets, python.Expr(a))
}

// keepsWords reports whether an object may keep anything beside its parts: one of the project's classes, or a container
// of torch's. What a layer keeps decides what it does.
func keepsWords(o *run.Object) bool {
	_, ours := o.Class.(*run.Class)
	if ours || o.Made == nil {
		return ours
	}
	s, ok := run.Bare(o.Made.Callee).(run.Symbol)
	return ok && knowledge.HoldsModules(string(s))
}

// mayBePart reports whether a value may be a module or a parameter: a part of one, or an item.
func mayBePart(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok {
			continue
		}
		if isOwn(o) || isCopy(o) {
			return true
		}
		if inner, _, _ := around(o); inner != nil && mayBePart(inner) {
			return true
		}
	}
	return false
}

// copied notes copies of models that were changed before: a copy is made anew of what the first one was made of.
func (w *owning) copied() {
	for o, at := range w.inside {
		base, ok := o.CopyOf()
		if !ok {
			continue
		}
		parts := w.reach([]*run.Object{base}, []*Own{at.own})
		where := o.At.Origin()
		for _, s := range slices.Concat(w.m.Trace.Stores, w.m.Trace.Deletes) {
			if _, within := parts[s.Target]; within && s.Seq < o.Seq && (isPart(s.New) || isPart(s.Old)) &&
				!w.constructs(s.Target, s.Caller) {
				at.own.doubts(where, "it is a copy of a model that was changed before")
			}
			if module := parametersOf(s.Target); module != nil && s.Name == "requires_grad" && s.Seq < o.Seq &&
				w.holdsAny(module, parts) {
				at.own.Frozen = true
			}
		}
		for _, c := range w.m.Trace.Calls {
			method, ok := c.Callee.(*run.Member)
			if !ok || c.Seq > o.Seq ||
				!recasts[method.Name] && !registers[method.Name] && !knowledge.ChangesContainer(method.Name) && !detaches(c) {
				continue
			}
			switch on := method.Object; {
			case !w.holdsAny(on, parts) || w.constructs(on, c.Caller) || method.Name == "to" && !w.castsTo(c):
			case method.Name == "requires_grad_", detaches(c):
				at.own.Frozen = true
			default:
				at.own.doubts(where, "it is a copy of a model that was changed before")
			}
		}
	}
}

// holdsAny reports whether a value is one of the parts of a model, or its parameters are.
func (w *owning) holdsAny(v run.Value, parts map[*run.Object]place) bool {
	if module := parametersOf(v); module != nil {
		v = module
	}
	return slices.ContainsFunc(w.parts(v), func(p part) bool { _, ok := parts[p.model]; return ok })
}

// touchedIn looks at one call.
func (w *owning) touchedIn(c *run.Call) {
	switch callee := run.Bare(c.Callee).(type) {
	case *run.Member:
		switch {
		case knowledge.ChangesContainer(callee.Name) && !isPlainContainer(callee.Object) && !ofOther(callee) &&
			!w.constructs(callee.Object, c.Caller):
			w.touches(callee.Object, c.Place(), "it gets other parts after it is made")
		case callee.Name == "apply" && !w.constructs(callee.Object, c.Caller):
			w.applied(c, callee.Object)
		}
	case run.Symbol:
		if !knowledge.ChangesModule(string(callee)) || (callee == "setattr" || callee == "delattr") && namesAttribute(c) {
			return
		}
		args := c.Args
		if callee == "setattr" { // what is put somewhere stays what it is: setattr(self, "net" + name, net)
			args = args[:min(len(args), 1)]
		}
		for _, a := range args {
			if !w.constructs(a.Value, c.Caller) {
				w.touches(a.Value, c.Place(), "what "+run.LastPart(string(callee))+" makes of its parts is not known")
			}
		}
	}
}

// isPlainContainer reports whether a value is one of Python's own containers: what is put into it changes no module.
func isPlainContainer(v run.Value) bool {
	o, ok := run.Bare(v).(*run.Object)
	return ok && (o.Kind == run.List || o.Kind == run.Dict || o.Kind == run.Set)
}

// ofOther reports whether a method is none of a container of modules: one that the project's own class gives its
// instances, which is followed, or update, pop and clear of what may be a metric.
func ofOther(method *run.Member) bool {
	o, ok := run.Bare(method.Object).(*run.Object)
	if !ok {
		return false
	}
	holds := func(v run.Value) bool {
		s, ok := run.Bare(v).(run.Symbol)
		return ok && knowledge.HoldsModules(string(s))
	}
	if class, ok := o.Class.(*run.Class); ok {
		return !slices.ContainsFunc(class.Line(), holds)
	}
	return knowledge.ChangesAnything(method.Name) && (o.Made == nil || !holds(o.Made.Callee))
}

// namesAttribute reports whether setattr says which attribute: the run has noted what it sets.
func namesAttribute(c *run.Call) bool {
	if len(c.Args) < 2 {
		return false
	}
	_, known := run.Bare(c.Args[1].Value).(run.Str)
	return known
}

// applied notes what the function does that module.apply(fn) calls for every part: model.apply(lambda m:
// m.requires_grad_(False)).
func (w *owning) applied(c *run.Call, on run.Value) {
	if len(c.Args) == 0 {
		return
	}
	f, ok := run.Bare(c.Args[0].Value).(*run.Function)
	if method, bound := run.Bare(c.Args[0].Value).(*run.Method); bound {
		f, ok = method.Func, true
	}
	if !ok {
		return
	}
	if changes(f) {
		w.touches(on, c.Place(), "what a function makes of its parts is not known")
	}
	if mentions(f.At(), "requires_grad") || mentions(f.At(), "requires_grad_") {
		for _, own := range w.ownersOf(on, maxNested) {
			own.Frozen = true
		}
	}
}

// changes reports whether a function does more to the part of a model that it is given than fill its tensors.
func changes(f *run.Function) bool {
	found := false
	python.Walk(f.At(), func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Attribute:
			found = found || changesPart(n)
		case *python.Call:
			name := run.LastPart(python.PathText(n.Func))
			found = found || name == "setattr" || name == "delattr" || registers[name] || strings.HasSuffix(name, "_norm")
		}
		return !found
	})
	return found
}

// changesPart reports whether an attribute is set or deleted, other than a tensor's elements or a number that changes
// no size.
func changesPart(n *python.Attribute) bool {
	if knowledge.LeavesParts(n.Attr) {
		return false
	}
	switch s := n.Parent().(type) {
	case *python.Assign:
		return !isNumber(s.Value) && slices.Contains(s.Targets, python.Expr(n))
	case *python.Delete:
		return true
	}
	return false
}

// isNumber reports whether an expression is a number, True or False.
func isNumber(e python.Expr) bool {
	constant, ok := e.(*python.Constant)
	_, number := e.(*python.Number)
	return number || ok && (constant.Kind == python.True || constant.Kind == python.False)
}

// touches notes that what a value is a part of is another model afterwards.
func (w *owning) touches(v run.Value, at run.Place, why string) {
	for _, own := range w.ownersOf(v, maxNested) {
		own.doubts(at.Origin(), why)
	}
}

// ownersOf are the models that a value is a part of, however the program came by it.
func (w *owning) ownersOf(v run.Value, depth int) (list []*Own) {
	if depth == 0 {
		return nil
	}
	if module := parametersOf(v); module != nil {
		v = module
	}
	for _, one := range run.Alternatives(v) {
		o, ok := run.Bare(one).(*run.Object)
		if !ok || isLibrarys(o) {
			continue
		}
		if at, inside := w.inside[o]; inside {
			list = append(list, at.own)
			continue
		}
		if inner, _, _ := around(o); inner != nil {
			if leadsToPart(o) {
				list = append(list, w.ownersOf(inner, depth-1)...)
			}
			continue
		}
		switch {
		case o.Made != nil && passesOn(o.Made):
			for _, a := range o.Made.Args {
				list = append(list, w.ownersOf(a.Value, depth-1)...)
			}
		case o.Kind == run.List || o.Kind == run.Dict:
			for _, item := range w.m.Contents(o) {
				list = append(list, w.ownersOf(item, depth-1)...)
			}
		}
	}
	return list
}

// leadsToPart reports whether what an object is taken from, or made by, may hold it as a part: a model's state_dict and
// the trainer that a model knows are none.
func leadsToPart(o *run.Object) bool {
	if name, ok := strings.CutPrefix(o.Operator, "."); ok {
		return !knowledge.NoPart(name)
	}
	if o.Made == nil {
		return true
	}
	method, ok := run.Bare(o.Made.Callee).(*run.Member)
	return !ok || knowledge.GivesParts(method.Name) || wrapsModel[method.Name]
}

// isLibrarys reports whether an object is no part of any model: an optimizer, a loader.
func isLibrarys(o *run.Object) bool {
	return o.Made != nil && calledLikeOptimizer(nameOf(o.Made.Callee))
}

// passesOn reports whether a call gives the things that it is given, one by one or all of them.
func passesOn(c *run.Call) bool {
	s, ok := run.Bare(c.Callee).(run.Symbol)
	return ok && knowledge.GivesItems(string(s))
}
