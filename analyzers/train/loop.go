package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// LoopKind is what a loop goes over.
type LoopKind uint8

// The kinds of loops.
const (
	OtherLoop LoopKind = iota
	EpochLoop
	// BatchLoop runs one training or evaluation step an iteration.
	BatchLoop
	// AccumulationLoop runs several backward passes for the one optimizer step that stands behind it.
	AccumulationLoop
	// InnerLoop stands inside a step: layers, optimizers, items of a batch.
	InnerLoop
)

var loopNames = [...]string{"loop", "epoch loop", "batch loop", "accumulation loop", "inner loop"}

// String is the kind in words.
func (k LoopKind) String() string { return loopNames[k] }

// Loop is one time that a for or while statement was entered.
type Loop struct {
	Run  *run.LoopRun
	Kind LoopKind
	// Parent is the loop around it, in the same function or in one of its callers; nil when there is none.
	Parent *Loop
	// Trains says that a backward pass or an optimizer step runs in it, directly or in what it calls.
	Trains bool

	children []*Loop
	direct   EventKind // the strongest event whose innermost loop it is: OptimStep, Backward or none
	steps    []*Event  // optimizer steps whose innermost loop it is
}

// Node is the statement.
func (l *Loop) Node() python.Stmt { return l.Run.Node }

// Place is where the loop stands.
func (l *Loop) Place() run.Place { return run.Place{Unit: l.Run.Unit, Node: l.Run.Node} }

// Head is a short part of the statement to point at.
func (l *Loop) Head() run.Place {
	at := l.Place()
	switch n := at.Node.(type) {
	case *python.For:
		at.Node = n.Target
	case *python.While:
		at.Node = n.Test
	}
	return at
}

// Body is what the loop repeats.
func (l *Loop) Body() []python.Stmt {
	switch n := l.Run.Node.(type) {
	case *python.For:
		return n.Body
	case *python.While:
		return n.Body
	}
	return nil
}

// AllLoops lists the loops that an entry went through, in the order in which they were entered.
func (e *Entry) AllLoops() []*Loop {
	if e.known.loops {
		return e.loops
	}
	e.known.loops = true
	e.loopsOf = map[int]*Loop{}
	for _, r := range e.Loops {
		l := &Loop{Run: r}
		l.Parent = e.innermost(r.Laps)
		if l.Parent != nil {
			l.Parent.children = append(l.Parent.children, l)
		}
		e.loopsOf[r.Entry] = l
		e.loops = append(e.loops, l)
	}
	e.classify()
	return e.loops
}

// innermost is the loop of the last lap that belongs to a loop statement.
func (e *Entry) innermost(laps []run.Lap) *Loop {
	for i := len(laps) - 1; i >= 0; i-- {
		if l := e.loopsOf[laps[i].Entry]; l != nil {
			return l
		}
	}
	return nil
}

// LoopAround is the innermost loop in which something happened; nil when there is none.
func (e *Entry) LoopAround(laps []run.Lap) *Loop {
	e.AllLoops()
	return e.innermost(laps)
}

// directLoop is the innermost loop of an event, leaving out those that walk over optimizers and the like: what they do
// belongs to the loop around them.
func (e *Entry) directLoop(laps []run.Lap) *Loop {
	l := e.innermost(laps)
	for l != nil && l.overObjects() {
		l = l.Parent
	}
	return l
}

// classify names every loop. What a loop does counts more than how it is called.
func (e *Entry) classify() {
	for _, l := range e.loops {
		l.Kind = l.byName()
	}
	for _, ev := range e.Events() {
		l := e.directLoop(ev.Call.Laps)
		if l == nil {
			continue
		}
		switch ev.Kind {
		case OptimStep, ScalerStep:
			l.direct = OptimStep
			l.steps = append(l.steps, ev)
		case Backward:
			if l.direct != OptimStep {
				l.direct = Backward
			}
		default:
			continue
		}
		for p := l; p != nil; p = p.Parent {
			p.Trains = true
		}
	}
	for i := len(e.loops) - 1; i >= 0; i-- { // inner loops first: an outer one is known by what it holds
		e.loops[i].judge()
	}
	for _, l := range e.loops {
		if l.Kind == OtherLoop && l.Parent != nil &&
			(l.Parent.Kind == BatchLoop || l.Parent.Kind == InnerLoop || l.Parent.Kind == AccumulationLoop) {
			l.Kind = InnerLoop
		}
	}
}

func (l *Loop) judge() {
	holdsBatches := false
	for _, c := range l.children {
		holdsBatches = holdsBatches || c.Kind == BatchLoop
	}
	switch {
	case l.direct == OptimStep && l.stepsAround(): // the critic's turns of a GAN
		l.Kind = InnerLoop
	case l.direct == OptimStep && l.beginsAnew(): // what it solves in a lap is one of several problems
	case l.direct == OptimStep:
		l.Kind = BatchLoop
	case l.direct == Backward && l.stepsBehind():
		l.Kind = AccumulationLoop
	case l.direct == Backward && l.Kind != EpochLoop:
		l.Kind = BatchLoop
	case holdsBatches && (l.Kind != BatchLoop || l.Trains && knowledge.NamesEpochs(l.words())):
		l.Kind = EpochLoop
	}
}

// beginsAnew reports whether a loop that only counts makes the optimizers which step in it, in each lap others:
// restarts, candidates.
func (l *Loop) beginsAnew() bool {
	if !isCount(l.Over()) {
		return false
	}
	return !slices.ContainsFunc(l.steps, func(ev *Event) bool {
		return ev.Object == nil || ev.Object.Made == nil ||
			!slices.ContainsFunc(ev.Object.Made.Laps, func(lap run.Lap) bool { return lap.Entry == l.Run.Entry })
	})
}

// stepsBehind reports whether the optimizer steps in the loop around l, behind it.
func (l *Loop) stepsBehind() bool {
	if l.Parent == nil {
		return false
	}
	for _, ev := range l.Parent.steps {
		if ev.Call.Seq > l.Run.End {
			return true
		}
	}
	return false
}

// stepsAround reports whether a loop around l steps an optimizer itself.
func (l *Loop) stepsAround() bool {
	for p := l.Parent; p != nil; p = p.Parent {
		if p.direct == OptimStep && p.Kind != EpochLoop {
			return true
		}
	}
	return false
}

// around reports whether laps are within one of the loop.
func (l *Loop) around(laps []run.Lap) bool {
	depth := len(l.Run.Laps)
	return len(laps) > depth && laps[depth].Entry == l.Run.Entry
}

// has reports whether a call is made in a lap of the loop.
func (l *Loop) has(c *run.Call) bool { return l.around(c.Laps) }

// Over is what the loop walks over, without enumerate, tqdm and the like; nil for while.
func (l *Loop) Over() run.Value { return unwrap(l.Run.Iterated) }

func unwrap(v run.Value) run.Value {
	for {
		if c, ok := v.(*run.Choice); ok { // tqdm(loader) if rank == 0 else loader
			if v = unwrapEach(c); v == run.Value(c) {
				return v
			}
			continue
		}
		o, ok := v.(*run.Object)
		if !ok || len(o.Operands) == 0 {
			return v
		}
		switch o.Operator {
		case run.Wrapping, run.Enumerated, run.Zipped:
			v = o.Operands[0]
		default:
			return v
		}
	}
}

// unwrapEach is what every alternative of a choice wraps, where that is one and the same; the choice itself otherwise.
func unwrapEach(c *run.Choice) run.Value {
	var one run.Value
	for _, a := range c.Alternatives {
		o, ok := unwrap(a.Value).(*run.Object)
		if !ok || one != nil && one != run.Value(o) {
			return c
		}
		one = o
	}
	if one == nil {
		return c
	}
	return one
}

// overObjects reports whether a loop walks over optimizers, schedulers and the like, or over functions that it calls.
func (l *Loop) overObjects() bool {
	for _, v := range run.Alternatives(l.Over()) {
		list := []run.Value{v}
		if t, ok := v.(*run.Tuple); ok {
			list = t.Items
		} else if o, ok := v.(*run.Object); ok && o.Kind == run.Instance {
			continue // nothing can walk over one optimizer: it is another of the values that is walked over
		}
		for _, item := range list {
			if pair, ok := item.(*run.Tuple); ok && len(pair.Items) > 0 {
				item = pair.Items[len(pair.Items)-1]
			}
			if stepsItself(library.RoleOf(item)) {
				return true
			}
		}
	}
	switch run.Bare(l.Run.Item).(type) { // for hook in self.hooks: hook(epoch)
	case *run.Function, *run.Method:
		return true
	}
	// of a list that was filled one by one
	if _, repeats := l.Run.Item.(*run.Object); repeats && stepsItself(library.RoleOf(l.Run.Item)) {
		return true
	}
	return targetsObjects(l.Run.Node)
}

// stepsItself reports whether a role is that of something with a step of its own.
func stepsItself(role knowledge.Role) bool {
	return role == knowledge.Optimizer || role == knowledge.Scheduler || role == knowledge.Scaler
}

// targetsObjects reports whether the loop's variable is called an optimizer or the like.
func targetsObjects(n python.Stmt) bool {
	loop, ok := n.(*python.For)
	if !ok {
		return false
	}
	for part := range python.All(loop.Target) {
		if name, ok := part.(*python.Name); ok {
			if stepsItself(knowledge.RoleOfWord(name.ID)) {
				return true
			}
		}
	}
	return false
}

// byName is the kind that a loop's own line suggests.
func (l *Loop) byName() LoopKind {
	words := l.words()
	counts := isCount(l.Over())
	switch {
	case l.overObjects():
		return InnerLoop
	case counts && knowledge.NamesAccumulation(words):
		return AccumulationLoop
	case (counts || l.Run.Iterated == nil) && knowledge.NamesEpochs(words):
		return EpochLoop
	case l.Run.Iterated != nil && !counts && l.overBatches():
		return BatchLoop
	}
	return OtherLoop
}

// overBatches reports whether a loop walks over something that gives batches.
func (l *Loop) overBatches() bool {
	if library.RoleOf(l.Over()) == knowledge.Loader {
		return true
	}
	if o, ok := l.Over().(*run.Object); ok && (o.Kind == run.Unknown || o.Kind == run.Result) &&
		(knowledge.NamesBatches(o.Word) || oneOfLoaders(o)) {
		return true
	}
	if loop, ok := l.Run.Node.(*python.For); ok {
		return namesBatches(loop.Iter) || l.zippedBatches() != ""
	}
	return false
}

// oneOfLoaders reports whether an object is one of several that a function of loaders gave: tr, va = make_loaders().
func oneOfLoaders(o *run.Object) bool {
	if o.Operator != "[]" || len(o.Operands) == 0 {
		return false
	}
	all, ok := o.Operands[0].(*run.Object)
	return ok && all.Made != nil && knowledge.GivesLoaders(calleeName(all.Made))
}

// zippedBatches is what those of several things are called that a loop goes over at once and that are named as batches
// are, wherever they were put together: pairs = zip(self.indicator, self.val_loader); "" when none is.
func (l *Loop) zippedBatches() string {
	o, _ := l.Run.Iterated.(*run.Object)
	for o != nil && (o.Operator == run.Wrapping || o.Operator == run.Enumerated) && len(o.Operands) > 0 {
		o, _ = o.Operands[0].(*run.Object)
	}
	if o == nil || o.Operator != run.Zipped {
		return ""
	}
	for _, v := range o.Operands {
		if part, ok := unwrap(v).(*run.Object); ok && knowledge.NamesBatches(part.Word) {
			return part.Word
		}
	}
	return ""
}

// countsByBatch reports whether a loop goes on by the size of a batch: for i in range(0, len(texts), batch_size). Where
// nothing says that it evaluates, it may compute a part of a loss after the other.
func (l *Loop) countsByBatch() bool {
	o, ok := l.Over().(*run.Object)
	if !ok || o.Made == nil || !isCount(o) || len(o.Made.Args) != 3 {
		return false
	}
	step := o.Made.Args[2].Node
	return step != nil && knowledge.NamesBatchSize(python.LastName(step))
}

// FetchesBatches reports whether a loop goes over batches that it fetches itself: it is entered as long as there are
// any, or counts, and a statement of its body is `x, y = next(batches)`, `data = loader.get_batch(split)` or the like.
func (l *Loop) FetchesBatches() bool {
	if l == nil || l.Over() != nil && !isCount(l.Over()) {
		return false
	}
	for _, s := range l.Body() {
		if fetches(s) {
			return true
		}
		if try, ok := s.(*python.Try); ok && slices.ContainsFunc(try.Body, fetches) {
			return true
		}
		if either, ok := s.(*python.If); ok && slices.ContainsFunc(either.Body, fetches) {
			return true
		}
	}
	return false
}

func fetches(s python.Stmt) bool {
	assign, ok := s.(*python.Assign)
	if !ok {
		return false
	}
	c, ok := assign.Value.(*python.Call)
	return ok && knowledge.FetchesBatch(python.LastName(c.Func))
}

// namesBatches reports whether what a loop walks over, or a function that gives it, is called so:
// batch_iter(args.size).
func namesBatches(e python.Expr) bool {
	for ; e != nil; e = firstGiven(e) {
		if knowledge.NamesBatches(python.LastName(e)) {
			return true
		}
	}
	return false
}

// innerIterable is the first argument of the calls around what a loop walks over.
func innerIterable(e python.Expr) python.Expr {
	for inner := firstGiven(e); inner != nil; inner = firstGiven(e) {
		e = inner
	}
	return e
}

// firstGiven is the first argument of a call; nil where it has none, and for anything else.
func firstGiven(e python.Expr) python.Expr {
	c, ok := e.(*python.Call)
	if !ok || len(c.Args) == 0 || c.Args[0].Star != 0 {
		return nil
	}
	return c.Args[0].Value
}

// isCount reports whether a value is a range or a count.
func isCount(v run.Value) bool {
	switch v := v.(type) {
	case *run.Range:
		return true
	case *run.Object:
		return v.Operator == run.Counting
	}
	return false
}

// words is the text of a loop's head: the target and what it walks over.
func (l *Loop) words() string {
	text := l.Run.Unit.Module.File
	switch n := l.Run.Node.(type) {
	case *python.For:
		if n.Target != nil && n.Iter != nil {
			return text.Slice(n.Target.Span()) + " " + text.Slice(n.Iter.Span())
		}
	case *python.While:
		if n.Test != nil {
			return text.Slice(n.Test.Span())
		}
	}
	return ""
}
