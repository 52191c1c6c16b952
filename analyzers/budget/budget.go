// Package budget bounds what reading one file or one job may cost. Cost is counted in
// steps and levels, not in seconds, so that the same input ends at the same place on
// every machine. What a stranger writes may be made to be hard: nothing that recurses,
// repeats or remembers may be bounded by that text alone.
package budget

import (
	"sync"
	"sync/atomic"
)

// Steps are what one file or one job may cost. A step is about what it takes to look a name up. Of ten thousand files
// of 130 repositories the one that costs most takes two fifths of it, of their launchers (16 launches of one long
// script) two thirds. All of it is about two seconds.
const Steps = 5_000_000

// Exceeded says that a text is too complex to be looked at. It is an error, and what
// Spend panics with: questions are asked so deep in each other that every one of them
// would have to hand it on.
type Exceeded struct {
	Why string // as in "the file is nested more than 100 blocks deep"
	At  int    // the byte offset of the place, 0 where there is none
}

func (e *Exceeded) Error() string { return e.Why }

// Catch is deferred around everything that spends. Other panics go on.
func Catch(into *error) {
	switch fault := recover().(type) { //nolint:revive // every caller defers it
	case nil:
	case *Exceeded:
		*into = fault
	default:
		panic(fault)
	}
}

// Allowance is what all questions about a project may cost together: each file has its own bound, and hundreds of small
// ones that all import what is costly would have hundreds of them. It may be drawn from by several goroutines.
type Allowance struct {
	left atomic.Int64

	mu   sync.Mutex
	read map[string]bool // the files that it has grown by
	size int             // of all of them, bytes
	lent int64           // what was added for those who ask job by job
	jobs bool            // whether what the jobs may cost was added
}

// What a project may cost: so much whatever it holds, so much for each byte of a small one, and more for each that
// comes behind that. A project of 100 kB has to be done after some two seconds, which is five million steps. Of 130
// repositories of that size the dearest takes three and a half (24 scripts that each follow one trainer, 1.8 s); of the
// large ones the dearest (202 files, 46 launches of long scripts) takes some 80 a byte.
const (
	atFirst    = 2_000_000
	perByte    = 16
	small      = 200_000 // bytes
	perFurther = 120
)

// perJob is what one more job may cost at least: an agent's script of 10 kB goes round its loop a thousand times before
// it trains.
const perJob = 4_000_000

// NewAllowance is what the first file may cost.
func NewAllowance() *Allowance {
	a := &Allowance{read: map[string]bool{}}
	a.left.Store(atFirst)
	return a
}

// Grow adds what a file of so many bytes may cost, the first time that it is read.
func (a *Allowance) Grow(path string, bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.read[path] {
		return
	}
	a.read[path] = true
	before := worth(a.size)
	a.size += bytes
	a.left.Add(int64(worth(a.size) - before))
}

// worth is what so many bytes may cost.
func worth(bytes int) int {
	return perByte*min(bytes, small) + perFurther*max(0, bytes-small)
}

// Again adds what it may cost to look once more at what was changed.
func (a *Allowance) Again() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left.Add(int64(atFirst+worth(a.size)) / 8)
}

// Jobs fills it up again, once: what the jobs may cost is not what files have left. Eleven scripts of one project that
// each follow one long trainer took three quarters of it file by file, and 14 of its 33 files were given up for the
// jobs that they take part in.
func (a *Allowance) Jobs() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.jobs {
		a.jobs = true
		a.left.Store(int64(atFirst + worth(a.size)))
	}
}

// Afresh adds what it may cost to follow one more job, a look at the project, as far as all of them together take no
// more than nine: who asks for the memory of each of twenty jobs waits for twenty.
func (a *Allowance) Afresh() {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := int64(max(atFirst+worth(a.size), perJob))
	more := min(all-max(a.left.Load(), 0), 9*all-a.lent)
	if more <= 0 {
		return
	}
	a.lent += more
	a.left.Store(max(a.left.Load(), 0) + more)
}

// Take takes steps off it, and reports whether there were so many left.
func (a *Allowance) Take(steps int) bool { return a.left.Add(-int64(steps)) >= 0 }

// Roomy reports whether more than half of it is left: what may as well be left out asks before it begins.
func (a *Allowance) Roomy() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.left.Load() > int64(atFirst+worth(a.size))/2
}

// Ample reports whether more than three quarters of it is left: a second look at something that is dear asks before it
// begins.
func (a *Allowance) Ample() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.left.Load() > int64(atFirst+worth(a.size))/4*3
}

// Meter counts the steps that are left. It belongs to one goroutine at a time; a nil
// meter counts nothing.
type Meter struct {
	left   int
	walked uint8
	depth  int
	since  int // steps since others were last asked

	shared *Allowance
	stop   *atomic.Bool
}

// New is a full meter.
func New() *Meter { return &Meter{left: Steps} }

// Refill makes the meter as good as new, for the next subject.
func (m *Meter) Refill() { *m = Meter{left: Steps, shared: m.shared, stop: m.stop, since: m.since} }

// Share lets the meter draw from an allowance, too, and end when somebody sets stop; either may be nil.
func (m *Meter) Share(shared *Allowance, stop *atomic.Bool) { m.shared, m.stop = shared, stop }

// Left is how many steps are left: what something costs is the difference.
func (m *Meter) Left() int {
	if m == nil {
		return 0
	}
	return m.left
}

// Spend takes steps off the meter and panics with *Exceeded when none are left.
func (m *Meter) Spend(steps int) {
	if m == nil {
		return
	}
	if m.left -= steps; m.left < 0 {
		panic(&Exceeded{Why: "following what its names stand for takes too many steps"})
	}
	if m.since += steps; m.since >= together {
		m.ask()
	}
}

// together are the steps after which others are asked: a counter that goroutines share is slow.
const together = 1000

// ask takes the steps since the last time off the allowance.
func (m *Meter) ask() {
	if m.stop != nil && m.stop.Load() {
		panic(&Exceeded{Why: "it takes too long"})
	}
	if m.shared != nil && m.shared.left.Add(-int64(m.since)) < 0 {
		panic(&Exceeded{Why: "the files of the project together take too many steps"})
	}
	m.since = 0
}

// Walked takes off what it costs to look at one node of a tree, much less than a step.
func (m *Meter) Walked() {
	if m == nil {
		return
	}
	if m.walked++; m.walked&7 == 0 {
		m.Spend(1)
	}
}

// Walks bounds what walks over one tree cost all who read it, at the same time too: a node knows nothing of who looks
// at it. A nil one counts nothing.
type Walks struct {
	left   atomic.Int64 // nodes
	shared atomic.Pointer[Allowance]
}

// perStep are the nodes that one may look at in the time of a step.
const perStep = 8

// Admit adds what one more reader may walk: as much as its meter holds when it is full. From now on walks draw from
// what this meter shares: readers at the same time all share one allowance or none.
func (w *Walks) Admit(m *Meter) {
	w.left.Add(perStep * Steps)
	if m == nil {
		m = &Meter{}
	}
	w.shared.Store(m.shared)
}

// Spend takes off what it costs to look at some nodes, and panics with *Exceeded when nothing is left.
func (w *Walks) Spend(nodes int) {
	if w == nil || nodes == 0 {
		return
	}
	left := w.left.Add(-int64(nodes))
	if left < 0 {
		panic(&Exceeded{Why: "following what its names stand for takes too many steps"})
	}
	steps := (left+int64(nodes))/perStep - left/perStep
	if shared := w.shared.Load(); shared != nil && shared.left.Add(-steps) < 0 {
		panic(&Exceeded{Why: "the files of the project together take too many steps"})
	}
}

// maxDepth bounds questions within questions. Go's stack ends a program that overflows
// it, and nothing can catch that.
const maxDepth = 2000

// Enter counts one question within another; false when they are nested too deep for an
// answer. Leave must follow either way.
func (m *Meter) Enter() bool {
	if m == nil {
		return true
	}
	m.Spend(1)
	m.depth++
	return m.depth <= maxDepth
}

// Leave ends what Enter began.
func (m *Meter) Leave() {
	if m != nil {
		m.depth--
	}
}
