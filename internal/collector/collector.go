// Package collector paces the garbage collector for a run of the program.
package collector

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// softLimit is the memory in bytes up to which nothing is collected: a run is short, and most of what it makes is trees
// that live as long as their file is looked at.
const softLimit = 192 << 20

// Pace lets a run collect nothing while it needs little, and keeps it near softLimit. A fixed limit would collect
// without end where what lives alone is near it: the limit stays half as much again above that, and twice as high where
// that is more than softLimit. Whoever sets GOGC or GOMEMLIMIT decides both.
func Pace() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(softLimit)
	afterCollection(new(sentinel))
}

// sentinel is dead at every collection.
type sentinel struct{ _ [16]byte }

// afterCollection moves the limit after each collection.
func afterCollection(s *sentinel) {
	runtime.SetFinalizer(s, func(s *sentinel) {
		debug.SetMemoryLimit(limitFor(liveHeap()))
		afterCollection(s)
	})
}

// limitFor is the soft limit in bytes for a heap of which so many bytes live: the more there is to go through, the more
// seldom. What lives for a moment, as one large job does, must not have the rest of the run take twice as much.
func limitFor(live int64) int64 {
	if live > softLimit {
		return live + live/3 + softLimit/8
	}
	return max(softLimit, live+live/2+softLimit/8)
}

func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}
