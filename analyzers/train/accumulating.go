package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Accumulated is gradient accumulation that a step shows: one optimizer steps once in N backward passes.
type Accumulated struct {
	Optimize *Event
	// N is how many micro-batches make a step.
	N run.Value
	// Every is N as the code writes it, and Unit the file in which it does.
	Every python.Expr
	Unit  *run.Unit
	// Shown: the function of the step can write Every, too.
	Shown bool
	// Waits is where the optimizer waits: the condition, or the loop over micro-batches.
	Waits run.Place
	// Gate is the literal by which it does; its Condition is nil for a loop over micro-batches.
	Gate run.Literal
	// Backwards are the backward passes that add up, those on ways that lead elsewhere left out.
	Backwards []*Event

	gated []*Event // the optimizer steps that wait
}

// Text is N as the code writes it.
func (a *Accumulated) Text() string { return a.Unit.Module.File.Slice(a.Every.Span()) }

// IsOne reports whether the optimizer steps for every micro-batch after all.
func (a *Accumulated) IsOne() bool {
	n, ok := a.N.(run.Int)
	return ok && n <= 1
}

// CountsSamples reports whether what the gate counts goes up by more than one for a micro-batch: seen += batch_size,
// and Every is a number of samples.
func (a *Accumulated) CountsSamples() bool {
	counter := python.PathText(takesRestOf(a.Waits.Node))
	if counter == "" {
		return false
	}
	samples := false
	for n := range python.AllIn(a.Waits.Unit.Module.Body) {
		sum, ok := n.(*python.AugAssign)
		if !ok || sum.Op != "+=" || python.PathText(sum.Target) != counter ||
			python.EnclosingFunction(sum) != python.EnclosingFunction(a.Waits.Node) {
			continue
		}
		if isOne(sum.Value) {
			return false
		}
		samples = true
	}
	return samples
}

// takesRestOf is what a condition takes the rest of: seen of seen % n == 0; nil where it stands in no such test.
func takesRestOf(test python.Node) python.Expr {
	for n := range python.All(test) {
		if rest, ok := n.(*python.Binary); ok && rest.Op == "%" {
			return rest.Left
		}
	}
	return nil
}

// WithoutIt reports whether an event runs only where the optimizer steps for every micro-batch: behind
// `if every == 1`, or behind an assert of it.
func (a *Accumulated) WithoutIt(s *Step, e *Event) bool {
	return slices.ContainsFunc(slices.Concat(s.Gates(e), e.Call.Demanded), func(l run.Literal) bool {
		n, ok := l.Condition.Operand.(run.Int)
		if !ok || run.Value(l.Condition.Object) != run.Bare(a.N) {
			return false
		}
		switch l.Condition.Operator {
		case "==", "<=":
			return l.Holds && n <= 1
		case "<":
			return l.Holds && n <= 2
		case ">":
			return !l.Holds && n <= 1
		case ">=":
			return !l.Holds && n <= 2
		}
		return false
	})
}

// home is the function that holds a step, its file, and the call that runs it: the one with the step's loop, or the one
// that was entered, which somebody calls for each batch. The function is nil for the script.
func (s *Step) home() (*python.Function, *run.Unit, *run.Call) {
	if s.Loop != nil {
		return python.EnclosingFunction(s.Loop.Node()), s.Loop.Run.Unit, s.Loop.Run.Caller
	}
	return s.Entry.Function.Node, s.Entry.Function.Unit, s.Entry.Calls[0]
}

// nameHere has N written as the step's own function writes it, where a helper holds the gate. Shown is false where it
// does not write it.
func (s *Step) nameHere(a *Accumulated) {
	home, unit, caller := s.home()
	at := python.EnclosingFunction(a.Every)
	a.Shown = a.Unit == unit && (at == home || at == nil)
	if a.Shown {
		return
	}
	for _, c := range s.Entry.Calls {
		if c.Unit != unit || c.Caller != caller || c.Node == nil || python.EnclosingFunction(c.At) != home {
			continue
		}
		for _, arg := range c.Args {
			if arg.Node != nil && arg.Value == a.N && !run.Known(a.N) {
				a.Every, a.Unit, a.Shown = arg.Node, c.Unit, true
				return
			}
		}
	}
	a.Shown = a.Unit == unit && home != nil && at.Parent() == home.Parent() && isMethod(at) &&
		strings.HasPrefix(python.PathText(a.Every), "self.")
}

// Accumulated is the accumulation of a step: its optimizers wait behind one gate by a counter, its backward passes
// stand before the gate; nil when it is anything else.
func (s *Step) Accumulated() *Accumulated {
	if s.Loop == nil && (s.Entry.Function == nil || s.Entry.Function.Node == nil || len(s.Entry.Calls) == 0) {
		return nil
	}
	if a := s.microLoop(); a != nil {
		s.nameHere(a)
		return a
	}
	var a *Accumulated
	for _, e := range s.Events {
		if !e.StepsOptimizer() {
			continue
		}
		gate, ok := s.AccumulationGate(e)
		if !ok || gate.N == nil || gate.Every == nil || e.Object == nil || len(s.InnerLoops(e)) > 0 {
			if ok || s.besideGate(e) == nil {
				return nil
			}
			continue
		}
		if a == nil {
			a = &Accumulated{Optimize: e, N: gate.N, Every: gate.Every, Unit: gate.Unit, Waits: gate.Place(), Gate: gate.Literal}
		}
		a.gated = append(a.gated, e)
		if gate.Literal != a.Gate && !s.sameGateApart(gate, a, e) {
			return nil // the other way of the same test: optimizers take turns, and each has a backward pass of its own
		}
	}
	if a == nil || !s.backwardFreeOf(a) {
		return nil
	}
	s.nameHere(a)
	return a
}

// sameGateApart reports whether an optimizer step waits behind the same test on another way through the step, written
// once more there: with a scaler, and without one.
func (s *Step) sameGateApart(gate Gate, a *Accumulated, e *Event) bool {
	return gate.Literal.Condition != a.Gate.Condition && gate.N == a.N && gate.Literal.Holds == a.Gate.Holds &&
		e.Object == a.Optimize.Object &&
		!Compatible(e, a.Optimize)
}

// DrivenBy is the optimizer step among those that wait whose learning rate a scheduler sets; nil when it is none of
// them.
func (s *Step) DrivenBy(schedule *Event, a *Accumulated) *Event {
	for _, e := range append([]*Event{a.Optimize}, a.gated...) {
		if s.Drives(schedule, e) {
			return e
		}
	}
	return nil
}

// ClearedBy is the optimizer step among those that wait whose gradients a zero_grad clears; nil when it is none of
// them.
func (s *Step) ClearedBy(zero *Event, a *Accumulated) *Event {
	for _, e := range append([]*Event{a.Optimize}, a.gated...) {
		if s.Clears(zero, e) {
			return e
		}
	}
	return nil
}

// besideGate is the other way of an optimizer step that does not wait: `if accumulation > 1:`, and a step behind a gate
// on that way; nil when there is none.
func (s *Step) besideGate(e *Event) *Event {
	for _, other := range s.Events {
		if other.StepsOptimizer() && other.Object == e.Object && e.Object != nil {
			gate, ok := s.AccumulationGate(other)
			if ok && !compatible(e.Call.Gates, other.Call.Gates) && !slices.Contains(s.Gates(e), opposite(gate.Literal)) {
				return other
			}
		}
	}
	return nil
}

func opposite(l run.Literal) run.Literal { return run.Literal{Condition: l.Condition, Holds: !l.Holds} }

// backwardFreeOf reports whether the step's backward passes run in every lap, whatever the gate says.
func (s *Step) backwardFreeOf(a *Accumulated) bool {
	// By the ways of the gate, on which a backward pass of its own stands, under no_sync and without it: what it
	// differentiates. Two losses are those of two optimizers, which take turns.
	ways := map[bool]string{}
	for _, e := range s.Of(Backward) {
		if accumulatesItself(e) || len(s.InnerLoops(e)) > 0 {
			return false
		}
		if on := slices.IndexFunc(s.Gates(e), func(l run.Literal) bool { return l.Condition == a.Gate.Condition }); on >= 0 {
			holds := s.Gates(e)[on].Holds
			ways[holds] = textOfLoss(e)
			if other, both := ways[!holds]; both && other != ways[holds] {
				return false
			}
			a.Backwards = append(a.Backwards, e)
			continue
		}
		if slices.ContainsFunc(a.gated, func(o *Event) bool { return Compatible(e, o) }) {
			a.Backwards = append(a.Backwards, e)
		}
	}
	return len(a.Backwards) > 0 && len(ways) != 1
}

// textOfLoss is what a backward pass differentiates, as the code writes it.
func textOfLoss(e *Event) string {
	if e.Node() == nil {
		return ""
	}
	if loss := lossExpr(e); loss != nil {
		return e.Call.Unit.Module.File.Slice(loss.Span())
	}
	return ""
}

// accumulatesItself reports whether an event stands in a context in which a framework counts the micro-batches.
func accumulatesItself(e *Event) bool {
	for _, manager := range e.Call.Managers {
		for _, v := range run.Alternatives(manager) {
			o, ok := v.(*run.Object)
			if !ok || o.Made == nil {
				continue
			}
			switch calleeName(o.Made) {
			case "accumulate":
				return true
			case "no_sync", "no_backward_sync": // those of DDP and Fabric leave the loss as it is
				if m, ok := o.Made.Callee.(*run.Member); !ok || library.RoleOf(m.Object) == knowledge.Accelerator ||
					library.RoleOf(m.Object) == knowledge.Engine {
					return true
				}
			}
		}
	}
	return false
}

// Accumulates reports whether an event stands in a context in which a framework counts the micro-batches.
func (e *Event) Accumulates() bool { return accumulatesItself(e) }

// AcceleratorDivides reports whether the Accelerator of a step may divide the losses itself: it was made with a number
// of micro-batches, or it is not seen how it was made.
func (s *Step) AcceleratorDivides() bool {
	for _, e := range s.Of(Backward) {
		if e.By != knowledge.Accelerator {
			continue
		}
		m, ok := e.Call.Callee.(*run.Member)
		if !ok {
			return true
		}
		o, ok := m.Object.(*run.Object)
		if !ok || o.Made == nil || o.Kind != run.Instance {
			return true
		}
		for _, option := range []string{"gradient_accumulation_steps", "gradient_accumulation_plugin", "deepspeed_plugin"} {
			if v, open := o.Made.Argument(option, -1); v != nil || open {
				return true
			}
		}
	}
	return false
}

// microLoop is accumulation by a loop over micro-batches inside the step: for micro in range(n).
func (s *Step) microLoop() *Accumulated {
	optimize := s.optimizerEachWay()
	if s.Loop == nil || optimize == nil || len(s.InnerLoops(optimize)) > 0 {
		return nil
	}
	var micro *Loop
	for _, e := range s.Of(Backward) {
		inner := s.InnerLoops(e)
		if len(inner) != 1 || micro != nil && inner[0] != micro || e.Call.Seq > optimize.Call.Seq || accumulatesItself(e) {
			return nil
		}
		micro = inner[0]
	}
	if micro == nil || micro.Kind != AccumulationLoop {
		return nil
	}
	loop, ok := micro.Node().(*python.For)
	if !ok {
		return nil
	}
	a := &Accumulated{
		Optimize:  optimize,
		Backwards: s.Of(Backward),
		Unit:      micro.Run.Unit,
		Waits:     run.Place{Unit: micro.Run.Unit, Node: loop.Iter},
	}
	if !a.countLaps(micro.Over(), loop.Iter) && !(s.cutsBatch(micro) && s.countParts(a, micro.Over())) {
		return nil
	}
	if !knowledge.NamesAccumulation(micro.words()) && !s.cutsBatch(micro) && !s.dividesByLaps(a) {
		return nil
	}
	return a
}

// countLaps notes how many laps a loop over micro-batches has: those of a range, or the parts of a batch that was cut
// into n, batch.chunk(n).
func (a *Accumulated) countLaps(over run.Value, iter python.Expr) bool {
	var count *python.Call
	switch over := over.(type) {
	case *run.Range:
		count, a.N = innermostRange(iter), run.Int(over.Len())
	case *run.Object:
		a.N = over
		if over.Made != nil {
			a.N, _ = over.Made.Argument("", 0)
		}
		switch {
		case isCount(over):
			count = innermostRange(iter)
		case isCutBatch(over) && calleeName(over.Made) == "chunk" && over.Made.Unit == a.Unit:
			count = over.Made.Node
		}
	}
	if count == nil || len(count.Args) != 1 || count.Args[0].Name != "" {
		return false
	}
	a.Every = count.Args[0].Value
	return true
}

// dividesByLaps reports whether each loss of a loop is divided by the number of its laps, where that is no number that
// may be the same by chance: `for _ in range(self.every): (loss / self.every).backward()` accumulates, whatever it is
// called.
func (s *Step) dividesByLaps(a *Accumulated) bool {
	if _, written := a.Every.(*python.Number); written || a.N == nil {
		return false
	}
	if run.Known(a.N) && !s.DividesBy(a.Every, a.Unit) {
		return false
	}
	return !slices.ContainsFunc(a.Backwards, func(e *Event) bool {
		loss, ok := e.Loss.(*run.Object)
		if !ok || loss.Operator != "/" || len(loss.Operands) != 2 {
			return true
		}
		same, known := run.Equal(loss.Operands[1], a.N)
		return loss.Operands[1] != a.N && !(same && known)
	})
}

// optimizerEachWay is the optimizer step of a training step: the only one, or the first of several that step the same
// optimizer, each on a way of its own, with a scaler and without.
func (s *Step) optimizerEachWay() *Event {
	if only := s.OnlyOptimizer(); only != nil {
		return only
	}
	var steps []*Event
	for _, e := range s.Events {
		if !e.StepsOptimizer() {
			continue
		}
		if e.Object == nil ||
			slices.ContainsFunc(steps, func(o *Event) bool { return o.Object != e.Object || Compatible(o, e) }) {
			return nil
		}
		steps = append(steps, e)
	}
	if len(steps) == 0 {
		return nil
	}
	return steps[0]
}

// innermostRange is the call of range in an expression, however it is wrapped: tqdm(range(n)), enumerate(trange(n));
// nil where there is none.
func innermostRange(e python.Expr) *python.Call {
	for n := range python.All(e) {
		if c, ok := n.(*python.Call); ok && len(c.Args) > 0 && c.Args[0].Star == 0 {
			if name := python.LastName(c.Func); name == "range" || name == "trange" {
				return c
			}
		}
	}
	return nil
}

// divisor is n of `i % n` in a condition, as the code writes it.
func divisor(c *run.Condition, depth int) (python.Expr, *run.Unit) {
	if depth > maxParts {
		return nil, nil
	}
	for _, part := range c.Parts {
		if e, unit := divisor(part.Condition, depth+1); e != nil {
			return e, unit
		}
	}
	if c.Object == nil {
		return nil, nil
	}
	return divisorOf(c.Object, depth)
}

func divisorOf(o *run.Object, depth int) (python.Expr, *run.Unit) {
	if depth > maxParts {
		return nil, nil
	}
	if o.Operator == "%" {
		if b, ok := o.At.Node.(*python.Binary); ok {
			return b.Right, o.At.Unit
		}
		return nil, nil
	}
	for _, operand := range o.Operands {
		if inner, ok := operand.(*run.Object); ok && o.Kind == run.Result {
			if e, unit := divisorOf(inner, depth+1); e != nil {
				return e, unit
			}
		}
	}
	return nil, nil
}

// DividesBy reports whether the files of a step divide something by an expression, or multiply by its inverse: the loss
// or the learning rate are scaled then. What another function divides that differentiates for itself is the loss of
// that one.
func (s *Step) DividesBy(n python.Expr, unit *run.Unit) bool {
	text := unit.Module.File.Slice(n.Span())
	fn, home, _ := s.home()
	units, parts := []*run.Unit{home}, map[*python.Function]bool{fn: true}
	if unit != units[0] {
		units = append(units, unit)
	}
	for _, e := range s.Events {
		if !slices.Contains(units, e.Call.Unit) {
			units = append(units, e.Call.Unit)
		}
		for c := e.Call; c != nil && c.At != nil; c = c.Caller {
			parts[python.EnclosingFunction(c.At)] = true
		}
	}
	return slices.ContainsFunc(units, func(u *run.Unit) bool { return dividesBy(u.Module, text, parts) })
}

// differentiatesApart reports whether a node stands in a function that differentiates and is none of those given.
func differentiatesApart(n python.Node, parts map[*python.Function]bool) bool {
	fn := python.EnclosingFunction(n)
	if fn == nil || parts[fn] {
		return false
	}
	for n := range python.All(fn) {
		if c, ok := n.(*python.Call); ok && c.MethodName() == "backward" && c.Receiver() != nil {
			return true
		}
	}
	return false
}

// countsSteps reports whether what is divided is a number of batches: len(loader).
func countsSteps(e python.Expr) bool {
	for n := range python.All(e) {
		if c, ok := n.(*python.Call); ok && python.LastName(c.Func) == "len" {
			return true
		}
	}
	return false
}

// isNumber reports whether what is divided is a number taken of a tensor, for the log: loss.item(), or a sum of such.
func isNumber(m *python.Module, e python.Expr) bool {
	switch e := e.(type) {
	case *python.Call:
		return knowledge.MethodGives(e.MethodName()) == knowledge.Number ||
			knowledge.CallGives(m.Resolve(e.Func)) == knowledge.Number
	case *python.Binary: // loss.item() * len(batch)
		return e.Op == "*" && (isNumber(m, e.Left) || isNumber(m, e.Right))
	case *python.Name:
		return sumsNumbers(m, e)
	}
	return false
}

// sumsNumbers reports whether a name starts as a number and is added nothing but numbers taken of tensors: total = 0.0,
// total += loss.item(). One that is only set, scale = 1.0, may be what the loss is multiplied by.
func sumsNumbers(m *python.Module, name *python.Name) bool {
	_, bindings := m.Lookup(name.ID, name)
	summed := false
	for _, b := range bindings {
		switch b.Kind {
		case python.Assigned:
			more, sum := b.Value.(*python.Binary)
			_, number := b.Value.(*python.Number)
			switch {
			case sum && more.Op == "+" && python.PathText(more.Left) == name.ID && isNumber(m, more.Right):
				summed = true
			case !number:
				return false
			}
		case python.Augmented:
			sum, ok := b.Node.(*python.AugAssign)
			switch {
			case ok && sum.Op == "+=" && isNumber(m, sum.Value):
				summed = true
			case !ok || sum.Op != "/=": // the mean of them
				return false
			}
		default:
			return false
		}
	}
	return summed
}

func dividesBy(m *python.Module, text string, parts map[*python.Function]bool) bool {
	var is func(e python.Expr) bool
	is = func(e python.Expr) bool { // n, and a product with it: (a + b) / (2 * n)
		product, ok := e.(*python.Binary)
		return m.File.Slice(e.Span()) == text || ok && product.Op == "*" && (is(product.Left) || is(product.Right))
	}
	found := false
	python.WalkBody(m.Body, func(n python.Node) bool {
		before := found
		switch n := n.(type) {
		case *python.Binary:
			found = found || n.Op == "/" && is(n.Right) && !countsSteps(n.Left) && !isNumber(m, n.Left)
		case *python.AugAssign:
			found = found || n.Op == "/=" && is(n.Value) && !isNumber(m, n.Target)
		case *python.Call:
			found = found || (n.MethodName() == "div" || n.MethodName() == "div_") && len(n.Args) == 1 && is(n.Args[0].Value)
		}
		found = found && (before || !differentiatesApart(n, parts))
		return !found
	})
	return found
}

func isMethod(fn *python.Function) bool { _, ok := fn.Parent().(*python.Class); return ok }
