package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// statement is an expression that stands alone: what it returns is dropped.
func (r *run) statement(s *python.ExprStmt) {
	c, ok := s.Value.(*python.Call)
	if !ok {
		r.eval(s.Value)
		return
	}
	if mode, ok := r.f.gradMode(c); ok && lastName(c.Func) == "set_grad_enabled" {
		r.grad = mode
		return
	}
	r.eval(c)
	if r.f.kindOf(c) == NoEvent && r.f.Callee(c) == nil && !harmlessSinks[lastName(c.Func)] {
		for _, a := range c.Args {
			r.escape(r.evaluated(a.Value))
		}
	}
}

// harmlessSinks do not differentiate what they are given.
var harmlessSinks = set(`print log info debug warning write append add extend insert update add_scalar add_scalars log_dict
	set_postfix set_description write_line add_image add_histogram save dump step clear log_metrics report put error
	update_dict record tqdm set_postfix_str add_batch save_image imsave plot`)

// evaluated is what the latest evaluation of an expression gave.
func (r *run) evaluated(e python.Expr) values {
	return r.latest[e]
}

func (r *run) escape(vs values) { r.escaped = r.escaped.with(vs...) }

// call evaluates a call: an event of the step, a function of this file, or a
// function whose name tells what it returns.
func (r *run) call(c *python.Call) values {
	if fn := r.f.Callee(c); fn != nil && !(r.f.kindOf(c) == Backward && c.Receiver() != nil && r.f.Module.ClassOf(c.Receiver()) == nil) {
		return r.callHere(c, fn)
	}
	var receiver values
	if c.Receiver() != nil {
		receiver = r.eval(c.Receiver())
	}
	args := r.arguments(c)
	switch r.f.kindOf(c) {
	case Backward, Grad:
		return r.differentiate(c, receiver, args)
	case Step, ScalerStep:
		r.callbacks(c)
		r.stepsWithLoss(c, args)
		return r.plain(c)
	case NoEvent:
	default:
		return r.plain(c)
	}
	if fn := r.statefulForward(c); fn != nil {
		return r.follow(c, fn, args, true)
	}
	return r.library(c, receiver, args)
}

// argument values, in the order of the call.
func (r *run) arguments(c *python.Call) []values {
	args := make([]values, len(c.Args))
	for i, a := range c.Args {
		args[i] = r.eval(a.Value)
	}
	return args
}

func (r *run) callHere(c *python.Call, fn *python.Function) values {
	if c.Receiver() != nil {
		r.eval(c.Receiver())
	}
	args := r.arguments(c)
	class, isClass := r.f.Module.Definition(c.Func).(*python.Class)
	if !isClass {
		return r.follow(c, fn, args, methodCall(r.f.Module, c, fn))
	}
	if _, module := r.f.moduleClass(class); module {
		return values{r.once(c, moduleValue)}
	}
	r.follow(c, fn, args, true)
	return r.object(c, args)
}

// object is an instance of a class of which little is known: it may hold what it
// was made from.
func (r *run) object(c *python.Call, args []values) values {
	held := r.container(c)
	for _, a := range args {
		held.rest = held.rest.with(r.flatten(a)...)
	}
	return values{held}
}

// methodCall reports whether the first parameter is the receiver.
func methodCall(m *python.Module, c *python.Call, fn *python.Function) bool {
	_, method := fn.Parent().(*python.Class)
	if !method || c.Receiver() == nil {
		return false
	}
	for _, d := range fn.Decorators {
		if n, ok := d.Value.(*python.Name); ok && n.ID == "staticmethod" {
			return false
		}
	}
	_, onClass := m.Definition(c.Receiver()).(*python.Class)
	return !onClass
}

// follow runs a function of this file with the arguments of a call.
func (r *run) follow(c *python.Call, fn *python.Function, args []values, bound bool) values {
	for _, a := range r.calls {
		if a.fn == fn {
			return nil // recursion gives what the outer call gives
		}
	}
	if len(r.calls) > maxFollowDepth {
		return r.make(unknownResult, c, args...)
	}
	r.visited[fn], r.followed[fn] = true, true
	r.bind(c, fn, args, bound)
	grad, path, loops := r.grad, r.path, r.loops
	if mode, ok := r.f.functionGradMode(fn); ok {
		r.grad = mode
	}
	a := &activation{fn: fn, id: r.number()}
	r.calls, r.loops = append(r.calls, a), nil
	r.block(fn.Body)
	if !r.dead {
		a.exits = append(a.exits, r.env)
	}
	r.calls, r.loops, r.grad, r.path = r.calls[:len(r.calls)-1], loops, grad, path
	r.dead = len(a.exits) == 0
	if !r.dead {
		r.env = r.joined(a.exits)
	}
	r.arrive(a.id)
	if len(a.yielded) > 0 {
		generator := r.container(c)
		generator.rest = a.yielded
		return values{generator}
	}
	return a.result
}

// bind gives the parameters their values.
func (r *run) bind(c *python.Call, fn *python.Function, args []values, bound bool) {
	scope := r.f.Module.ScopeOf(fn)
	params := fn.Params
	given := map[string]values{}
	objects := map[string]string{}
	if bound && len(params) > 0 {
		given[params[0].Name] = r.plain(params[0])
		if receiver := c.Receiver(); receiver != nil {
			objects[params[0].Name] = r.objectName(receiver)
		}
		params = params[1:]
	}
	position, spread := 0, false
	for i, a := range c.Args {
		switch {
		case i >= len(args): // a closure that the optimizer calls without any
		case a.Star > 0:
			spread = true
		case a.Name != "":
			given[a.Name], objects[a.Name] = args[i], r.objectName(a.Value)
		case position < len(params) && params[position].Star == 0:
			name := params[position].Name
			given[name], objects[name] = args[i], r.objectName(a.Value)
			position++
		case position < len(params):
			given[params[position].Name] = given[params[position].Name].with(args[i]...)
		}
	}
	for _, p := range fn.Params {
		at := place{scope, p.Name}
		vs, ok := given[p.Name]
		switch {
		case ok:
		case spread || p.Star > 0:
			vs = values{r.once(p, externalValue)}
		case p.Default != nil:
			vs = r.eval(p.Default)
		default:
			vs = values{r.once(p, r.f.parameterKind(p))}
		}
		r.env[at] = vs
		r.aliases[at] = objects[p.Name]
	}
}

// callbacks follows the closure given to optimizer.step.
func (r *run) callbacks(c *python.Call) {
	for _, a := range c.Args {
		if fn, ok := r.f.Module.Definition(a.Value).(*python.Function); ok && fn != nil {
			r.closures[fn] = true
			r.follow(c, fn, nil, false)
		}
	}
}

// stepsWithLoss handles step(loss): some wrappers run the backward pass themselves.
func (r *run) stepsWithLoss(c *python.Call, args []values) {
	for _, a := range args {
		for _, v := range a {
			if v.kind == operation || v.kind == forwardPass || v.kind == unknownResult {
				r.record(c, Backward, a)
				return
			}
		}
	}
}

// statefulForward is the forward method that calling a module of this file runs,
// when it stores anything on the module.
func (r *run) statefulForward(c *python.Call) *python.Function {
	class := r.f.Module.ClassOf(c.Func)
	if class == nil {
		return nil
	}
	fn, _ := r.f.Module.Method(class, "forward").(*python.Function)
	if fn == nil || !r.f.storesOnSelf(fn) {
		return nil
	}
	return fn
}

func (f *Facts) storesOnSelf(fn *python.Function) bool {
	if stores, ok := f.stores[fn]; ok {
		return stores
	}
	found := false
	python.WalkBody(fn.Body, func(n python.Node) bool {
		if a, ok := n.(*python.Assign); ok {
			for _, t := range a.Targets {
				for n := range python.All(t) {
					if at, ok := n.(*python.Attribute); ok && isSelf(fn, at.Value) {
						found = true
					}
				}
			}
		}
		return !found
	})
	f.stores[fn] = found
	return found
}

func isSelf(fn *python.Function, e python.Expr) bool {
	n, ok := e.(*python.Name)
	return ok && len(fn.Params) > 0 && n.ID == fn.Params[0].Name
}

// library evaluates the call of a function that is not in this file.
func (r *run) library(c *python.Call, receiver values, args []values) values {
	path, method := r.f.Module.Resolve(c.Func), c.MethodName()
	root, _, _ := strings.Cut(path, ".")
	switch {
	case strings.HasPrefix(path, "torch."):
		return r.torch(c, path, args)
	case path != "" && !strings.Contains(path, "."):
		return r.builtin(c, path, args)
	case containerMakers[path] && len(args) <= 1:
		return values{r.container(c)}
	case plainLibraries[root] && root != "copy":
		return r.plain(c)
	}
	if method != "" {
		if vs, ok := r.method(c, method, receiver, args); ok {
			return vs
		}
	}
	return r.unknownCall(c, receiver, args)
}

func (r *run) unknownCall(c *python.Call, receiver values, args []values) values {
	operands := append([]values{receiver}, args...)
	switch {
	case r.f.importedFunction(c.Func): // whatever its name says, it may return loss.item()
		return r.make(unknownResult, c, operands...)
	case r.f.isCriterion(c.Func):
		return r.criterion(c, operands)
	case r.f.withoutParameters(c.Func), r.f.measures(c.Func):
		return r.compute(c, operands...)
	case r.f.isModule(c.Func):
		if frozenName.MatchString(lastName(c.Func)) {
			return r.make(unknownResult, c, operands...)
		}
		return r.make(forwardPass, c, operands...)
	case r.f.RoleOf(c) != NoRole:
		return r.plain(c)
	}
	if known, is := r.f.moduleType(r.f.Module.TypeOf(c)); known && is {
		return values{r.once(c, moduleValue)}
	}
	return r.make(unknownResult, c, operands...)
}

// criterion is a loss: it has a graph when what it compares has one.
func (r *run) criterion(c *python.Call, operands []values) values {
	vs := r.compute(c, operands...)
	if len(vs) == 1 && vs[0].kind == operation && len(vs[0].deps) == 0 {
		return r.make(unknownResult, c, operands...)
	}
	return vs
}

func (r *run) torch(c *python.Call, path string, args []values) values {
	name := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case r.f.requiresGradArgument(c), path == "torch.nn.parameter.Parameter":
		return values{&value{kind: leafValue, node: c, laps: r.laps}}
	case strings.HasPrefix(path, "torch.nn.functional."), path == "torch.autograd.Variable":
		if name == "one_hot" {
			return r.plain(c)
		}
		return r.compute(c, args...)
	case strings.HasPrefix(path, "torch.utils.checkpoint."):
		return r.make(forwardPass, c, args...)
	case strings.HasPrefix(path, "torch.nn.utils.rnn."):
		return r.compute(c, args...)
	case strings.HasPrefix(path, "torch.distributions."):
		return r.object(c, args)
	case strings.HasPrefix(path, "torch.nn.") && strings.Contains(path, "DataParallel"), strings.HasPrefix(path, "torch.nn."):
		return values{r.once(c, moduleValue)}
	case plainTorch[name]:
		return r.plain(c)
	case path == "torch.compile" && len(args) > 0:
		return args[0]
	}
	if rest := strings.TrimPrefix(path, "torch."); strings.Contains(rest, ".") &&
		!strings.HasPrefix(rest, "linalg.") && !strings.HasPrefix(rest, "special.") && !strings.HasPrefix(rest, "fft.") && !strings.HasPrefix(rest, "Tensor.") && !strings.HasPrefix(rest, "distributed.nn.") {
		if strings.HasPrefix(rest, "func.") || strings.HasPrefix(rest, "autograd.") {
			return r.make(unknownResult, c, args...)
		}
		return r.plain(c)
	}
	return r.compute(c, args...)
}

func (r *run) builtin(c *python.Call, name string, args []values) values {
	switch {
	case strings.HasPrefix(name, "."):
		return r.unknownCall(c, nil, args)
	case plainBuiltins[name]:
		return r.plain(c)
	case gathering[name]:
		held := r.container(c)
		for i, a := range args {
			if c.Args[i].Name != "" && name == "dict" {
				held.items[c.Args[i].Name] = a
				continue
			}
			values{}.join(held, r.elements(c.Args[i].Value, a))
		}
		return values{held}
	case name == "sum", name == "max", name == "min", name == "abs", name == "pow":
		if len(args) > 0 && len(args[0]) == 1 && args[0][0].kind == containerValue && len(args[0][0].contents()) == 0 {
			return values{r.once(c, nullValue)}
		}
		return r.compute(c, args...)
	case name == "next" || name == "enumerate" || name == "zip" || name == "map":
		return r.elements(c, r.iterated(c, args))
	case name == "getattr":
		return r.unknownCall(c, nil, args)
	}
	return r.unknownCall(c, nil, args)
}
