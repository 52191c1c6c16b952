package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// limitOf is what a container was made to hold at most, deque(maxlen=10): none where it holds whatever it is given.
func (g *graph) limitOf(o *run.Object) limit {
	if o == nil {
		return noLimit
	}
	made, ok := o.At.Node.(*python.Call)
	if !ok || !knowledge.KeepsAtMost(o.At.Unit.Module.Resolve(made.Func)) {
		return noLimit
	}
	most := made.Keyword("maxlen")
	if most == nil && len(made.Args) > 1 {
		most = made.Args[1]
	}
	if most == nil {
		return noLimit
	}
	if none, ok := most.Value.(*python.Constant); ok && none.Kind == python.None {
		return noLimit
	}
	for _, c := range g.entry.Calls {
		if v, _ := c.Argument("maxlen", 1); c.At == o.At.Node && v != nil {
			if n, ok := v.(run.Int); ok && n >= manyItems {
				return someMany
			}
		}
	}
	return aFew
}

// limit is how much a container holds at most.
type limit uint8

const (
	noLimit  limit = iota
	aFew           // or who knows
	someMany       // a memory of transitions: no GPU holds the activations of so many passes
)

const manyItems = 1000

// asNumber reports whether the code keeps what is added, or what it is computed from, only where it has asked that it
// is a number: tensors go another way there.
func (g *graph) asNumber(added run.Value) bool {
	if g.numbers == nil {
		g.numbers = map[*run.Object]bool{}
		for _, s := range g.entry.Stores {
			if !askedForNumber(s) {
				continue
			}
			for _, v := range run.Alternatives(addedBy(s)) {
				if o, ok := v.(*run.Object); ok {
					g.numbers[o] = true
				}
			}
		}
	}
	if len(g.numbers) == 0 {
		return false
	}
	for o := range g.reachOf([]run.Value{added}).all {
		if g.numbers[o] {
			return true
		}
	}
	return false
}

// counted reports whether the code gives an object to an operation as lengths of sequences, which are whole numbers.
func (g *graph) counted(o *run.Object) bool {
	if g.counts == nil {
		g.counts = map[*run.Object]bool{}
		for _, c := range g.entry.Calls {
			path, ok := c.Callee.(run.Symbol)
			if !ok {
				continue
			}
			for _, lengths := range knowledge.TakesLengths(string(path)) {
				v, _ := c.Argument(lengths.Name, lengths.Position)
				for _, one := range run.Alternatives(v) {
					if given, ok := one.(*run.Object); ok {
						g.counts[given] = true
					}
				}
			}
		}
	}
	return g.counts[o]
}

// askedForNumber reports whether what a store keeps has been asked for what it is, on the way: if isinstance(x, int).
func askedForNumber(s *run.Store) bool {
	kept, ok := addedExpr(s).(*python.Name)
	if !ok {
		return false
	}
	return slices.ContainsFunc(python.GatesOf(s.Node), func(g python.Gate) bool {
		c, ok := g.Test.(*python.Call)
		if !ok || !g.Holds || len(c.Args) != 2 || s.Unit.Module.Resolve(c.Func) != "isinstance" {
			return false
		}
		asked, ok := c.Args[0].Value.(*python.Name)
		return ok && asked.ID == kept.ID && ofNumbers(s.Unit.Module, c.Args[1].Value)
	})
}

// askedForNoTensor reports whether what a store keeps has been asked whether it is a tensor, and is kept as it is where
// it is none.
func askedForNoTensor(s *run.Store) bool {
	kept := addedExpr(s)
	if choice, ok := kept.(*python.IfExp); ok {
		return asksForTensors(s.Unit.Module, choice.Test)
	}
	name, ok := kept.(*python.Name)
	if !ok {
		return false
	}
	return slices.ContainsFunc(python.GatesOf(s.Node), func(g python.Gate) bool {
		test, holds := g.Test, g.Holds
		if not, ok := test.(*python.Unary); ok && not.Op == "not" {
			test, holds = not.Operand, !holds
		}
		c, ok := test.(*python.Call)
		if !ok || holds || len(c.Args) == 0 || !asksForTensors(s.Unit.Module, c) {
			return false
		}
		asked, ok := c.Args[0].Value.(*python.Name)
		return ok && asked.ID == name.ID
	})
}

// fewerThan reports whether something is added only while what grows has fewer items than so many: `if len(best) < k:`.
// Asked around the loop, and not in each of its laps, it bounds nothing.
func (g *graph) fewerThan(s *run.Store, loop *Loop) bool {
	return slices.ContainsFunc(python.GatesOf(s.Node), func(gate python.Gate) bool {
		if loop != nil && python.Within(loop.Node(), gate.Test.Parent()) {
			return false
		}
		return slices.ContainsFunc(lengthsBounded(s.Unit.Module, gate.Test, gate.Holds), func(whole python.Expr) bool {
			return g.addedUnder(gate, s.Unit, whole)
		})
	})
}

// lengthsBounded are the containers that have fewer items than so many where a test succeeds, or fails.
func lengthsBounded(m *python.Module, test python.Expr, holds bool) []python.Expr {
	switch test := test.(type) {
	case *python.Unary:
		if test.Op == "not" {
			return lengthsBounded(m, test.Operand, !holds)
		}
	case *python.Bool:
		if (test.Op == "and") == holds {
			return append(lengthsBounded(m, test.Left, holds), lengthsBounded(m, test.Right, holds)...)
		}
	case *python.Compare:
		if len(test.Ops) != 1 {
			return nil
		}
		smaller := test.Operands[0]
		switch test.Ops[0] {
		case "<", "<=":
		case ">", ">=":
			holds = !holds
		default:
			return nil
		}
		if !holds {
			smaller = test.Operands[1]
		}
		if c, ok := smaller.(*python.Call); ok && m.Resolve(c.Func) == "len" && len(c.Args) == 1 {
			return []python.Expr{c.Args[0].Value}
		}
	}
	return nil
}

// addedUnder reports whether a container gets a new item under a condition: it is full one day, and the condition fails
// from then on.
func (g *graph) addedUnder(gate python.Gate, u *run.Unit, container python.Expr) bool {
	text := u.Module.File.Slice(container.Span())
	return slices.ContainsFunc(g.entry.Stores, func(s *run.Store) bool {
		if s.Unit != u || !slices.Contains(python.GatesOf(s.Node), gate) {
			return false
		}
		grows := grownBy(s.Node)
		return grows != nil && u.Module.File.Slice(grows.Span()) == text
	})
}

// grownBy is the container to which a statement adds, as the code names it; nil where the statement does not show it.
func grownBy(n python.Node) python.Expr {
	switch n := n.(type) {
	case *python.AugAssign:
		return n.Target
	case *python.Assign:
		return n.Targets[0]
	case *python.Call:
		return n.Receiver()
	case *python.Subscript:
		return n.Value
	}
	return nil
}

// ofNumbers reports whether a class, or each of a tuple of some, is one of numbers.
func ofNumbers(m *python.Module, class python.Expr) bool {
	if list, ok := class.(*python.Sequence); ok {
		return !slices.ContainsFunc(list.Items, func(e python.Expr) bool { return !ofNumbers(m, e) })
	}
	return knowledge.IsNumber(m.Resolve(class))
}

// StartsOver reports whether what accumulates is set back to a constant in the same loop, as a sum that is logged and
// cleared at every optimizer step, or for every batch where the loop goes round several times for one.
func (a *Accumulation) StartsOver() bool {
	if a.Loop == nil {
		return false
	}
	first := a.first()
	for _, s := range a.Entry.Stores { // a constructor that the first lap runs comes before all that is added
		if s.Kind == run.StoreAttribute && s.Seq > first && s.Target == a.Store.Target && s.Name == a.Store.Name &&
			s.Name != "" && run.Known(s.New) &&
			sameLaps(s.Laps, a.Store.Laps[:min(len(a.Store.Laps), len(a.Loop.Run.Laps))]) &&
			len(s.Laps) > len(a.Loop.Run.Laps) {
			return true
		}
	}
	if a.emptied() || a.bounded() {
		return true
	}
	whole := a.Target()
	item, keyed := whole.(*python.Subscript)
	if keyed { // an item of a dictionary leaves with its key
		whole = item.Value
	}
	target := python.PathText(whole)
	if target == "" || a.Loop.Run.Unit != a.Store.Unit {
		return false
	}
	within := a.Loop
	if p := a.Loop.Parent; p != nil && a.Loop.Kind == InnerLoop { // the critic's turns of a GAN
		within = p
	}
	for n := range python.All(within.Node()) {
		if drops(n, target) && !a.takesBack(n, within.Node(), target) {
			return true
		}
		assign, ok := n.(*python.Assign)
		if !ok || assign.Value == nil || len(assign.Targets) != 1 || python.PathText(assign.Targets[0]) != target {
			continue
		}
		switch v := assign.Value.(type) {
		case *python.Number, *python.Constant:
			return true
		case *python.Sequence:
			if len(v.Items) == 0 {
				return true
			}
		case *python.Call:
			if path := a.Store.Unit.Module.Resolve(v.Func); knowledge.FillsTensor(path) || makesEmpty(v, path) {
				return true
			}
		}
	}
	return false
}

// makesEmpty reports whether a call, of what a path leads to, gives a container with nothing in it: dict(),
// defaultdict(list).
func makesEmpty(c *python.Call, path string) bool {
	switch path {
	case "collections.defaultdict":
		return len(c.Args) == 1
	case "collections.Counter", "collections.deque", "collections.OrderedDict":
		return len(c.Args) == 0
	}
	name, ok := c.Func.(*python.Name)
	return ok && len(c.Args) == 0 && (name.ID == "list" || name.ID == "dict" || name.ID == "set")
}

// first is when the statement first added something to what it adds to.
func (a *Accumulation) first() int {
	for _, s := range a.Entry.Stores {
		if s.Node == a.Store.Node && s.Kind == a.Store.Kind && s.Target == a.Store.Target && s.Name == a.Store.Name {
			return s.Seq
		}
	}
	return a.Store.Seq
}

// bounded reports whether the function that adds something to a container also takes something out of it: a pool of the
// last fifty.
func (a *Accumulation) bounded() bool {
	grows, fn := grownBy(a.Store.Node), python.EnclosingFunction(a.Store.Node)
	if grows == nil || fn == nil || python.PathText(grows) == "" || a.Loop != nil && python.Within(a.Loop.Node(), fn) {
		return false
	}
	for n := range python.AllIn(fn.Body) {
		if drops(n, python.PathText(grows)) && !a.takesBack(n, fn, python.PathText(grows)) {
			return true
		}
	}
	return false
}

// emptied reports whether the laps of the loop clear the very container that is added to, or put another one in its
// place, in whatever function: a log that writes its means at the end of each episode, a buffer that is made into a
// batch.
func (a *Accumulation) emptied() bool {
	if a.Store.Target == nil || a.Store.Kind == run.StoreName {
		return false
	}
	inLap := func(laps []run.Lap) bool {
		around := a.Loop.Run.Laps
		return len(laps) > len(around) && laps[len(around)].Loop == a.Loop.Node() && sameLaps(laps, around)
	}
	is := func(v run.Value) bool { return slices.Contains(run.Alternatives(v), run.Value(a.Store.Target)) }
	return slices.ContainsFunc(a.Entry.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		return ok && m.Object == run.Value(a.Store.Target) && inLap(c.Laps) &&
			(m.Name == "clear" && len(c.Args) == 0 || knowledge.DropsItems(m.Name) && dropsWhileAny(c))
	}) || slices.ContainsFunc(a.Entry.Stores, func(s *run.Store) bool {
		return (s.Kind == run.StoreAttribute && is(s.Old) && !is(s.New) || a.replacesAll(s)) && inLap(s.Laps)
	}) || slices.ContainsFunc(a.Entry.Altered, func(s *run.Store) bool { return a.replacesAll(s) && inLap(s.Laps) })
}

// dropsWhileAny reports whether a call takes items out as long as there are some: while kept: kept.pop().
func dropsWhileAny(c *run.Call) bool {
	if c.Node == nil || c.Node.Receiver() == nil {
		return false
	}
	loop, ok := python.EnclosingLoop(c.Node).(*python.While)
	if !ok || len(python.GatesOf(c.Node)) > len(python.GatesOf(loop)) {
		return false
	}
	container := python.PathText(c.Node.Receiver())
	for n := range python.All(loop.Test) {
		if e, ok := n.(python.Expr); ok && python.PathText(e) == container {
			return true
		}
	}
	return false
}

// replacesAll reports whether a store takes everything out of what is added to: del kept[:], kept[:] = [].
func (a *Accumulation) replacesAll(s *run.Store) bool {
	key, ok := s.Key.(*run.Slice)
	return ok && s.Target == a.Store.Target && key.All()
}

// queued reports whether what is added waits in a queue: the code takes the first item out again, in the same function
// or in one that stands in the same. The stages of a pipeline keep what they have sent until its gradient comes back.
func queued(s *run.Store) bool {
	grows, outermost := grownBy(s.Node), (*python.Function)(nil)
	for fn := python.EnclosingFunction(s.Node); fn != nil; fn = python.EnclosingFunction(fn) {
		outermost = fn
	}
	if grows == nil || outermost == nil {
		return false
	}
	text := func(e python.Expr) string { return s.Unit.Module.File.Slice(e.Span()) }
	queue := text(grows)
	for n := range python.AllIn(outermost.Body) {
		switch n := n.(type) {
		case *python.Call:
			if r := n.Receiver(); r != nil && knowledge.TakesFirst(n.MethodName(), len(n.Args)) && text(r) == queue &&
				(len(n.Args) == 0 || isText(n.Args[0].Value, "0")) {
				return true
			}
		case *python.Delete:
			for _, e := range n.Targets {
				if item, ok := e.(*python.Subscript); ok && len(item.Index) == 1 && isText(item.Index[0], "0") &&
					text(item.Value) == queue {
					return true
				}
			}
		}
	}
	return false
}

// drops reports whether code takes items out of a container: kept.clear(), del kept[:].
func drops(n python.Node, container string) bool {
	switch n := n.(type) {
	case *python.Call:
		return knowledge.DropsItems(n.MethodName()) && python.PathText(n.Receiver()) == container
	case *python.Delete:
		return slices.ContainsFunc(n.Targets, func(e python.Expr) bool {
			item, ok := e.(*python.Subscript)
			return ok && python.PathText(item.Value) == container
		})
	}
	return false
}

// takesBack reports whether code takes the last item out of a container again, on a condition that is none of the
// container: the loss of a lap that went wrong. All others stay.
func (a *Accumulation) takesBack(drop python.Node, loop python.Stmt, container string) bool {
	switch n := drop.(type) {
	case *python.Call:
		if n.MethodName() != "pop" || len(n.Args) > 1 || len(n.Args) == 1 && !isLast(n.Args[0].Value) {
			return false
		}
	case *python.Delete:
		for _, e := range n.Targets {
			if item, ok := e.(*python.Subscript); !ok || len(item.Index) != 1 || !isLast(item.Index[0]) {
				return false
			}
		}
	}
	asked := false
	for from, up := drop, drop.Parent(); up != nil && up != python.Node(loop); from, up = up, up.Parent() {
		switch up := up.(type) {
		case *python.For, *python.While:
			return false // several at once
		case *python.If:
			if from == python.Node(up.Test) || python.Within(a.Store.Node, from) {
				continue
			}
			if a.asksFor(up.Test, container) {
				return false
			}
			asked = true
		}
	}
	return asked
}

// isLast reports whether an index is that of the last item.
func isLast(e python.Expr) bool {
	minus, ok := e.(*python.Unary)
	return ok && minus.Op == "-" && isText(minus.Operand, "1")
}

// asksFor reports whether a test speaks of a container, or of a name that was computed from it: full = len(kept) > 10.
func (a *Accumulation) asksFor(test python.Expr, container string) bool {
	names := map[string]bool{}
	for n := range python.All(test) {
		if e, ok := n.(python.Expr); ok && python.PathText(e) == container {
			return true
		}
		if name, ok := n.(*python.Name); ok {
			names[name.ID] = true
		}
	}
	for n := range python.All(a.Loop.Node()) {
		assign, ok := n.(*python.Assign)
		if !ok || assign.Value == nil || len(assign.Targets) != 1 || !names[python.PathText(assign.Targets[0])] {
			continue
		}
		for part := range python.All(assign.Value) {
			if e, ok := part.(python.Expr); ok && python.PathText(e) == container {
				return true
			}
		}
	}
	return false
}
