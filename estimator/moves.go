package estimator

// Moves are training steps that were followed, as an allocator sees them: what is allocated and freed, in order. States of optimizers are not
// among them, nor what an optimizer makes while it works: these are an estimate's.
type Moves struct {
	Owned []int64 // bytes of each of the parameters and buffers, which are there from the beginning
	// Leaves are the bytes of each of the tensors that get gradients, Sizes those of each allocation: moves name both by number.
	Leaves, Sizes []int64
	Updates       [][]int32 // the leaves that one optimizer updates at once
	List          []Move
}

// Move is one of them. Number is an allocation's, or a leaf's where it is dropped, or one of Updates.
type Move struct {
	Kind         MoveKind
	Number, Leaf int32
}

// MoveKind says what a move does.
type MoveKind uint8

// The kinds of moves.
const (
	TakesMemory MoveKind = iota
	FreesMemory
	CollectsGradient // an allocation is the gradient of Leaf from now on
	DropsGradient    // of a leaf
	UpdatesLeaves    // an optimizer steps
	BeginsForward
	BeginsBackward
	BeginsLap // of the training loop
)

// trainedBytes is what all gradients take.
func (m *Moves) trainedBytes() (total int64) {
	for _, bytes := range m.Leaves {
		total += bytes
	}
	return total
}

// laps are the moves of each lap.
func (m *Moves) laps() (laps [][]Move) {
	start := 0
	for i, move := range m.List {
		if move.Kind == BeginsLap && i > start {
			laps = append(laps, m.List[start:i])
			start = i
		}
	}
	return append(laps, m.List[start:])
}

// playing writes moves into a course.
type playing struct {
	*Course
	facts  facts
	moves  *Moves
	owners []owner
	ids    []int         // of allocations that are there: their numbers in the course
	has    map[int32]int // the leaves that have a gradient, and its number in the course
	stated map[int32]bool
	// waits: gradients are added up over micro-batches, of which this lap is not the last; adds: over micro-batches at all, which the moves do not tell.
	waits, adds bool
	stepped     bool // in this lap
	began       bool // an optimizer made its states
}

func newPlaying(c *Course, f facts, m *Moves) *playing {
	p := &playing{Course: c, facts: f, moves: m, owners: make([]owner, len(m.Sizes)), ids: make([]int, len(m.Sizes)), has: map[int32]int{},
		stated: map[int32]bool{}}
	for i := range p.owners {
		p.owners[i], p.ids[i] = ofActivations, none
	}
	for _, move := range m.List {
		if move.Kind == CollectsGradient {
			p.owners[move.Number] = ofGradients
		}
	}
	return p
}

// all plays the laps that were followed, and what follows them, until the allocator has seen what it will see again and again.
func (p *playing) all() {
	laps := p.moves.laps()
	p.adds = p.facts.GradAccum > 1
	for _, lap := range laps {
		p.adds = p.adds && stepsIn(lap) > 0
	}
	next := p.next(laps)
	if next == nil { // all of them are one step
		turns := 2
		if p.adds {
			turns = 4
		}
		for i := range turns {
			p.waits = p.adds && i%2 == 0
			for _, lap := range laps {
				p.lap(lap, nil)
			}
			p.leave()
		}
		return
	}
	turns := stepsPlayed
	if p.adds {
		turns = 4
	}
	for i := range max(turns, len(laps)) {
		p.waits = p.adds && i%2 == 0
		if i < len(laps) {
			p.lap(laps[i], nil)
		} else {
			p.lap(laps[len(laps)-1], next)
		}
	}
}

func stepsIn(lap []Move) (steps int) {
	for _, move := range lap {
		if move.Kind == UpdatesLeaves {
			steps++
		}
	}
	return steps
}

// next is, for each allocation of the last lap but one, what takes its place in the last; nil where the two are not alike.
func (p *playing) next(laps [][]Move) map[int32]int32 {
	if len(laps) < 2 {
		return nil
	}
	taken := func(lap []Move) (numbers []int32) {
		for _, move := range lap {
			if move.Kind == TakesMemory {
				numbers = append(numbers, move.Number)
			}
		}
		return numbers
	}
	before, last := laps[len(laps)-2], laps[len(laps)-1]
	first, then := taken(before), taken(last)
	if stepsIn(before) == 0 || stepsIn(before) != stepsIn(last) || len(first) != len(then) {
		return nil
	}
	next := make(map[int32]int32, len(first))
	for i, number := range first {
		if p.moves.Sizes[number] != p.moves.Sizes[then[i]] {
			return nil
		}
		next[number] = then[i]
	}
	return next
}

// lap plays one. Where the last one is played once more, next says what of it takes the place of what it found from the lap before.
func (p *playing) lap(lap []Move, next map[int32]int32) {
	p.stepped = false
	found := map[int32]int{}
	if next != nil {
		for _, move := range lap {
			if move.Kind == TakesMemory && p.ids[move.Number] != none {
				found[move.Number], p.ids[move.Number] = p.ids[move.Number], none
			}
		}
	}
	for _, move := range lap {
		switch move.Kind {
		case TakesMemory:
			p.ids[move.Number] = p.take(p.owners[move.Number], float64(p.moves.Sizes[move.Number]))
		case FreesMemory:
			if now, before := next[move.Number]; before {
				if id, there := found[now]; there {
					p.give(id)
				}
				continue
			}
			p.give(p.ids[move.Number])
			p.ids[move.Number] = none
		case CollectsGradient:
			if _, there := p.has[move.Leaf]; there { // added to the one that is there
				p.give(p.ids[move.Number])
			} else {
				p.has[move.Leaf] = p.ids[move.Number]
			}
			p.ids[move.Number] = none
		case DropsGradient:
			if !p.waits && (p.stepped || !p.adds) && !oldTorch(p.facts.Job) { // which fills them with zeros
				if id, there := p.has[move.Number]; there {
					p.give(id)
					delete(p.has, move.Number)
				}
			}
		case UpdatesLeaves:
			if !p.waits {
				p.update(p.moves.Updates[move.Number])
			}
		case BeginsForward:
			p.phase(PhaseLoss)
		case BeginsBackward:
			p.phase(PhaseBackward)
		}
	}
}

// leave gives back what variables name, gradients apart.
func (p *playing) leave() {
	for i, id := range p.ids {
		p.give(id)
		p.ids[i] = none
	}
}

// update is an optimizer at work on those of its leaves that have gradients; when it meets one for the first time, it makes its states.
func (p *playing) update(leaves []int32) {
	f, w := p.facts, p.facts.Model.Written
	p.stepped = true
	p.phase(PhaseOptimizer)
	name := optimizerName(f.Optimizer)
	width := float64(max(w.Width, 1))
	state := optimizerStates[name]
	tensors := max(int(state.tensors), 1)
	each := 0.0 // of an element
	if whole := writtenState(f, f.Optimizer); whole > 0 {
		each = state.tensors*float64(w.Width) + state.bytes
		if !p.began {
			p.began = true
			p.others(float64(whole), each/width)
		}
	}
	updated := 0.0
	var with []float64 // their elements
	for _, leaf := range leaves {
		if _, has := p.has[leaf]; !has {
			continue
		}
		elements := float64(p.moves.Leaves[leaf]) / width
		with, updated = append(with, elements), updated+elements
		if each > 0 && !p.stated[leaf] {
			p.stated[leaf] = true
			for range tensors {
				p.take(ofOptimizer, elements*each/float64(tensors))
			}
		}
	}
	temporary := stepTemporary(f, states{trainable: updated, elementSize: float64(w.Width)})
	if temporary < 1 {
		return
	}
	var ids []int
	if lists := temporaries[name]; lists > 0 && f.OptimizerImpl == Foreach {
		for range int(lists) {
			for _, elements := range with {
				ids = append(ids, p.take(ofBuffers, elements/updated*temporary/lists))
			}
		}
	} else {
		ids = append(ids, p.take(ofBuffers, temporary/2), p.take(ofBuffers, temporary/2))
	}
	p.give(ids...)
}

// others makes the states of what optimizers hold and no update that was followed reaches.
func (p *playing) others(whole, each float64) {
	seen := map[int32]bool{}
	for _, leaves := range p.moves.Updates {
		for _, leaf := range leaves {
			if !seen[leaf] {
				seen[leaf] = true
				whole -= each * float64(p.moves.Leaves[leaf])
			}
		}
	}
	for _, bytes := range pieces(whole, 64<<20) {
		p.take(ofOptimizer, bytes)
	}
}
