package tensor

import (
	"slices"

	"github.com/trainlint/trainlint/estimator"
)

// Moves are what steps allocate and free, in the estimator's words.
type Moves = estimator.Moves

// timeline writes down what steps allocate and free, in order, and counts along. The forward passes follow from when
// each storage was allocated and last needed, the backward passes are told by the engine that walks them.
type timeline struct {
	tape      *Tape
	moves     *estimator.Moves
	numbers   map[*Storage]int32
	there     []bool            // by number
	leaves    map[*Tensor]int32 // their numbers
	gradients map[*Tensor]int32 // the allocations of those that are there
	live      int64
	collected int64 // of it, gradients
	owned     int64 // beside it, what is there all the time
	most      *Moment
	births    [][]*Storage // by the clock
	deaths    [][]*Storage
	at        int // the clock, up to where it was played
}

func newTimeline(t *Tape, owned int64) *timeline {
	size := len(t.allocations)
	return &timeline{
		tape: t, owned: owned, moves: &estimator.Moves{List: make([]estimator.Move, 0, 4*size)},
		numbers: make(map[*Storage]int32, size), leaves: map[*Tensor]int32{}, gradients: map[*Tensor]int32{},
		births: make([][]*Storage, t.clock+2), deaths: make([][]*Storage, t.clock+2),
	}
}

// lives says when a storage is there.
func (l *timeline) lives(s *Storage, ends int) {
	if s.Parameter || s.host || s.Bytes <= 0 {
		return
	}
	born, dies := l.tape.bornAt(s), ends+1
	if dies <= l.tape.begun { // it only came and went before the step
		return
	}
	born = max(born, l.tape.begun)
	l.births[born] = append(l.births[born], s)
	if dies < len(l.deaths) {
		l.deaths[dies] = append(l.deaths[dies], s)
	}
}

// nothing is the number of an allocation of no bytes.
const nothing = -1

func (l *timeline) move(kind estimator.MoveKind, number, leaf int32) {
	l.moves.List = append(l.moves.List, estimator.Move{Kind: kind, Number: number, Leaf: leaf})
}

// allocate is new memory.
func (l *timeline) allocate(bytes int64) int32 {
	if bytes <= 0 {
		return nothing
	}
	number := int32(len(l.there))
	l.there = append(l.there, false)
	l.moves.Sizes = append(l.moves.Sizes, bytes)
	l.take(number)
	return number
}

func (l *timeline) take(number int32) {
	if l.there[number] {
		return
	}
	l.there[number] = true
	l.move(estimator.TakesMemory, number, 0)
	l.live += l.moves.Sizes[number]
	l.reach()
}

func (l *timeline) free(number int32) {
	if number == nothing || !l.there[number] {
		return
	}
	l.there[number] = false
	l.move(estimator.FreesMemory, number, 0)
	l.live -= l.moves.Sizes[number]
}

// enter allocates a storage, if it is none that is always there.
func (l *timeline) enter(s *Storage) {
	if s.Parameter || s.host || s.Bytes <= 0 {
		return
	}
	number, known := l.numbers[s]
	if !known {
		l.numbers[s] = l.allocate(s.Bytes)
		return
	}
	l.take(number)
}

func (l *timeline) leave(s *Storage) {
	if number, known := l.numbers[s]; known {
		l.free(number)
	}
}

func (l *timeline) holds(s *Storage) bool {
	number, known := l.numbers[s]
	return known && l.there[number]
}

// begin begins a phase.
func (l *timeline) begin(most *Moment, kind estimator.MoveKind) {
	l.most = most
	l.move(kind, 0, 0)
}

// reach notes what is there now.
func (l *timeline) reach() { l.most.reach(l.owned+l.live, l.collected, 0) }

// until plays the clock: what is not needed any more goes, what is allocated comes.
func (l *timeline) until(clock int) {
	for ; l.at <= clock; l.at++ {
		for _, s := range l.deaths[l.at] {
			l.leave(s)
		}
		for _, s := range l.births[l.at] {
			l.enter(s)
		}
		if l.at >= l.tape.begun {
			l.reach()
		}
	}
}

// leaf is the number of a tensor that gets gradients.
func (l *timeline) leaf(t *Tensor) int32 {
	number, known := l.leaves[t]
	if !known {
		number = int32(len(l.moves.Leaves))
		l.leaves[t] = number
		l.moves.Leaves = append(l.moves.Leaves, t.Bytes())
	}
	return number
}

// collect makes an allocation the gradient of a leaf that has none.
func (l *timeline) collect(t *Tensor, number int32) {
	l.gradients[t] = number
	l.collected += t.Bytes()
	if number != nothing {
		l.move(estimator.CollectsGradient, number, l.leaf(t))
	}
}

// drop frees the gradient of a leaf.
func (l *timeline) drop(t *Tensor) {
	number, there := l.gradients[t]
	if !there {
		return
	}
	delete(l.gradients, t)
	l.collected -= t.Bytes()
	if number == nothing {
		return
	}
	l.there[number] = false
	l.live -= l.moves.Sizes[number]
	l.move(estimator.DropsGradient, l.leaf(t), 0)
}

// update is an optimizer at work on those of these leaves that have gradients; it gives what they take.
func (l *timeline) update(parameters, decayed []*Tensor) (updated int64) {
	with := func(list []*Tensor) (leaves []int32, bytes int64) {
		seen := map[*Tensor]bool{}
		for _, p := range list {
			if _, has := l.gradients[p]; has && !seen[p] {
				seen[p] = true
				bytes += p.Bytes()
				leaves = append(leaves, l.leaf(p))
			}
		}
		return leaves, bytes
	}
	one := estimator.Update{}
	one.Leaves, updated = with(parameters)
	one.Decayed, _ = with(decayed)
	l.move(estimator.UpdatesLeaves, int32(len(l.moves.Updates)), 0)
	l.moves.Updates = append(l.moves.Updates, one)
	return updated
}

// forward is a forward pass alone: what stays is there to its end, and everything else goes after its last use. more
// are storages that were there before.
func (l *timeline) forward(most *Moment, more []*Storage, stays func(*Storage) bool) {
	counted := map[*Storage]bool{}
	for _, s := range slices.Concat(l.tape.allocations, more) {
		if counted[s] {
			continue
		}
		counted[s] = true
		ends := min(s.last, l.tape.clock)
		if stays(s) {
			ends = l.tape.clock + 1
		}
		l.lives(s, ends)
	}
	l.begin(most, estimator.BeginsForward)
	l.until(l.tape.clock + 1)
}
