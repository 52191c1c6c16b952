package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// interest is what can be seen of a file before anything of it is run: which functions do something that a question is
// about, or call one that does. The others are not entered by themselves.
type interest struct {
	functions map[*python.Function]bool
	script    bool // the statements outside of functions are worth running
}

// interestOf looks through a file once.
func interestOf(m *python.Module) *interest {
	in := &interest{functions: map[*python.Function]bool{}}
	callers := map[string][]*python.Function{} // by the name that is called; nil stands for the script
	relevant := map[string]bool{}              // names of relevant functions, and of classes that have one
	var pending []string
	mark := func(fn *python.Function) {
		if fn == nil {
			in.script = true
			return
		}
		if in.functions[fn] {
			return
		}
		in.functions[fn] = true
		for _, name := range namesOf(fn) {
			if name != "" && !relevant[name] {
				relevant[name] = true
				pending = append(pending, name)
			}
		}
	}
	renamed, classes := renamedEvents(m), classNames(m)
	weak, loops := map[*python.Function]bool{}, map[*python.Function]bool{}
	runs, reads := map[*python.Function]bool{}, map[*python.Function]bool{} // a network, and values
	graded := map[*python.Function]bool{}                                   // that do something with what may have a graph
	for _, s := range m.Body {
		look(s, nil, false, func(fn *python.Function, called string, seen strength) {
			switch {
			case seen == strong || renamed[called]:
				mark(fn)
			case seen == weakly:
				weak[fn] = true
			case seen == keeping && fn == nil:
				mark(nil)
			case seen == keeping:
				graded[fn] = true
			case seen == looping:
				loops[fn] = true
			case seen == running:
				runs[fn] = true
			case seen == reading:
				reads[fn] = true
			}
			if classes[called] {
				callers[called+constructor] = append(callers[called+constructor], fn)
				if isConstructor(fn) { // what it makes is not run yet
					return
				}
			}
			if called != "" {
				callers[called] = append(callers[called], fn)
			}
		})
	}
	for _, fn := range runUnnamed(m) {
		runs[fn] = true
	}
	for fn := range weak {
		if loops[fn] {
			mark(fn)
		}
	}
	for fn := range runs {
		if fn != nil && reads[fn] {
			graded[fn] = true
		}
	}
	askers := &graphlessCallers{callers: callers, known: map[*python.Function]bool{}}
	for fn := range graded {
		if !askers.only(fn) {
			mark(fn)
		}
	}
	for len(pending) > 0 {
		name := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, fn := range callers[name] {
			mark(fn)
		}
	}
	return in
}

// runUnnamed are the outermost functions that call something whose name says nothing of a network, but which the file
// uses as one: self.parseq(picture), behind self.parseq.load_state_dict(weights).
func runUnnamed(m *python.Module) []*python.Function {
	networks := map[string]bool{}
	for _, c := range m.AllCalls() {
		if name := python.LastName(c.Receiver()); name != "" && name != "self" && knowledge.OfNetwork(c.MethodName()) {
			networks[name] = true
		}
	}
	if len(networks) == 0 {
		return nil
	}
	var list []*python.Function
	for _, c := range m.AllCalls() {
		if len(c.Args) == 0 || !networks[python.LastName(c.Func)] {
			continue
		}
		around := python.FunctionsAround(c)
		if len(around) == 0 {
			continue
		}
		if fn := around[len(around)-1]; !graphless(fn) && !passesForward(fn) {
			list = append(list, fn)
		}
	}
	return list
}

// renamedEvents are the names under which the file imports something of that kind: grad as torch_grad.
func renamedEvents(m *python.Module) map[string]bool {
	names := map[string]bool{}
	for _, s := range m.Body {
		i, ok := s.(*python.Import)
		if !ok || !i.From {
			continue
		}
		for _, a := range i.Names {
			if a.As != "" && knowledge.OfEvent(a.Path) {
				names[a.As] = true
			}
		}
	}
	return names
}

// classNames are the names of a file's classes.
func classNames(m *python.Module) map[string]bool {
	names := map[string]bool{}
	for _, s := range m.Body {
		if c, ok := s.(*python.Class); ok {
			names[c.Name] = true
		}
	}
	return names
}

// namesOf are the names by which a function is called, or its class is: whoever makes an object mostly runs it. A
// constructor is known by its class, as each class of a file calls some `__init__`.
func namesOf(fn *python.Function) []string {
	class, ok := fn.Parent().(*python.Class)
	switch {
	case !ok:
		return []string{fn.Name}
	case isConstructor(fn):
		return []string{class.Name + constructor}
	}
	return []string{fn.Name, class.Name}
}

func isConstructor(fn *python.Function) bool { return fn != nil && fn.Name == "__init__" }

// constructor stands behind the name of a class where its constructor is meant.
const constructor = ".__init__"

// constructed are the constructors that a call of `__init__` may run: super().__init__(), Base.__init__(self).
func constructed(c *python.Call) []string {
	receiver, ok := c.Receiver().(*python.Call)
	if !ok || python.LastName(receiver.Func) != "super" {
		return []string{python.LastName(c.Receiver()) + constructor}
	}
	var list []string
	if class := python.EnclosingClass(c); class != nil {
		for _, base := range class.Bases {
			list = append(list, python.LastName(base.Value)+constructor)
		}
	}
	return list
}

// strength is how much a place says about whether a training step happens there.
type strength uint8

const (
	nothing strength = iota
	weakly           // together with a loop
	looping
	running // a network, together with
	reading // of what a tensor holds
	keeping // what a network gave, which says something where it may have a graph
	strong
)

// strengthOf is how much a name says.
func strengthOf(word string) strength {
	switch {
	case knowledge.OfStepInLoop(word):
		return weakly
	case knowledge.OfEvent(word), strings.HasSuffix(word, "Trainer"):
		return strong
	}
	return nothing
}

// look visits a statement; found is told of every place that says something and every name that is called, with the
// outermost function or method around it.
func look(
	n python.Node,
	fn *python.Function,
	loop bool,
	found func(fn *python.Function, called string, seen strength),
) {
	switch n := n.(type) {
	case *python.Function:
		if fn == nil {
			fn = n
		}
		loop = false
		if fn == n && givesLossToTrainer(n) {
			found(fn, "", strong)
		}
	case *python.For, *python.While:
		loop = true
		found(fn, "", looping)
	case *python.If:
		if fn == nil && python.AsksMain(n.Test) {
			found(nil, "", strong)
		}
	case *python.AugAssign:
		if loop && n.Op == "+=" && comesOfModel(n.Value) {
			found(fn, "", keeping)
		}
		// self.maps += [weights]
		if _, list := n.Value.(*python.Sequence); list && fn != nil && fn.Name == "forward" && onObject(n.Target) {
			found(fn, "", strong)
		}
	case *python.Call:
		if n.MethodName() == "__init__" {
			for _, name := range constructed(n) {
				found(fn, name, nothing)
			}
			break
		}
		found(fn, python.LastName(n.Func), strengthOfCall(n, fn, loop))
	case *python.Arg:
		_, lambda := n.Value.(*python.Lambda)
		// what is recomputed later
		if n.Name == "non_blocking" || strings.HasPrefix(n.Name, knowledge.LoaderPrefix) || loop && lambda {
			found(fn, "", strong)
		}
	case *python.Attribute:
		if !saysByCall[n.Attr] && !decorates(n) {
			found(fn, "", strengthOf(n.Attr))
		}
	case *python.Assign:
		if fn != nil && fn.Name == "forward" && slices.ContainsFunc(n.Targets, onObject) {
			found(fn, "", strong)
		}
	}
	python.EachChild(n, func(c python.Node) { look(c, fn, loop, found) })
}

// givesLossToTrainer reports whether a method gives a library's trainer what it differentiates, whatever it computes
// that of: return outputs.loss.
func givesLossToTrainer(fn *python.Function) bool {
	class, ok := fn.Parent().(*python.Class)
	return ok && slices.ContainsFunc(class.Bases, func(b *python.Arg) bool {
		return knowledge.GivesLoss(python.LastName(b.Value), fn.Name)
	})
}

// saysByCall are the words that say something where they are called; a self.train, a weight.grad, a signature's
// parameters do not.
var saysByCall = map[string]bool{"train": true, "grad": true, "step": true, "parameters": true, "load_state_dict": true}

func strengthOfCall(n *python.Call, fn *python.Function, loop bool) strength {
	name := python.LastName(n.Func)
	switch {
	case denoises(n), decorates(n.Func), asksFirst(n), knowledge.NamesProgressBar(python.LastName(n.Receiver())):
		return nothing
	case knowledge.NamesCriterion(name),
		loop && knowledge.NamesTraining(name) && !knowledge.NamesCallback(name),
		name == "update" && knowledge.RoleOfWord(python.LastName(n.Receiver())) == knowledge.Scaler,
		fn != nil && fn.Name == "forward" && keepsOnObject(n),
		// Lightning runs the steps of what it is given
		name == "fit" && len(n.Args) > 0 && strings.Contains(strings.ToLower(python.LastName(n.Receiver())), "trainer"),
		fn == nil && name == "parse_args": // what functions read of the options is known only once they are declared
		return strong
	}
	if said := strengthOf(name); said != nothing {
		return said
	}
	switch {
	case loop && knowledge.NamesModule(name) && !knowledge.GivesModules(name) && !graphless(fn) && !passesForward(fn),
		loop && knowledge.AddsItem(name) && !isConstructor(fn) && slices.ContainsFunc(n.Args, addsState):
		return keeping
	case len(n.Args) > 0 && !knowledge.NamesLayer(name) && !graphless(fn) && !passesForward(fn) &&
		(knowledge.NamesModule(name) ||
			knowledge.NamesNetwork(python.LastName(n.Receiver())) && knowledge.MethodGives(name) == knowledge.NotKnown):
		return running
	case knowledge.EndsGraph(name),
		knowledge.Shows(name),
		name == "detach",
		knowledge.MethodGives(name) != knowledge.NotKnown && ofData(n.Receiver()):
		return reading
	}
	return nothing
}

// ofData reports whether something is what a tensor holds, out.data, and no attribute of the object at hand: self.data.
func ofData(e python.Expr) bool {
	a, ok := e.(*python.Attribute)
	if !ok || a.Attr != "data" {
		return false
	}
	name, plain := a.Value.(*python.Name)
	return !plain || name.ID != "self"
}

// asksFirst reports whether a call is of the parameters of which only the first is looked at, for its device or type:
// next(model.parameters()), next(iter(model.parameters())).
func asksFirst(n *python.Call) bool {
	of := passedTo(n)
	if of != nil && python.LastName(of.Func) == "iter" {
		of = passedTo(of)
	}
	return of != nil && n.MethodName() == "parameters" && python.LastName(of.Func) == "next"
}

// passedTo is the call whose argument another one is, nil for none.
func passedTo(n *python.Call) *python.Call {
	arg, _ := n.Parent().(*python.Arg)
	if arg == nil {
		return nil
	}
	of, _ := arg.Parent().(*python.Call)
	return of
}

// passesForward reports whether a function is a network's forward pass: the layers that it runs one behind the other
// are no model that a loop asks for each batch.
func passesForward(fn *python.Function) bool {
	return fn != nil && fn.Name == "forward"
}

// graphless reports whether a function runs without a graph as a whole: a model that it calls for each batch is only
// asked something.
func graphless(fn *python.Function) bool {
	return fn != nil && slices.ContainsFunc(fn.Decorators, func(d *python.Decorator) bool {
		if c, ok := d.Value.(*python.Call); ok {
			return decorates(c.Func)
		}
		return decorates(d.Value)
	})
}

// graphlessCallers tells which functions of a file are only called, as far as names in it say, by those that run
// without a graph: the helpers of a pipeline's __call__ under @torch.no_grad(). What they keep of a network has none,
// and to enter their callers, whole pipelines, for their sake would show just that.
type graphlessCallers struct {
	callers map[string][]*python.Function // by the name that is called; nil stands for the script
	known   map[*python.Function]bool     // false as long as it is being found out
}

func (g *graphlessCallers) only(fn *python.Function) bool {
	if known, asked := g.known[fn]; asked {
		return known
	}
	g.known[fn] = false
	met := false
	for _, caller := range g.callers[fn.Name] {
		if caller == fn {
			continue
		}
		if caller == nil || !graphless(caller) && !g.only(caller) {
			return false
		}
		met = true
	}
	g.known[fn] = met
	return met
}

// decorates reports whether an expression, or a call of it, stands behind the @ of a function that runs without a
// graph: what that does to a step is seen where the function is called, and a pipeline that only generates has none.
func decorates(e python.Expr) bool {
	at := e.Parent()
	if c, ok := at.(*python.Call); ok && c.Func == e {
		at = c.Parent()
	}
	_, ok := at.(*python.Decorator)
	return ok && knowledge.OfStepInLoop(python.LastName(e))
}

// keepsOnObject reports whether a call adds something to what an object holds: self.maps.append(weights),
// self.maps[name].append(weights).
func keepsOnObject(n *python.Call) bool {
	_, alone := n.Parent().(*python.ExprStmt)
	into := n.Receiver()
	if item, ok := into.(*python.Subscript); ok {
		into = item.Value
	}
	_, held := into.(*python.Attribute)
	return alone && held && knowledge.AddsItem(n.MethodName())
}

// onObject reports whether a target, or one of several, is a part of an object.
func onObject(target python.Expr) bool {
	switch t := target.(type) {
	case *python.Attribute, *python.Subscript:
		return true
	case *python.Sequence:
		return slices.ContainsFunc(t.Items, onObject)
	}
	return false
}

// addsState reports whether an argument may be what a model has computed. A loop that collects anything else, as most
// loops do, says nothing of training.
func addsState(a *python.Arg) bool { return comesOfModel(a.Value) }

func comesOfModel(e python.Expr) bool {
	return keepsState(e) || speaksOf(e, knowledge.NamesModule)
}
