package estimator

import (
	"slices"
	"testing"
)

const mib = 1 << 20

// TestAllocator plays sequences whose outcome follows from torch's rules: "+3" allocates 3 MiB and "-0" frees the
// first.
func TestAllocator(t *testing.T) {
	type event struct {
		bytes  int64
		frees  int // the number of an allocation, from 1
		stream uint8
	}
	take := func(bytes int64) event { return event{bytes: bytes} }
	aside := func(bytes int64) event { return event{bytes: bytes, stream: reducing} }
	give := func(n int) event { return event{frees: n} }
	for _, c := range []struct {
		name                      string
		expandable                bool
		events                    []event
		allocated, reserved, held int64 // behind all of them, the most, the most
	}{
		{"one byte is 512, in 2 MiB", false, []event{take(1)}, 512, 2 * mib, 2 * mib},
		{"513 bytes are 1024", false, []event{take(513)}, 1024, 2 * mib, 2 * mib},
		{"1 MiB is small", false, []event{take(mib), take(mib)}, 2 * mib, 2 * mib, 2 * mib},
		{"a byte more is not", false, []event{take(mib + 1)}, mib + 512, 20 * mib, 20 * mib},
		{"3 MiB lie together", false, []event{take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib)}, 18 * mib, 20 * mib, 20 * mib},
		{"the seventh does not", false, []event{
			take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib), take(3 * mib),
		}, 21 * mib, 40 * mib, 40 * mib},
		{"10 MiB have their own", false, []event{take(10 * mib)}, 10 * mib, 10 * mib, 10 * mib},
		{"11.5 MiB take 12, and the half counts as allocated", false, []event{take(11*mib + mib/2)}, 12 * mib, 12 * mib, 12 * mib},
		{"what is left is used", false, []event{take(9 * mib), take(9 * mib), give(1), take(4 * mib)}, 13 * mib, 20 * mib, 20 * mib},
		{"the smallest that fits", false, []event{
			take(100 * mib), take(50 * mib), give(1), give(2), take(40 * mib), take(100 * mib),
		}, 140 * mib, 150 * mib, 150 * mib},
		{"neighbours are joined", false, []event{take(8 * mib), take(8 * mib), give(1), give(2), take(16 * mib)}, 16 * mib, 20 * mib, 20 * mib},
		{"across segments they are not", false, []event{
			take(50 * mib), take(50 * mib), give(1), give(2), take(100 * mib),
		}, 100 * mib, 200 * mib, 100 * mib},
		{"a hole holds its segment", false, []event{
			take(100 * mib), give(1), take(60 * mib), take(30 * mib), give(2), take(90 * mib),
		}, 120 * mib, 190 * mib, 190 * mib},
		{"small and large apart", false, []event{take(4 * mib), give(1), take(1000)}, 1024, 22 * mib, 20 * mib},
		{"segments that grow have no holes at their end", true, []event{take(50 * mib), take(50 * mib), give(1), give(2), take(100 * mib)}, 100 * mib, 100 * mib, 100 * mib},
		{"they grow by 20 MiB", true, []event{take(21 * mib)}, 21 * mib, 40 * mib, 40 * mib},
		{"by what is lacking", true, []event{take(21 * mib), take(30 * mib), give(2), take(60 * mib)}, 81 * mib, 100 * mib, 100 * mib},
		{"a hole that fits comes before the end", true, []event{
			take(40 * mib), take(20 * mib), take(15 * mib), give(1), give(3), take(10 * mib), take(10 * mib),
		}, 40 * mib, 80 * mib, 80 * mib},
		{"an end in use is gone on from", true, []event{take(20 * mib), take(20 * mib)}, 40 * mib, 40 * mib, 40 * mib},
		{"what one stream freed no other gets", false, []event{aside(50 * mib), give(1), take(50 * mib), give(2), aside(30 * mib)}, 30 * mib, 100 * mib, 50 * mib},
		{"not where segments grow either", true, []event{aside(40 * mib), give(1), take(40 * mib)}, 40 * mib, 80 * mib, 40 * mib},
		{"small ones grow by 2 MiB", true, []event{take(1000), take(mib), take(mib)}, 2*mib + 1024, 4 * mib, 4 * mib},
	} {
		a := newAllocator(c.expandable)
		var blocks []int32
		for _, e := range c.events {
			if e.frees > 0 {
				a.release(blocks[e.frees-1])
			} else {
				blocks = append(blocks, a.malloc(e.bytes, e.stream))
			}
		}
		if a.allocated != c.allocated || a.mostReserved != c.reserved || a.mostHeld != c.held {
			t.Errorf("%s: %d allocated, %d reserved, %d held; want %d, %d, %d",
				c.name, a.allocated, a.mostReserved, a.mostHeld, c.allocated, c.reserved, c.held)
		}
	}
}

// TestAllocatorKeepsItsBooks: after any sequence the blocks of every segment lie side by side, no two free ones are
// neighbours, and freeing everything leaves whole segments.
func TestAllocatorKeepsItsBooks(t *testing.T) {
	for _, expandable := range []bool{false, true} {
		a := newAllocator(expandable)
		var live []int32
		seed := uint32(7)
		next := func(n uint32) int64 { seed = seed*1664525 + 1013904223; return int64(seed >> 8 % n) }
		for range 20_000 {
			if len(live) > 0 && next(5) < 2 || len(live) > 300 {
				i := int(next(1<<20)) % len(live)
				a.release(live[i])
				live[i] = live[len(live)-1]
				live = live[:len(live)-1]
				continue
			}
			live = append(live, a.malloc(1+next(1<<20)%(1<<(8+uint(next(1<<20))%17)), uint8(next(uint32(streams)))))
		}
		used := int64(0)
		unused := func(id int32) bool { return id != none && !a.blocks[id].used }
		for _, id := range live {
			b := a.blocks[id]
			used += b.size
			for _, beside := range []int32{b.prev, b.next} {
				if unused(beside) && (unused(a.blocks[beside].prev) || unused(a.blocks[beside].next)) {
					t.Fatal("two free blocks are neighbours")
				}
			}
			if b.next != none && a.blocks[b.next].at != b.at+b.size {
				t.Fatal("blocks overlap")
			}
		}
		if used != a.allocated || a.held > a.reserved || a.allocated > a.held {
			t.Errorf("%d in blocks, %d allocated, %d held, %d reserved", used, a.allocated, a.held, a.reserved)
		}
		for _, b := range live {
			a.release(b)
		}
		free := int64(0)
		for _, p := range a.free {
			for _, b := range slices.Concat(p...) {
				free += b.size
				if b := a.blocks[b.block]; b.prev != none || b.next != none {
					t.Error("a free segment is in parts")
				}
			}
		}
		if a.allocated != 0 || a.held != 0 || free != a.reserved {
			t.Errorf("%d allocated, %d held; %d free of %d", a.allocated, a.held, free, a.reserved)
		}
	}
}
