package estimator

import (
	"cmp"
	"slices"
)

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

// allocator follows torch's CUDACachingAllocator on one stream: it rounds, looks for the smallest free block that is large enough,
// splits what is left of it, asks the driver for a segment where there is none, and joins free neighbours.
type allocator struct {
	expandable bool // PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
	free       [2]pool
	tails      [2]*block // of the segments that grow

	allocated, reserved int64
	// held are the bytes of segments of which some part is in use: under pressure the allocator gives back the others
	// (release_cached_blocks), and, of segments that grow, pages.
	held int64
	// mostReserved and mostHeld are the largest so far.
	mostReserved, mostHeld int64

	spare []block // blocks to come
}

// segment is memory of the driver's.
type segment struct {
	bytes int64
	used  int   // blocks in use
	pages []int // of one that grows: blocks in use on each
	page  int64
}

// block is a part of a segment.
type block struct {
	size, at   int64
	segment    *segment
	prev, next *block
	small      int // 1: of the small pool
	used       bool
}

// pool holds free blocks by size, and by address among those of one size.
type pool []*block

func (p pool) find(size, at int64) int {
	index, _ := slices.BinarySearchFunc(p, block{size: size, at: at}, func(b *block, want block) int {
		return cmp.Or(cmp.Compare(b.size, want.size), cmp.Compare(b.at, want.at))
	})
	return index
}

func (p *pool) add(b *block)    { *p = slices.Insert(*p, p.find(b.size, b.at), b) }
func (p *pool) remove(b *block) { i := p.find(b.size, b.at); *p = slices.Delete(*p, i, i+1) }

func (a *allocator) newBlock(b block) *block {
	if len(a.spare) == 0 {
		a.spare = make([]block, 256)
	}
	made := &a.spare[0]
	a.spare = a.spare[1:]
	*made = b
	return made
}

// malloc gives a block for a tensor of so many bytes; nil for an empty one.
func (a *allocator) malloc(bytes int64) *block {
	if bytes <= 0 {
		return nil
	}
	size := (bytes + blockUnit - 1) / blockUnit * blockUnit
	small := 0
	if size <= smallMost {
		small = 1
	}
	b := a.found(size, small)
	if b == nil {
		b = a.fresh(size, small)
	} else if b != a.tails[small] || b.size >= size {
		a.free[small].remove(b)
	}
	a.split(b, size)
	b.used = true
	a.allocated += b.size
	a.hold(b, 1)
	return b
}

// found is the smallest free block that is large enough. Where segments grow, the one at the end counts as larger than any other.
func (a *allocator) found(size int64, small int) *block {
	list := a.free[small]
	i := list.find(size, -1)
	if i < len(list) && list[i] == a.tails[small] && i+1 < len(list) {
		i++
	}
	if i == len(list) {
		return nil
	}
	return list[i]
}

// fresh asks the driver. Where a segment lies is the driver's affair: here, behind those that came before it.
func (a *allocator) fresh(size int64, small int) *block {
	if a.expandable {
		return a.grown(size, small)
	}
	bytes := int64(smallSegment)
	switch {
	case small == 1:
	case size < ownSegment:
		bytes = largeSegment
	default:
		bytes = (size + segmentUnit - 1) / segmentUnit * segmentUnit
	}
	b := a.newBlock(block{size: bytes, at: a.reserved + 1, segment: &segment{bytes: bytes}, small: small})
	a.reserve(bytes)
	return b
}

func (a *allocator) reserve(bytes int64) {
	a.reserved += bytes
	a.mostReserved = max(a.mostReserved, a.reserved)
}

// grown is the free end of a segment that grows, made large enough.
func (a *allocator) grown(size int64, small int) *block {
	page := int64(expandedLarge)
	if small == 1 {
		page = expandedSmall
	}
	tail := a.tails[small]
	if tail == nil {
		tail = a.newBlock(block{segment: &segment{page: page}, small: small})
		a.tails[small] = tail
	} else if tail.size > 0 && !tail.used {
		a.free[small].remove(tail)
	}
	if tail.used {
		next := a.newBlock(block{at: tail.at + tail.size, segment: tail.segment, prev: tail, small: small})
		tail.next, a.tails[small] = next, next
		tail = next
	}
	more := (size - tail.size + page - 1) / page * page
	tail.size += more
	tail.segment.bytes += more
	for range more / page {
		tail.segment.pages = append(tail.segment.pages, 0)
	}
	a.reserve(more)
	return tail
}

// split gives back what a block has beyond a size, where torch does (should_split).
func (a *allocator) split(b *block, size int64) {
	left := b.size - size
	if left < blockUnit || b.small == 0 && !a.expandable && left <= smallMost {
		return
	}
	rest := a.newBlock(block{size: left, at: b.at + size, segment: b.segment, prev: b, next: b.next, small: b.small})
	if b.next != nil {
		b.next.prev = rest
	}
	if a.tails[b.small] == b {
		a.tails[b.small] = rest
	}
	b.next, b.size = rest, size
	a.free[b.small].add(rest)
}

// release gives a block back to its pool, joined with what is free beside it.
func (a *allocator) release(b *block) {
	if b == nil {
		return
	}
	a.allocated -= b.size
	a.hold(b, -1)
	b.used = false
	if n := b.next; n != nil && !n.used {
		a.free[b.small].remove(n)
		if b.size, b.next = b.size+n.size, n.next; n.next != nil {
			n.next.prev = b
		}
		if a.tails[b.small] == n {
			a.tails[b.small] = b
		}
	}
	if p := b.prev; p != nil && !p.used {
		a.free[b.small].remove(p)
		if p.size, p.next = p.size+b.size, b.next; b.next != nil {
			b.next.prev = p
		}
		if a.tails[b.small] == b {
			a.tails[b.small] = p
		}
		b = p
	}
	a.free[b.small].add(b)
}

// hold counts the blocks in use of a segment, or of its pages.
func (a *allocator) hold(b *block, by int) {
	s := b.segment
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
