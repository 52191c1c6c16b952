package job

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// unfrozen is which parameters of a model get gradients at one moment: those of
// the whole model, but for the parts that say otherwise.
type unfrozen struct {
	scope  scope
	frozen bool // requires_grad of the whole model was set to False
	parts  map[string]trainedPart
	cause  Place
	more   bool // something was unfrozen since the last training
}

// trainedPart is a part of the model that is not like the rest; parameters is 0 when they
// cannot be counted.
type trainedPart struct {
	on         bool
	parameters int64
}

func (u unfrozen) clone() unfrozen {
	u.parts = maps.Clone(u.parts)
	return u
}

func (u unfrozen) same(other unfrozen) bool {
	return u.frozen == other.frozen && maps.Equal(u.parts, other.parts)
}

// count adds up the parameters of the trained parts; 0 when one is not known.
func (u unfrozen) count() int64 {
	var sum int64
	for _, p := range u.parts {
		if !p.on || p.parameters == 0 || !u.frozen {
			return 0
		}
		sum += p.parameters
	}
	return sum
}

// set notes requires_grad of a part, "" for the whole model. many says that the path
// stands for parts that cannot be named, so it overrides none.
func (u *unfrozen) set(path string, on, many bool, parameters int64, by Place) {
	u.more = u.more || on
	u.cause = by
	switch {
	case path == "" && !many:
		u.frozen, u.parts = !on, nil
	case many:
		if u.around(path) != on || u.within(path, !on) {
			u.put(path+"*"+strconv.Itoa(len(u.parts)), trainedPart{on: on})
		}
	default:
		maps.DeleteFunc(u.parts, func(name string, _ trainedPart) bool { return isWithin(name, path) })
		if u.around(path) != on {
			u.put(path, trainedPart{on, parameters})
		}
	}
	u.settle()
}

// within reports whether a part of a path, "" for the whole model, is said to be on or off.
func (u *unfrozen) within(path string, on bool) bool {
	for name, p := range u.parts {
		if p.on == on && isWithin(name, path) {
			return true
		}
	}
	return false
}

func isWithin(name, path string) bool {
	rest, ok := strings.CutPrefix(name, path)
	return ok && (rest == "" || path == "" || rest[0] == '.' || rest[0] == '*')
}

func (u *unfrozen) put(path string, p trainedPart) {
	if u.parts == nil {
		u.parts = map[string]trainedPart{}
	}
	u.parts[path] = p
}

// around is what the closest part around a path, or the whole model, says.
func (u *unfrozen) around(path string) bool {
	for i := strings.LastIndexByte(path, '.'); i > 0; i = strings.LastIndexByte(path[:i], '.') {
		if p, ok := u.parts[path[:i]]; ok {
			return p.on
		}
	}
	return !u.frozen
}

func (u *unfrozen) settle() {
	switch {
	case len(u.parts) > 0:
		u.scope = someParts
	case u.frozen:
		u.scope = nothing
	default:
		u.scope = everything
	}
}

// thaw follows what the statements of a block do to requires_grad of one model: what happened in the run, statement by
// statement.
type thaw struct {
	j       *Job
	model   Load
	state   unfrozen
	happens map[python.Stmt][]gradient // by the statement of the block under which it happens
	lost    bool                       // something was done that could not be followed
}

// gradient is one time that requires_grad of a module or of parameters is set, or that a module gets another part.
type gradient struct {
	part
	on, sure   bool
	some       bool // it happens to some of the parameters, or only the run can tell
	fresh      bool // the part is another one, which was never frozen
	parameters int64
	at         Place
}

// newThaw sorts what happens to the model by the statements of a block.
func newThaw(j *Job, model Load, statements []python.Stmt) *thaw {
	t := &thaw{j: j, model: model, state: unfrozen{scope: everything}, happens: map[python.Stmt][]gradient{}}
	machine := j.Program.run.ran()
	seen := map[string]bool{}
	var done []python.Node
	add := func(node python.Node, unit *run.Unit, caller *run.Call, g gradient) {
		done = append(done, node)
		under, chain := t.under(node, unit, caller, statements)
		if g.model == nil || seen[chain] {
			return
		}
		seen[chain] = true
		if g.at = j.Program.peer(unit.Module).Place(node); under == nil {
			t.lost = true // in a function that something else calls, or before the block
			return
		}
		t.happens[under] = append(t.happens[under], g)
	}
	calls, stores := machine.Trace.Calls, machine.Trace.Stores
	for len(calls) > 0 || len(stores) > 0 {
		if len(stores) == 0 || len(calls) > 0 && calls[0].Seq < stores[0].Seq {
			if c := calls[0]; c.Node != nil {
				if g, is := t.ofCall(c); is {
					add(c.Node, c.Unit, c.Caller, g)
				}
			}
			calls = calls[1:]
			continue
		}
		if s := stores[0]; s.Kind == run.StoreAttribute && s.Node != nil {
			if g, is := t.ofStore(s); is {
				add(s.Node, s.Unit, s.Caller, g)
			}
		}
		stores = stores[1:]
	}
	t.lost = t.lost || t.missed(done)
	return t
}

// under is the statement of the block under which something happens, nil for none, and what tells it from the same
// place under other calls.
func (t *thaw) under(
	node python.Node,
	unit *run.Unit,
	caller *run.Call,
	statements []python.Stmt,
) (at python.Stmt, chain string) {
	for {
		if unit.Module == t.j.Program.Module() {
			for _, s := range statements {
				if span, inner := s.Span(), node.Span(); span.Start <= inner.Start && inner.End <= span.End {
					at = s
				}
			}
		}
		chain += strconv.Itoa(node.Span().Start) + unit.Module.File.Path + " "
		if caller == nil || caller.Node == nil {
			return at, chain
		}
		node, unit, caller = caller.Node, caller.Unit, caller.Caller
	}
}

// ofCall is model.fc.requires_grad_(True); a function that by its name freezes the model in a way that is not seen
// loses it.
func (t *thaw) ofCall(c *run.Call) (g gradient, is bool) {
	method, ok := c.Callee.(*run.Member)
	if ok && method.Name == "requires_grad_" {
		value, _ := c.Argument("requires_grad", 0)
		if value == nil && len(c.Args) == 0 {
			value = run.Bool(true)
		}
		return t.set(method.Object, value, c.Gates), true
	}
	if !strings.Contains(strings.ToLower(nameOf(c.Callee)), "freeze") {
		return gradient{}, false
	}
	touched := []run.Value{}
	if ok {
		touched = append(touched, method.Object)
	}
	for _, a := range c.Args {
		touched = append(touched, a.Value)
	}
	for _, v := range touched {
		_, ours := t.ours(v)
		t.lost = t.lost || ours
	}
	return gradient{}, false
}

// ofStore is model.fc.weight.requires_grad = True, and model.fc = nn.Linear(…): new parameters want gradients.
func (t *thaw) ofStore(s *run.Store) (g gradient, is bool) {
	if s.Name == "requires_grad" {
		if onModule(s) {
			return gradient{}, false
		}
		g := t.set(s.Target, s.New, s.Gates)
		a, ok := s.Node.(*python.Attribute)
		if ok && g.part.model != nil && parametersOf(s.Target) == nil && !setsGradient(a) {
			t.lost = true // model.layer4.requires_grad = True, of a module of a library: it thaws nothing
		}
		return g, true
	}
	made, ok := run.Bare(s.New).(*run.Object)
	if !ok || made.Made == nil {
		return gradient{}, false
	}
	class, _ := run.Bare(made.Made.Callee).(run.Symbol)
	p, _ := t.ours(s.Target)
	if !strings.HasPrefix(string(class), "torch.nn.") || !run.ClassLike(run.LastPart(string(class))) {
		return gradient{}, false
	}
	p.path = strings.TrimPrefix(p.path+"."+s.Name, ".")
	return gradient{
		part:       p,
		on:         true,
		sure:       !perhaps(s.Gates),
		fresh:      true,
		parameters: linearParameters(t.j.Program.run, made.Made),
	}, true
}

// set is what happens to the requires_grad of a value; one that is no part of the model has no model.
func (t *thaw) set(on, value run.Value, gates []run.Literal) (g gradient) {
	module := parametersOf(on)
	if g.some = module != nil && perhaps(gates); module != nil {
		on = module
	}
	g.part, _ = t.ours(on)
	g.on, g.sure = t.j.Program.run.found(value).Truth()
	switch {
	case module == nil:
		g.sure = g.sure && !perhaps(gates)
	case !g.sure: // p.requires_grad = "fc" in name: some of them
		g.some = true
	}
	return g
}

// ours is the part of the model that a value is. A value that may be it, or several parts, loses the model.
func (t *thaw) ours(v run.Value) (p part, ours bool) {
	list := t.j.parts(v)
	for _, one := range list {
		if slices.Contains(t.model.objects, one.model) {
			t.lost = t.lost || len(list) > 1
			return one, true
		}
		t.lost = t.lost || one.model.Operator == "parameter" // what somebody hands in who is not seen
	}
	return part{}, false
}

// statement follows what happens under one statement of the block; it reports whether anything did.
func (t *thaw) statement(s python.Stmt) bool {
	for _, g := range t.happens[s] {
		switch {
		case g.some && !g.sure: // on for some, off for others
			t.state.set(g.path, true, true, 0, g.at)
			t.state.set(g.path, false, true, 0, g.at)
		case !g.sure:
			t.lost = true
		default:
			more := t.state.more
			if t.state.set(g.path, g.on, g.many || g.some, g.parameters, g.at); g.fresh {
				t.state.more = more // replaced, not unfrozen
			}
		}
	}
	return len(t.happens[s]) > 0
}

// linearParameters counts those of nn.Linear(in, out); 0 when it cannot.
func linearParameters(e *execution, made *run.Call) int64 {
	if run.Bare(made.Callee) != run.Value(run.Symbol("torch.nn.Linear")) {
		return 0
	}
	number := func(keyword string, at int) int64 {
		v, _ := made.Argument(keyword, at)
		n, _ := e.found(v).Number()
		return int64(n)
	}
	in, out := number("in_features", 0), number("out_features", 1)
	if bias, uncertain := made.Argument("bias", 2); bias != nil || uncertain {
		return 0
	}
	return in*out + min(in, 1)*out
}

// missed reports whether the script sets requires_grad in a place that the run did not come to, and another may.
func (t *thaw) missed(done []python.Node) bool {
	for _, p := range t.j.programs {
		missed := false
		open := func(n python.Node) bool {
			if slices.Contains(done, n) {
				return false
			}
			runs, known := p.Runs(n)
			return !known || runs
		}
		python.WalkBody(p.Module().Body, func(n python.Node) bool {
			switch n := n.(type) {
			case *python.Call:
				missed = missed || n.MethodName() == "requires_grad_" && open(n)
			case *python.Assign:
				a, ok := n.Targets[0].(*python.Attribute)
				missed = missed || ok && a.Attr == "requires_grad" && open(a)
			}
			return !missed
		})
		if missed {
			return true
		}
	}
	return false
}
