package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// forwards is what is known of the forward passes of a file's programs, by the class of the module.
type forwards struct {
	// recorded are the classes in whose forward pass a layer with parameters is run with gradients on, unrecorded those
	// that turn them off for one.
	recorded, unrecorded map[*python.Class]bool
	// differentiated are those that compute gradients in it, as energy models do; unseen says that one does whose class
	// does not show.
	differentiated map[*python.Class]bool
	unseen         bool
	// set are the objects that were put into a mode, or were given saved weights.
	set map[*run.Object]bool
}

// forwards looks through the calls of all entries once.
func (f *Facts) forwards() *forwards {
	if f.passes != nil {
		return f.passes
	}
	p := &forwards{
		recorded:       map[*python.Class]bool{},
		differentiated: map[*python.Class]bool{},
		set:            map[*run.Object]bool{},
		unrecorded:     map[*python.Class]bool{},
	}
	f.passes = p
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			if ev.Kind != EvalMode && ev.Kind != TrainMode {
				continue
			}
			for _, o := range ev.objects() {
				p.set[o] = true
			}
		}
	}
	for _, e := range f.Entries() {
		for _, c := range slices.Concat(e.Built.Calls, e.Calls) {
			if o := loadedInto(c); o != nil {
				p.set[o] = true
			}
		}
		for _, c := range e.Calls {
			if differentiatesItself(c) {
				p.addGradients(c)
			} else if ev := newEvent(c); ev != nil && ev.Kind == Backward { // a model that trains itself when it is called
				p.addBackward(c)
			} else if e.isLayer(c) {
				p.addLayer(c)
			}
		}
	}
	return p
}

// loadedInto is what a call gives saved weights, unless it is known to be no network: an optimizer, a scheduler.
func loadedInto(c *run.Call) *run.Object {
	m, ok := c.Callee.(*run.Member)
	if !ok || m.Name != "load_state_dict" || len(c.Args) == 0 || library.RoleOf(m.Object) != knowledge.NoRole {
		return nil
	}
	o, _ := m.Object.(*run.Object)
	return o
}

// differentiatesItself reports whether a call computes gradients on the way: torch.autograd.grad, what library higher
// does.
func differentiatesItself(c *run.Call) bool {
	path := symbolOf(c)
	return functionKind(path) == Grad || strings.HasPrefix(path, "higher.")
}

// addGradients notes in whose forward pass gradients are computed. A criterion that computes them, as a penalty, is no
// network.
func (p *forwards) addGradients(c *run.Call) {
	p.unseen = p.unseen || strings.HasPrefix(symbolOf(c), "higher.")
	for pass := c.Caller; pass != nil; pass = pass.Caller {
		class := forwardClass(pass)
		switch f := functionOf(pass); {
		case class != nil && knowledge.SpeaksOfLoss(class.Node.Name),
			f != nil && f.Class != nil && knowledge.SpeaksOfLoss(f.Class.Node.Name):
		case class != nil:
			p.differentiated[class.Node] = true
		case ofModule(pass):
			p.unseen = true
		}
	}
}

// addBackward notes in whose forward pass gradients are computed for weights.
func (p *forwards) addBackward(c *run.Call) {
	for pass := c.Caller; pass != nil; pass = pass.Caller {
		if class := forwardClass(pass); class != nil {
			p.differentiated[class.Node] = true
		}
	}
}

// addLayer notes in whose forward pass a layer is run, with gradients on or not.
func (p *forwards) addLayer(c *run.Call) {
	for pass := c.Caller; pass != nil; pass = pass.Caller {
		class := forwardClass(pass)
		switch {
		case class == nil:
		case c.Grad == run.Value(run.Bool(true)):
			p.recorded[class.Node] = true
		case pass.Grad == run.Value(run.Bool(true)):
			p.unrecorded[class.Node] = true
		}
	}
}

// records reports whether the forward pass of a class records a graph when it is run with gradients on.
func (p *forwards) records(c *python.Class) bool { return p.recorded[c] && !p.unrecorded[c] }

// isLayer reports whether a call runs a module with parameters of which no code is seen: on something.
func (e *Entry) isLayer(c *run.Call) bool {
	if len(c.Args) == 0 {
		return false
	}
	if m, ok := c.Callee.(*run.Member); ok { // model.encoder(x)
		return knowledge.NamesModule(m.Name) && !knowledge.NamesFrozen(m.Name) && (library.IsModule(m.Object) || ownPart(c))
	}
	o, ok := c.Callee.(*run.Object)
	if !ok {
		return false
	}
	if _, ours := o.Class.(*run.Class); ours {
		return false
	}
	if e.isModule(o) {
		return instanceOrigin(o) == forward || e.optimizes(o)
	}
	return isBare(o) && (ownPart(c) || ownItem(c, o))
}

// isBare reports whether nothing is known of an object but that something made it.
func isBare(o *run.Object) bool {
	return (o.Kind == run.Result || o.Kind == run.Unknown) && o.Class == nil && library.RoleOf(o) == knowledge.NoRole
}

// ownPart reports whether a module calls a part of itself, or of such a part, where all of them are named like modules:
// self.encoder(x), self.encoder.conv1(x).
func ownPart(c *run.Call) bool {
	if c.Node == nil || !runsModuleCode(c.Caller) {
		return false
	}
	fn := python.EnclosingFunction(c.Node)
	part, ok := c.Node.Func.(*python.Attribute)
	for ok && fn != nil && knowledge.NamesModule(part.Attr) && !knowledge.NamesFrozen(part.Attr) {
		if isSelf(fn, part.Value) {
			return true
		}
		part, ok = part.Value.(*python.Attribute)
	}
	return false
}

// runsModuleCode reports whether a call runs a method of a module: by its name, or as the module is called.
func runsModuleCode(c *run.Call) bool {
	return ofModule(c) || c != nil && forwardClass(c) != nil
}

// ownItem reports whether a module calls one of its own layers that it goes over: for layer in self.layers: x =
// layer(x).
func ownItem(c *run.Call, o *run.Object) bool {
	if o.Operator != run.Iterating || o.At.Node == nil || !runsModuleCode(c.Caller) {
		return false
	}
	loop, ok := o.At.Node.Parent().(*python.For)
	fn := python.EnclosingFunction(o.At.Node)
	if !ok || fn == nil {
		return false
	}
	for n := range python.All(loop.Iter) {
		if part, ok := n.(*python.Attribute); ok && isSelf(fn, part.Value) && knowledge.NamesLayers(part.Attr) {
			return true
		}
	}
	return false
}

// isModule reports whether an object is a module: by what made it, or because it is put into a mode and called. One of
// a class of a library that is not at hand may be such a one, and so may what wraps it:
// torch.compile(EfficientNet.from_pretrained("b0")).
func (e *Entry) isModule(o *run.Object) bool {
	return library.IsModule(o) || mayBeModule(o) && e.Facts.forwards().set[o] || e.optimizes(o)
}

// mayBeModule reports whether nothing that is known of an object says that it is no module.
func mayBeModule(o *run.Object) bool {
	for inner, ok := wrapped(o); ok; inner, ok = wrapped(o) {
		o = inner
	}
	return isBare(o) || isForeign(o)
}

// forwardClass is the class of the module whose forward pass a call runs; nil when it is none of the project's.
func forwardClass(c *run.Call) *run.Class {
	if f := functionOf(c); f != nil {
		if f.Name() == "forward" && f.Class != nil && library.ModuleClass(f.Class) {
			return f.Class
		}
		return nil
	}
	if o, ok := c.Callee.(*run.Object); ok {
		if class, ok := o.Class.(*run.Class); ok && library.ModuleClass(class) {
			return class
		}
	}
	return nil
}

// mayDifferentiate reports whether a method of a class, or of those it inherits from, computes gradients: a forward
// pass that was not followed to its end may come to it, and cannot run without them then.
func mayDifferentiate(class *run.Class) bool {
	return slices.ContainsFunc(class.Line(), func(one run.Value) bool {
		c, ours := one.(*run.Class)
		if !ours {
			return false
		}
		for n := range python.All(c.Node) {
			if call, ok := n.(*python.Call); ok && (python.LastName(call.Func) == "grad" || inOwnForward(call)) {
				return true
			}
		}
		return false
	})
}

// frozenByAnotherMethod reports whether another method of the class around a call freezes what it runs, by the same
// path: fit() ends with self.model.requires_grad_(False), and score() calls self.model(x).
func (e *Entry) frozenByAnotherMethod(c *run.Call) bool {
	if c.Node == nil {
		return false
	}
	path, class := python.PathText(c.Node.Func), python.EnclosingClass(c.Node)
	return path != "" && class != nil && slices.ContainsFunc(e.Facts.switches(), func(s *Switch) bool {
		return !s.On && !s.Part && s.Path == path && python.EnclosingClass(s.Place.Node) == class &&
			python.EnclosingFunction(s.Place.Node) != python.EnclosingFunction(c.Node)
	})
}

// inOwnForward reports whether a call is a backward pass that is written in a forward pass.
func inOwnForward(c *python.Call) bool {
	if c.MethodName() != "backward" {
		return false
	}
	fn := python.EnclosingFunction(c)
	return fn != nil && fn.Name == "forward"
}

// records reports whether a forward pass of a module records a graph for sure, and needs none itself.
func (e *Entry) records(c *run.Call, module *run.Object) bool {
	for inner, ok := wrapped(module); ok; inner, ok = wrapped(module) {
		module = inner
	}
	f := e.Facts.forwards()
	if e.frozenByAnotherMethod(c) || e.givenWhereAllFreezes(module) {
		return false
	}
	if class, ours := module.Class.(*run.Class); ours {
		return !f.differentiated[class.Node] && !mayDifferentiate(class) &&
			(f.records(class.Node) || e.graphs().carries(c.Result) == Carries)
	}
	if f.unseen || len(f.differentiated) > 0 {
		return false // it may be one of those
	}
	if e.Facts.frozenAt(c) {
		return false
	}
	return e.graphs().carries(c.Result) == Carries || e.runsTrained(c, module) ||
		(!library.IsModule(module) || wrapsOneOf(module)) &&
			(knowledge.NamesMainModel(module.Named) || !knowledge.NamesFrozen(module.Word))
}

// wrapsOneOf reports whether a module wraps one of several of which nothing else is known: what a factory gives on each
// of its ways.
func wrapsOneOf(o *run.Object) bool {
	several, ok := library.Wrapped(o).(*run.Choice)
	return ok && slices.ContainsFunc(several.Alternatives, func(a run.Alternative) bool {
		one, ok := a.Value.(*run.Object)
		return ok && isBare(one)
	})
}
