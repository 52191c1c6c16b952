package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// countedSchedules lists the schedulers that step in a loop that runs for so many batches and has none over epochs
// around it: while step < config.max_steps.
func (s *Step) countedSchedules() (list []*Mispaced) {
	laps, _ := s.lapsCounted()
	if laps == nil || !s.Loop.again() || s.StepsEnvironment() {
		return nil
	}
	for _, ev := range s.Entry.Events() {
		if ev.Kind != Schedule || ev.Node() == nil || len(ev.Node().Args) > 0 || ev.Object == nil || ev.Object.Made == nil ||
			ev.Object.Made.Node == nil || len(ev.Object.Made.Laps) > len(s.Loop.Run.Laps) || !TorchScheduler(ev) ||
			!s.drivenBy(ev) || s.Entry.directLoop(ev.Call.Laps) != s.Loop {
			continue
		}
		if m := s.paceOf(ev); m != nil {
			m.Epochs = nil // the loop is the outermost one
			list = append(list, m)
		}
	}
	return list
}

// divided is PerGate where a length is the number of laps over how often something else is done in the loop, which is
// not a number that is written out: T_max=max_steps // eval_every beside if step % eval_every == 0.
func (p *pacing) divided(v run.Value) Pace {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Operator != "//" && o.Operator != "/" || len(o.Operands) != 2 || p.laps == nil ||
		run.Bare(o.Operands[0]) != run.Bare(p.laps) {
		return NoPace
	}
	every, ok := run.Bare(o.Operands[1]).(*run.Object)
	if !ok || !p.step.Entry.doneEvery(p.loop, every) {
		return NoPace
	}
	return PerGate
}

// doneEvery reports whether something in a loop is done whenever the number of a lap can be divided by a value.
func (e *Entry) doneEvery(loop *Loop, every *run.Object) bool {
	depth := len(loop.Run.Laps)
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return len(c.Laps) > depth && c.Laps[depth].Entry == loop.Run.Entry &&
			slices.ContainsFunc(c.Gates, func(l run.Literal) bool {
				rest := l.Condition.Object
				return rest != nil && rest.Operator == "%" && len(rest.Operands) == 2 &&
					run.Bare(rest.Operands[1]) == run.Value(every)
			})
	})
}

// lapsCounted is for how many batches the loop of a step runs, and how the code writes it: N of for step in range(N),
// and of while step < N with step += 1 in each lap; nil for another loop.
func (s *Step) lapsCounted() (laps run.Value, written python.Expr) {
	loop, ok := s.Loop.Node().(*python.While)
	if !ok {
		return endOfRange(s.Loop)
	}
	test, ok := loop.Test.(*python.Compare)
	if !ok || len(test.Operands) != 2 || test.Ops[0] != "<" && test.Ops[0] != "<=" {
		return nil, nil
	}
	counter, bound := python.PathText(test.Operands[0]), test.Operands[1]
	if counter == "" || !countsLaps(loop, counter) {
		return nil, nil
	}
	for _, ev := range s.Events {
		for _, l := range ev.Call.Gates {
			if l.Condition.Test.Node != python.Node(loop.Test) || !l.Holds {
				continue
			}
			for _, side := range []run.Value{l.Condition.Operand, l.Condition.Object} {
				if o, ok := run.Bare(side).(*run.Object); ok && o != nil && o.Word == python.LastName(bound) {
					return o, bound
				}
			}
		}
	}
	return nil, nil
}

// testedBy reports whether a condition is that on which a while loop goes on.
func (l *Loop) testedBy(condition run.Literal) bool {
	loop, ok := l.Node().(*python.While)
	return ok && condition.Condition.Test.Node == python.Node(loop.Test)
}

// countsLaps reports whether each lap of a loop adds 1 to a variable, and nothing else in it changes that.
func countsLaps(loop *python.While, counter string) bool {
	counted := false
	for n := range python.AllIn(loop.Body) {
		switch n := n.(type) {
		case *python.AugAssign:
			if python.PathText(n.Target) != counter {
				continue
			}
			if counted || n.Op != "+=" || !isText(n.Value, "1") || !slices.Contains(loop.Body, python.Stmt(n)) {
				return false
			}
			counted = true
		case *python.Assign:
			if putTo(n, counter) != nil {
				return false
			}
		}
	}
	return counted
}

// namesLaps reports whether a value equals the number of batches that the loop runs for, and both are called alike.
func (p *pacing) namesLaps(v run.Value, node python.Expr) bool {
	if p.laps == nil || p.bound == nil {
		return false
	}
	same, known := run.Equal(v, p.laps)
	name := python.LastName(node)
	return known && same && name != "" && name == python.LastName(p.bound)
}
