package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// EventKind is one thing that happens in a training step.
type EventKind uint8

// The events, named after the calls they come from.
const (
	NoEvent    EventKind = iota
	Backward             // loss.backward(), scaler.scale(loss).backward(), accelerator.backward(loss), …
	Grad                 // torch.autograd.grad(…)
	ZeroGrad             // optimizer.zero_grad(), model.zero_grad()
	Step                 // optimizer.step()
	ScalerStep           // scaler.step(optimizer)
	Unscale              // scaler.unscale_(optimizer)
	Update               // scaler.update()
	Clip                 // clip_grad_norm_(…), clip_grad_value_(…)
	Schedule             // scheduler.step()
	TrainMode            // model.train()
	EvalMode             // model.eval(), model.train(False)
)

// Event is one of those calls as a step reaches it.
type Event struct {
	Kind EventKind
	Call *python.Call
	// Object is the path of the optimizer, scheduler or scaler concerned, as the
	// step's own function names it: `self.optimizer`, `optimizers[*]` for the items
	// of a collection. "" when it cannot be told.
	Object string
	// Scaler is the path of the scaler for ScalerStep, Unscale and scaled Backward.
	Scaler string
	// Loss is what a Backward differentiates.
	Loss python.Expr
	// Scaled marks a Backward of a loss that a scaler has multiplied.
	Scaled bool
	// ScaledBy is the call that multiplied it: scaler.scale(loss).
	ScaledBy python.Expr
	// By is whose method it is: Accelerator, Fabric, Engine, Optimizer for the backward of
	// a wrapped optimizer, or NoRole for PyTorch's own.
	By Role
	// Gates are the conditions between the step's body and the call, outermost first.
	Gates []Gate
	// Loops are the loops between the step's body and the call, outermost first.
	Loops []*Loop
	// Via are the calls of this file's functions that lead there, outermost first.
	Via []*python.Call
	// Accumulating is set inside `with accelerator.accumulate(…)` or `no_sync` blocks
	// of frameworks that gate the optimizer themselves.
	Accumulating bool
	// AccumulatedBy is the object whose accumulate block that is.
	AccumulatedBy python.Expr
	// Closure is set for what runs inside the closure given to optimizer.step.
	Closure bool
}

// Site is where the event happens in the step's own function: the call itself, or
// the call of the function that holds it.
func (e *Event) Site() *python.Call {
	if len(e.Via) > 0 {
		return e.Via[0]
	}
	return e.Call
}

// Gate is a condition under which something runs.
type Gate struct {
	Test python.Expr
	If   *python.If
	// Negated is set where the condition must be false: an else, or what follows an
	// `if …: continue`.
	Negated bool
}

// kindOf classifies one call.
func (f *Facts) kindOf(c *python.Call) EventKind {
	if k, ok := f.events[c]; ok {
		return k
	}
	k := f.classifyCall(c)
	f.events[c] = k
	return k
}

// KindOf is the training event that a call is, NoEvent for other calls.
func (f *Facts) KindOf(c *python.Call) EventKind { return f.kindOf(c) }

func (f *Facts) classifyCall(c *python.Call) EventKind {
	name := lastName(c.Func)
	switch name {
	case "backward", "manual_backward":
		return f.backwardKind(c)
	case "grad":
		if f.Module.Resolve(c.Func) == "torch.autograd.grad" {
			return Grad
		}
	case "zero_grad":
		return ZeroGrad
	case "step":
		return f.stepKind(c)
	case "unscale_", "unscale_gradients":
		return Unscale
	case "update":
		if f.RoleOf(c.Receiver()) == Scaler && len(c.Args) <= 1 {
			return Update
		}
	case "train", "eval":
		return f.modeKind(c, name)
	case "clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "clip_gradients", "clip_grads_with_norm_":
		return Clip
	}
	// from torch.autograd import grad as torch_grad
	if _, bare := c.Func.(*python.Name); bare && f.Module.Resolve(c.Func) == "torch.autograd.grad" {
		return Grad
	}
	return NoEvent
}

// modeKind tells model.train() and model.eval() from methods of other things that
// have the same name.
func (f *Facts) modeKind(c *python.Call, name string) EventKind {
	if c.Receiver() == nil || len(c.Args) > 1 || name == "eval" && len(c.Args) > 0 || f.Module.Resolve(c.Func) != "" {
		return NoEvent
	}
	if name == "eval" || len(c.Args) == 1 && f.Module.IsFalse(c.Args[0].Value) {
		return EvalMode
	}
	return TrainMode
}

func (f *Facts) backwardKind(c *python.Call) EventKind {
	receiver := c.Receiver()
	if receiver == nil {
		return NoEvent
	}
	path := f.Module.Resolve(receiver)
	if path == "torch.autograd" {
		return Backward
	}
	// SomeFunction.backward(ctx, grad) of an autograd function, and modules.
	if path != "" {
		return NoEvent
	}
	if name, ok := receiver.(*python.Call); ok && lastName(name.Func) == "super" {
		return NoEvent
	}
	if args, ok := c.Positional(); ok && len(args) > 0 {
		if first, ok := args[0].Value.(*python.Name); ok && first.ID == "ctx" {
			return NoEvent
		}
	}
	return Backward
}

func (f *Facts) stepKind(c *python.Call) EventKind {
	receiver := c.Receiver()
	if receiver == nil {
		return NoEvent
	}
	switch f.RoleOf(receiver) {
	case Optimizer:
		if f.optimizerStepArguments(c) {
			return Step
		}
	case Scheduler:
		// A noise schedule of a diffusion model steps through (noise, t, sample).
		if args, _ := c.Positional(); len(args) <= 1 {
			return Schedule
		}
	case Scaler:
		return ScalerStep
	case Engine:
		if len(c.Args) == 0 {
			return Step
		}
	}
	return NoEvent
}

// optimizerStepArguments reports whether the arguments fit an optimizer's step: at
// most the closure. An environment called opt takes an action.
func (f *Facts) optimizerStepArguments(c *python.Call) bool {
	return len(c.Args) <= 1
}

// collector follows a body in the order it runs and notes the events.
type collector struct {
	f      *Facts
	events []Event
	at     Event             // the gates, loops and calls on the way
	names  map[string]string // what a followed function's parameters are called outside
	stack  []*python.Function
	direct bool // do not go into loops below
}

const maxFollow = 3

// EventsIn lists what happens in a body, in the order of the text; functions and
// methods of this file are followed three calls deep.
func (f *Facts) EventsIn(body []python.Stmt) []Event {
	c := &collector{f: f, names: map[string]string{}}
	c.body(body)
	return c.events
}

// eventsDirectlyIn leaves out what stands in loops inside the loop.
func (f *Facts) eventsDirectlyIn(l *Loop) []Event {
	c := &collector{f: f, names: map[string]string{}, direct: true}
	c.body(l.Body)
	return c.events
}

func (c *collector) body(body []python.Stmt) {
	gates := len(c.at.Gates)
	for _, s := range body {
		c.stmt(s)
		// if not ready: continue — the rest runs only when ready
		if s, ok := s.(*python.If); ok && len(s.Else) == 0 && leaves(s.Body) {
			c.gate(Gate{s.Test, s, true})
		}
	}
	c.at.Gates = c.at.Gates[:gates:gates]
}

// leaves reports whether a block ends by leaving the iteration.
func leaves(body []python.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *python.Simple:
		return s.Kind == python.Continue || s.Kind == python.Break
	case *python.Return, *python.Raise:
		return true
	}
	return false
}

func (c *collector) gated(g Gate, body []python.Stmt) {
	before := c.at.Gates
	c.gate(g)
	c.body(body)
	c.at.Gates = before
}

// maxGates bounds the conditions that are kept around an event: each event has a list of its own.
const maxGates = 200

// gate adds a condition to those around what follows.
func (c *collector) gate(g Gate) {
	n := len(c.at.Gates)
	if c.f.Module.Meter.Spend(n / 8); n < maxGates {
		c.at.Gates = append(c.at.Gates[:n:n], g)
	}
}

func (c *collector) stmt(s python.Stmt) {
	switch s := s.(type) {
	case *python.Function, *python.Class:
	case *python.If:
		c.expr(s.Test)
		if s.Test == nil {
			return
		}
		if known, value := c.f.fixedTest(s.Test); known {
			if value {
				c.body(s.Body)
			} else {
				c.body(s.Else)
			}
			return
		}
		c.gated(Gate{s.Test, s, false}, s.Body)
		c.gated(Gate{s.Test, s, true}, s.Else)
	case *python.For:
		c.expr(s.Iter)
		c.loop(s, s.Body)
		c.body(s.Else)
	case *python.While:
		c.loop(s, s.Body)
		c.body(s.Else)
	case *python.With:
		c.with(s)
	case *python.Try:
		c.body(s.Body)
		for _, h := range s.Handlers {
			c.body(h.Body)
		}
		c.body(s.Else)
		c.body(s.Finally)
	case *python.Match:
		for _, k := range s.Cases {
			c.gated(Gate{s.Subject, nil, false}, k.Body)
		}
	default:
		for _, child := range python.Children(s) {
			if e, ok := child.(python.Expr); ok {
				c.expr(e)
			}
		}
	}
}

// fixedTest evaluates `if True:` and the like.
func (f *Facts) fixedTest(e python.Expr) (known, value bool) {
	if k, ok := e.(*python.Constant); ok {
		return true, k.Kind == python.True
	}
	return false, false
}

func (c *collector) loop(n python.Stmt, body []python.Stmt) {
	l := c.f.loopOf[n]
	if c.direct && (l == nil || !l.overObjects(c.f)) {
		return
	}
	before := c.at.Loops
	if l != nil {
		c.at.Loops = append(before[:len(before):len(before)], l)
	}
	c.body(body)
	c.at.Loops = before
}

func (c *collector) with(s *python.With) {
	before, by := c.at.Accumulating, c.at.AccumulatedBy
	for _, item := range s.Items {
		c.expr(item.Context)
		if call, ok := item.Context.(*python.Call); ok && lastName(call.Func) == "accumulate" {
			c.at.Accumulating, c.at.AccumulatedBy = true, call.Receiver()
		}
	}
	c.body(s.Body)
	c.at.Accumulating, c.at.AccumulatedBy = before, by
}

// expr visits the calls of an expression, arguments before the call they are for.
func (c *collector) expr(e python.Node) {
	switch e := e.(type) {
	case nil, *python.Lambda:
		return
	case *python.Call:
		for _, child := range python.Children(e) {
			c.expr(child)
		}
		c.call(e)
		return
	default:
		for _, child := range python.Children(e) {
			c.expr(child)
		}
	}
}

func (c *collector) call(call *python.Call) {
	if kind := c.f.kindOf(call); kind != NoEvent {
		c.closure(kind, call)
		c.add(kind, call)
		return
	}
	fn := c.f.Callee(call)
	if fn == nil || len(c.stack) >= maxFollow || fn.Async {
		return
	}
	for _, seen := range c.stack {
		if seen == fn {
			return
		}
	}
	c.follow(call, fn)
}

// closure visits the function that optimizer.step(closure) calls.
func (c *collector) closure(kind EventKind, call *python.Call) {
	if (kind != Step && kind != ScalerStep) || len(call.Args) == 0 {
		return
	}
	for _, a := range call.Args {
		fn, ok := c.f.Module.Definition(a.Value).(*python.Function)
		if !ok || len(c.stack) >= maxFollow {
			continue
		}
		before := c.at.Closure
		c.at.Closure = true
		c.stack = append(c.stack, fn)
		c.body(fn.Body)
		c.stack = c.stack[:len(c.stack)-1]
		c.at.Closure = before
	}
}

// follow visits a function of this file as the call runs it.
func (c *collector) follow(call *python.Call, fn *python.Function) {
	names, via := c.names, c.at.Via
	c.names = c.argumentNames(call, fn)
	c.at.Via = append(via[:len(via):len(via)], call)
	c.stack = append(c.stack, fn)
	c.body(fn.Body)
	c.stack = c.stack[:len(c.stack)-1]
	c.names, c.at.Via = names, via
}

// argumentNames maps a function's parameters to the paths its caller passes.
func (c *collector) argumentNames(call *python.Call, fn *python.Function) map[string]string {
	names := map[string]string{}
	params := fn.Params
	if _, isMethod := fn.Parent().(*python.Class); isMethod && len(params) > 0 {
		if receiver := call.Receiver(); receiver != nil {
			names[params[0].Name] = c.path(receiver)
		}
		params = params[1:]
	}
	position := 0
	for _, a := range call.Args {
		switch {
		case a.Star > 0:
			return names
		case a.Name != "":
			names[a.Name] = c.path(a.Value)
		case position < len(params):
			names[params[position].Name] = c.path(a.Value)
			position++
		}
	}
	return names
}

// path is the path of an expression as the step's own function would write it.
func (c *collector) path(e python.Expr) string {
	path := c.f.ObjectPath(e)
	root, rest := path, ""
	if i := strings.IndexAny(path, ".["); i >= 0 {
		root, rest = path[:i], path[i:]
	}
	if outside, ok := c.names[root]; ok {
		if outside == "" {
			return ""
		}
		return outside + rest
	}
	if len(c.stack) > 0 && path != "" {
		// A local of a followed function is nobody else's name.
		if scope, _ := c.f.Module.Lookup(root, e); scope != nil && scope.Node != nil {
			return c.stack[len(c.stack)-1].Name + "()." + path
		}
	}
	return path
}

// ObjectPath is the text by which a file refers to an object: a name, an
// attribute, an item. The variable of a loop over a collection is collection[*].
func (f *Facts) ObjectPath(e python.Expr) string {
	if name, ok := e.(*python.Name); ok {
		if base := f.collectionOf(name); base != "" {
			return base + "[*]"
		}
		return name.ID
	}
	if sub, ok := e.(*python.Subscript); ok && python.PathText(e) == "" {
		if base := python.PathText(sub.Value); base != "" {
			return base + "[*]"
		}
	}
	if call, ok := e.(*python.Call); ok { // self.optimizers()
		if base := python.PathText(call.Func); base != "" && len(call.Args) == 0 {
			return base + "()"
		}
	}
	return python.PathText(e)
}

// collectionOf is the path of the collection whose items a name stands for in
// every loop that binds it.
func (f *Facts) collectionOf(name *python.Name) string {
	_, bindings := f.Module.Lookup(name.ID, name)
	base := ""
	for _, b := range bindings {
		if b.Kind != python.LoopTarget || b.Value == nil || b.Index >= 0 {
			return ""
		}
		path := python.PathText(unwrapIterable(b.Value))
		if path == "" || (base != "" && path != base) {
			return ""
		}
		base = path
	}
	return base
}

// eventCost is what an event is worth in steps: functions that call each other make many of one line.
const eventCost = 50

func (c *collector) add(kind EventKind, call *python.Call) {
	c.f.Module.Meter.Spend(eventCost)
	e := c.at
	e.Kind, e.Call = kind, call
	receiver := call.Receiver()
	role := c.f.RoleOf(receiver)
	if role == Accelerator || role == Fabric || role == Engine || role == Optimizer && kind == Backward {
		e.By = role
	}
	switch kind {
	case Backward:
		c.backward(&e, call, role)
	case ScalerStep, Unscale:
		e.Scaler = c.path(receiver)
		if len(call.Args) > 0 {
			e.Object = c.path(call.Args[0].Value)
		}
	case Clip, Grad:
	default:
		e.Object = c.path(receiver)
	}
	c.events = append(c.events, e)
}

func (c *collector) backward(e *Event, call *python.Call, role Role) {
	receiver := call.Receiver()
	e.Loss = receiver
	path := c.f.Module.Resolve(receiver)
	// An optimizer with a backward of its own is a wrapper: it is given the loss.
	if e.By != NoRole || path == "torch.autograd" || call.MethodName() == "manual_backward" || role == Optimizer {
		e.Loss = nil
		if len(call.Args) > 0 {
			e.Loss = call.Args[0].Value
		}
	}
	if scale, ok := e.Loss.(*python.Call); ok && scale.MethodName() == "scale" && c.f.RoleOf(scale.Receiver()) == Scaler {
		e.Scaled, e.Scaler, e.ScaledBy = true, c.path(scale.Receiver()), scale
		if len(scale.Args) > 0 {
			e.Loss = scale.Args[0].Value
		}
		return
	}
	// scaled = scaler.scale(loss); scaled.backward()
	if name, ok := e.Loss.(*python.Name); ok {
		_, bindings := c.f.Module.Lookup(name.ID, name)
		for _, b := range bindings {
			if scale, ok := b.Value.(*python.Call); ok && b.Kind == python.Assigned && scale.MethodName() == "scale" &&
				c.f.RoleOf(scale.Receiver()) == Scaler && len(bindings) == 1 {
				e.Scaled, e.Scaler, e.ScaledBy = true, c.path(scale.Receiver()), scale
			}
		}
	}
}
