package run

import "slices"

// waysOut remembers which ways have left the function and its loops by now. What it returns runs something more on
// those that leave them from then on: a finally, the end of a with.
func (m *Machine) waysOut() (more func(do func())) {
	f := m.frame
	endings := len(f.endings)
	loops := make([][2]int, len(f.loops))
	for i, t := range f.loops {
		loops[i] = [2]int{len(t.breaks), len(t.continues)}
	}
	return func(do func()) {
		f.endings = m.alsoOn(f.endings, endings, f.trail, do)
		for i, t := range f.loops[:min(len(f.loops), len(loops))] {
			t.breaks = m.alsoOn(t.breaks, loops[i][0], t.trail, do)
			t.continues = m.alsoOn(t.continues, loops[i][1], t.lapTrail, do)
		}
	}
}

// alsoOn runs something more at the end of the ways from a first one on, each in its own state, which began where the
// trail had a length. A way that something leaves otherwise is no longer one of them. What is done is seen where it is
// done for the way at hand.
func (m *Machine) alsoOn(list []ending, first, base int, do func()) []ending {
	count := len(list)
	if first >= count {
		return list
	}
	kept := slices.Clone(list[:first])
	for _, e := range list[first:count] {
		if e.inPlace {
			kept = append(kept, e)
		} else if e, stays := m.endsWith(e, base, do); stays {
			kept = append(kept, e)
		}
	}
	return kept
}

// endsWith is a way's end after something more was done there; stays is false where that ends the way otherwise.
func (m *Machine) endsWith(e ending, base int, do func()) (after ending, stays bool) {
	top, path := len(m.trail), len(m.path)
	if base > top || !m.spend(top-base+len(e.changed)+1) {
		return e, true
	}
	dead, raised, trace, grads := m.dead, m.raised, m.Trace, m.GradEnabled()
	before := map[place]Value{}
	for _, w := range slices.Backward(m.trail[base:top]) {
		before[place{w.object, w.name}] = w.old
	}
	for _, w := range m.trail[base:top] {
		if old, first := before[place{w.object, w.name}]; first {
			m.set(w.object, w.name, old)
			delete(before, place{w.object, w.name})
		}
	}
	for _, c := range e.changed {
		m.set(c.object, c.name, c.value)
	}
	began := len(m.trail)
	m.dead, m.raised = false, false
	m.hidden++
	do()
	m.hidden--
	stays = !m.dead
	after = e
	after.changed = slices.Clone(e.changed)
	for _, w := range m.trail[began:] {
		now := changed{w.object, w.name, w.object.fields.get(w.name)}
		i := slices.IndexFunc(after.changed, func(c changed) bool { return c.object == w.object && c.name == w.name })
		if i < 0 {
			after.changed = append(after.changed, now)
		} else {
			after.changed[i] = now
		}
	}
	m.undo(top)
	m.forget(path)
	if !same(m.GradEnabled(), grads) {
		m.SetGradEnabled(grads)
	}
	m.dead, m.raised, m.Trace = dead, raised, trace
	return after, stays
}
