package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// graphs is what running the file abstractly has shown.
type graphs struct {
	runs   []*run
	events map[*python.Call][]*differentiation
}

// graphs runs every entry of the file once.
func (f *Facts) graphs() *graphs {
	if f.graph != nil {
		return f.graph
	}
	f.graph = &graphs{events: map[*python.Call][]*differentiation{}}
	relevant := f.relevantFunctions()
	if len(relevant) == 0 {
		return f.graph
	}
	visited := map[*python.Function]bool{}
	if relevant[nil] {
		f.enter(nil, f.Module.Body, visited)
	}
	for _, called := range []bool{false, true} {
		for _, fn := range f.functions() {
			if !visited[fn] && relevant[fn] && (called || len(f.CallsTo(fn)) == 0) {
				f.enter(fn, fn.Body, visited)
			}
		}
	}
	return f.graph
}

// relevantFunctions are those that differentiate something or collect values in a
// loop, and those that call them; nil stands for the module's statements.
func (f *Facts) relevantFunctions() map[*python.Function]bool {
	relevant := map[*python.Function]bool{}
	for _, c := range f.Module.AllCalls() {
		if kind := f.kindOf(c); kind == Backward || kind == Grad {
			f.markCallers(python.EnclosingFunction(c), relevant)
		}
	}
	for _, l := range f.Loops() {
		if fn := python.EnclosingFunction(l.Node); !relevant[fn] && f.collects(l) {
			f.markCallers(fn, relevant)
		}
	}
	return relevant
}

func (f *Facts) markCallers(fn *python.Function, relevant map[*python.Function]bool) {
	if relevant[fn] {
		return
	}
	relevant[fn] = true
	if fn == nil {
		return
	}
	for _, c := range f.CallsTo(fn) {
		f.markCallers(python.EnclosingFunction(c), relevant)
	}
	if c, ok := fn.Parent().(*python.Class); ok && fn.Name == "forward" && c != nil {
		f.markModuleCallers(c, relevant)
	}
}

// markModuleCallers marks the functions that call an instance of a module.
func (f *Facts) markModuleCallers(c *python.Class, relevant map[*python.Function]bool) {
	for _, call := range f.Module.AllCalls() {
		if f.Module.ClassOf(call.Func) == c {
			f.markCallers(python.EnclosingFunction(call), relevant)
		}
	}
}

// collects reports whether a loop adds to something and computes with a model.
func (f *Facts) collects(l *Loop) bool {
	adds, computes := false, false
	python.WalkBody(l.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Function, *python.Class:
			return false
		case *python.AugAssign:
			_, number := n.Value.(*python.Number)
			adds = adds || n.Op == "+=" && !number
		case *python.Assign:
			for _, t := range n.Targets {
				if _, item := t.(*python.Subscript); item {
					adds = true
				}
			}
			if b, ok := n.Value.(*python.Binary); ok && b.Op == "+" {
				adds = true
			}
		case *python.Call:
			switch n.MethodName() {
			case "append", "add", "extend", "update", "insert":
				adds = true
			}
			computes = computes || f.Callee(n) != nil || f.isModule(n.Func) || f.isCriterion(n.Func)
		}
		return !adds || !computes
	})
	return adds && computes
}

func (f *Facts) enter(fn *python.Function, body []python.Stmt, visited map[*python.Function]bool) {
	r := f.newRun(fn, visited)
	if fn != nil {
		visited[fn] = true
		if mode, ok := f.functionGradMode(fn); ok {
			r.grad = mode
		}
	}
	a := &activation{fn: fn, id: r.number()}
	r.calls = []*activation{a}
	r.block(body)
	if !r.dead {
		a.exits = append(a.exits, r.env)
	}
	r.escape(a.result)
	r.leaveOnObjects(r.joined(a.exits), r.followed)
	f.graph.runs = append(f.graph.runs, r)
	for _, d := range r.backward {
		f.graph.events[d.call] = append(f.graph.events[d.call], d)
	}
}

func (f *Facts) newRun(fn *python.Function, visited map[*python.Function]bool) *run {
	if f.stores == nil {
		f.stores = map[*python.Function]bool{}
	}
	return &run{
		f: f, entry: fn, env: variables{}, grad: Carries, visited: visited, followed: map[*python.Function]bool{},
		places: map[*python.Name]place{}, objects: map[python.Expr]string{}, aliases: map[place]string{},
		attributes: map[place]*value{}, leaves: map[python.Node]*value{}, closures: map[*python.Function]bool{},
		evaluations: map[python.Expr][]values{}, latest: map[python.Expr]values{},
	}
}

// Carries is whether the value of an expression holds an autograd graph, wherever
// it is evaluated.
func (f *Facts) Carries(e python.Expr) Carry {
	yes, no, unknown := false, false, false
	for _, r := range f.graphs().runs {
		for _, vs := range r.evaluations[e] {
			switch vs.carry() {
			case Carries:
				yes = true
			case CarriesNot:
				no = true
			default:
				unknown = true
			}
		}
	}
	switch {
	case unknown || yes == no:
		return MayCarry
	case yes:
		return Carries
	}
	return CarriesNot
}

// carry of alternatives: a leaf holds no graph.
func (vs values) carry() Carry {
	var computed values
	for _, v := range vs {
		if v.kind != leafValue {
			computed = append(computed, v)
		}
	}
	return computed.requiresGrad()
}

// GraphUsedAgain is whether another backward or grad call runs, after this one,
// through operations that this one went through: later in the step, in another
// lap of a loop, or in a function of this file.
func (f *Facts) GraphUsedAgain(c *python.Call) Carry {
	events := f.graphs().events[c]
	if len(events) == 0 {
		return MayCarry
	}
	found := CarriesNot
	for _, d := range events {
		found = max(found, d.usedAgain())
	}
	return found
}

func (d *differentiation) usedAgain() Carry {
	r := d.run
	if r.over() || r.isClosure(d.call) || len(d.loss) == 0 {
		return MayCarry
	}
	mine := d.recorded()
	found := CarriesNot
	if mine.external() || len(mine.all) == 0 {
		found = MayCarry
	}
	for _, b := range r.backward {
		if d.mayFollow(b) {
			found = max(found, mine.shares(b.recorded()))
		}
	}
	if found == CarriesNot && r.keeps(mine, d.loss) {
		return MayCarry
	}
	return found
}

// isClosure reports whether a call stands in a function that an optimizer calls as
// often as it likes, or in the backward of an autograd function, which runs in the
// middle of another backward pass.
func (r *run) isClosure(c *python.Call) bool {
	fn := python.EnclosingFunction(c)
	if class := python.EnclosingClass(c); class != nil {
		for _, base := range r.f.Module.BaseNames(class) {
			if base == "torch.autograd.Function" {
				return true
			}
		}
	}
	return fn != nil && (r.closures[fn] || r.f.passedToStep(fn))
}

// passedToStep reports whether a function of this file is given to a step method.
func (f *Facts) passedToStep(fn *python.Function) bool {
	for _, c := range f.Module.AllCalls() {
		if c.MethodName() != "step" && lastName(c.Func) != "step" {
			continue
		}
		for _, a := range c.Args {
			if n, ok := a.Value.(*python.Name); ok && n.ID == fn.Name {
				return true
			}
		}
	}
	return false
}

// keeps reports whether what leaves the entry hangs on the graph, other than the
// loss itself, which is returned to be logged.
func (r *run) keeps(g graph, loss values) bool {
	var left values
	for _, v := range r.flatten(r.escaped) {
		if !loss.has(v) {
			left = left.with(v)
		}
	}
	return graphOf(left).shares(g) != CarriesNot
}

// leaveOnObjects takes what the entry stores in attributes that functions outside of
// it read.
func (r *run) leaveOnObjects(env variables, followed map[*python.Function]bool) {
	for p, vs := range env {
		if p.scope != nil {
			continue
		}
		attr := p.name[strings.LastIndexByte(p.name, '.')+1:]
		for fn := range r.f.readers(attr) {
			if fn != r.entry && !followed[fn] {
				r.escape(vs)
				break
			}
		}
	}
}

// readers are the functions that read an attribute of that name.
func (f *Facts) readers(attr string) map[*python.Function]bool {
	if f.attributeReaders == nil {
		f.attributeReaders = map[string]map[*python.Function]bool{}
		for _, fn := range f.functions() {
			python.WalkBody(fn.Body, func(n python.Node) bool {
				if a, ok := n.(*python.Attribute); ok && !isTarget(a) {
					if f.attributeReaders[a.Attr] == nil {
						f.attributeReaders[a.Attr] = map[*python.Function]bool{}
					}
					f.attributeReaders[a.Attr][fn] = true
				}
				return true
			})
		}
	}
	return f.attributeReaders[attr]
}

// IsForward reports whether a call runs a module that has parameters.
func (f *Facts) IsForward(c *python.Call) bool {
	if f.Callee(c) != nil || f.isCriterion(c.Func) || f.kindOf(c) != NoEvent || frozenName.MatchString(lastName(c.Func)) {
		return false
	}
	if path := f.Module.Resolve(c.Func); path != "" {
		return false
	}
	return f.isModule(c.Func) && !f.withoutParameters(c.Func)
}

// DifferentiatedForward reports whether a backward pass goes through what a forward
// call returns.
func (f *Facts) DifferentiatedForward(c *python.Call) bool {
	for _, r := range f.graphs().runs {
		for _, d := range r.backward {
			for v := range d.recorded().all {
				if v.node == python.Node(c) {
					return true
				}
			}
		}
	}
	return false
}
