package estimator

import "slices"

// late reports whether what is flattened for communication is there from the backward pass on.
func (b *builder) late() bool { return b.facts.Sharding == ZeRO1 || b.facts.Sharding == ZeRO2 }

// casts are autocast's copies of the weights of one layer, and those of the head.
func (b *builder) casts() [2]float64 {
	head := min(b.s.cast, headGradient(b.facts)/2) // of fp32 weights
	return [2]float64{(b.s.cast - head) / float64(max(b.weighted, 1)), head}
}

// forward runs the blocks, the head and the loss.
func (b *builder) forward() {
	b.stands = nil
	if b.facts.Sharding != DDP && !b.late() {
		b.stands = append(b.stands, b.gather(b.s.gather-b.s.gatherLayer))
	}
	b.stands = append(b.stands, b.takeAll(ofActivations, b.p.front, 1)...)
	stream := none
	var moved []int
	for i := range b.segments {
		g := &b.segments[i]
		if g.checked {
			first := g.layers[0]
			g.input = b.take(ofActivations, first.input*first.tokens)
			if b.moves {
				moved = append(moved, g.input)
				if len(moved) > 2 { // the one on its way out and the one in use
					b.give(moved[len(moved)-3])
				}
			}
		}
		for _, l := range g.layers {
			gathered := b.gather(b.s.gatherLayer)
			if l.number != none {
				l.cast = b.take(ofBuffers, b.cast[0])
			}
			stream = b.through(l, stream, g.checked)
			b.give(gathered)
			if b.moves && !g.checked && b.p.policy.share == 0 {
				b.give(moved...)
				moved = slices.Concat(l.alive[0], l.alive[1])
			}
		}
	}
	b.lossForward()
	b.give(stream)
	for _, g := range b.segments { // autocast ends: what the graph does not hold goes
		for _, l := range g.layers {
			if g.checked {
				b.give(l.cast)
			}
		}
	}
}

// perParameter reports whether FSDP shards each parameter for itself (torch's fully_shard), and not what it makes of
// all of a layer's.
func (f *facts) perParameter() bool { return f.Framework == TorchTitan || f.Framework == TorchTune }

// gather makes parameters whole. FullyShardedDataParallel gathers on a stream of its own into what the layer then uses
// (_flat_param.py, _alloc_padded_unsharded_flat_param under _unshard_stream); fully_shard copies out of what it gathers
// there (_fsdp_collectives.py, foreach_all_gather).
func (b *builder) gather(bytes float64) int {
	switch {
	case !b.divides:
		return b.take(ofBuffers, bytes)
	case b.facts.perParameter():
		out := b.takeOn(gathering, ofBuffers, bytes)
		whole := b.take(ofBuffers, bytes)
		b.give(out)
		return whole
	}
	return b.takeOn(gathering, ofBuffers, bytes)
}

// reduce divides the gradients of a layer, which are there whole until then, among the ranks: the shards are allocated
// on the stream that reduces (_fsdp_collectives.py, foreach_reduce: "the GPU sharded gradient is allocated in the RS
// stream"; _runtime_utils.py, _post_backward_hook).
func (b *builder) reduce(number int, whole int, bytes float64, tensors []float64) {
	input := bytes
	if b.facts.Framework == TorchTitan {
		input = 4 / gatheredSize(b.facts) * bytes // its mixed precision reduces in fp32
	}
	from := b.take(ofBuffers, input)
	b.give(whole)
	b.leave(number, 0, sum(b.gradientBytes(tensors)))
	b.give(from)
}

// through runs one layer. One that is checkpointed drops what it makes on its way.
func (b *builder) through(l *layer, stream int, drops bool) int {
	l.alive, l.pinned = [2][]int{}, nil
	if drops {
		l.pinned = b.takeAll(ofActivations, b.p.selected, l.tokens)
	} else {
		l.alive[0] = append(l.alive[0], b.take(ofActivations, l.weights))
	}
	for half, list := range [][]float64{l.mixer, l.feed} {
		if len(list) == 0 {
			continue
		}
		between := b.take(ofActivations, l.input*l.tokens)
		var passed []int
		for i, bytes := range list {
			id := b.take(ofActivations, bytes*l.tokens)
			if drops {
				passed = append(passed, id)
				if len(passed) > 2 {
					b.give(passed[len(passed)-3])
				}
			} else {
				l.alive[half] = append(l.alive[half], id)
			}
			if i == 0 {
				b.give(between)
			}
		}
		next := b.take(ofActivations, l.input*l.tokens)
		b.give(passed...)
		b.give(stream)
		stream = next
	}
	return stream
}

// lossForward makes the logits and the loss.
func (b *builder) lossForward() {
	l := b.p.loss
	b.headCast = b.take(ofBuffers, b.cast[1])
	b.tail = b.take(ofLogits, l.tail)
	b.passing(b.facts.unpackedHead())
	b.made = make([]int, len(l.tensors))
	b.act(l.forward)
	for _, id := range l.held {
		if b.held == none {
			b.held = b.named(b.made[id])
		}
		b.bind(b.held, b.made[id])
	}
}

// act takes and gives back what the loss lists.
func (b *builder) act(list []act) {
	for _, a := range list {
		if a.gives {
			b.give(b.made[a.tensor])
		} else {
			b.made[a.tensor] = b.take(ofLogits, b.p.loss.tensors[a.tensor])
		}
	}
}

// backward walks back the loss, the head and the blocks.
func (b *builder) backward() {
	loss := b.p.loss
	if b.late() {
		b.stands = append(b.stands, b.takeAll(ofBuffers, pieces(b.s.gather, 1<<30), 1)...)
	}
	if loss.head > 0 {
		b.passing(min(loss.head, 2*b.s.headGrad))
	}
	b.act(loss.backward)
	b.phase(PhaseFirstBackward)
	b.walkHead()
	for _, id := range loss.gradient {
		b.give(b.made[id])
	}
	b.give(b.tail)
	for i := len(b.segments) - 1; i >= 0; i-- {
		b.walkSegment(&b.segments[i])
		if i == len(b.segments)-1 {
			b.phase(PhaseEndBackward)
		}
	}
	b.walkEmbeddings()
	b.give(b.headGrad...)
	b.give(b.stands...)
}

// walkHead makes the gradient of the output head: whole, where embeddings and head are gathered together.
func (b *builder) walkHead() {
	b.passing(b.facts.unpackedHead())
	b.headGrad = nil
	switch {
	case b.s.headGrad == 0:
	case b.facts.shardsParameters():
		b.headGrad = append(b.headGrad, b.take(ofGradients, b.s.headGrad))
	default:
		b.collect(-1, b.trained.back, 0)
		if len(b.trained.back) == 0 {
			b.collect(-1, b.trained.front, 0)
		}
	}
	b.give(b.headCast)
}

// walkEmbeddings makes the gradients of what is no layer's. A table that the head shares gets a second one, which is
// added to the first.
func (b *builder) walkEmbeddings() {
	if b.facts.Method == Full && b.s.headGrad > 0 && len(b.trained.back) == 0 && !b.facts.shardsParameters() {
		b.passing(b.gradientBytes(b.trained.front)...)
		return
	}
	b.collect(-1, b.trained.front, len(b.trained.back))
	if b.facts.shardsParameters() {
		b.collect(-1, b.trained.back, len(b.trained.front))
	}
}

func (b *builder) gradientBytes(tensors []float64) (list []float64) {
	for _, n := range tensors {
		list = append(list, n*b.s.gradients/max(b.elements, 1))
	}
	return list
}

// collect leaves gradients on the tensors of a layer. at is how many of the layer have theirs already.
func (b *builder) collect(number int, tensors []float64, at int) {
	if b.gathers && !b.last {
		scale := b.s.trainable * gatheredSize(b.facts) / max(b.elements, 1)
		b.whole[number] = append(b.whole[number], b.takeAll(ofGradients, tensors, scale)...)
		return
	}
	sizes := b.gradientBytes(tensors)
	for i, bytes := range sizes {
		if b.s.cast > 0 { // of the copy in half precision, then of the weight
			half := b.take(ofGradients, bytes/2)
			b.leave(number, at+i, bytes)
			b.give(half)
			continue
		}
		b.leave(number, at+i, bytes)
	}
}

func (b *builder) leave(number, at int, bytes float64) {
	if b.updates {
		b.passing(bytes)
		return
	}
	if list := b.gradients[number]; at < len(list) { // there is one: the new one is added to it
		b.passing(bytes)
		return
	}
	stream := computing
	if b.divides {
		stream = reducing
	}
	b.gradients[number] = append(b.gradients[number], b.takeOn(stream, ofGradients, bytes))
}

// walkSegment walks back layers that were checkpointed together, computing them again, or one that was not.
func (b *builder) walkSegment(g *segmentOf) {
	if !g.checked {
		for _, l := range g.layers {
			if b.moves && b.p.policy.share == 0 {
				for _, id := range slices.Concat(l.alive[0], l.alive[1]) {
					b.again(id)
				}
			}
			gathered := b.gather(b.s.gatherLayer)
			b.walk(l)
			b.give(gathered, l.cast)
		}
		return
	}
	b.again(g.input)
	var gathered []int
	for _, l := range g.layers {
		if len(gathered) == 0 {
			gathered = append(gathered, b.gather(b.s.gatherLayer))
		}
		if l.cast != none {
			gathered = append(gathered, b.take(ofBuffers, b.cast[0]))
		}
		selected := 0.0
		for _, id := range l.pinned {
			selected += float64(b.sizes[max(id, 0)])
		}
		pinned := l.pinned
		b.give(b.recompute(l, selected))
		l.pinned = pinned
	}
	second := none
	if b.p.twice {
		l := g.layers[0]
		second = b.take(ofActivations, float64(len(g.layers))*l.saved()+l.gradients*l.tokens)
	}
	for i := len(g.layers) - 1; i >= 0; i-- {
		b.walk(g.layers[i])
		b.give(g.layers[i].pinned...)
	}
	b.give(second)
	b.give(gathered...)
	b.give(g.input)
}

// recompute runs a checkpointed layer again, but for what was selected to be kept.
func (b *builder) recompute(l *layer, selected float64) (stream int) {
	if selected > 0 {
		pinned := l.pinned
		whole := *l.stack
		again := whole
		again.mixer = without(whole.mixer, selected/l.tokens)
		if left := selected/l.tokens - sum(whole.mixer); left > 0 {
			again.feed = without(whole.feed, left)
		}
		l.stack = &again
		stream = b.through(l, none, false)
		l.stack, l.pinned = &whole, pinned
		return stream
	}
	return b.through(l, none, false)
}

// walk is the backward pass of one layer: the feed-forward's widest point, where the gradients of its parts stand
// beside that of what its last matrix read, which takes the place of that; then the rest.
func (b *builder) walk(l *layer) {
	into := min(l.input, l.gradients)
	stream := b.take(ofActivations, into*l.tokens)
	var tensors []float64
	if l.number != none {
		tensors = b.trained.of(l.number, b.weighted)
	}
	number, whole := l.number, none
	all := tensors
	divides := b.divides && b.facts.Method == Full && number != none && !(b.gathers && !b.last)
	if divides {
		whole, tensors = b.take(ofGradients, b.s.gatherLayer), nil
	}
	half := len(tensors) / 2
	feed := l.alive[1]
	var temporary []int
	if l.replaces && len(feed) > 0 {
		last := feed[len(feed)-1]
		temporary = append(temporary, b.take(ofActivations, l.feed[len(l.feed)-1]*l.tokens))
		b.give(last)
		feed = feed[:len(feed)-1]
	}
	temporary = append(temporary, b.takeAll(ofActivations, inParts(l.gradients-into, l.piece), l.tokens)...)
	b.give(feed...)
	b.collect(number, tensors[half:], 0)
	b.give(temporary...)
	temporary = b.takeAll(ofActivations, l.scores, l.tokens)
	b.give(l.alive[0]...)
	b.collect(number, tensors[:half], len(tensors)-half)
	b.give(temporary...)
	b.give(stream)
	if divides {
		b.reduce(number, whole, b.s.gatherLayer, all)
	}
	if whole := b.whole[number]; b.last && whole != nil {
		b.give(whole...)
		delete(b.whole, number)
	}
}
