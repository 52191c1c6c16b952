package estimator

import "slices"

// owner says to what some bytes are counted.
type owner uint8

const (
	ofWeights owner = iota
	ofGradients
	ofOptimizer
	ofMaster
	ofActivations
	ofLogits
	ofBuffers
	ofHelpers
	ofEMA
	owners
)

// Course is what a job allocates and frees, in order: what is there before the first step, then one step, which is
// played again and again, or several. What is taken twice is taken once: states that the first step makes stay, and so
// do gradients that nothing drops.
type Course struct {
	sizes  []int64
	owners []owner
	stream []uint8
	events []event
	begun  int  // of events, those before the first step
	once   bool // what follows has all steps in it
}

// newCourse has room for most jobs of the catalogue.
func newCourse() *Course {
	return &Course{
		sizes:  make([]int64, 0, 2048),
		owners: make([]owner, 0, 2048),
		stream: make([]uint8, 0, 2048),
		events: make([]event, 0, 4096),
	}
}

// event takes or gives back an allocation, or begins a phase.
type event struct {
	id   int32
	kind eventKind
	to   int32 // of one that hands on
}

type eventKind uint8

const (
	takes eventKind = iota
	gives
	begins
	hands
)

// phaseOrder numbers the phases.
var phaseOrder = []Phase{PhaseEncode, PhaseLoss, PhaseFirstBackward, PhaseBackward, PhaseEndBackward, PhaseOptimizer}

// mostBytes is more than any card has, and keeps sums of sizes far from the end of an int64.
const mostBytes = 1 << 50

// none is the number of an allocation of nothing.
const none = -1

// take allocates; owner says who is counted for it.
func (c *Course) take(o owner, bytes float64) int { return c.takeOn(computing, o, bytes) }

// takeOn allocates on a stream.
func (c *Course) takeOn(stream uint8, o owner, bytes float64) int {
	if !(bytes >= 1) { // what is no number is nothing, either
		return none
	}
	c.sizes, c.owners = append(c.sizes, int64(min(bytes, mostBytes))), append(c.owners, o)
	c.stream = append(c.stream, stream)
	id := len(c.sizes) - 1
	c.again(id)
	return id
}

// again allocates what was given back under the same number.
func (c *Course) again(id int) {
	if id != none {
		c.events = append(c.events, event{id: int32(id), kind: takes})
	}
}

func (c *Course) give(ids ...int) {
	for _, id := range ids {
		if id != none {
			c.events = append(c.events, event{id: int32(id), kind: gives})
		}
	}
}

// named is the number of an allocation that a variable names. It is taken by being handed on.
func (c *Course) named(like int) int {
	if like == none {
		return none
	}
	c.sizes, c.owners, c.stream = append(
		c.sizes,
		c.sizes[like],
	), append(
		c.owners,
		c.owners[like],
	), append(
		c.stream,
		c.stream[like],
	)
	return len(c.sizes) - 1
}

// bind gives back what a variable named before, and hands on to it what it names now, as an assignment does.
func (c *Course) bind(variable, id int) {
	if variable != none && id != none {
		c.give(variable)
		c.events = append(c.events, event{id: int32(id), kind: hands, to: int32(variable)})
	}
}

func (c *Course) phase(p Phase) {
	for i, name := range phaseOrder {
		if name == p {
			c.events = append(c.events, event{id: int32(i), kind: begins})
		}
	}
}

// passing allocates gradients and frees them at once.
func (c *Course) passing(sizes ...float64) {
	for _, bytes := range sizes {
		c.give(c.take(ofGradients, bytes))
	}
}

// begin ends what is there before the first step.
func (c *Course) begin() { c.begun = len(c.events) }

// moment is the most of one phase, and who holds it.
type moment struct {
	bytes int64
	by    [owners]int64
	met   bool
}

func (m *moment) components() Components {
	return Components{
		Weights: m.by[ofWeights], Gradients: m.by[ofGradients], OptimizerState: m.by[ofOptimizer], MasterCopy: m.by[ofMaster],
		Activations: m.by[ofActivations], Logits: m.by[ofLogits], Buffers: m.by[ofBuffers], FrozenHelpers: m.by[ofHelpers],
		EMA: m.by[ofEMA],
	}
}

// played is what a course comes to.
type played struct {
	moments        []moment // by phaseOrder
	reserved, held int64
}

// stepsPlayed are as many as change anything: the first makes the optimizer's states among what the backward pass has
// left, the second finds room beside them.
const stepsPlayed = 3

func (c *Course) turns() int {
	if c.once {
		return 1
	}
	return stepsPlayed
}

// standing is what an allocator holds between two steps. Free neighbours are always joined, so the segments, which only
// become more, and where the live blocks lie in them say everything.
type standing struct {
	reserved int64
	live     []bool
	lies     []span
}

// span is where a block lies: of two that begin at one place, one may have kept what was not worth splitting off.
type span struct{ at, size int64 }

func standingOf(a *allocator, blocks []int32, live []bool) standing {
	s := standing{live: slices.Clone(live)}
	if a == nil {
		return s
	}
	s.reserved, s.lies = a.reserved, make([]span, len(blocks))
	for id, block := range blocks {
		if live[id] && block != none {
			s.lies[id] = span{a.blocks[block].at, a.blocks[block].size}
		}
	}
	return s
}

func (s standing) like(other standing) bool {
	return s.reserved == other.reserved && slices.Equal(s.live, other.live) && slices.Equal(s.lies, other.lies)
}

// play runs a course through an allocator. Without one, bytes are counted as they are asked for and nothing is
// reserved.
func (c *Course) play(a *allocator) played {
	out := played{moments: make([]moment, len(phaseOrder))}
	blocks := make([]int32, len(c.sizes))
	live := make([]bool, len(c.sizes))
	var by [owners]int64
	total := int64(0)
	var now *moment
	run := func(events []event) {
		for _, e := range events {
			switch e.kind {
			case begins:
				now = &out.moments[e.id]
				now.met = true
				if total > now.bytes {
					now.bytes, now.by = total, by
				}
				continue
			case hands:
				blocks[e.to], live[e.to], live[e.id] = blocks[e.id], live[e.id], false
				continue
			case takes:
				if live[e.id] {
					continue
				}
				live[e.id] = true
				size := c.sizes[e.id]
				if a != nil {
					blocks[e.id] = a.malloc(size, c.stream[e.id])
					size = a.blocks[blocks[e.id]].size
				}
				total += size
				by[c.owners[e.id]] += size
			case gives:
				if !live[e.id] {
					continue
				}
				live[e.id] = false
				size := c.sizes[e.id]
				if a != nil {
					size = a.blocks[blocks[e.id]].size
					a.release(blocks[e.id])
				}
				total -= size
				by[c.owners[e.id]] -= size
				continue
			}
			if now != nil && total > now.bytes {
				now.bytes, now.by = total, by
			}
		}
	}
	run(c.events[:c.begun])
	stands := standing{}
	for range c.turns() {
		run(c.events[c.begun:])
		before := stands
		if stands = standingOf(a, blocks, live); stands.like(before) {
			break // a step that ends where it began goes the same way again
		}
	}
	if a != nil {
		out.reserved, out.held = a.mostReserved, a.mostHeld
	}
	return out
}
