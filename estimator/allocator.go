package estimator

import "slices"

// Sizes of torch's caching allocator, in bytes (c10/cuda/CUDACachingAllocator.cpp; the same from torch 1.0 to 2.15).
const (
	blockUnit     = 512      // kMinBlockSize: what every size is rounded up to
	smallMost     = 1 << 20  // kSmallSize: the largest of the small pool, and the least that is split off in the large one
	smallSegment  = 2 << 20  // kSmallBuffer: where the small ones lie together
	largeSegment  = 20 << 20 // kLargeBuffer: where those lie together that are larger and smaller than
	ownSegment    = 10 << 20 // kMinLargeAlloc: from here on each has a segment of its own,
	segmentUnit   = 2 << 20  // kRoundLarge: rounded up to this
	expandedSmall = 2 << 20  // pages by which expandable segments grow
	expandedLarge = 20 << 20
)

// streams are those that have pools of their own: what was freed on one is given out on no other.
const (
	computing uint8 = iota
	gathering       // FSDP's all-gather
	reducing        // FSDP's reduce-scatter
	streams
)

// allocator follows torch's CUDACachingAllocator: it rounds, looks for the smallest free block that is large enough,
// splits what is left of it, asks the driver for a segment where there is none, and joins free neighbours.
type allocator struct {
	expandable bool // PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
	blocks     []block
	segments   []segment
	unused     []int32           // numbers of blocks that were joined to others
	free       [2 * streams]pool // large and small, for each stream
	tails      [2 * streams]int32

	allocated, reserved int64
	// held are the bytes of segments of which some part is in use: under pressure the allocator gives back the others
	// (release_cached_blocks), and, of segments that grow, pages.
	held int64
	// mostReserved and mostHeld are the largest so far.
	mostReserved, mostHeld int64
}

// newAllocator begins without any memory.
func newAllocator(expandable bool) *allocator {
	a := &allocator{expandable: expandable, blocks: make([]block, 0, 512)}
	for i := range a.tails {
		a.tails[i] = none
	}
	return a
}

// segment is memory of the driver's.
type segment struct {
	bytes int64
	used  int32   // blocks in use
	pages []int32 // of one that grows: blocks in use on each
	page  int64
}

// block is a part of a segment; blocks and segments go by number, so that nothing here is a pointer.
type block struct {
	size, at            int64
	segment, prev, next int32
	pool                uint8
	used                bool
}

// pool holds free blocks by size, and by address among those of one size, in runs that are short enough to be moved.
type pool [][]free

type free struct {
	size, at int64
	block    int32
}

const longestRun = 64

// find is where the first one stands that is not smaller: in which run, and where in it.
func (p pool) find(size, at int64) (run, index int) {
	smaller := func(f *free) bool { return f.size < size || f.size == size && f.at < at }
	low, high := 0, len(p)
	for low < high {
		if middle := (low + high) / 2; smaller(&p[middle][len(p[middle])-1]) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	run = low
	if run == len(p) {
		return run, 0
	}
	list := p[run]
	low, high = 0, len(list)
	for low < high {
		if middle := (low + high) / 2; smaller(&list[middle]) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return run, low
}

func (a *allocator) add(id int32) {
	b := &a.blocks[id]
	p := &a.free[b.pool]
	run, index := p.find(b.size, b.at)
	if run == len(*p) {
		if run == 0 {
			*p = append(*p, make([]free, 0, longestRun))
		} else {
			run--
		}
		index = len((*p)[run])
	}
	list := slices.Insert((*p)[run], index, free{b.size, b.at, id})
	(*p)[run] = list
	if half := len(list) / 2; len(list) == longestRun {
		(*p)[run] = list[:half]
		*p = slices.Insert(*p, run+1, append(make([]free, 0, longestRun), list[half:]...))
	}
}

func (a *allocator) remove(id int32) {
	b := &a.blocks[id]
	p := &a.free[b.pool]
	run, index := p.find(b.size, b.at)
	(*p)[run] = slices.Delete((*p)[run], index, index+1)
	if len((*p)[run]) == 0 {
		*p = slices.Delete(*p, run, run+1)
	}
}

func (a *allocator) newBlock(b block) int32 {
	if n := len(a.unused); n > 0 {
		id := a.unused[n-1]
		a.unused = a.unused[:n-1]
		a.blocks[id] = b
		return id
	}
	a.blocks = append(a.blocks, b)
	return int32(len(a.blocks) - 1)
}

// smallPool tells the two pools of a stream apart.
func smallPool(pool uint8) bool { return pool%2 == 1 }

// malloc gives a block for a tensor of so many bytes; none for an empty one.
func (a *allocator) malloc(bytes int64, stream uint8) int32 {
	if bytes <= 0 {
		return none
	}
	size := (bytes + blockUnit - 1) / blockUnit * blockUnit
	pool := 2 * stream
	if size <= smallMost {
		pool++
	}
	id := a.found(size, pool)
	if id == none {
		id = a.fresh(size, pool)
	} else {
		a.remove(id)
	}
	a.split(id, size)
	b := &a.blocks[id]
	b.used = true
	a.allocated += b.size
	a.hold(b, 1)
	return id
}

// found is the smallest free block that is large enough. Where segments grow, the one at the end counts as larger than
// any other.
func (a *allocator) found(size int64, pool uint8) int32 {
	p := a.free[pool]
	run, index := p.find(size, -1)
	if run < len(p) && p[run][index].block == a.tails[pool] {
		if index++; index == len(p[run]) && run+1 < len(p) {
			run, index = run+1, 0
		} else if index == len(p[run]) {
			index--
		}
	}
	if run == len(p) {
		return none
	}
	return p[run][index].block
}

// fresh asks the driver. Where a segment lies is the driver's affair: here, behind those that came before it.
func (a *allocator) fresh(size int64, pool uint8) int32 {
	if a.expandable {
		return a.grown(size, pool)
	}
	bytes := int64(smallSegment)
	switch {
	case smallPool(pool):
	case size < ownSegment:
		bytes = largeSegment
	default:
		bytes = (size + segmentUnit - 1) / segmentUnit * segmentUnit
	}
	a.segments = append(a.segments, segment{bytes: bytes})
	id := a.newBlock(
		block{size: bytes, at: a.reserved + 1, segment: int32(len(a.segments) - 1), prev: none, next: none, pool: pool},
	)
	a.reserve(bytes)
	return id
}

func (a *allocator) reserve(bytes int64) {
	a.reserved += bytes
	a.mostReserved = max(a.mostReserved, a.reserved)
}

// grown is the free end of a segment that grows, made large enough.
func (a *allocator) grown(size int64, pool uint8) int32 {
	page := int64(expandedLarge)
	if smallPool(pool) {
		page = expandedSmall
	}
	id := a.tails[pool]
	switch {
	case id == none:
		a.segments = append(a.segments, segment{page: page})
		id = a.newBlock(block{segment: int32(len(a.segments) - 1), prev: none, next: none, pool: pool})
	case a.blocks[id].used:
		b := a.blocks[id]
		next := a.newBlock(block{at: b.at + b.size, segment: b.segment, prev: id, next: none, pool: pool})
		a.blocks[id].next = next
		id = next
	default:
		a.remove(id)
	}
	a.tails[pool] = id
	tail := &a.blocks[id]
	more := (size - tail.size + page - 1) / page * page
	tail.size += more
	s := &a.segments[tail.segment]
	s.bytes += more
	for range more / page {
		s.pages = append(s.pages, 0)
	}
	a.reserve(more)
	return id
}

// split gives back what a block has beyond a size, where torch does (should_split).
func (a *allocator) split(id int32, size int64) {
	b := a.blocks[id]
	left := b.size - size
	if left < blockUnit || !smallPool(b.pool) && !a.expandable && left <= smallMost {
		return
	}
	rest := a.newBlock(block{size: left, at: b.at + size, segment: b.segment, prev: id, next: b.next, pool: b.pool})
	if b.next != none {
		a.blocks[b.next].prev = rest
	}
	if a.tails[b.pool] == id {
		a.tails[b.pool] = rest
	}
	a.blocks[id].next, a.blocks[id].size = rest, size
	a.add(rest)
}

// release gives a block back to its pool, joined with what is free beside it.
func (a *allocator) release(id int32) {
	if id == none {
		return
	}
	b := &a.blocks[id]
	a.allocated -= b.size
	a.hold(b, -1)
	b.used = false
	if b.next != none && !a.blocks[b.next].used {
		a.remove(b.next)
		a.join(id, b.next)
	}
	if b.prev != none && !a.blocks[b.prev].used {
		before := b.prev
		a.remove(before)
		a.join(before, id)
		id = before
	}
	a.add(id)
}

// join makes one block of a block and the one behind it.
func (a *allocator) join(id, next int32) {
	b, n := &a.blocks[id], &a.blocks[next]
	b.size += n.size
	b.next = n.next
	if n.next != none {
		a.blocks[n.next].prev = id
	}
	if a.tails[b.pool] == next {
		a.tails[b.pool] = id
	}
	a.unused = append(a.unused, next)
}

// hold counts the blocks in use of a segment, or of its pages.
func (a *allocator) hold(b *block, by int32) {
	s := &a.segments[b.segment]
	if s.page == 0 {
		was := s.used > 0
		s.used += by
		a.held += changed(was, s.used > 0, s.bytes)
	} else {
		for page := b.at / s.page; page <= (b.at+b.size-1)/s.page; page++ {
			was := s.pages[page] > 0
			s.pages[page] += by
			a.held += changed(was, s.pages[page] > 0, s.page)
		}
	}
	a.mostHeld = max(a.mostHeld, a.held)
}

func changed(was, is bool, bytes int64) int64 {
	switch {
	case is && !was:
		return bytes
	case was && !is:
		return -bytes
	}
	return 0
}
