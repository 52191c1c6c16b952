package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Carry says whether a value holds an autograd graph.
type Carry uint8

// What is known. Rules that warn act on Carries only.
const (
	CarriesNot Carry = iota
	MayCarry
	Carries
)

// graph is what is known of the autograd graphs of one entry.
type graph struct {
	entry   *Entry
	known   map[*run.Object]Carry
	origins map[*run.Object]origin
	busy    map[*run.Object]bool
	// differentiated are the tensors from which a backward pass starts: they had a graph.
	differentiated map[*run.Object]bool
	passes         []*pass
	escaped        map[*run.Object]bool
	batches        map[*run.Object]bool        // what loops over batches walk over; nil: not looked for yet
	counts         map[*run.Object]bool        // what is given as the lengths of sequences; nil: not looked for yet
	put            map[*run.Object][]run.Value // what was put into containers; nil: not looked for yet
	leads          map[*run.Call]bool          // whether a pass goes through what a call gives, where somebody asked
	// the calls of unseen functions that compute gradients by their names; nil: not looked for yet
	outOfSight []*run.Call
	// what the code keeps where isinstance says that it is a number; nil: not looked for yet
	numbers map[*run.Object]bool
}

// pass is one backward or grad call.
type pass struct {
	event *Event
	loss  []run.Value
	reach *reach
}

// Graph is what is known of the autograd graphs of an entry.
func (e *Entry) graphs() *graph {
	if e.graph != nil {
		return e.graph
	}
	g := &graph{
		entry:          e,
		known:          map[*run.Object]Carry{},
		origins:        map[*run.Object]origin{},
		busy:           map[*run.Object]bool{},
		differentiated: map[*run.Object]bool{},
	}
	e.graph = g
	for _, ev := range e.Events() {
		if ev.Kind != Backward && ev.Kind != Grad {
			continue
		}
		p := &pass{event: ev}
		loss := ev.Loss
		if ev.Kind == Grad {
			loss, _ = ev.Call.Argument("outputs", 0)
		}
		p.loss = g.flatten(loss)
		for _, v := range p.loss { // whichever it is, PyTorch raises where it has no graph
			if o, ok := v.(*run.Object); ok && (o.Kind == run.Result || o.Kind == run.Unknown) {
				g.differentiated[o] = true
				g.goesThrough(o, maxParts)
			}
		}
		g.passes = append(g.passes, p)
	}
	return g
}

// goesThrough follows what is differentiated to the one tensor that it was computed from: (loss / 4).backward() raises
// where the loss has no graph. Of a sum of losses one is enough.
func (g *graph) goesThrough(o *run.Object, depth int) {
	from := scaledTensor(o)
	if from == nil || depth == 0 {
		return
	}
	for _, v := range g.flatten(from) {
		if one, ok := v.(*run.Object); ok && !g.differentiated[one] && (one.Kind == run.Result || one.Kind == run.Unknown) {
			g.differentiated[one] = true
			g.goesThrough(one, depth-1)
		}
	}
}

// scaledTensor is what an object is by a number: loss in loss / accumulation, in 0.1 * loss, in loss.mean() and in
// scaler.scale(loss); nil where two tensors may have part in it.
func scaledTensor(o *run.Object) run.Value {
	if o.Made != nil {
		if m, ok := o.Made.Callee.(*run.Member); ok && knowledge.ReducesAll(m.Name) && len(o.Made.Args) == 0 {
			return m.Object
		}
		loss, _, _ := scaledLoss(o)
		return loss
	}
	if len(o.Operands) != 2 || o.Operator != "/" && o.Operator != "*" {
		return nil
	}
	switch {
	case countsOnly(o.Operands[1]):
		return o.Operands[0]
	case o.Operator == "*" && countsOnly(o.Operands[0]):
		return o.Operands[1]
	}
	return nil
}

// countsOnly reports whether a value is a number, whichever it is: known, a length, an option of the command line or
// something that is called a number of steps.
func countsOnly(v run.Value) bool {
	alternatives := run.Alternatives(v)
	return len(alternatives) > 0 && !slices.ContainsFunc(alternatives, func(one run.Value) bool {
		if _, number := run.Number(one); number {
			return false
		}
		o, ok := one.(*run.Object)
		return !ok ||
			o.Operator != "len" && o.Operator != run.Counting && !knowledge.NamesCount(o.Word) &&
				!knowledge.NamesAccumulation(o.Word)
	})
}

// flatten lists the alternatives of a value, and what containers hold.
func (g *graph) flatten(v run.Value) []run.Value {
	var list []run.Value
	for _, one := range run.Alternatives(v) {
		switch one := one.(type) {
		case *run.Tuple:
			for _, item := range one.Items {
				list = append(list, g.flatten(item)...)
			}
		default:
			list = append(list, one)
		}
	}
	return list
}

// Carries is whether a value holds a graph. Alternatives must agree; None and numbers stand for nothing yet.
func (g *graph) carries(v run.Value) Carry { return g.agreed(run.Alternatives(v)) }

func (g *graph) agreed(list []run.Value) Carry {
	yes, no := false, false
	for _, one := range list {
		if numeric(one, maxParts) {
			continue
		}
		switch g.carriesOne(one) {
		case MayCarry:
			return MayCarry
		case Carries:
			yes = true
		default:
			no = true
		}
	}
	switch {
	case yes && no:
		return MayCarry
	case yes:
		return Carries
	}
	return CarriesNot
}

// numeric reports whether a value is a number, or computed from nothing else: 0.0 / len(outputs), of which no lap has
// added a loss yet.
func numeric(v run.Value, depth int) bool {
	if run.Known(v) {
		return true
	}
	o, ok := v.(*run.Object)
	if !ok || depth == 0 || o.Made != nil {
		return false
	}
	switch o.Operator {
	case "len", run.Counting:
		return true
	case "+", "-", "*", "/", "//", "%", "**":
		return len(o.Operands) > 0 && !slices.ContainsFunc(o.Operands, func(part run.Value) bool {
			return slices.ContainsFunc(run.Alternatives(part), func(one run.Value) bool { return !numeric(one, depth-1) })
		})
	}
	return false
}

func (g *graph) carriesOne(v run.Value) Carry {
	switch v := v.(type) {
	case *run.Object:
		if g.origin(v) == leaf {
			return CarriesNot
		}
		return g.requires(v)
	case *run.Tuple:
		return g.most(v.Items)
	}
	return CarriesNot
}

// most is the strongest of several operands.
func (g *graph) most(list []run.Value) Carry {
	best := CarriesNot
	for _, v := range list {
		for _, one := range run.Alternatives(v) {
			switch one := one.(type) {
			case *run.Object:
				best = max(best, g.requires(one))
			case *run.Tuple:
				best = max(best, g.most(one.Items))
			}
		}
	}
	return best
}

// requires is whether operations on an object are recorded.
func (g *graph) requires(o *run.Object) Carry {
	if c, ok := g.known[o]; ok {
		return c
	}
	if g.busy[o] { // a container that holds itself
		return MayCarry
	}
	g.busy[o] = true
	c := g.judge(o)
	delete(g.busy, o)
	g.known[o] = c
	return c
}

func (g *graph) judge(o *run.Object) Carry {
	if g.differentiated[o] {
		return Carries
	}
	if o.Like != nil && o.Grad == o.Like.Grad {
		return g.requires(o.Like)
	}
	machine := g.entry.Facts.machine
	if machine.Get(o, "<detached>") != nil {
		return CarriesNot
	}
	limit := Carries
	switch o.Grad {
	case run.Value(run.Bool(false)):
		limit = CarriesNot
	case run.Value(run.Bool(true)), nil:
	default:
		limit = MayCarry
	}
	switch g.origin(o) {
	case leaf:
		return Carries
	case forward:
		if machine.ItemsReplaced(o) { // out["loss"] = out["loss"].detach()
			return min(limit, MayCarry)
		}
		// one["boxes"], behind the no_grad of its model
		if whole := takenFrom(o); whole != nil && g.origin(whole) == forward {
			return min(limit, g.requires(whole))
		}
		if g.entry.surelyFrozen(o.Made) {
			return min(limit, g.most(given(o.Made)))
		}
		if g.runsFrozen(o) { // the features that a perceptual loss compares have the graph of what they are taken of
			return min(limit, max(MayCarry, g.most(operands(o))))
		}
		return limit
	case opaque:
		if g.runsFrozenPart(o) {
			return min(limit, g.most(given(o.Made)))
		}
		if whole := takenFrom(o); whole != nil && g.runsFrozenPart(whole) {
			return min(limit, g.requires(whole))
		}
		return min(limit, MayCarry)
	case holder:
		return min(limit, MayCarry, g.most(operands(o)))
	case computed:
		if o.Operator == "choice" { // one of many values: all of them must agree
			return min(limit, g.agreed(o.Operands))
		}
		return min(limit, g.most(operands(o)))
	case container:
		if whole := valueOf(o); whole != nil { // for name, loss in losses.items()
			return min(limit, g.requires(whole))
		}
		held := g.most(machine.Contents(o))
		if left := g.emptied(o); len(left) > 0 {
			return min(limit, MayCarry, g.most(left))
		}
		if c, ok := o.At.Node.(*python.Comprehension); ok && held == Carries && asksForTensors(o.At.Unit.Module, c) {
			return MayCarry // {k: v.item() if torch.is_tensor(v) else v for …}
		}
		return held
	}
	if put := g.putInto(o); len(put) > 0 { // outputs = torch.zeros(n, 10), outputs[t] = scores, outputs.view(-1, 10)
		return min(MayCarry, g.most(put))
	}
	return CarriesNot
}

// emptied are the values that were put into a container which is empty in the end: what was computed of it before it
// was cleared was computed of them.
func (g *graph) emptied(o *run.Object) []run.Value {
	if len(g.entry.Facts.machine.Contents(o)) > 0 {
		return nil
	}
	return g.putInto(o)
}

// putInto are the values that were put into a container, or written to the items of a tensor.
func (g *graph) putInto(o *run.Object) []run.Value {
	if g.put == nil {
		g.put = map[*run.Object][]run.Value{}
		for _, s := range g.entry.Stores {
			if s.Target != nil && s.New != nil && (s.Kind == run.StoreAdded || s.Kind == run.StoreItem) {
				g.put[s.Target] = append(g.put[s.Target], s.New)
			}
		}
	}
	return g.put[o]
}

// takenFrom is what an object is an item or an attribute of: no part holds a graph where the whole has none.
func takenFrom(o *run.Object) *run.Object {
	part := o.Operator == run.Iterating || o.Operator == "[]" || strings.HasPrefix(o.Operator, ".")
	if !part || len(o.Operands) == 0 || o.Made != nil {
		return nil
	}
	whole, _ := o.Operands[0].(*run.Object)
	return whole
}

// operands are what an object was computed from.
func operands(o *run.Object) []run.Value {
	list := o.Operands
	if o.Operator == "[]" { // no gradient goes to an index
		return list[:min(1, len(list))]
	}
	if o.Made == nil || o.Like != nil {
		return list
	}
	list = append(make([]run.Value, 0, len(list)+1+len(o.Made.Args)), list...)
	if m, ok := o.Made.Callee.(*run.Member); ok {
		list = append(list, m.Object)
	}
	for i, a := range o.Made.Args {
		target := (i == 1 && a.Name == "" || a.Name == "target") && a.Star == 0
		if target && comparesClasses(o.Made) && !sharesOfClasses(a.Value, maxReshaped) { // numbers of classes
			continue
		}
		list = append(list, a.Value)
	}
	return list
}

// comparesClasses reports whether a call computes a loss whose target is the number of a class for each sample: nothing
// of it is differentiated.
func comparesClasses(c *run.Call) bool {
	switch callee := c.Callee.(type) {
	case run.Symbol:
		return knowledge.TakesClasses(string(callee))
	case *run.Object:
		class, ok := callee.Class.(run.Symbol)
		return ok && knowledge.TakesClasses(string(class))
	}
	return false
}

// sharesOfClasses reports whether a value is surely a share for each class, which a loss of classes takes as well:
// cross_entropy(student(x), F.softmax(teacher(x) / 4, dim=-1)) is differentiated with respect to both.
func sharesOfClasses(v run.Value, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok || depth == 0 {
		return false
	}
	if o.Made == nil { // 0.9 * probabilities + 0.1 / 10
		return slices.Contains([]string{"+", "-", "*", "/"}, o.Operator) &&
			slices.ContainsFunc(o.Operands, func(from run.Value) bool { return sharesOfClasses(from, depth-1) })
	}
	var by knowledge.Activation
	switch callee := o.Made.Callee.(type) {
	case run.Symbol:
		by = knowledge.ActivationOf(string(callee))
	case *run.Member:
		if knowledge.KeepsValues(callee.Name) {
			return sharesOfClasses(callee.Object, depth-1)
		}
		by = knowledge.MethodActivation(callee.Name)
	case *run.Object:
		class, _ := callee.Class.(run.Symbol)
		by = knowledge.ActivationOf(string(class))
	}
	return by == knowledge.Softmax || by == knowledge.Sigmoid
}
