package job

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// unfrozen is which parameters of a model get gradients at one moment: those of
// the whole model, but for the parts that say otherwise.
type unfrozen struct {
	scope  scope
	frozen bool // requires_grad of the whole model was set to False
	parts  map[string]trainedPart
	cause  python.Node
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
func (u *unfrozen) set(path string, on, many bool, parameters int64, by python.Node) {
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

// thaw follows what the statements of a script do to requires_grad of one model.
type thaw struct {
	j       *Job
	model   Load
	state   unfrozen
	visited map[python.Node]bool // the places that were followed
	lost    bool                 // one of them could not be
}

func (t *thaw) statement(s python.Stmt) { t.follow(s, nil, 0) }

// bound are the expressions that a helper's parameters and loop variables stand for.
type bound map[string]python.Expr

func (t *thaw) follow(n python.Node, given bound, depth int) {
	each(n, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.For:
			return !t.loop(n, given, depth)
		case *python.Assign:
			t.assign(n, given)
		case *python.Call:
			t.call(n, given, depth)
		}
		return !t.lost
	})
}

// loop follows "for p in model.fc.parameters(): p.requires_grad = True", and loops
// over layers around such loops. handled says that nothing of it is left to look at.
func (t *thaw) loop(loop *python.For, given bound, depth int) (handled bool) {
	if !setsGradients(loop) {
		return false
	}
	target := loop.Target
	if tuple, ok := target.(*python.Sequence); ok && len(tuple.Items) > 0 { // for name, p in …
		target = tuple.Items[len(tuple.Items)-1]
	}
	name, ok := target.(*python.Name)
	if !ok {
		t.lost = true
		return true
	}
	over := loopedOver(loop.Iter)
	if parametersOf := parameterMethods(over); parametersOf != nil {
		t.parameterLoop(loop, name.ID, parametersOf, given)
		return true
	}
	inner := maps.Clone(given)
	if inner == nil {
		inner = bound{}
	}
	inner[name.ID] = &python.Subscript{Value: over} // one of them
	for _, s := range loop.Body {
		t.follow(s, inner, depth)
	}
	return true
}

func setsGradients(n python.Node) bool {
	return mentions(n, "requires_grad") || mentions(n, "requires_grad_")
}

// loopedOver is what a loop walks over, without list and enumerate.
func loopedOver(e python.Expr) python.Expr {
	for {
		c, ok := e.(*python.Call)
		if !ok || len(c.Args) == 0 || c.Args[0].Star != 0 || c.Receiver() != nil {
			return e
		}
		e = c.Args[0].Value
	}
}

// parameterMethods is the module whose parameters an expression lists.
func parameterMethods(e python.Expr) python.Expr {
	if c, ok := e.(*python.Call); ok && (c.MethodName() == "parameters" || c.MethodName() == "named_parameters") {
		return c.Receiver()
	}
	return nil
}

func (t *thaw) parameterLoop(loop *python.For, variable string, owner python.Expr, given bound) {
	path, many, ours := t.owned(owner, given)
	for _, s := range loop.Body {
		each(s, func(n python.Node) bool {
			value, is := t.setting(n, variable)
			if !is {
				return true
			}
			t.visited[n] = true
			if !ours {
				return true
			}
			direct := n.Parent() == python.Node(loop) || n.Parent() != nil && n.Parent().Parent() == python.Node(loop) && python.EnclosingStmt(n) == s
			if value != nil && (mentionsName(value, variable) || !t.isConstant(value, given)) {
				t.state.set(path, true, true, 0, n) // p.requires_grad = "fc" in name: some of them
				t.state.set(path, false, true, 0, n)
				return true
			}
			t.state.set(path, t.truth(value, given), many || !direct, 0, n)
			return true
		})
	}
}

// setting is the value in "p.requires_grad = value" and "p.requires_grad_(value)"; nil for
// the default, which is True.
func (t *thaw) setting(n python.Node, variable string) (value python.Expr, is bool) {
	switch n := n.(type) {
	case *python.Assign:
		if a, ok := n.Targets[0].(*python.Attribute); ok && len(n.Targets) == 1 && a.Attr == "requires_grad" {
			return n.Value, isName(a.Value, variable)
		}
	case *python.Call:
		if n.MethodName() == "requires_grad_" && isName(n.Receiver(), variable) {
			if len(n.Args) > 0 {
				return n.Args[0].Value, true
			}
			return nil, true
		}
	}
	return nil, false
}

func isName(e python.Expr, id string) bool {
	n, ok := e.(*python.Name)
	return ok && n.ID == id
}

func mentionsName(e python.Expr, id string) bool {
	for n := range python.All(e) {
		if name, ok := n.(*python.Name); ok && name.ID == id {
			return true
		}
	}
	return false
}

func (t *thaw) value(e python.Expr, given bound) Found {
	if n, ok := e.(*python.Name); ok && given[n.ID] != nil {
		e = given[n.ID]
	}
	return t.j.Program.Value(e)
}

func (t *thaw) isConstant(e python.Expr, given bound) bool {
	_, known := t.value(e, given).Truth()
	return known
}

func (t *thaw) truth(e python.Expr, given bound) bool {
	if e == nil {
		return true
	}
	on, known := t.value(e, given).Truth()
	t.lost = t.lost || !known
	return on
}

// assign follows "model.fc.weight.requires_grad = True", and "model.fc = nn.Linear(…)":
// new parameters want gradients.
func (t *thaw) assign(a *python.Assign, given bound) {
	if len(a.Targets) != 1 {
		return
	}
	target, ok := a.Targets[0].(*python.Attribute)
	if !ok {
		return
	}
	if target.Attr == "requires_grad" {
		t.visited[a] = true
		if path, many, ours := t.owned(target.Value, given); ours {
			t.state.set(path, t.truth(a.Value, given), many, 0, a)
		}
		return
	}
	made, ok := a.Value.(*python.Call)
	if !ok || !strings.HasPrefix(t.j.Program.Module.Resolve(made.Func), "torch.nn.") {
		return
	}
	if path, many, ours := t.partOf(target, given); ours && path != "" {
		more := t.state.more
		t.state.set(path, true, many, t.linearParameters(made), a)
		t.state.more = more // replaced, not unfrozen
	}
}

// linearParameters counts those of nn.Linear(in, out); 0 when it cannot.
func (t *thaw) linearParameters(c *python.Call) int64 {
	m := t.j.Program.Module
	if m.Resolve(c.Func) != "torch.nn.Linear" {
		return 0
	}
	number := func(keyword string, at int) int64 {
		v, _ := t.j.Program.Argument(c, keyword, at)
		n, _ := v.Number()
		return int64(n)
	}
	in, out := number("in_features", 0), number("out_features", 1)
	if m.Argument(c, "bias", 2).Presence != python.Absent {
		return 0
	}
	return in*out + min(in, 1)*out
}

// call follows model.fc.requires_grad_(True) and helpers of this file.
func (t *thaw) call(c *python.Call, given bound, depth int) {
	if c.MethodName() == "requires_grad_" {
		t.visited[c] = true
		if path, many, ours := t.owned(c.Receiver(), given); ours {
			var value python.Expr
			if len(c.Args) > 0 {
				value = c.Args[0].Value
			}
			t.state.set(path, t.truth(value, given), many, 0, c)
		}
		return
	}
	f := t.j.callee(c)
	if f == nil {
		t.unseen(c, given)
		return
	}
	if depth >= maxHelpers || !slices.ContainsFunc(f.Body, func(s python.Stmt) bool { return setsGradients(s) || callsHelpers(s) }) {
		return
	}
	inner := bound{}
	for i, p := range f.Params {
		a := t.j.Program.Module.Argument(c, p.Name, i)
		switch {
		case a.Presence == python.Given:
			inner[p.Name] = substituted(a.Value, given)
		case p.Default != nil:
			inner[p.Name] = p.Default
		}
	}
	for _, s := range f.Body {
		t.follow(s, inner, depth+1)
	}
}

func callsHelpers(s python.Stmt) bool {
	found := false
	each(s, func(n python.Node) bool {
		_, is := n.(*python.Call)
		found = found || is
		return !found
	})
	return found
}

// substituted replaces a name that stands for something else.
func substituted(e python.Expr, given bound) python.Expr {
	if n, ok := e.(*python.Name); ok && given[n.ID] != nil {
		return given[n.ID]
	}
	return e
}

// unseen gives up on functions that by their name freeze or unfreeze the model
// in a way that this file does not show.
func (t *thaw) unseen(c *python.Call, given bound) {
	name := c.MethodName()
	if n, ok := c.Func.(*python.Name); ok {
		name = n.ID
	}
	if !strings.Contains(strings.ToLower(name), "freeze") {
		return
	}
	if receiver := c.Receiver(); receiver != nil {
		_, _, ours := t.partOf(receiver, given)
		t.lost = t.lost || ours
	}
	for _, a := range c.Args {
		_, _, ours := t.partOf(a.Value, given)
		t.lost = t.lost || ours
	}
}

// owned is partOf for what requires_grad is set on: what is neither the model nor
// something else with a name cannot be followed.
func (t *thaw) owned(e python.Expr, given bound) (path string, many, ours bool) {
	path, many, ours = t.partOf(e, given)
	t.lost = t.lost || !ours && python.PathText(unwrapped(e)) == ""
	return path, many, ours
}

// partOf says which part of the model an expression is: "" for all of it. many says
// that it is one of several or a part that only the run knows.
func (t *thaw) partOf(e python.Expr, given bound) (path string, many, ours bool) {
	var parts []string
	for range 12 {
		e = unwrapped(e)
		if n, ok := e.(*python.Name); ok && given[n.ID] != nil {
			e, given = given[n.ID], nil // it stands where the helper was called
			continue
		}
		if t.isModel(e) {
			slices.Reverse(parts)
			return strings.Join(parts, "."), many, true
		}
		switch x := e.(type) {
		case *python.Attribute:
			parts = append(parts, x.Attr)
			e = x.Value
		case *python.Subscript:
			many = true
			e = x.Value
		case *python.Call:
			if x.Receiver() == nil {
				return "", false, false
			}
			many = true
			e = x.Receiver()
		default:
			return "", false, false
		}
	}
	return "", false, false
}

func (t *thaw) isModel(e python.Expr) bool {
	if python.PathText(e) == "" {
		return false
	}
	return slices.ContainsFunc(t.j.parts(t.j.Program.Value(e).Value), func(p part) bool { return p.whole() && slices.Contains(t.model.objects, p.model) })
}

// missed reports whether the script sets requires_grad in a place that was not
// followed: in a function that something else calls, or in another module.
func (t *thaw) missed() bool {
	for _, p := range t.j.programs {
		missed := false
		python.WalkBody(p.Module.Body, func(n python.Node) bool {
			switch n := n.(type) {
			case *python.Call:
				missed = missed || n.MethodName() == "requires_grad_" && !t.visited[n] && t.runs(p, n)
			case *python.Assign:
				a, ok := n.Targets[0].(*python.Attribute)
				missed = missed || ok && a.Attr == "requires_grad" && !t.visited[n] && t.runs(p, n)
			}
			return !missed
		})
		if missed {
			return true
		}
	}
	return false
}

func (t *thaw) runs(p *Program, n python.Node) bool {
	runs, known := p.Runs(n)
	return !known || runs
}
