package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Thrown is a step that computes the loss of each batch and differentiates that of every n-th alone.
type Thrown struct {
	Backward *Event
	// Forward is the pass whose graph is thrown away where the backward pass waits.
	Forward *run.Call
	Gate    Gate
}

// Text is n as the code writes it.
func (t *Thrown) Text() string { return t.Gate.Unit.Module.File.Slice(t.Gate.Every.Span()) }

// ThrownAway is where a step lets only every n-th batch's loss be differentiated, though it computes all of them: each
// of its backward passes waits behind one test of a counter, its forward pass and its loss do not, and nothing of a lap
// reaches the next; nil for any other step.
func (s *Step) ThrownAway() *Thrown {
	t := s.waitsForEveryNth()
	if t == nil || !s.lossOutside(t) || s.keepsLosses(t) {
		return nil
	}
	t.Forward = s.forwardOutside(t)
	if t.Forward == nil {
		return nil
	}
	return t
}

// waitsForEveryNth is the first backward pass of a step all of whose backward passes wait behind one test of a counter,
// in no loop of their own; nil for any other step.
func (s *Step) waitsForEveryNth() *Thrown {
	if s.Loop == nil || s.Owner != PlainTorch && s.Owner != Accelerate || len(s.Events) > maxEvents {
		return nil
	}
	var t *Thrown
	for _, ev := range s.Events {
		switch {
		case ev.Kind == Grad, ev.StepsOptimizer() && ev.Object == nil:
			return nil
		case ev.Kind != Backward:
			continue
		}
		gate, ok := s.AccumulationGate(ev)
		if !ok || ev.Node() == nil || !s.letsEveryNth(gate) || len(s.InnerLoops(ev)) > 0 ||
			t != nil && t.Gate.Literal != gate.Literal {
			return nil
		}
		if t == nil {
			t = &Thrown{Backward: ev, Gate: gate}
		}
	}
	return t
}

// letsEveryNth reports whether a gate is passed once in n laps, with n more than one as far as it is known: i % n == 0,
// i % n == 0 or the last batch, and pending == n of a counter that begins again at 0.
func (s *Step) letsEveryNth(g Gate) bool {
	if n, known := g.N.(run.Int); known && n <= 1 || g.N == nil || g.Every == nil {
		return false
	}
	_, to := s.countedTo(g.Literal, 0)
	return to != nil || isMultiple(g.Literal, 0)
}

func isMultiple(l run.Literal, depth int) bool {
	c := l.Condition
	if _, ok := counted(c, maxParts); ok && len(c.Parts) == 0 {
		return c.Operator == "==" && l.Holds || c.Operator == "!=" && !l.Holds
	}
	return depth < maxParts && slices.ContainsFunc(c.Parts, func(part run.Literal) bool {
		return isMultiple(run.Literal{Condition: part.Condition, Holds: part.Holds == l.Holds}, depth+1)
	})
}

// lossOutside reports whether what is differentiated was computed in the same lap, before the gate: at most divided
// behind it.
func (s *Step) lossOutside(t *Thrown) bool {
	loss, ok := run.Bare(t.Backward.Loss).(*run.Object)
	for range maxParts {
		if !ok || loss == nil {
			return false
		}
		if loss.Made != nil && (loss.Made.Node != nil || len(loss.Operands) == 0) {
			return s.free(loss.Made, t) && sameLaps(loss.Made.Laps, t.Backward.Call.Laps)
		}
		operands := slices.DeleteFunc(
			slices.Clone(loss.Operands),
			func(v run.Value) bool { _, is := run.Bare(v).(*run.Object); return !is },
		)
		if len(operands) == 0 {
			return false
		}
		loss, ok = run.Bare(operands[0]).(*run.Object)
	}
	return false
}

// free reports whether a call does not wait behind the gate.
func (s *Step) free(c *run.Call, t *Thrown) bool {
	return !slices.ContainsFunc(c.Gates, func(l run.Literal) bool { return l.Condition == t.Gate.Literal.Condition })
}

// forwardOutside is the first pass of a module, in the lap and before the gate, that what is differentiated goes
// through; nil where there is none, or where the graph leads to another lap.
func (s *Step) forwardOutside(t *Thrown) *run.Call {
	g := s.Entry.graphs()
	p := g.passOf(t.Backward)
	if p == nil {
		return nil
	}
	r := g.recorded(p)
	for o := range r.all {
		if s.during(o.Laps) &&
			!sameLaps(o.Laps, t.Backward.Call.Laps[:min(len(t.Backward.Call.Laps), len(s.Loop.Run.Laps)+1)]) {
			return nil
		}
	}
	for _, c := range s.Entry.Calls {
		if c.Seq < t.Backward.Call.Seq && c.Node != nil && c.Grad == run.Value(run.Bool(true)) &&
			sameLaps(c.Laps, t.Backward.Call.Laps) && s.free(c, t) &&
			runsModule(c) &&
			r.holdsOf(c) {
			return c
		}
	}
	return nil
}

// runsModule reports whether a call runs a network: an object that is one, or what the program was given under the name
// of one.
func runsModule(c *run.Call) bool {
	if m := moduleCalled(c); m != nil {
		return !knowledge.ModuleMethod(calleeName(c)) || calleeName(c) == "forward"
	}
	o, ok := c.Callee.(*run.Object)
	return ok && library.RoleOf(o) == knowledge.NoRole && knowledge.NamesModule(o.Word)
}

// keepsLosses reports whether the loop adds to what is differentiated, or keeps it: the batches that wait have their
// part in it.
func (s *Step) keepsLosses(t *Thrown) bool {
	loss := t.Backward.Node().Receiver()
	names := map[string]bool{}
	if loss != nil {
		for n := range python.All(loss) {
			if e, is := n.(python.Expr); is {
				names[python.PathText(e)] = true
			}
		}
	}
	for _, a := range t.Backward.Call.Args {
		if a.Node != nil {
			names[python.PathText(a.Node)] = true
		}
	}
	delete(names, "")
	for n := range python.All(s.Loop.Node()) {
		switch n := n.(type) {
		case *python.AugAssign:
			if names[python.PathText(n.Target)] {
				return true
			}
		case *python.Assign:
			if n.Value != nil && len(n.Targets) == 1 && names[python.PathText(n.Targets[0])] &&
				readsPath(n.Value, python.PathText(n.Targets[0])) {
				if python.Within(n, t.Gate.Place().Node.Parent()) {
					continue // divided behind the gate
				}
				if b, sum := n.Value.(*python.Binary); sum && b.Op == "+" {
					return true
				}
			}
		}
	}
	return false
}

// readsPath reports whether an expression reads what another one names.
func readsPath(e python.Expr, name string) bool {
	for n := range python.All(e) {
		if at, ok := n.(python.Expr); ok && python.PathText(at) == name {
			return true
		}
	}
	return false
}
