package flow

import (
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// LoopKind is what a loop iterates over.
type LoopKind uint8

// The kinds of loops.
const (
	OtherLoop LoopKind = iota
	EpochLoop
	// BatchLoop runs one training or evaluation step an iteration.
	BatchLoop
	// AccumulationLoop runs several backward passes for the one optimizer step that
	// stands behind it.
	AccumulationLoop
	// InnerLoop stands inside a step: layers, optimizers, items of a batch.
	InnerLoop
)

// Loop is a for or while statement.
type Loop struct {
	Node   python.Stmt
	Body   []python.Stmt
	Kind   LoopKind
	Parent *Loop // the loop around it in the same function, nil when there is none
	// Trains says that a backward pass or an optimizer step runs in it, directly or
	// in a function of this file that it calls.
	Trains bool
	// Iterates is what a for loop walks over, without enumerate, tqdm and the like.
	Iterates python.Expr
	// Target is the loop variable, or all of them.
	Target python.Expr
}

// Loops lists every loop of the file, outer before inner.
func (f *Facts) Loops() []*Loop {
	if !f.loopsDone {
		f.loopsDone = true
		f.loopOf = map[python.Node]*Loop{}
		python.WalkBody(f.Module.Body, func(n python.Node) bool {
			if l := newLoop(n); l != nil {
				l.Parent = f.loopAround(n)
				f.loopOf[n] = l
				f.loops = append(f.loops, l)
			}
			return true
		})
		f.classify()
	}
	return f.loops
}

// LoopAround is the innermost loop around n in the same function, nil when there
// is none. What stands in a loop's else is not in the loop.
func (f *Facts) LoopAround(n python.Node) *Loop {
	f.Loops()
	return f.loopAround(n)
}

func (f *Facts) loopAround(n python.Node) *Loop {
	for from, p := n, n.Parent(); p != nil; from, p = p, p.Parent() {
		switch p.(type) {
		case *python.Function, *python.Class, *python.Lambda:
			return nil
		}
		if l := f.loopOf[p]; l != nil && l.holds(from) {
			return l
		}
	}
	return nil
}

// holds reports whether a direct part of the loop belongs to what is repeated.
func (l *Loop) holds(part python.Node) bool {
	for _, s := range l.Body {
		if python.Node(s) == part {
			return true
		}
	}
	if w, ok := l.Node.(*python.While); ok {
		return part == python.Node(w.Test)
	}
	return false
}

// Loop is the loop that a for or while statement is.
func (f *Facts) Loop(n python.Node) *Loop {
	f.Loops()
	return f.loopOf[n]
}

func newLoop(n python.Node) *Loop {
	switch n := n.(type) {
	case *python.For:
		return &Loop{Node: n, Body: n.Body, Iterates: unwrapIterable(n.Iter), Target: n.Target}
	case *python.While:
		return &Loop{Node: n, Body: n.Body}
	}
	return nil
}

// iterableWrappers walk over their first argument.
var iterableWrappers = regexp.MustCompile(`^(enumerate|iter|list|reversed|sorted|tqdm|trange_?|track|islice|cycle|progress_?bar|zip|log_every|alive_it|prefetch\w*|tee)$`)

func unwrapIterable(e python.Expr) python.Expr {
	for {
		c, ok := e.(*python.Call)
		if !ok || len(c.Args) == 0 || c.Args[0].Star != 0 {
			return e
		}
		name := lastName(c.Func)
		if name == "log_every" { // metric_logger.log_every(loader, freq, header)
			e = c.Args[0].Value
			continue
		}
		if !iterableWrappers.MatchString(name) {
			return e
		}
		e = c.Args[0].Value
	}
}

var (
	epochName = regexp.MustCompile(`(?i)epoch`)
	batchName = regexp.MustCompile(`(?i)(loader|batch(es)?|minibatch|data_?iter|train_?iter|iterator|_dl|^dl|train_(set|data|ds)|dataset)s?$`)
	stepName  = regexp.MustCompile(`(?i)(step|iter|update)`)
	accumName = regexp.MustCompile(`(?i)(accum|micro_?(step|batch)|grad_acc)`)
)

// classify names every loop. What a loop does counts more than how it is called.
func (f *Facts) classify() {
	for _, l := range f.loops {
		l.Kind = l.byName(f)
	}
	direct := map[*Loop]EventKind{} // the strongest event whose innermost loop it is
	for _, l := range f.loops {
		if l.Kind == InnerLoop {
			continue
		}
		for _, e := range f.eventsDirectlyIn(l) {
			l.mark(e.Kind, direct)
		}
	}
	for _, l := range f.loops { // what runs in functions that the loop calls
		l.Trains = l.Trains || has(f.EventsIn(l.Body), Backward, Step, ScalerStep)
	}
	// Inner loops first: an outer one is known by what it holds.
	for i := len(f.loops) - 1; i >= 0; i-- {
		l := f.loops[i]
		holds := f.childKinds(l)
		switch {
		case direct[l] == Step && stepsAround(l, direct): // the critic's turns of a GAN
			l.Kind = InnerLoop
		case direct[l] == Step:
			l.Kind = BatchLoop
		case direct[l] == Backward && l.Parent != nil && stepsBehind(f, l):
			l.Kind = AccumulationLoop
		case direct[l] == Backward && l.Kind != EpochLoop:
			l.Kind = BatchLoop
		case holds[BatchLoop] && l.Kind != BatchLoop:
			l.Kind = EpochLoop
		case holds[BatchLoop]:
			// batches of batches: the inner one is where a step runs
			if l.Trains && epochName.MatchString(f.loopWords(l)) {
				l.Kind = EpochLoop
			}
		}
	}
	for _, l := range f.loops {
		if l.Kind == OtherLoop && l.Parent != nil && (l.Parent.Kind == BatchLoop || l.Parent.Kind == InnerLoop || l.Parent.Kind == AccumulationLoop) {
			l.Kind = InnerLoop
		}
	}
}

func (l *Loop) mark(kind EventKind, direct map[*Loop]EventKind) {
	switch kind {
	case Step, ScalerStep:
		direct[l] = Step
	case Backward:
		if direct[l] != Step {
			direct[l] = Backward
		}
	default:
		return
	}
	for p := l; p != nil; p = p.Parent {
		p.Trains = true
	}
}

func (f *Facts) childKinds(l *Loop) map[LoopKind]bool {
	kinds := map[LoopKind]bool{}
	for _, c := range f.loops {
		if c.Parent == l {
			kinds[c.Kind] = true
		}
	}
	return kinds
}

// stepsBehind reports whether the optimizer steps in the loop around l, behind it.
func stepsBehind(f *Facts, l *Loop) bool {
	for _, e := range f.eventsDirectlyIn(l.Parent) {
		if (e.Kind == Step || e.Kind == ScalerStep) && e.Site().Span().Start > l.Node.Span().Start {
			return true
		}
	}
	return false
}

// stepsAround reports whether a loop around l steps an optimizer itself.
func stepsAround(l *Loop, direct map[*Loop]EventKind) bool {
	for p := l.Parent; p != nil; p = p.Parent {
		if direct[p] == Step && p.Kind != EpochLoop {
			return true
		}
	}
	return false
}

// overObjects reports whether a loop walks over optimizers, schedulers and the
// like: what it does to them belongs to the loop around it.
func (l *Loop) overObjects(f *Facts) bool {
	targets := []python.Expr{l.Target}
	if t, ok := l.Target.(*python.Sequence); ok {
		targets = t.Items
	}
	for _, t := range targets {
		switch f.RoleOf(t) {
		case Optimizer, Scheduler, Scaler:
			return true
		}
	}
	return l.Iterates != nil && f.RoleOf(l.Iterates) == Optimizer
}

// byName is the kind that a loop's own line suggests.
func (l *Loop) byName(f *Facts) LoopKind {
	words := f.loopWords(l)
	switch {
	case l.overObjects(f):
		return InnerLoop
	case accumName.MatchString(words) && isRange(l.Iterates):
		return AccumulationLoop
	case epochName.MatchString(words) && (l.Iterates == nil || isRange(l.Iterates)):
		return EpochLoop
	case l.Iterates != nil && (f.RoleOf(l.Iterates) == Loader || batchName.MatchString(lastName(l.Iterates)) || f.callsLoader(l.Iterates)):
		if isRange(l.Iterates) {
			return OtherLoop
		}
		return BatchLoop
	}
	return OtherLoop
}

func (f *Facts) callsLoader(e python.Expr) bool {
	c, ok := e.(*python.Call)
	return ok && (f.Module.TypeOf(c) != "" && f.RoleOf(c) == Loader || batchName.MatchString(lastName(c.Func)) && !strings.HasPrefix(lastName(c.Func), "len"))
}

func isRange(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	name := lastName(c.Func)
	return name == "range" || name == "trange" || name == "count"
}

// loopWords is the text of a loop's head: the target and what it walks over.
func (f *Facts) loopWords(l *Loop) string {
	text := f.Module.File
	switch n := l.Node.(type) {
	case *python.For:
		if n.Target == nil || n.Iter == nil {
			return ""
		}
		return text.Slice(n.Target.Span()) + " " + text.Slice(n.Iter.Span())
	case *python.While:
		if n.Test == nil {
			return ""
		}
		return text.Slice(n.Test.Span())
	}
	return ""
}

// Counts reports whether a loop's head names training steps or iterations.
func (f *Facts) Counts(l *Loop) bool { return stepName.MatchString(f.loopWords(l)) }

// HoldsStep reports whether a loop's body makes a training step itself, not in loops inside
// it or inside the functions it calls: a loop over tasks that trains on each runs many.
func (f *Facts) HoldsStep(l *Loop) bool {
	f.Loops()
	if holds, known := f.holdsStep[l]; known {
		return holds
	}
	f.holdsStep[l] = has(f.eventsDirectlyIn(l), Backward, Step, ScalerStep)
	return f.holdsStep[l]
}
