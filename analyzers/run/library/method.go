package library

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

func (l Library) method(m *run.Machine, c *run.Call, f *run.Member) run.Value {
	if of, ok := f.Object.(*run.Class); ok {
		if made := madeBy(m, c, of, f.Name); made != nil {
			return made
		}
	}
	if v := l.parsed(m, c, f); v != nil {
		return v
	}
	o, ok := f.Object.(*run.Object)
	if !ok {
		return nil
	}
	if o.Class == run.Value(run.Symbol(knowledge.Subparsers)) && f.Name == "add_parser" {
		return l.subparser(m, c, o)
	}
	if f.Name == "is_absolute" && len(c.Args) == 0 {
		return pathPart(o, f.Name)
	}
	if knowledge.AsksPathWhetherThere(f.Name) && len(c.Args) == 0 && isPath(o, maxPathSteps) {
		return l.isThere(o)
	}
	if o.Kind == run.Dict {
		return l.nodeMethod(m, c, o, f.Name)
	}
	if held, ok := elements(m, o).(*run.Object); ok && containerMethods[f.Name] {
		return m.Call(&run.Member{Object: held, Name: f.Name}, c.Args, c)
	}
	setMode(m, c, o, f.Name)
	role := RoleOf(o)
	switch {
	case role == knowledge.Loader && knowledge.GivesNext(f.Name) && len(c.Args) == 0:
		return m.Walked(o, c)
	case knowledge.AddsModule(f.Name) && o.Kind == run.Instance && len(c.Args) == 2:
		if held, ok := elements(m, o).(*run.Object); ok {
			return m.Call(&run.Member{Object: held, Name: "append"}, c.Args[1:], c)
		}
		if name, ok := run.Bare(c.Args[0].Value).(run.Str); ok {
			m.Set(o, string(name), c.Args[1].Value)
			return run.None
		}
	case knowledge.Prepares(f.Name) && role != knowledge.Model && role != knowledge.Optimizer:
		return l.prepared(c)
	case f.Name == "forward" && o.Operator == Wraps:
		return m.Call(o, c.Args, c)
	case knowledge.DetachesInPlace(f.Name):
		m.Set(o, "<detached>", run.Bool(true))
		return o
	case givesItself(o, f.Name, c):
		return itselfOrMoved(m, o, c, f.Name)
	case knowledge.ListsParameters(f.Name) && IsModule(o):
		given := m.NewObject(run.Result, c)
		given.Made, given.Word, given.Class = c, f.Name, run.Generator
		given.Why = "the result of ." + f.Name + "()"
		return given
	case f.Name == "step" && (role == knowledge.Optimizer || role == knowledge.Scaler):
		callClosure(m, c)
	}
	return nil
}

// parsed is what a method of a command line's parser gives; nil for any other method.
func (l Library) parsed(m *run.Machine, c *run.Call, f *run.Member) run.Value {
	parser, ok := isParser(f.Object)
	if !ok {
		return nil
	}
	if v := l.dataclassParser(m, c, parser, f.Name); v != nil {
		return v
	}
	return l.parserMethod(m, c, parser, f.Name)
}

// callClosure calls what a step is given to compute the loss anew.
func callClosure(m *run.Machine, c *run.Call) {
	for _, a := range c.Args {
		if fn, ok := a.Value.(*run.Function); ok {
			m.Call(fn, nil, c)
		}
	}
}

// madeBy is what a method gives that a class of the project has from a library: an instance, of what it is given or of
// nothing seen.
func madeBy(m *run.Machine, c *run.Call, of *run.Class, method string) run.Value {
	if held, ok := run.Bare(argument(c, "obj", 0)).(*run.Object); ok && knowledge.Validates(method) {
		if made := m.Validated(of, held, c.At); made != nil {
			return made
		}
	}
	if !knowledge.GivesInstance(method) {
		return nil
	}
	o := m.NewObject(run.Instance, c)
	o.Class, o.Made = of, c
	return o
}

// setMode is what train() and eval() do to a module: what asks `model.training` afterwards knows the answer, as a
// forward pass does that is recorded in training only. Something unknown has a mode only where eval() says so: anything
// may be trained.
func setMode(m *run.Machine, c *run.Call, module *run.Object, method string) {
	switch {
	case method == "eval" && len(c.Args) == 0:
		m.Set(module, "training", run.Bool(false))
	case method == "train" && (IsModule(module) || module.Kind == run.Instance || keptAsModel(module)):
		on := run.Value(run.Bool(true))
		if given, _ := c.Argument("mode", 0); given != nil {
			on = given
		}
		m.Set(module, "training", on)
	}
}

// keptAsModel reports whether an object of which nothing is known but what made it was bound to a name for the only
// model of a program: model = build(args); if args.cuda: model = model.cuda().
func keptAsModel(o *run.Object) bool {
	return o.Class == nil && (o.Kind == run.Result || o.Kind == run.Unknown) && knowledge.NamesMainModel(o.Named)
}

// givesItself reports whether a method gives the module that it is called on.
func givesItself(o *run.Object, method string, c *run.Call) bool {
	return knowledge.ReturnsItself(method) &&
		(IsModule(o) || o.Kind == run.Instance || keptAsModel(o) || usedAsModule(o, c) || madeModule(o, c)) ||
		method == "eval" && len(c.Args) == 0 && movedOrMade(o)
}

// Distributes reports whether a method gives the module that it is called on, or fills it: net.cuda().
func (l Library) Distributes(object run.Value, method string) bool {
	return (knowledge.ReturnsItself(method) || method == "load_state_dict") && IsModule(object)
}

// usedAsModule reports whether the code around a method of something handed in says that it is a module: it asks that,
// or what it keeps of it on self, for what only modules have. self.warp = warp.to(device); Adam(warp.parameters())
func usedAsModule(o *run.Object, c *run.Call) bool {
	name, ok := c.Node.Receiver().(*python.Name)
	fn := python.EnclosingFunction(c.Node)
	if !ok || fn == nil || o.Kind != run.Unknown || o.Class != nil || o.Operator != "parameter" {
		return false
	}
	kept, within := "", python.Node(fn)
	if assign, ok := c.Node.Parent().(*python.Assign); ok && len(assign.Targets) == 1 {
		class, inClass := fn.Parent().(*python.Class)
		if to, ok := assign.Targets[0].(*python.Attribute); ok && inClass {
			kept, within = to.Attr, class
		}
	}
	for n := range python.All(within) {
		a, ok := n.(*python.Attribute)
		if !ok || !knowledge.OnlyModulesHave(a.Attr) {
			continue
		}
		switch on := a.Value.(type) {
		case *python.Name:
			if on.ID == name.ID && python.EnclosingFunction(a) == fn {
				return true
			}
		case *python.Attribute:
			if kept != "" && on.Attr == kept {
				return true
			}
		}
	}
	return false
}

// itselfOrMoved is the object that a method gives back, or another tensor where it is one that has been moved.
func itselfOrMoved(m *run.Machine, o *run.Object, c *run.Call, method string) *run.Object {
	if !isTensor(o) || method == "requires_grad_" {
		return o
	}
	moved := m.NewObject(run.Instance, c)
	moved.Class, moved.Made = o.Class, c
	return moved
}

// isTensor reports whether an object was made by a class of tensors: torch.Tensor([1]), Variable(x).
func isTensor(o *run.Object) bool {
	class, ok := o.Class.(run.Symbol)
	return ok && o.Kind == run.Instance &&
		(knowledge.MakesPlainTensor(string(class)) || class == "torch.autograd.Variable")
}

// movedOrMade reports whether an object of which nothing is known was just made, or moved to a device: what eval() puts
// into evaluation mode there is a module, net = get_class(name).load_from_checkpoint(path).to(device).eval(). A
// trainer's eval() gives a score.
func movedOrMade(o *run.Object) bool {
	if o.Class != nil || o.Kind != run.Result || o.Made == nil {
		return false
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		return knowledge.ReturnsItself(callee.Name) && callee.Name != "eval" || knowledge.Makes(callee.Name) ||
			knowledge.GivesInstance(callee.Name)
	case run.Symbol:
		return knowledge.Makes(run.LastPart(string(callee)))
	case *run.Object:
		return knowledge.Makes(callee.Word)
	}
	return false
}

// containerMethods are those that a ModuleList or ModuleDict shares with the container behind it.
var containerMethods = map[string]bool{
	"append": true,
	"extend": true,
	"insert": true,
	"items":  true,
	"keys":   true,
	"values": true,
	"update": true,
	"pop":    true,
}

// prepared is what accelerator.prepare gives: what it is given, one or several.
func (l Library) prepared(c *run.Call) run.Value {
	var list []run.Value
	for _, a := range c.Args {
		if a.Name != "" {
			continue
		}
		if a.Star > 0 {
			return nil
		}
		list = append(list, a.Value)
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &run.Tuple{Items: list}
}

// instance is a call of an object of a library.
func instance(m *run.Machine, c *run.Call, o *run.Object) run.Value {
	within := Wrapped(o)
	if within == nil {
		return nil
	}
	inner, ok := within.(*run.Object)
	if ok && (inner.Kind == run.Result || inner.Kind == run.Unknown) && !IsModule(inner) {
		return nil // what it wraps is a module, whatever else is known of it: the wrapper is one
	}
	return m.Call(within, c.Args, c)
}
