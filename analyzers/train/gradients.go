package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// WritesGradients reports whether a step changes gradients itself, `p.grad = None`, `p.grad.mul_(c)`, or calls what by
// its name clears them.
func (s *Step) WritesGradients() bool { return s.Entry.writesGradients(s.during) }

func (e *Entry) writesGradients(within func([]run.Lap) bool) bool {
	for _, store := range e.Stores {
		if (store.Name == "grad" || isGradient(store.Target)) && within(store.Laps) {
			return true
		}
	}
	for _, c := range e.Calls {
		if functionOf(c) == nil && e.changesGradients(c) && within(c.Laps) && newEvent(c) == nil { // what the project's own do is seen inside
			return true
		}
	}
	return false
}

func (e *Entry) changesGradients(c *run.Call) bool {
	name := calleeName(c)
	if knowledge.ClearsGradients(name) {
		return true
	}
	if !strings.HasSuffix(name, "_") {
		return false
	}
	if m, ok := c.Callee.(*run.Member); ok { // p.grad.mul_(c)
		return isGradient(m.Object)
	}
	for _, a := range c.Args { // torch._foreach_mul_(grads, c)
		if e.holdsGradient(a.Value) {
			return true
		}
	}
	return false
}

// isGradient reports whether a value is the gradient of something.
func isGradient(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		o, ok := one.(*run.Object)
		for ok && o != nil {
			if m := detached(o); m != nil { // p.grad.detach().mul_(c)
				o, ok = m.Object.(*run.Object)
				continue
			}
			if len(o.Operands) == 0 {
				break
			}
			if o.Operator == ".grad" {
				return true
			}
			if o.Operator != ".data" && o.Operator != "[]" && o.Operator != run.Iterating {
				break
			}
			o, ok = o.Operands[0].(*run.Object)
		}
	}
	return false
}

// detached is the detach method whose result a value is; nil for any other.
func detached(o *run.Object) *run.Member {
	if o.Made == nil {
		return nil
	}
	m, ok := o.Made.Callee.(*run.Member)
	if !ok || m.Name != "detach" {
		return nil
	}
	return m
}

// ClipsItself reports whether a clipping function of the project changes the gradients in place, with no call of PyTorch's own.
func (s *Step) ClipsItself(clip *Event) bool {
	changes := false
	for _, c := range s.Entry.Calls {
		if !within(c, clip.Call) {
			continue
		}
		if ev := newEvent(c); ev != nil && ev.Kind == Clip {
			return false
		}
		changes = changes || s.Entry.changesGradients(c)
	}
	return changes
}

// holdsGradient reports whether a value is a gradient or a container of some.
func (e *Entry) holdsGradient(v run.Value) bool {
	if isGradient(v) {
		return true
	}
	for _, one := range run.Alternatives(v) {
		o, ok := one.(*run.Object)
		if !ok {
			continue
		}
		for _, item := range e.Facts.machine.Contents(o) {
			if isGradient(item) {
				return true
			}
		}
	}
	return false
}

// HandsOutGradients reports whether a step gives gradients to a function that is not seen: what is done to them then is
// not known.
func (s *Step) HandsOutGradients() bool {
	for _, c := range s.calls() {
		if seen(c) || knowledge.Harmless(calleeName(c)) || newEvent(c) != nil {
			continue
		}
		if path, ok := c.Callee.(run.Symbol); ok && (strings.HasPrefix(string(path), "torch.") || !strings.Contains(string(path), ".")) {
			continue
		}
		if m, ok := c.Callee.(*run.Member); ok && knowledge.MethodGives(m.Name) != knowledge.NotKnown {
			continue
		}
		for _, a := range c.Args {
			if s.Entry.holdsGradient(a.Value) {
				return true
			}
		}
	}
	return false
}

// ClearedAround reports whether the step's loop stands in another one, not of epochs, in which gradients are cleared.
func (s *Step) ClearedAround() bool {
	if s.Loop == nil {
		return false
	}
	for p := s.Loop.Parent; p != nil && p.Kind != EpochLoop; p = p.Parent {
		within := func(laps []run.Lap) bool {
			for _, l := range laps {
				if l.Loop == p.Node() {
					return true
				}
			}
			return false
		}
		for _, e := range s.Entry.Events() {
			if e.Kind == ZeroGrad && within(e.Call.Laps) {
				return true
			}
		}
		if s.Entry.writesGradients(within) {
			return true
		}
	}
	return false
}
