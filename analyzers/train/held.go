package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// holding is the run in which the modules of a file are made, with what it showed of the things in it.
type holding struct {
	machine *run.Machine
	spent   int                             // the steps that it took
	modules map[*python.Class][]*heldModule // by their classes
	// tensors are things of which nothing is known but that what only tensors go through is done with them.
	tensors map[*run.Object]bool
	leaves  map[run.Value]bool              // w.requires_grad_(), w.requires_grad = True
	places  map[*run.Object]whereabouts     // of what was asked for
	named   map[*run.Object]map[string]bool // the names under which a module registers buffers and parameters
}

// heldModule is a module of the file as a run shows it in which somebody makes one with arguments that nobody knows,
// and runs its forward pass: what it keeps on self, and what it does with that, wherever the code for it stands.
type heldModule struct {
	*holding
	facts  *Facts
	class  *run.Class
	self   *run.Object
	built  run.Trace // what its constructor did
	passes run.Trace // what its forward pass did
	// stores are what it is given under its attributes while it is made, in the order in which they came to be.
	stores []*run.Store
}

const (
	// stepsOfHeld bounds the making of one module and its forward pass.
	stepsOfHeld = 12_000
	// stepsOfAllHeld bounds those of all modules of a file.
	stepsOfAllHeld = 60_000
)

// heldModules are the modules of the file whose classes wanted lets through, each made and run once with arguments that
// nobody knows, and once for what a call of the file gives its constructor to keep.
func (f *Facts) heldModules(wanted func(*python.Class) bool) []*heldModule {
	var list []*heldModule
	for n := range python.AllIn(f.Module.Body) {
		class, ok := n.(*python.Class)
		if ok && len(class.Bases) > 0 && python.EnclosingFunction(class) == nil && wanted(class) {
			list = append(list, f.heldModulesOf(class)...)
		}
	}
	return list
}

// theHolding is the run in which modules of the file are made.
func (f *Facts) theHolding() *holding {
	if f.held == nil {
		f.Entries() // surveys the project
		f.held = f.newHolding()
	}
	return f.held
}

// newHolding is a run in which no module was made yet.
func (f *Facts) newHolding() *holding {
	return &holding{
		machine: f.machineWith(func(o *run.Options) { o.Locate, o.Brief, o.Idle = true, false, nil }),
		modules: map[*python.Class][]*heldModule{},
		tensors: map[*run.Object]bool{},
		leaves:  map[run.Value]bool{},
		named:   map[*run.Object]map[string]bool{},
		places:  map[*run.Object]whereabouts{},
	}
}

// heldModulesOf are those of one class; none where it is no class of modules.
func (f *Facts) heldModulesOf(node *python.Class) []*heldModule {
	f.theHolding()
	if list, known := f.held.modules[node]; known {
		return list
	}
	f.held.modules[node] = nil
	m := f.held.machine
	class, _ := m.Global(m.Unit(f.Module, "__main__"), node.Name).(*run.Class)
	if class == nil || class.Node != node || !library.ModuleClass(class) || f.held.spent >= stepsOfAllHeld {
		return nil
	}
	m.Renew(stepsOfHeld)
	self := m.Instance(class)
	first := f.heldModuleOf(f.held, class, self, m.Building(self))
	if first == nil {
		return nil
	}
	list := []*heldModule{first}
	if first.keepsGiven() {
		list = append(list, f.givenModules(node)...)
	}
	f.held.modules[node] = list
	return list
}

// heldModuleOf runs the forward pass of a module that was made; nil where that takes too long.
func (f *Facts) heldModuleOf(in *holding, class *run.Class, self *run.Object, built run.Trace) *heldModule {
	m := in.machine
	h := &heldModule{holding: in, facts: f, class: class, self: self, built: built}
	for _, s := range built.Stores {
		if s.Target == self && s.Kind == run.StoreAttribute {
			h.stores = append(h.stores, s)
		}
	}
	m.Trace = run.Trace{}
	for _, name := range knowledge.PassesOfModule {
		if fn, ok := m.ClassMember(class, name).(*run.Function); ok && fn.Kind == run.PlainMethod {
			m.Enter(fn, self)
		}
	}
	h.passes = m.Trace
	f.held.spent += m.Spent()
	if m.Over() {
		return nil
	}
	h.noteMaking()
	h.noteTensors()
	clear(h.places) // what is known of them now is more than when they were asked for
	return h
}

// noteMaking notes which tensors the making of the module tells to collect gradients, and which it registers.
func (h *heldModule) noteMaking() {
	for _, s := range h.built.Stores {
		if s.Kind == run.StoreAttribute && s.Name == "requires_grad" && run.Bare(s.New) == run.Value(run.Bool(true)) {
			h.leaves[s.Target] = true
		}
	}
	for _, c := range h.built.Calls {
		on, ok := run.Bare(c.Callee).(*run.Member)
		if !ok {
			continue
		}
		switch {
		case on.Name == "requires_grad_":
			if len(c.Args) == 0 || run.Bare(c.Args[0].Value) == run.Value(run.Bool(true)) {
				h.leaves[run.Bare(on.Object)] = true
			}
		case knowledge.RegistersTensor(on.Name):
			name, _ := c.Argument("name", 0)
			of, isObject := run.Bare(on.Object).(*run.Object)
			if text, ok := run.Bare(name).(run.Str); ok && isObject {
				if h.named[of] == nil {
					h.named[of] = map[string]bool{}
				}
				h.named[of][string(text)] = true
			}
		}
	}
}

// keepsGiven reports whether the constructor keeps on self what it is given, or what is made of that.
func (h *heldModule) keepsGiven() bool {
	return slices.ContainsFunc(h.keptStores(), func(s stored) bool {
		fn := python.EnclosingFunction(s.at)
		return fn != nil && python.MentionsIn(s.value, func(word string) bool {
			return slices.ContainsFunc(fn.Params[1:], func(p *python.Param) bool { return p.Name == word })
		})
	})
}

// givenModules are the modules of a class that calls of the file make, with what they are given: Stack([nn.Linear(8,
// 8), nn.Linear(8, 8)]). They have a run of their own: the function that makes one mostly trains it as well, and what
// it gives the forward pass then is another thing than what anybody may give it.
func (f *Facts) givenModules(node *python.Class) []*heldModule {
	var list []*heldModule
	var in *holding
	for _, c := range f.Module.AllCalls() {
		fn := python.EnclosingFunction(c)
		if len(list) == maxGivenModules || fn == nil || len(c.Args) == 0 ||
			f.Module.Definition(c.Func) != python.Node(node) {
			continue
		}
		if in == nil {
			in = f.newHolding()
		}
		m := in.machine
		class, ok := m.Global(m.Unit(f.Module, "__main__"), node.Name).(*run.Class)
		if !ok {
			return nil
		}
		m.Renew(stepsOfHeld)
		m.Trace = run.Trace{}
		for _, each := range m.Functions(f.Module, "__main__", func(g *python.Function) bool { return g == fn }) {
			if each.Class == nil || fn.Name != "__init__" {
				m.Enter(each, m.SelfOf(each))
			} else if self, ok := m.SelfOf(each).(*run.Object); ok {
				m.Trace = m.Building(self)
			}
		}
		trace := m.Trace
		f.held.spent += m.Spent()
		for _, made := range trace.Calls {
			self, ok := run.Bare(made.Result).(*run.Object)
			if made.Node == c && ok && self.Class == run.Value(class) {
				m.Renew(stepsOfHeld)
				if h := f.heldModuleOf(in, class, self, trace); h != nil {
					list = append(list, h)
				}
				break
			}
		}
	}
	return list
}

// maxGivenModules bounds the calls of one class that are looked at.
const maxGivenModules = 3

// wholeLineage are the class of a module and its bases in the project.
func (h *heldModule) wholeLineage() []*python.Class { return h.facts.wholeLineage(h.class.Node) }

// heldUnder is what an attribute of the module is when it has been made; nil for nothing.
func (h *heldModule) heldUnder(name string) run.Value { return h.machine.Get(h.self, name) }

// firstUnder is what an attribute of the module is given first.
func (h *heldModule) firstUnder(name string) run.Value {
	for _, s := range h.stores {
		if s.Name == name {
			return s.New
		}
	}
	return nil
}

// keptStores are the statements of the file that put something on self while the module is made, the first for each
// attribute.
func (h *heldModule) keptStores() []stored {
	var list []stored
	for _, s := range h.stores {
		target, ok := s.Node.(*python.Attribute)
		if !ok || s.Unit.Module != h.facts.Module {
			continue
		}
		at, ok := python.EnclosingStmt(target).(*python.Assign)
		if !ok || slices.ContainsFunc(list, func(o stored) bool { return o.target.Attr == s.Name }) {
			continue
		}
		if i := slices.Index(targetsOf(at), python.Expr(target)); i >= 0 && givenTo(at, i) != nil {
			list = append(list, stored{at, target, givenTo(at, i)})
		}
	}
	return list
}

// functions are the functions of the project that its forward passes run.
func (h *heldModule) functions() []*run.Function {
	var list []*run.Function
	for _, c := range h.passes.Calls {
		fn := functionOf(c)
		if fn == nil || fn.Node == nil || slices.ContainsFunc(list, func(o *run.Function) bool { return o.Node == fn.Node }) {
			continue
		}
		if called, _ := h.machine.Called(fn.Node); called {
			list = append(list, fn)
		}
	}
	return list
}

// noteTensors notes the parameters of functions, and what they hold, with which the forward passes do what is done with
// tensors alone: a layer is given it, a method of tensors is called on it, it is annotated as one. What forward() of a
// module takes first, as x or as image, is one without that: (x - self.mean) / self.std is all that many a module does.
func (h *heldModule) noteTensors() {
	add := func(v run.Value) {
		for _, term := range factorsIn(v, map[*run.Object]bool{}) {
			for _, one := range run.Alternatives(term) {
				if o, ok := run.Bare(one).(*run.Object); ok && isHandedTo(o) {
					h.tensors[o] = true
				}
			}
		}
	}
	for _, c := range h.passes.Calls {
		switch callee := run.Bare(c.Callee).(type) {
		case run.Symbol:
			if knowledge.IsFunctional(string(callee)) {
				input, _ := c.Argument("input", 0)
				add(input)
			}
		case *run.Member:
			if knowledge.OfTensorsAlone(callee.Name) || knowledge.TellsShape(callee.Name) {
				add(callee.Object)
			}
		case *run.Object:
			if library.IsModule(callee) && len(c.Args) > 0 {
				add(c.Args[0].Value)
			}
		}
	}
	for _, fn := range h.functions() {
		for n := range python.AllIn(fn.Node.Body) {
			if product, ok := n.(*python.Binary); ok && product.Op == "@" {
				for _, side := range []python.Expr{product.Left, product.Right} {
					v, _ := h.machine.ValueOf(side)
					add(v)
				}
			}
		}
		for i, p := range fn.Node.Params {
			input := i == 1 && fn.Node.Name == "forward" && p.Default == nil && p.Annotation == nil &&
				knowledge.NamesInput(p.Name)
			if !input && (p.Annotation == nil ||
				!python.MentionsIn(p.Annotation, func(word string) bool { return word == "Tensor" })) {
				continue
			}
			for n := range python.AllIn(fn.Node.Body) {
				if name, ok := n.(*python.Name); ok && name.ID == p.Name {
					if v, met := h.machine.ValueOf(name); met {
						add(v)
						break
					}
				}
			}
		}
	}
}

// isHandedTo reports whether something unknown is what a function was given, or a part of that: batch["image"].
func isHandedTo(o *run.Object) bool {
	for range maxMakings {
		switch {
		case o.Made != nil:
			return false
		case o.Operator == "parameter":
			fn, ok := o.At.Node.Parent().(*python.Function)
			return ok && fn.Name != "__init__"
		case o.Operator != run.ItemOf && o.Operator != run.Iterating || len(o.Operands) == 0:
			return false
		}
		of, ok := run.Bare(o.Operands[0]).(*run.Object)
		if !ok {
			return false
		}
		o = of
	}
	return false
}

// factorsIn are the values of which arithmetic has made a value: x of 2 * math.pi * x, and of x - self.mean. asked are
// the objects that were asked before.
func factorsIn(v run.Value, asked map[*run.Object]bool) []run.Value {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made != nil || !knowledge.IsArithmetic(o.Operator) {
		return []run.Value{v}
	}
	if asked[o] || len(asked) > maxMakings {
		return nil
	}
	asked[o] = true
	var list []run.Value
	for _, part := range o.Operands {
		list = append(list, factorsIn(part, asked)...)
	}
	return list
}
