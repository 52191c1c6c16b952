package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// EventKind is one thing that happens in a training step.
type EventKind uint8

// The events, named after the calls they come from.
const (
	NoEvent    EventKind = iota
	Backward             // loss.backward(), scaler.scale(loss).backward(), accelerator.backward(loss), …
	Grad                 // torch.autograd.grad(…)
	ZeroGrad             // optimizer.zero_grad(), model.zero_grad()
	OptimStep            // optimizer.step()
	ScalerStep           // scaler.step(optimizer)
	Unscale              // scaler.unscale_(optimizer)
	Update               // scaler.update()
	Clip                 // clip_grad_norm_(…), clip_grad_value_(…)
	Schedule             // scheduler.step()
	TrainMode            // model.train()
	EvalMode             // model.eval(), model.train(False)
)

var eventNames = [...]string{
	"",
	"backward",
	"grad",
	"zero_grad",
	"optimizer step",
	"scaler step",
	"unscale",
	"scaler update",
	"clip",
	"scheduler step",
	"train mode",
	"eval mode",
}

// String is the event in words.
func (k EventKind) String() string { return eventNames[k] }

// Event is one of those calls as the program reached it.
type Event struct {
	Kind EventKind
	Call *run.Call
	// Object is the optimizer, scheduler, scaler or module concerned; nil when it cannot be told.
	Object *run.Object
	// Scaler is the one of a ScalerStep, an Unscale and a scaled Backward.
	Scaler *run.Object
	// Loss is what a Backward differentiates.
	Loss run.Value
	// Scaled marks a Backward of a loss that a scaler has multiplied.
	Scaled bool
	// By is whose method it is: Accelerator, Fabric, Engine, Optimizer for the backward of a wrapped optimizer, or NoRole
	// for PyTorch's own.
	By knowledge.Role
}

// StepsOptimizer reports whether an optimizer steps, by itself or through the scaler of its gradients.
func (e *Event) StepsOptimizer() bool { return e.Kind == OptimStep || e.Kind == ScalerStep }

// Node is the call in the source; nil where the program makes none.
func (e *Event) Node() *python.Call { return e.Call.Node }

// Place is where the event happens.
func (e *Event) Place() run.Place { return e.Call.Place() }

// Events are what happened from an entry, in order.
func (e *Entry) Events() []*Event {
	if e.known.events {
		return e.events
	}
	e.known.events = true
	for _, c := range e.Calls {
		if ev := newEvent(c); ev != nil && !e.insideEvent(c) {
			e.events = append(e.events, ev)
		}
	}
	return e.events
}

// insideEvent reports whether a call happens inside the project's own step, zero_grad or backward: what it does there
// is the outer event.
func (e *Entry) insideEvent(c *run.Call) bool {
	for up := c.Caller; up != nil; up = up.Caller {
		if _, ours := up.Callee.(*run.Method); ours && newEvent(up) != nil {
			return true
		}
	}
	return false
}

// newEvent classifies one call; nil when it is no event.
func newEvent(c *run.Call) *Event {
	e := Event{Call: c}
	switch callee := c.Callee.(type) {
	case run.Symbol:
		e.Kind = functionKind(string(callee))
		if e.Kind == Backward {
			e.Loss, _ = c.Argument("tensors", 0)
		}
	case *run.Member:
		e.member(callee.Object, callee.Name)
	case *run.Method:
		if role := library.RoleOf(callee.Self); role != knowledge.NoRole && role != knowledge.Model {
			e.member(callee.Self, callee.Func.Name())
		} else if name := callee.Func.Name(); name == "train" || name == "eval" {
			return nil // a class of the project that calls something of its own so
		}
	case *run.Object:
		if callee.Kind == run.Unknown && isClip(callee.Word) {
			e.Kind = Clip
		}
		// getattr(model, mode)()
		if name := callee.Operator; (name == ".train" || name == ".eval") && len(callee.Operands) == 1 && len(c.Args) == 0 {
			e.member(callee.Operands[0], name[1:])
		}
	case *run.Function:
		if isClip(callee.Name()) {
			e.Kind = Clip
		}
	}
	if e.Kind == NoEvent { // as most calls, of which nothing is kept
		return nil
	}
	event := e
	return &event
}

func functionKind(path string) EventKind {
	switch path {
	case "torch.autograd.grad":
		return Grad
	case "torch.autograd.backward":
		return Backward
	}
	if strings.HasPrefix(path, "torch.nn.utils.") && isClip(path[len("torch.nn.utils."):]) {
		return Clip
	}
	return NoEvent
}

func isClip(name string) bool {
	switch name {
	case "clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "clip_gradients", "clip_grads_with_norm_":
		return true
	}
	return false
}

// member classifies a method by its name and what it is called on.
func (e *Event) member(on run.Value, name string) {
	role := library.RoleOf(on)
	object, ok := on.(*run.Object)
	if !ok {
		object = oneOfAlike(on)
	}
	switch name {
	case "backward", "manual_backward":
		e.backward(on, role, name)
	case "zero_grad":
		e.Kind, e.Object = ZeroGrad, object
	case "step":
		e.step(object, role)
	case "step_and_update_lr": // of a class that is not at hand
		if _, ours := e.Call.Callee.(*run.Method); !ours &&
			(role == knowledge.Optimizer || object != nil && object.Class != nil) {
			e.Kind, e.Object = OptimStep, object
		}
	case "unscale_", "unscale_gradients":
		e.Kind, e.Scaler, e.Object = Unscale, object, firstObject(e.Call)
	case "update":
		if role == knowledge.Scaler && len(e.Call.Args) <= 1 {
			e.Kind, e.Object, e.Scaler = Update, object, object
		}
	case "train", "eval":
		e.mode(on, object, name)
	default:
		if isClip(name) {
			e.Kind = Clip
		}
	}
	switch role {
	case knowledge.Accelerator, knowledge.Fabric, knowledge.Engine:
		e.By = role
	}
}

// oneOfAlike stands for one of several things of which nothing is known and that the same expression gave, in one lap
// and in another: the optimizers of a list that was filled in a loop, opts.append(m.optim). nil for any other value.
func oneOfAlike(v run.Value) *run.Object {
	c, ok := v.(*run.Choice)
	if !ok {
		return nil
	}
	var first *run.Object
	for _, a := range c.Alternatives {
		o, ok := a.Value.(*run.Object)
		if !ok || o.Kind != run.Unknown && o.Kind != run.Result || o.At.Node == nil ||
			first != nil && (o.At.Node != first.At.Node || o.Word != first.Word) {
			return nil
		}
		if first == nil {
			first = o
		}
	}
	return first
}

// CreatesGraph reports whether a Grad surely gives gradients that are differentiated again, as those of a penalty are.
func (e *Event) CreatesGraph() bool {
	create, _ := e.Call.Argument("create_graph", 4)
	return create == run.Value(run.Bool(true))
}

// OfInput reports whether a Grad is that of something which the code itself tells to require gradients, a picture that
// an attack changes: it says nothing of those of parameters.
func (s *Step) OfInput(grad *Event) bool {
	of, _ := grad.Call.Argument("inputs", 1)
	o, ok := of.(*run.Object)
	if !ok {
		return false
	}
	if o.Made != nil && calleeName(o.Made) == "requires_grad_" {
		return true
	}
	return slices.ContainsFunc(s.Entry.Stores, func(set *run.Store) bool {
		return set.Kind == run.StoreAttribute && set.Name == "requires_grad" && set.Target == o &&
			set.New == run.Value(run.Bool(true))
	})
}

func (e *Event) backward(on run.Value, role knowledge.Role, name string) {
	if anyTensor(on, len(e.Call.Args) == 0) { // loss = a if x else b; loss.backward()
		e.Kind, e.Loss = Backward, on
		e.unscale()
		return
	}
	object, ok := on.(*run.Object)
	if !ok {
		return // SomeFunction.backward, super().backward
	}
	if first, _ := e.Call.Argument("", 0); first != nil {
		if o, ok := first.(*run.Object); ok && o.Word == "ctx" {
			return
		}
	}
	e.Kind, e.Loss = Backward, object
	switch {
	case role == knowledge.Accelerator, role == knowledge.Fabric, role == knowledge.Engine, role == knowledge.Optimizer,
		name == "manual_backward":
		e.Loss, _ = e.Call.Argument("loss", 0)
		if role == knowledge.Optimizer { // a wrapped optimizer has a backward of its own
			e.By = role
		}
	case passesLoss(e.Call, object):
		e.Loss, _ = e.Call.Argument("loss", 0)
	}
	e.unscale()
}

// unscale notes the scaler of what a backward pass differentiates, whichever of several it is, and what it was given.
func (e *Event) unscale() {
	var scaler *run.Object
	var loss run.Value
	alternatives := run.Alternatives(e.Loss)
	for i, v := range alternatives {
		scaled, _ := v.(*run.Object)
		given, by, ok := scaledLoss(scaled)
		if !ok || i > 0 && given != loss {
			return
		}
		scaler, _ = by.(*run.Object)
		loss = given
	}
	if len(alternatives) > 0 {
		e.Scaled, e.Scaler, e.Loss = true, scaler, loss
	}
}

// anyTensor reports whether a value is one of several things that may have a backward pass, one of which was computed
// for sure: the item of a model's output, and the same divided by a count. Of what is called without arguments nothing
// needs to be computed: loss, parts = criterion(…), whichever criterion it is. Where it is a constant, such as the 0
// that losses are added to, the program does not come to the call.
func anyTensor(v run.Value, bare bool) bool {
	c, ok := v.(*run.Choice)
	if !ok {
		return false
	}
	computed := false
	for _, a := range c.Alternatives {
		switch o, _ := a.Value.(*run.Object); {
		case run.Known(a.Value):
		case computedTensor(a.Value):
			computed = true
		case o == nil || o.Kind != run.Unknown || library.RoleOf(o) != knowledge.NoRole:
			return false
		default:
			computed = computed || bare
		}
	}
	return computed
}

// computedTensor reports whether a value was computed, whichever of very many it is.
func computedTensor(v run.Value) bool {
	o, ok := v.(*run.Object)
	switch {
	case !ok:
		return false
	case o.Like != nil:
		return computedTensor(o.Like)
	case o.Operator == "choice":
		return slices.ContainsFunc(o.Operands, computedTensor)
	}
	return o.Kind == run.Result
}

// passesLoss reports whether the object whose backward method is called is not the tensor:
// self.strategy.backward(loss).
func passesLoss(c *run.Call, on *run.Object) bool {
	if len(c.Args) == 0 || c.Args[0].Name != "" || c.Args[0].Star > 0 {
		return false
	}
	return on.Kind == run.Instance || library.IsModule(on) || knowledge.NamesPlain(on.Word)
}

func (e *Event) step(object *run.Object, role knowledge.Role) {
	switch role {
	case knowledge.Optimizer: // an environment that is called opt takes an action
		if len(e.Call.Args) <= 1 {
			e.Kind, e.Object = OptimStep, object
		}
	case knowledge.Scheduler: // a noise schedule steps through (noise, t, sample)
		if len(e.Call.Args) <= 1 {
			e.Kind, e.Object = Schedule, object
		}
	case knowledge.Scaler:
		e.Kind, e.Scaler, e.Object = ScalerStep, object, firstObject(e.Call)
	case knowledge.Engine:
		if len(e.Call.Args) == 0 {
			e.Kind, e.Object = OptimStep, object
		}
	}
}

// mode tells model.train() and model.eval() from methods of other things that have the same name.
func (e *Event) mode(on run.Value, object *run.Object, name string) {
	if _, ofLibrary := on.(run.Symbol); ofLibrary || len(e.Call.Args) > 1 || name == "eval" && len(e.Call.Args) > 0 {
		return
	}
	if object != nil && object.Kind == run.Instance && !library.IsModule(object) && !isForeign(object) {
		return
	}
	e.Kind, e.Object = TrainMode, e.movedOnTheWay(object)
	if flag, _ := e.Call.Argument("mode", 0); name == "eval" || flag == run.Value(run.Bool(false)) {
		e.Kind = EvalMode
	}
}

// movedOnTheWay is what a mode is set of: of self.net.cuda().train() or self.net.requires_grad_(True).train(), a
// statement by itself, the network that was changed in place, though nothing says that it is one but the mode.
func (e *Event) movedOnTheWay(object *run.Object) *run.Object {
	if e.Call.Node == nil {
		return object
	}
	if _, ok := e.Call.Node.Parent().(*python.ExprStmt); !ok {
		return object
	}
	chained, ok := e.Call.Node.Receiver().(*python.Call)
	if !ok || object == nil || object.Kind != run.Result || object.Made == nil || object.Made.Node != chained {
		return object
	}
	if m, ok := object.Made.Callee.(*run.Member); ok && knowledge.ReturnsItself(m.Name) {
		if on, ok := m.Object.(*run.Object); ok {
			return on
		}
	}
	return object
}

// objects are those that an event may happen to: its object, or all of several of which nothing is known, whose method
// is called once for whichever it is.
func (e *Event) objects() []*run.Object {
	if e.Object != nil {
		return []*run.Object{e.Object}
	}
	m, ok := e.Call.Callee.(*run.Member)
	if !ok {
		return nil
	}
	var list []*run.Object
	for _, v := range run.Alternatives(m.Object) {
		if o, ok := v.(*run.Object); ok {
			list = append(list, o)
		}
	}
	return list
}

// happensTo reports whether an event happens to an object where some literals hold, if it is one of several that only
// they tell apart.
func (e *Event) happensTo(o *run.Object, where []run.Literal) bool {
	m, ok := e.Call.Callee.(*run.Member)
	if !ok {
		return false
	}
	several, ok := m.Object.(*run.Choice)
	return ok && slices.ContainsFunc(several.Alternatives, func(a run.Alternative) bool {
		return a.Value == run.Value(o) && len(a.When) > 0 && implied(a.When, where)
	})
}

// firstObject is the object that a call is given first: the optimizer of scaler.step(optimizer). Of several optimizers
// of which the program has one, it is the first.
func firstObject(c *run.Call) *run.Object {
	v, _ := c.Argument("optimizer", 0)
	if o, ok := v.(*run.Object); ok {
		return o
	}
	list := optimizersIn(v)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// optimizersIn are the optimizers of which a value is one; none where it may be anything else but None.
func optimizersIn(v run.Value) []*run.Object {
	var list []*run.Object
	for _, one := range run.Alternatives(v) {
		if run.IsNone(one) {
			continue
		}
		o, ok := one.(*run.Object)
		if !ok || library.RoleOf(o) != knowledge.Optimizer {
			return nil
		}
		list = append(list, o)
	}
	return list
}

// Receiver is the expression on which a method is called, nil for a plain call.
func Receiver(c *run.Call) python.Expr {
	if c.Node == nil {
		return nil
	}
	return c.Node.Receiver()
}

// Name is how the code calls the object of an event, "" when it cannot be told.
func (e *Event) Name() string {
	node := e.Node()
	if node == nil {
		return ""
	}
	switch e.Kind {
	case ScalerStep, Unscale:
		if len(node.Args) == 0 {
			return ""
		}
		return python.PathText(node.Args[0].Value)
	case Clip, Grad, Backward:
		return ""
	}
	return calledAs(node.Receiver())
}

// calledAs is how the code calls something, as python.PathText has it, or one of a collection by the name of its key:
// self.optimizers[name].
func calledAs(e python.Expr) string {
	if s, ok := e.(*python.Subscript); ok && len(s.Index) == 1 {
		if key, ok := s.Index[0].(*python.Name); ok {
			if of := python.PathText(s.Value); of != "" {
				return of + "[" + key.ID + "]"
			}
		}
	}
	return python.PathText(e)
}

// InHandler reports whether the event happens where an exception was caught, in the handler itself or in a function
// that it calls.
func (e *Event) InHandler() bool {
	for c := e.Call; c != nil; c = c.Caller {
		if c.At != nil && python.InHandler(c.At) {
			return true
		}
	}
	return false
}
