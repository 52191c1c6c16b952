package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
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
		training, count := f.phasesOf(loop, phase)
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
func (f *Facts) phasesOf(loop *python.For, phase *python.Name) (training string, count int) {
	names := f.namesIn(loop)
	if phase == nil || len(names) < 2 {
		return "", 0
	}
	heldOut := false
	for _, name := range names {
		switch {
		case knowledge.NamesHeldOut(name):
			heldOut = true
		case knowledge.NamesTrainingPhase(name):
			training = name
		}
	}
	if heldOut && training != "" {
		return training, len(names)
	}
	// ("fit", "check"): the one for which gradients are switched on
	if on := f.gradientsFor(loop, phase); slices.Contains(names, on) {
		return on, len(names)
	}
	return "", 0
}

// namesIn are the strings that a loop goes over: written where it stands, or known to every run that comes to it, from
// another file, say; nil where it goes over anything else.
func (f *Facts) namesIn(loop *python.For) (names []string) {
	if list, ok := f.Module.OnlyValue(loop.Iter).(*python.Sequence); ok {
		for _, item := range list.Items {
			text, ok := item.(*python.String)
			if !ok || !text.Known {
				return nil
			}
			names = append(names, text.Text)
		}
		return names
	}
	for _, e := range f.Entries() {
		for _, r := range e.Loops {
			if r.Node != python.Node(loop) {
				continue
			}
			over, ok := r.Iterated.(*run.Tuple)
			if !ok || names != nil && len(names) != len(over.Items) {
				return nil
			}
			for i, item := range over.Items {
				text, known := item.(run.Str)
				switch {
				case !known:
					return nil
				case len(names) < len(over.Items):
					names = append(names, string(text))
				case names[i] != string(text):
					return nil
				}
			}
		}
	}
	return names
}

// gradientsFor is the phase in which gradients are on, of a loop whose body says set_grad_enabled(phase == "fit"); ""
// where none does, or several say different things.
func (f *Facts) gradientsFor(loop *python.For, phase *python.Name) (on string) {
	for n := range python.AllIn(loop.Body) {
		c, ok := n.(*python.Call)
		if !ok || len(c.Args) != 1 || f.Module.Resolve(c.Func) != "torch.set_grad_enabled" {
			continue
		}
		test, ok := f.Module.OnlyValue(c.Args[0].Value).(*python.Compare)
		if !ok || len(test.Operands) != 2 || test.Ops[0] != "==" || python.PathText(test.Operands[0]) != phase.ID {
			return ""
		}
		text, ok := test.Operands[1].(*python.String)
		if !ok || !text.Known || on != "" && on != text.Text {
			return ""
		}
		on = text.Text
	}
	return on
}

// hangsOn reports whether a call in a loop over phases runs in some of them only: a test around it asks for the phase,
// or an earlier statement leaves the lap where it is another.
func (f *Facts) hangsOn(c *python.Call, loop *python.For, phase *python.Name) bool {
	asks := func(e python.Expr) bool { return f.asksFor(e, phase.ID, maxAsked) }
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

// maxAsked bounds how far what a test asks for is followed.
const maxAsked = 12
