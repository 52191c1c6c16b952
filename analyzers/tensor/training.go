package tensor

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/estimator"
)

// What a training loop does between forward passes: backward passes, one or several, gradients that are dropped,
// optimizers that update their parameters. Each is noted where it happens, and Training replays the whole.

type eventKind uint8

const (
	backwardEvent eventKind = iota
	dropEvent
	updateEvent
	lapEvent
)

// event is one thing that a training loop does, at a time of the tape's clock.
type event struct {
	kind       eventKind
	at         int
	loss       *Tensor
	retain     bool // the graph stays
	parameters []*Tensor
	decayed    []*Tensor // of these, those whose weights are added to the gradients first
}

// Backward notes a backward pass; retain says that the graph is kept.
func (t *Tape) Backward(loss *Tensor, retain bool) {
	t.clock++
	loss.Storage.last = t.clock
	t.events = append(t.events, event{kind: backwardEvent, at: t.clock, loss: loss, retain: retain})
	if !retain {
		t.reach([]Value{loss}, func(n *node) { n.freed = true })
	}
}

// Drop notes that these parameters have no gradient from now on, as zero_grad leaves them since torch 2.0.
func (t *Tape) Drop(parameters []*Tensor) { t.happens(dropEvent, parameters) }

// Update notes that an optimizer updates these parameters; decayed are those whose weights it adds to their gradients
// before.
func (t *Tape) Update(parameters, decayed []*Tensor) {
	t.happens(updateEvent, parameters)
	t.events[len(t.events)-1].decayed = decayed
}

// Lap notes that the loop goes round once more.
func (t *Tape) Lap() { t.happens(lapEvent, nil) }

func (t *Tape) happens(kind eventKind, parameters []*Tensor) {
	t.clock++
	t.events = append(t.events, event{kind: kind, at: t.clock, parameters: parameters})
}

// Backwards is how many backward passes were noted.
func (t *Tape) Backwards() int {
	n := 0
	for _, e := range t.events {
		if e.kind == backwardEvent {
			n++
		}
	}
	return n
}

// Hold notes that these values are named by a variable now: with each tensor lives what the graph behind it keeps. It
// gives the number of operations that were looked at.
func (t *Tape) Hold(values ...Value) (looked int) {
	t.used(values)
	t.reach(values, func(n *node) {
		looked++
		if n.freed {
			return
		}
		for _, s := range n.keeps() {
			s.last = t.clock
		}
	})
	return looked
}

// Inherit notes that these values were there before anything on this tape: with each tensor that has a graph lives what
// that keeps, which an earlier tape has allocated. Of tensors without one nobody tells here whether they lie on the
// device. It gives the number of operations that were looked at.
func (t *Tape) Inherit(values ...Value) (looked int) {
	seen := map[*Storage]bool{}
	t.reach(values, func(n *node) {
		looked++
		if n.freed {
			return
		}
		for _, s := range n.keeps() {
			if s.tape != t && !s.Parameter && !s.host && !seen[s] {
				seen[s], s.last = true, 0
				t.allocations = append(t.allocations, s)
			}
		}
	})
	return looked
}

// Live is how many storages were allocated so far.
func (t *Tape) Live() int { return len(t.allocations) }

// Parameters are the storages of parameters and buffers that the noted backward passes read.
func (t *Tape) Parameters() []*Storage {
	seen := map[*Storage]bool{}
	for _, e := range t.events {
		if e.kind != backwardEvent {
			continue
		}
		for s := range t.Saved(e.loss) {
			seen[s] = seen[s] || s.Parameter
		}
	}
	var list []*Storage
	for s, is := range seen {
		if is {
			list = append(list, s)
		}
	}
	return list
}

// StepKeepers are the Keepers of all the losses that were walked back since the first of them came for the second time:
// those of one step.
func (t *Tape) StepKeepers() []Keeper {
	var losses []Value
	for _, e := range t.events {
		if e.kind == backwardEvent {
			losses = append(losses, e.loss)
		}
	}
	return t.Keepers(losses[len(losses)/2:]...)
}

// Empty is new memory on the device, as a batch takes it.
func (t *Tape) Empty(dtype DType, shape ...int64) (made *Tensor, err error) {
	defer caught(&err)
	c := &call{tape: t, op: "empty"}
	return c.empty(dtype, shape...), nil
}

// OnHost reports whether a tensor lies in the memory of the host.
func (t *Tensor) OnHost() bool { return t.Storage.host }

// Host is the tensor in the memory of the host: it takes nothing on the device.
func (t *Tensor) Host() *Tensor {
	t.Storage.host = true
	return t
}

// Moment is the most that a kind of phase takes in the steps that were followed.
type Moment struct {
	Bytes     int64 // in all, with what is owned
	Gradients int64 // of these, the gradients of parameters
	Updated   int64 // of an optimizer's phase: the bytes of the parameters that it updates
}

// Training is what the noted steps take. States of optimizers are not in it.
type Training struct {
	Forward, Backward, Optimizer Moment
	// Trained is what all gradients take that any backward pass leaves on parameters.
	Trained int64
	// Multiplies: a product of matrices ran.
	Multiplies bool
}

// Training replays the steps that were noted, and gives them move by move. owned are the bytes of parameters, buffers
// and whatever else is always there. trained are the leaves that get gradients.
func (t *Tape) Training(owned []int64) (out Training, trained []*Tensor, moves *estimator.Moves) {
	total := int64(0)
	for _, bytes := range owned {
		total += bytes
	}
	r := replay{timeline: newTimeline(t, total), ends: map[*Storage]int{}, ever: map[*Tensor]bool{}}
	r.moves.Owned = owned
	r.lifetimes()
	r.begin(&r.out.Forward, estimator.BeginsForward)
	for k, e := range t.events {
		r.until(e.at)
		switch e.kind {
		case backwardEvent:
			r.begin(&r.out.Backward, estimator.BeginsBackward)
			r.backward(k, e)
		case dropEvent:
			for _, p := range e.parameters {
				r.drop(p)
			}
			continue
		case updateEvent:
			updated := r.update(e.parameters, e.decayed)
			r.out.Optimizer.reach(r.owned+r.live, r.collected, updated)
		case lapEvent:
			r.move(estimator.BeginsLap, 0, 0)
		}
		r.begin(&r.out.Forward, estimator.BeginsForward)
	}
	r.until(t.clock)
	for p := range r.ever {
		r.out.Trained += p.Bytes()
	}
	r.out.Multiplies = t.multiplies
	return r.out, slices.Collect(maps.Keys(r.ever)), r.moves
}

// replay is the walk over the clock.
type replay struct {
	*timeline
	saved []map[*Storage][]string // by event
	ends  map[*Storage]int        // where a storage goes, apart from what a backward pass frees on its way
	ever  map[*Tensor]bool
	out   Training
}

// lifetimes finds how long each storage is there: until it is named or read for the last time, or a backward pass has
// read it.
func (r *replay) lifetimes() {
	t := r.tape
	order := slices.Clone(t.allocations)
	for _, s := range order {
		r.ends[s] = s.last
	}
	r.saved = make([]map[*Storage][]string, len(t.events))
	for k, e := range t.events {
		if e.kind != backwardEvent {
			continue
		}
		r.saved[k] = map[*Storage][]string{}
		t.reach([]Value{e.loss}, func(n *node) {
			for _, s := range n.keeps() {
				if _, known := r.ends[s]; !known {
					order = append(order, s)
				}
				r.saved[k][s] = nil
				r.ends[s] = max(r.ends[s], s.last, e.at)
			}
		})
	}
	for _, s := range order {
		r.timeline.lives(s, min(r.ends[s], t.clock))
	}
}

func (m *Moment) reach(bytes, gradients, updated int64) {
	if bytes+updated > m.Bytes+m.Updated {
		*m = Moment{bytes, gradients, updated}
	}
}

// backward walks the graph of one loss back, while everything else that lives on is there.
func (r *replay) backward(k int, e event) {
	held := map[*Storage]bool{e.loss.Storage: true}
	for s := range r.ends {
		if r.tape.bornAt(s) <= e.at && s.last >= e.at {
			held[s] = true
		}
	}
	for later := k + 1; later < len(r.saved); later++ {
		for s := range r.saved[later] {
			if r.tape.bornAt(s) <= e.at {
				held[s] = true
			}
		}
	}
	if e.retain {
		for s := range r.saved[k] {
			held[s] = true
		}
	}
	walk := newEngine(r.timeline, e.loss, held)
	walk.run()
	for n := range walk.leaves {
		r.ever[n.leaf] = true
	}
}
