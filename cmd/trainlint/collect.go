//go:build cgo

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// collectAt is how much the heap may grow, in percent, before it is collected, up to softLimit bytes: a run is short, and
// most of what it makes is trees that live as long as their file is looked at.
const (
	collectAt = 300
	softLimit = 256 << 20
)

// paceCollector lets a run collect seldom while its heap is small, and keeps it near softLimit. A fixed limit would
// collect without end where what lives alone is near it: the limit stays half as much again above that.
func paceCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
		afterCollection(new(sentinel))
	}
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

// limitFor is the soft limit in bytes for a heap of which so many bytes live.
func limitFor(live int64) int64 { return max(softLimit, live+live/2+softLimit/8) }

func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}
