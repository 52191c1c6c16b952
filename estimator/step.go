package estimator

import "slices"

// courseOf lists what a job of the catalogue allocates and frees. What is not known of the order within a block (what
// it makes and drops on its way forward, its backward pass apart from its widest point) is taken as a transformer's: it
// decides what the allocator has beside the peak.
func courseOf(f facts, s states, p pass) *Course {
	b := &builder{facts: f, s: s, p: p, Course: newCourse(), held: none}
	b.moves = f.Offload == OffloadActivations || newRegime(f).unsloth
	b.inventories()
	b.divide()
	b.cast = b.casts()
	b.standing()
	b.begin()
	turns := 1
	if f.GradAccum > 1 {
		turns = 2 // all others are as the second
	}
	for b.turn = range turns {
		b.last = b.turn == turns-1
		b.encode()
		b.phase(PhaseLoss)
		b.forward()
		b.backward()
	}
	b.optimize()
	return b.Course
}

// builder writes the course of a job.
type builder struct {
	*Course
	facts facts
	s     states
	p     pass
	moves bool // what is kept for the backward pass goes to the host
	turn  int  // micro-batches before this one
	last  bool // the gradients of this one are the last

	model, trained inventory
	elements       float64    // of what is trained
	divides        bool       // FSDP's: gradients are divided among the ranks
	gathers        bool       // gradients stay whole until the last micro-batch
	updates        bool       // the optimizer steps within the backward pass
	cast           [2]float64 // autocast's copies of the weights of one layer, and of the head
	segments       []segmentOf
	weighted       int // layers that weights are counted with

	gradients map[int][]int // by layer; -1: what is no layer's
	whole     map[int][]int // before they are divided among the ranks
	stands    []int         // for a pass: what is gathered for all of it, what is kept from before the first block
	made      []int         // by the head and the loss
	held      int           // the variable that names the logits, until the next ones are there
	headCast  int
	tail      int   // what the head reads
	headGrad  []int // gathered
}

// layer is one block of a stack.
type layer struct {
	*stack
	number int      // among those that weights are counted with; none for others
	alive  [2][]int // what it keeps, of its mixer and of its feed-forward
	cast   int
	pinned []int // what a checkpointed one keeps beside its input
}

// segmentOf are layers that are checkpointed together, or one that is not.
type segmentOf struct {
	layers  []*layer
	checked bool
	input   int
}

func (b *builder) inventories() {
	f := b.facts
	b.model = inventoryOf(f.Model)
	if f.shardsParameters() && !f.perParameter() { // FSDP 1 and ZeRO-3
		b.model = b.model.flattened()
	}
	b.trained = b.model
	if f.Method != Full {
		b.trained = adaptersOf(f, max(len(b.model.middle), 1), b.s.trainable)
	}
	b.elements = b.trained.elements()
	b.gradients, b.whole = map[int][]int{}, map[int][]int{}
	b.divides, b.gathers, b.updates = f.fsdp(), f.gathersGradients(), inBackward(f)
}

// divide makes layers of the stacks and segments of these.
func (b *builder) divide() {
	policy := b.p.policy
	for i := range b.p.stacks {
		s := &b.p.stacks[i]
		var run []*layer
		for range int(s.layers + 0.5) {
			l := &layer{stack: s, number: none, cast: none}
			if !s.beside {
				l.number = b.weighted
				b.weighted++
			}
			run = append(run, l)
		}
		size := 1
		if policy.share > 0 && !s.unchecked {
			size = int(policy.segment)
		}
		for n := 0; len(run) > 0; n++ {
			part := run[:min(size, len(run))]
			run = run[len(part):]
			if policy.share == 1 && !s.unchecked || policy.share > 0 && !s.unchecked && n%2 == 0 {
				b.segments = append(b.segments, segmentOf{layers: part, checked: true, input: none})
				continue
			}
			for i := range part {
				b.segments = append(b.segments, segmentOf{layers: part[i : i+1], input: none})
			}
		}
	}
}

// spread allocates bytes in the proportions of an inventory, so many tensors for each of it.
func (b *builder) spread(o owner, bytes float64, v inventory, tensors int) (ids []int) {
	all := v.elements()
	if all == 0 || bytes < 1 {
		return append(ids, b.take(o, bytes))
	}
	each := bytes / all / float64(tensors)
	for _, list := range slices.Concat([][]float64{v.front}, v.middle, [][]float64{v.back}) {
		for _, n := range list {
			for range tensors {
				ids = append(ids, b.take(o, n*each))
			}
		}
	}
	return ids
}

// standing is what is there before the first step.
func (b *builder) standing() {
	s := b.s
	b.spread(ofWeights, s.weights-s.adapters, b.model, 1)
	b.spread(ofWeights, s.adapters, b.trained, 1)
	b.spread(ofMaster, s.master, b.trained, 1)
	b.takeAll(ofHelpers, pieces(s.frozen, 64<<20), 1)
	b.spread(ofEMA, s.ema, b.trained, 1)
	b.takeAll(ofBuffers, []float64{s.workspace / 2, s.workspace / 2}, 1)
	if b.facts.Sharding == DDP {
		b.takeAll(ofBuffers, pieces(s.gather, 25<<20), 1) // bucket_cap_mb
	}
}

func (b *builder) takeAll(o owner, sizes []float64, times float64) (ids []int) {
	for _, bytes := range sizes {
		ids = append(ids, b.take(o, bytes*times))
	}
	return ids
}

// encode is the autoencoder's widest moment.
func (b *builder) encode() {
	if bytes := encoderBytes(b.facts); bytes > 0 {
		b.phase(PhaseEncode)
		b.give(b.takeAll(ofActivations, []float64{bytes, bytes, bytes, bytes}, 0.25)...)
	}
}

// optimize is the optimizer's step, and what goes behind it.
func (b *builder) optimize() {
	b.phase(PhaseOptimizer)
	state, name := b.s, optimizerName(b.facts.Optimizer)
	b.spread(ofOptimizer, state.optimizer, b.trained, max(int(optimizerStates[name].tensors), 1))
	if state.stepTemp > 0 {
		var ids []int
		if lists := temporaries[name]; lists > 0 && b.facts.OptimizerImpl == Foreach {
			ids = b.spread(ofBuffers, state.stepTemp, b.trained, int(lists))
		} else {
			ids = b.takeAll(ofBuffers, []float64{state.stepTemp, state.stepTemp}, 0.5)
		}
		b.give(ids...)
	}
	if oldTorch(b.facts.Job) { // its zero_grad fills them with zeros
		return
	}
	for at := -1; at < b.weighted; at++ {
		b.give(b.gradients[at]...)
	}
}
