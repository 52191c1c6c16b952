package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Summed is a step that keeps the losses of n batches with their graphs, and differentiates their sum at once.
type Summed struct {
	Backward *Event
	// Forward is a pass whose graph waits for it.
	Forward *run.Call
	// Added is the statement that adds the loss of a batch.
	Added python.Node
	Gate  Gate
}

// Text is n as the code writes it.
func (s *Summed) Text() string { return s.Gate.Unit.Module.File.Slice(s.Gate.Every.Span()) }

// AddedPlace is the statement that adds the loss of a batch.
func (s *Summed) AddedPlace() run.Place {
	return run.Place{Unit: s.Backward.Call.Unit, Node: python.EnclosingStmt(s.Added)}
}

// SummedUp is where the only backward pass of a step waits for every n-th batch, together with the optimizer, and goes
// through what the losses of all n were added to: as many backward passes, one for each batch, leave the same
// gradients. It is nil for any other step, among them one that hands a state from lap to lap, through which the
// gradients have to go.
func (s *Step) SummedUp() *Summed {
	t := s.waitsForEveryNth()
	if t == nil || s.StepsEnvironment() {
		return nil
	}
	for _, ev := range s.Events {
		gate, ok := s.AccumulationGate(ev)
		if ev.StepsOptimizer() && (!ok || gate.Literal != t.Gate.Literal) ||
			ev.Kind == Backward && ev != t.Backward && ev.Node() != t.Backward.Node() {
			return nil
		}
	}
	sum := sumBehind(lossExpr(t.Backward))
	if sum == "" {
		return nil
	}
	added := s.addedInEachLap(sum, t)
	if added == nil || !s.beginsAgain(sum, t) || s.handsOn(sum, t) {
		return nil
	}
	forward := s.keptForTheSum(t)
	if forward == nil {
		return nil
	}
	return &Summed{t.Backward, forward, added, t.Gate}
}

// lossExpr is what a backward pass differentiates, as the code writes it: loss of loss.backward(), of
// scaler.scale(loss).backward() and of accelerator.backward(loss).
func lossExpr(e *Event) python.Expr {
	for _, a := range e.Call.Args {
		if a.Node != nil && knowledge.RoleOfWord(python.LastName(e.Node().Receiver())) == knowledge.Accelerator {
			return a.Node
		}
	}
	if scaled, ok := e.Node().Receiver().(*python.Call); ok && scaled.MethodName() == "scale" && len(scaled.Args) == 1 {
		return scaled.Args[0].Value
	}
	return e.Node().Receiver()
}

// sumBehind is the name of what is differentiated where that is linear in the losses: total, total / n, sum(losses),
// torch.stack(losses).mean().
func sumBehind(e python.Expr) string {
	switch e := e.(type) {
	case *python.Name, *python.Attribute:
		return python.PathText(e)
	case *python.Binary:
		if e.Op == "/" || e.Op == "*" {
			return sumBehind(e.Left)
		}
	case *python.Call:
		switch python.LastName(e.Func) {
		case "sum", "mean", "stack":
			if len(e.Args) > 0 && e.Args[0].Name == "" {
				return sumBehind(e.Args[0].Value)
			}
			if r := e.Receiver(); r != nil && len(e.Args) == 0 {
				return sumBehind(r)
			}
		}
	}
	return ""
}

// addedInEachLap is the one statement of the loop, outside the gate, that adds something to what is differentiated.
func (s *Step) addedInEachLap(sum string, t *Thrown) (found python.Node) {
	for n := range python.All(s.Loop.Node()) {
		adds := false
		switch n := n.(type) {
		case *python.AugAssign:
			adds = n.Op == "+=" && python.PathText(n.Target) == sum
		case *python.Assign:
			if len(n.Targets) == 1 && python.PathText(n.Targets[0]) == sum && n.Value != nil {
				adds = addsTo(n.Value, sum)
			}
		case *python.Call:
			adds = n.MethodName() == "append" && python.PathText(n.Receiver()) == sum
		}
		if !adds || python.Within(n, t.Gate.Place().Node.Parent()) {
			continue
		}
		if found != nil {
			return nil // two losses of one batch
		}
		found = n
	}
	return found
}

// addsTo reports whether an expression is a sum with something added to it: total + loss, and where there may be no sum
// yet, loss if total is None else total + loss.
func addsTo(e python.Expr, sum string) bool {
	switch e := e.(type) {
	case *python.Binary:
		return e.Op == "+" && (python.PathText(e.Left) == sum || python.PathText(e.Right) == sum)
	case *python.IfExp:
		return readsPath(e.Test, sum) && (addsTo(e.Body, sum) || addsTo(e.Else, sum))
	}
	return false
}

// beginsAgain reports whether what is differentiated begins anew behind the backward pass, and nowhere before it in the
// loop.
func (s *Step) beginsAgain(sum string, t *Thrown) bool {
	again, pass := false, t.Backward.Node().Span().Start
	for n := range python.All(s.Loop.Node()) {
		switch n := n.(type) {
		case *python.Assign:
			if n.Value == nil || readsPath(n.Value, sum) || !slices.ContainsFunc(n.Targets, func(x python.Expr) bool {
				return slices.Contains(named(x), sum)
			}) {
				continue
			}
			if n.Span().Start < pass {
				return false
			}
			again = true
		case *python.Call:
			again = again || n.MethodName() == "clear" && python.PathText(n.Receiver()) == sum && n.Span().Start > pass
		}
	}
	return again
}

// handsOn reports whether a lap computes something of what the lap before it left, besides the sum: state = cell(x,
// state).
func (s *Step) handsOn(sum string, t *Thrown) bool {
	bound := map[string]bool{sum: true}
	loop, ok := s.Loop.Node().(*python.For)
	if ok {
		for n := range python.All(loop.Target) {
			if e, is := n.(python.Expr); is {
				bound[python.PathText(e)] = true
			}
		}
	}
	for n := range python.All(s.Loop.Node()) {
		a, ok := n.(*python.Assign)
		if !ok || a.Value == nil || python.Within(a, t.Gate.Place().Node.Parent()) {
			continue
		}
		for _, target := range a.Targets {
			for _, name := range named(target) {
				if !bound[name] && givesToCall(a.Value, name) {
					return true
				}
				bound[name] = true
			}
		}
	}
	return false
}

// named are the names that a target of an assignment binds.
func named(target python.Expr) []string {
	several, ok := target.(*python.Sequence)
	if !ok {
		return []string{python.PathText(target)}
	}
	var list []string
	for _, one := range several.Items {
		list = append(list, named(one)...)
	}
	return list
}

// givesToCall reports whether a call in an expression is given what a name holds.
func givesToCall(e python.Expr, name string) bool {
	for n := range python.All(e) {
		c, ok := n.(*python.Call)
		if ok && slices.ContainsFunc(c.Args, func(a *python.Arg) bool { return readsPath(a.Value, name) }) {
			return true
		}
	}
	return false
}

// keptForTheSum is a pass of a network, in each lap, that the backward pass goes through; nil where there is none, and
// where what a network is given in a lap has a graph itself: a hidden state that goes on.
func (s *Step) keptForTheSum(t *Thrown) (found *run.Call) {
	g := s.Entry.graphs()
	for _, ev := range s.Events {
		p := g.passOf(ev)
		if p == nil || ev.Node() != t.Backward.Node() {
			continue
		}
		r := g.recorded(p)
		for _, c := range s.Entry.Calls {
			if !s.during(c.Laps) || c.Node == nil || c.Grad != run.Value(run.Bool(true)) || !s.free(c, t) || !runsModule(c) ||
				c.Caller != ev.Call.Caller {
				continue
			}
			if g.most(given(c)) == Carries && !givenOfLap(c) {
				return nil
			}
			if found == nil && c.Seq < ev.Call.Seq && r.holdsOf(c) {
				found = c
			}
		}
	}
	return found
}

// givenOfLap reports whether all that a call is given was made in the same lap: by another network, say.
func givenOfLap(c *run.Call) bool {
	return !slices.ContainsFunc(given(c), func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			o, ok := one.(*run.Object)
			return ok && !slices.Equal(o.Laps, c.Laps)
		})
	})
}
