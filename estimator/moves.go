package estimator

// Moves are training steps that were followed, as an allocator sees them: what is allocated and freed, in order. States
// of optimizers are not among them, nor what an optimizer makes while it works: these are an estimate's.
type Moves struct {
	Owned []int64 // bytes of each of the parameters and buffers, which are there from the beginning
	// Leaves are the bytes of each of the tensors that get gradients, Sizes those of each allocation: moves name both
	// by number.
	Leaves, Sizes []int64
	Updates       []Update
	List          []Move
}

// Update is what one optimizer updates at once, by numbers of leaves.
type Update struct {
	Leaves []int32
	// Decayed are those to whose gradients it adds their weights before: foreach implementations make a list of sums
	// (torch/optim/sgd.py and its like, weight_decay; AdamW's weights decay without).
	Decayed []int32
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
	// waits: gradients are added up over micro-batches, of which this lap is not the last; adds: over micro-batches at
	// all, which the moves do not tell.
	waits, adds bool
	stepped     bool // in this lap
	began       bool // an optimizer made its states
}

func newPlaying(c *Course, f facts, m *Moves) *playing {
	p := &playing{
		Course: c, facts: f, moves: m, owners: make([]owner, len(m.Sizes)), ids: make([]int, len(m.Sizes)),
		has: map[int32]int{}, stated: map[int32]bool{},
	}
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

// all plays the laps that were followed, and what follows them, until the allocator has seen what it will see again and
// again.
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

// next is, for each allocation of the last lap but one, what takes its place in the last; nil where the two are not
// alike.
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

// lap plays one. Where the last one is played once more, next says what of it takes the place of what it found from the
// lap before.
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

// update is an optimizer at work on those of its leaves that have gradients.
func (p *playing) update(u Update) {
	f := p.facts
	p.stepped = true
	p.phase(PhaseOptimizer)
	elements := func(leaves []int32) (list []float64, all float64) {
		for _, leaf := range leaves {
			if _, has := p.has[leaf]; has {
				n := float64(p.moves.Leaves[leaf]) / p.width()
				list, all = append(list, n), all+n
			}
		}
		return list, all
	}
	name := optimizerName(f.Optimizer)
	foreach := f.OptimizerImpl == Foreach && optimizerStates[name].foreach
	late := name == SGDMomentum // its buffers are copies of what is added to the weights first
	if !late {
		p.states(u.Leaves)
	}
	var ids []int
	if foreach {
		decayed, _ := elements(u.Decayed)
		for _, n := range decayed {
			ids = append(ids, p.take(ofBuffers, n*p.width()))
		}
	}
	if late {
		p.states(u.Leaves)
	}
	list, all := elements(u.Leaves)
	temporary := stepTemporary(f, states{trainable: all, elementSize: p.width()})
	if lists := temporaries[name]; lists > 0 && foreach && all > 0 {
		for range int(lists) {
			for _, n := range list {
				ids = append(ids, p.take(ofBuffers, n/all*temporary/lists))
			}
		}
	} else {
		ids = append(ids, p.take(ofBuffers, temporary/2), p.take(ofBuffers, temporary/2))
	}
	p.give(ids...)
}

// width is the bytes of one parameter.
func (p *playing) width() float64 { return float64(max(p.facts.Model.Written.Width, 1)) }

// states are made when an optimizer meets a leaf with a gradient for the first time.
func (p *playing) states(leaves []int32) {
	whole := writtenState(p.facts, p.facts.Optimizer)
	if whole <= 0 {
		return
	}
	state := optimizerStates[optimizerName(p.facts.Optimizer)]
	each := (state.tensors*p.width() + state.bytes) / p.width() // for a byte of the leaf
	if !p.began {
		p.began = true
		p.others(float64(whole), each)
	}
	tensors := max(int(state.tensors), 1)
	for _, leaf := range leaves {
		if _, has := p.has[leaf]; !has || p.stated[leaf] {
			continue
		}
		p.stated[leaf] = true
		for range tensors {
			p.take(ofOptimizer, float64(p.moves.Leaves[leaf])*each/float64(tensors))
		}
	}
}

// others makes the states of what optimizers hold and no update that was followed reaches.
func (p *playing) others(whole, each float64) {
	seen := map[int32]bool{}
	for _, update := range p.moves.Updates {
		for _, leaf := range update.Leaves {
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
