package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// maxInside bounds how many objects of all models are looked at.
const maxInside = 5000

// reach are the objects of which models are made, the models included.
func (w *owning) reach(objects []*run.Object, of []*Own) map[*run.Object]place {
	found := map[*run.Object]place{}
	var visit func(v run.Value, at place)
	visit = func(v run.Value, at place) {
		o, ok := run.Bare(v).(*run.Object)
		if _, met := found[o]; !ok || met || len(found) > maxInside {
			return
		}
		switch o.Kind {
		case run.List, run.Dict:
			for _, item := range w.m.Contents(o) {
				visit(item, place{at.own, strings.TrimPrefix(at.path+".*", ".")})
			}
			return
		case run.Instance:
			if class, ok := o.Class.(*run.Class); ok && !isModule(class) {
				return
			}
		case run.Result:
			if !isOwn(o) && !isCopy(o) {
				return
			}
		default:
			return
		}
		found[o] = at
		for i, item := range given(o) {
			path := ".*"
			if item.Name == "" && item.Star == 0 && isSequential(o) && !isList(item.Value) {
				path = "." + strconv.Itoa(i)
			}
			visit(item.Value, place{at.own, strings.TrimPrefix(at.path+path, ".")})
		}
		names, values := w.m.Named(o)
		for i, name := range names {
			visit(values[i], place{at.own, strings.TrimPrefix(at.path+"."+name, ".")})
		}
	}
	for i, o := range objects {
		visit(o, place{own: of[i]})
	}
	return found
}

// constructs reports whether what happens to an object under a call happens while it, or a model that is trained, is
// made, or what it was made by: that is run again when the model is built, with all that it does to its parts. What the
// constructor of another model does to a part that it was given is not.
func (w *owning) constructs(on run.Value, caller *run.Call) bool {
	makes := func(o *run.Object) bool {
		return o.Made != nil && (caller == o.Made || caller.Node != nil && caller.Node == o.Made.Node)
	}
	one, _ := on.(*run.Object)
	for ; caller != nil; caller = caller.Caller {
		if one != nil && (makes(one) || initializes(caller, one)) || slices.ContainsFunc(w.objects, makes) {
			return true
		}
		if one != nil && one.Made != nil && isConstructor(caller) && happensUnder(one.Made, caller) {
			return true
		}
	}
	return false
}

// isConstructor reports whether a call makes a module of the project's.
func isConstructor(c *run.Call) bool {
	switch callee := run.Bare(c.Callee).(type) {
	case *run.Class:
		return isModule(callee)
	case *run.Function:
		return callee.Name() == "__init__" && callee.Class != nil && isModule(callee.Class)
	}
	return false
}

// happensUnder reports whether a call happens under another, or under one at the same place.
func happensUnder(c, above *run.Call) bool {
	for c = c.Caller; c != nil; c = c.Caller {
		if c == above || c.Node != nil && c.Node == above.Node {
			return true
		}
	}
	return false
}

// foundInside takes in what models are made of.
func (w *owning) foundInside(parts map[*run.Object]place) {
	for o, at := range parts {
		if _, known := w.inside[o]; !known {
			w.inside[o] = at
		}
	}
}

// initializes reports whether a call is that of an object's own constructor: a config that names its class has no call
// of it.
func initializes(c *run.Call, o *run.Object) bool {
	init, ok := c.Callee.(*run.Function)
	return ok && init.Name() == "__init__" && len(c.Args) > 0 && c.Args[0].Value == run.Value(o)
}

// recasts are the methods that change what a module's tensors take, or whether they get gradients.
var recasts = map[string]bool{
	"half":           true,
	"bfloat16":       true,
	"double":         true,
	"float":          true,
	"to":             true,
	"type":           true,
	"requires_grad_": true,
}

// registers are the methods that give a module more to hold.
var registers = map[string]bool{
	"add_module":         true,
	"register_parameter": true,
	"register_buffer":    true,
	"register_module":    true,
}

// hooks are the methods that have a module do more than its forward pass says.
var hooks = map[string]bool{
	"register_forward_hook":        true,
	"register_forward_pre_hook":    true,
	"register_module_forward_hook": true,
}

// casts notes the methods that are called on a model that is made.
func (w *owning) casts() {
	for _, c := range w.m.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if detaches(c) {
			w.freezes(method.Object, run.Bool(false), happening{c.Unit, c.Node, c.Seq, c.Gates, c.Laps})
			continue
		}
		if !ok || c.Node == nil || !recasts[method.Name] && !registers[method.Name] && !hooks[method.Name] &&
			!knowledge.RemakesModel(method.Name) && !knowledge.EnablesCheckpointing(method.Name) {
			continue
		}
		if method.Name != "requires_grad_" && parametersOf(tensorBehind(method.Object)) != nil {
			continue // p.half() leaves the parameter as it is
		}
		if method.Name == "to" && !w.castsTo(c) || w.constructs(method.Object, c.Caller) {
			continue
		}
		p := w.j.Program.peer(c.Unit.Module)
		if p.NeverRuns(c.Node) || method.Name != "requires_grad_" && p.afterTraining(c.Node) {
			continue
		}
		out := &Given{Kind: GivenCall, Of: &Given{}, At: p.Place(c.Node)}
		newGiver(w.m, c.Seq).arguments(out, c.Args)
		w.change(method.Object, Change{Method: method.Name, Call: out, At: p.Place(c.Node), seq: c.Seq}, perhaps(c.Gates))
	}
}

// castsTo reports whether .to(…) is given a dtype, or what may be one.
func (w *owning) castsTo(c *run.Call) bool {
	for _, a := range c.Args {
		v := w.j.Program.run.found(a.Value)
		if a.Name == "dtype" || dtype(v) != "" && v.Symbol() != "" {
			return true
		}
		if a.Node != nil && !v.Known() && namesDType(a.Node) {
			return true
		}
	}
	return false
}

// perhaps reports whether only the run can tell if something happens, as it cannot for what a handler does. That a loop
// goes round, that nothing is raised and that the program is started as one is taken for granted.
func perhaps(gates []run.Literal) bool {
	return slices.ContainsFunc(gates, func(l run.Literal) bool {
		return l.Condition.Operator != run.Iterates && (l.Condition.Operator != run.Raises || l.Holds)
	})
}

// change notes what is done to a value that is a model or a part of one.
func (w *owning) change(v run.Value, c Change, perhaps bool) {
	if module := parametersOf(v); module != nil {
		v = module
	}
	for _, p := range w.parts(v) {
		at, ok := w.inside[p.model]
		if !ok {
			continue
		}
		c.Path = strings.TrimPrefix(strings.TrimSuffix(at.path+"."+p.path, "."), ".")
		switch {
		case registers[c.Method]:
			at.own.doubts(c.At, "it gets another part after it is made")
		case hooks[c.Method]:
			at.own.Hooked = &Doubt{c.At, "what a hook does in the forward pass of " + at.own.Name}
		case knowledge.EnablesCheckpointing(c.Method):
			at.own.Hooked = &Doubt{c.At, "which parts of " + at.own.Name + " are checkpointed"}
		case knowledge.RemakesModel(c.Method):
			at.own.doubts(c.At, "what "+c.Method+"() makes of it is not known")
		case perhaps || p.many || p.one || strings.Contains(c.Path, "*"):
			if c.Method == "requires_grad_" {
				at.own.Frozen = true
				continue
			}
			at.own.doubts(c.At, "whether its parameters are cast, only the run can tell")
		case c.Thaws && !at.own.thaws(c):
			at.own.Frozen = true
		default:
			at.own.After = append(at.own.After, c)
		}
	}
}

// picks reports whether a statement is about some of a model's parameters only: the first of a list, one of it by
// number.
func (p *Program) picks(n python.Node) bool {
	picked := false
	look := func(e python.Expr, part func(*python.Subscript) bool) {
		python.Walk(e, func(n python.Node) bool {
			item, ok := n.(*python.Subscript)
			picked = picked || ok && part(item)
			return !picked
		})
	}
	if target, ok := n.(*python.Attribute); ok {
		look(target.Value, func(item *python.Subscript) bool { return parametersOf(p.Value(item).Value) != nil })
	}
	for n = n.Parent(); n != nil && !picked; n = n.Parent() {
		switch s := n.(type) {
		case *python.For:
			look(s.Iter, func(item *python.Subscript) bool { return len(item.Index) == 1 && isSliced(item.Index[0]) })
		case *python.Function:
			return false
		}
	}
	return picked
}

func isSliced(e python.Expr) bool {
	_, ok := e.(*python.Slice)
	return ok
}

func (o *Own) doubts(at Place, why string) {
	if o.Doubt == nil {
		o.Doubt = &Doubt{at, why}
	}
}

// detaches reports whether a call cuts a parameter off its graph where it stands, which has none: it gets no gradients
// any more then, as the copies of a mean teacher are frozen.
func detaches(c *run.Call) bool {
	method, ok := c.Callee.(*run.Member)
	return ok && c.Node != nil && method.Name == "detach_" && parametersOf(method.Object) != nil
}

// happening is where and when something happens in the run.
type happening struct {
	unit  *run.Unit
	node  python.Node
	seq   int
	gates []run.Literal
	laps  []run.Lap
}

// freezes notes that parameters are told whether they get gradients.
func (w *owning) freezes(parameters, on run.Value, at happening) {
	p := w.j.Program.peer(at.unit.Module)
	if p.NeverRuns(at.node) {
		return
	}
	out := &Given{
		Kind:  GivenCall,
		Of:    &Given{},
		Names: []string{""},
		Items: []*Given{newGiver(w.m, at.seq).of(on)},
		At:    p.Place(at.node),
	}
	truth, sure := w.j.Program.run.found(on).Truth()
	sure = sure && !p.picks(at.node)
	c := Change{Method: "requires_grad_", Call: out, At: p.Place(at.node), seq: at.seq, laps: at.laps}
	c.Thaws = sure && truth && perhaps(at.gates) && len(at.laps) > 0
	w.change(parameters, c, !sure || perhaps(at.gates) && !c.Thaws)
}

// thaws reports whether a change of a model ends what was frozen for good before the loop that it stands in: the
// backbone, from the fiftieth epoch on. Networks of a GAN that are frozen and thawed in turn are so in the same laps.
func (o *Own) thaws(c Change) bool {
	return slices.ContainsFunc(o.After, func(before Change) bool {
		return before.Method == c.Method && before.Path == c.Path && before.seq < c.seq && !before.Thaws &&
			!slices.ContainsFunc(before.laps, func(l run.Lap) bool {
				return slices.ContainsFunc(c.laps, func(other run.Lap) bool { return other.Entry == l.Entry })
			})
	})
}

// stores notes the attributes of a model that are set after it is made.
func (w *owning) stores() {
	for _, s := range w.m.Trace.Stores {
		if s.Kind != run.StoreAttribute || s.Target == nil || s.Node == nil || w.constructs(s.Target, s.Caller) ||
			w.over(s.Seq) ||
			whenFull(s.Unit, s.Node, s.Caller) ||
			w.idle(s.Caller) {
			continue
		}
		p := w.j.Program.peer(s.Unit.Module)
		if s.Name == "requires_grad" {
			if onModule(s) {
				continue
			}
			w.freezes(s.Target, s.New, happening{s.Unit, s.Node, s.Seq, s.Gates, s.Laps})
			continue
		}
		if module := parametersOf(s.Target); module != nil && s.Name == "data" {
			w.recasts(module, s, p)
			continue
		}
		if run.Bare(s.New) == run.Bare(s.Old) {
			continue // model.encoder = freeze(model.encoder)
		}
		if at, ok := w.inside[s.Target]; ok && (isPart(s.New) || isPart(s.Old)) && !wrapsPart(s.New, s.Old) {
			w.set(at, s.Name, s.New, p.Place(s.Node), s.Seq, perhaps(s.Gates))
		}
	}
}

// tensorBehind is the parameter whose values or gradient a value is: p in p.data and p.grad.data.
func tensorBehind(v run.Value) run.Value {
	for range maxNested {
		o, ok := v.(*run.Object)
		if !ok || o == nil || len(o.Operands) != 1 || o.Operator != ".data" && o.Operator != ".grad" {
			return v
		}
		v = o.Operands[0]
	}
	return v
}

// recasts notes that the parameters of a module are given other values, one by one: p.data = p.data.float() is a cast
// of all of it. In a step that happens once more each time, and so does what casts them back.
func (w *owning) recasts(module run.Value, s *run.Store, p *Program) {
	o, ok := run.Bare(s.New).(*run.Object)
	if !ok || o.Made == nil {
		return
	}
	method, ok := o.Made.Callee.(*run.Member)
	if !ok || casts[method.Name] == "" || tensorBehind(method.Object) != run.Value(s.Target) {
		return
	}
	at := p.Place(s.Node)
	if !w.inStep(s.Laps) {
		call := &Given{Kind: GivenCall, Of: &Given{}, At: at}
		w.change(module, Change{Method: method.Name, Call: call, At: at, seq: s.Seq}, perhaps(s.Gates) || p.picks(s.Node))
		return
	}
	for _, own := range w.ownersOf(module, maxNested) {
		if method.Name != "float" {
			own.doubts(at, "in which precision its parameters are held from step to step")
		} else if own.Recast == nil {
			own.Recast = &Doubt{at, "its parameters are cast in each step"}
		}
	}
}

// inStep reports whether something happens in a loop in which a backward pass begins.
func (w *owning) inStep(laps []run.Lap) bool {
	return slices.ContainsFunc(w.backwards(), func(c *run.Call) bool {
		return slices.ContainsFunc(c.Laps, func(l run.Lap) bool {
			return slices.ContainsFunc(laps, func(mine run.Lap) bool { return mine.Entry == l.Entry })
		})
	})
}

// wrapsPart reports whether a part becomes a wrapper of itself, as in model.encoder = DataParallel(model.encoder).
func wrapsPart(part, before run.Value) bool {
	o, ok := run.Bare(part).(*run.Object)
	if !ok || o.Made == nil || !wrapsModel[nameOf(o.Made.Callee)] {
		return false
	}
	first, _ := o.Made.Argument("module", 0)
	return first != nil && run.Bare(first) == run.Bare(before)
}

// isPart reports whether a value is a module or a parameter.
func isPart(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		if o, ok := run.Bare(one).(*run.Object); ok && isOwn(o) {
			return true
		}
	}
	return false
}
