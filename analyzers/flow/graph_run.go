package flow

import "github.com/trainlint/trainlint/analyzers/python"

// run executes one entry of the file abstractly: the module's own statements, or
// a function that nothing in the file calls. Every way through an `if` is taken, a
// loop goes round twice, calls of this file's functions are followed.
type run struct {
	f       *Facts
	entry   *python.Function // nil for the module's statements
	env     variables
	places  map[*python.Name]place
	objects map[python.Expr]string

	path    []branch
	ended   []ended
	laps    []lap
	grad    Carry // whether operations are recorded here
	dead    bool  // what follows in this block is not reached
	calls   []*activation
	loops   []*turning
	counter int // of branches, loops and calls entered
	steps   int

	leaves      map[python.Node]*value // of parameters and attributes, made once
	backward    []*differentiation
	accumulated []*accumulation
	visited     map[*python.Function]bool // by any run
	followed    map[*python.Function]bool // by this one
	escaped     values                    // what the entry gives to its caller, or to somebody unknown
	evaluations map[python.Expr][]values
	latest      map[python.Expr]values
	attributes  map[place]*value // that were set before the run
	aliases     map[place]string // what the parameters of followed functions are called outside
	closures    map[*python.Function]bool
}

// activation is one call that is being followed.
type activation struct {
	fn     *python.Function
	id     int
	result values
	// yielded is what a generator gives to the loop over it.
	yielded values
	exits   []variables
}

// turning is one loop that is being run.
type turning struct {
	id, lap int // of the loop, of its present lap
	breaks  []variables
	next    []variables // at each continue
}

// maxRunSteps bounds one entry; past it nothing is known.
const maxRunSteps = 30000

const maxFollowDepth = 8

func (r *run) over() bool { return r.steps > maxRunSteps }

func (r *run) number() int {
	r.counter++
	return r.counter
}

func (r *run) block(body []python.Stmt) {
	for _, s := range body {
		if r.dead || r.over() {
			return
		}
		r.steps++
		r.stmt(s)
	}
}

func (r *run) stmt(s python.Stmt) {
	switch s := s.(type) {
	case *python.ExprStmt:
		r.statement(s)
	case *python.Assign:
		r.assignment(s)
	case *python.AugAssign:
		r.augment(s)
	case *python.If:
		r.branch(s)
	case *python.For:
		r.forLoop(s)
	case *python.While:
		r.eval(s.Test)
		r.turn(s, s.Body, s.Else, func() { r.eval(s.Test) })
	case *python.With:
		r.with(s)
	case *python.Try:
		r.try(s)
	case *python.Match:
		r.match(s)
	case *python.Return:
		vs := r.eval(s.Value)
		a := r.calls[len(r.calls)-1]
		a.result = a.result.with(vs...)
		a.exits = append(a.exits, r.env)
		r.leave(a.id)
	case *python.Raise:
		r.eval(s.Value)
		r.leave(r.calls[len(r.calls)-1].id)
	case *python.Simple:
		r.simple(s)
	case *python.Delete:
		for _, t := range s.Targets {
			if p, ok := r.placeOf(t); ok {
				r.env[p] = nil
			}
		}
	case *python.Assert:
		r.eval(s.Test)
	case *python.OpaqueStmt:
		for _, e := range s.Parts {
			r.eval(e)
		}
		r.block(s.Body)
	}
}

// leave ends this way through the program, up to the end of a call, loop or lap.
func (r *run) leave(until int) {
	r.ended = append(r.ended[:len(r.ended):len(r.ended)], ended{r.path[:len(r.path):len(r.path)], until})
	r.dead = true
}

// arrive is where the ways that left up to here come together again.
func (r *run) arrive(until int) {
	var still []ended
	for _, e := range r.ended {
		if e.until != until {
			still = append(still, e)
		}
	}
	r.ended = still
}

func (r *run) simple(s *python.Simple) {
	if len(r.loops) == 0 {
		return
	}
	l := r.loops[len(r.loops)-1]
	switch s.Kind {
	case python.Continue:
		l.next = append(l.next, r.env)
		r.leave(l.lap)
	case python.Break:
		l.breaks = append(l.breaks, r.env)
		r.leave(l.id)
	}
}

// arms runs alternatives from the same start and joins what they leave behind.
func (r *run) arms(arms ...func()) {
	before, path, id := r.env, r.path, r.number()
	r.steps += len(arms) * len(before) / 8 // copying what the variables hold is the cost of an arm
	var after []variables
	for i, arm := range arms {
		r.env, r.dead = before, false
		if i < len(arms)-1 {
			r.env = r.copied(before)
		}
		r.path = append(path[:len(path):len(path)], branch{id, i})
		arm()
		if !r.dead {
			after = append(after, r.env)
		}
	}
	r.path, r.dead = path, len(after) == 0
	if !r.dead {
		r.env = r.joined(after)
	}
}

func (r *run) branch(s *python.If) {
	r.eval(s.Test)
	switch known, value := r.decide(s.Test); {
	case known && value:
		r.block(s.Body)
	case known:
		r.block(s.Else)
	default:
		r.arms(
			func() { r.narrow(s.Test, true); r.block(s.Body) },
			func() { r.narrow(s.Test, false); r.block(s.Else) })
	}
}

// noneTest reads `x is None` and `x is not None`.
func noneTest(test python.Expr) (x python.Expr, none, ok bool) {
	c, isCompare := test.(*python.Compare)
	if !isCompare || len(c.Ops) != 1 {
		return nil, false, false
	}
	k, isConstant := c.Operands[1].(*python.Constant)
	if !isConstant || k.Kind != python.None {
		return nil, false, false
	}
	switch c.Ops[0] {
	case "is", "==":
		return c.Operands[0], true, true
	case "is not", "!=":
		return c.Operands[0], false, true
	}
	return nil, false, false
}

// decide is the outcome of a test where it is sure: literals, and None tests of
// values that were made here.
func (r *run) decide(test python.Expr) (known, outcome bool) {
	if known, outcome = r.f.fixedTest(test); known {
		return known, outcome
	}
	x, none, ok := noneTest(test)
	if !ok {
		return false, false
	}
	p, ok := r.placeOf(x)
	if !ok || len(r.env[p]) == 0 {
		return false, false
	}
	if r.env[p].noneIsNull() && r.carriesAnything(r.env[p]) {
		return true, !none
	}
	return false, false
}

func (r *run) carriesAnything(vs values) bool {
	for _, v := range vs {
		if v.kind == operation || v.kind == forwardPass || v.kind == containerValue {
			return true
		}
	}
	return false
}

// narrow drops what a variable cannot hold in an arm of a None test.
func (r *run) narrow(test python.Expr, outcome bool) {
	x, none, ok := noneTest(test)
	if !ok {
		return
	}
	p, ok := r.placeOf(x)
	if !ok {
		return
	}
	var kept values
	for _, v := range r.env[p] {
		if (v.kind == nullValue) == (none == outcome) || v.kind == externalValue || v.kind == unknownResult || v.kind == plainValue {
			kept = append(kept, v)
		}
	}
	if len(kept) > 0 {
		r.env[p] = kept
	}
}

func (r *run) forLoop(s *python.For) {
	over := r.eval(s.Iter)
	r.turn(s, s.Body, s.Else, func() { r.assign(s.Target, r.elements(s.Iter, over)) })
}

// turn runs a loop's body twice, so that what one lap leaves meets the next.
func (r *run) turn(s python.Stmt, body, orElse []python.Stmt, begin func()) {
	l := &turning{id: r.number()}
	r.loops = append(r.loops, l)
	before, laps, path, grad := []variables{r.copied(r.env)}, r.laps, r.path, r.grad
	entry := l.id
	for n := range 2 {
		l.lap, l.next = r.number(), nil
		r.laps = append(laps[:len(laps):len(laps)], lap{s, entry, n})
		begin()
		r.block(body)
		if !r.dead {
			l.next = append(l.next, r.env)
		}
		r.path, r.dead = path, false
		r.arrive(l.lap)
		if len(l.next) == 0 {
			break
		}
		r.env = r.joined(l.next)
		before = append(before, r.copied(r.env))
	}
	r.laps, r.grad, r.loops = laps, grad, r.loops[:len(r.loops)-1]
	if forever(s) {
		before = nil // the only way out is a break
	}
	if r.dead = len(before)+len(l.breaks) == 0; r.dead {
		return
	}
	r.env = r.joined(append(before, l.breaks...))
	r.arrive(l.id)
	r.block(orElse)
}

func forever(s python.Stmt) bool {
	w, ok := s.(*python.While)
	if !ok {
		return false
	}
	k, ok := w.Test.(*python.Constant)
	return ok && k.Kind == python.True
}

func (r *run) with(s *python.With) {
	grad := r.grad
	for _, item := range s.Items {
		vs := r.eval(item.Context)
		if mode, ok := r.f.gradMode(item.Context); ok {
			r.grad = mode
		}
		if item.Target != nil {
			r.assign(item.Target, vs)
		}
	}
	r.block(s.Body)
	r.grad = grad
}

func (r *run) try(s *python.Try) {
	before := r.copied(r.env)
	r.block(s.Body)
	arms := []func(){func() { r.block(s.Else) }}
	if r.dead {
		arms[0] = func() { r.dead = true }
	}
	after := r.env
	r.dead = false
	for _, h := range s.Handlers {
		arms = append(arms, func() {
			r.env = r.joined([]variables{before, r.env})
			r.block(h.Body)
		})
	}
	r.env = after
	r.arms(arms...)
	if dead := r.dead; len(s.Finally) > 0 {
		r.dead = false
		r.block(s.Finally)
		r.dead = r.dead || dead
	}
}

func (r *run) match(s *python.Match) {
	r.eval(s.Subject)
	arms := []func(){func() {}}
	for _, c := range s.Cases {
		arms = append(arms, func() { r.block(c.Body) })
	}
	r.arms(arms...)
}
