package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// BothPhases is a step of a scheduler in a loop over the phases of an epoch, for phase in ["train", "val"], that runs
// in each of them.
type BothPhases struct {
	Step *python.Call
	Loop *python.For
	// Phase is the loop's variable, Training what it is in the phase that trains; Count is the number of phases.
	Phase    *python.Name
	Training string
	Count    int
}

// SteppedInBothPhases lists the schedulers that step in every phase of an epoch although the optimizer steps in one.
func (f *Facts) SteppedInBothPhases() []*BothPhases {
	var list []*BothPhases
	for n := range python.AllIn(f.Module.Body) {
		loop, ok := n.(*python.For)
		if !ok {
			continue
		}
		phase, ok := loop.Target.(*python.Name)
		training, count := f.phasesOf(loop.Iter)
		if !ok || training == "" {
			continue
		}
		trains := false
		var steps []*python.Call
		for inner := range python.AllIn(loop.Body) {
			c, ok := inner.(*python.Call)
			if !ok || c.MethodName() != "step" || c.Receiver() == nil || python.InLambda(c) {
				continue
			}
			asks := f.hangsOn(c, loop, phase)
			switch name := python.LastName(c.Receiver()); {
			case knowledge.NamesSchedule(name):
				if _, alone := c.Parent().(*python.ExprStmt); alone && !asks {
					steps = append(steps, c)
				}
			case asks:
				trains = true // the optimizer's, or the scaler's
			}
		}
		if trains && len(steps) == 1 { // one of two may be gated by what the other is not
			list = append(list, &BothPhases{steps[0], loop, phase, training, count})
		}
	}
	return list
}

// phasesOf is the phase that trains and the number of phases where a loop goes over the names of phases; "" where it
// goes over anything else.
func (f *Facts) phasesOf(iter python.Expr) (training string, count int) {
	list, ok := f.Module.OnlyValue(iter).(*python.Sequence)
	if !ok || len(list.Items) < 2 {
		return "", 0
	}
	heldOut := false
	for _, item := range list.Items {
		text, ok := item.(*python.String)
		switch {
		case !ok || !text.Known:
			return "", 0
		case knowledge.NamesHeldOut(text.Text):
			heldOut = true
		case knowledge.NamesTrainingPhase(text.Text):
			training = text.Text
		}
	}
	if !heldOut {
		return "", 0
	}
	return training, len(list.Items)
}

// hangsOn reports whether a call in a loop over phases runs in some of them only: a test around it asks for the phase,
// or an earlier statement leaves the lap where it is another.
func (f *Facts) hangsOn(c *python.Call, loop *python.For, phase *python.Name) bool {
	asks := func(e python.Expr) bool { return f.asksFor(e, phase.ID, maxPlainParts) }
	for _, g := range python.GatesOf(c) {
		if python.Within(g.Test, loop) && asks(g.Test) {
			return true
		}
	}
	for n := range python.AllIn(loop.Body) {
		s, ok := n.(*python.If)
		if ok && s.Span().End <= c.Span().Start && asks(s.Test) && leavesLap(s) {
			return true
		}
	}
	return false
}

// asksFor reports whether an expression speaks of a name, or of one that was computed of it: is_train.
func (f *Facts) asksFor(e python.Expr, id string, depth int) bool {
	if e == nil || depth == 0 {
		return false
	}
	for n := range python.All(e) {
		name, ok := n.(*python.Name)
		if !ok {
			continue
		}
		if name.ID == id {
			return true
		}
		asks := func(v python.Expr) bool { return v != nil && f.asksFor(v, id, depth-1) }
		if slices.ContainsFunc(f.Module.Values(name), asks) {
			return true
		}
	}
	return false
}

// leavesLap reports whether a statement may end the lap of the loop in which it stands.
func leavesLap(s *python.If) bool {
	for n := range python.All(s) {
		switch n := n.(type) {
		case *python.Simple:
			if n.Kind != python.Pass {
				return true
			}
		case *python.Return, *python.Raise:
			return true
		}
	}
	return false
}
