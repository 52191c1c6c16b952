package collector

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestPace: the limit is well above what lives, however much that is, and moves after a collection.
func TestPace(t *testing.T) {
	for _, live := range []int64{0, 100 << 20, 250 << 20, 2 << 30} {
		if limit := limitFor(live); limit < softLimit || limit < live+live/3 {
			t.Errorf("limit %d for %d live bytes", limit, live)
		}
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(softLimit))
	afterCollection(new(sentinel))
	held := make([]byte, 3*softLimit/2)
	for range 20 {
		runtime.GC()
		if debug.SetMemoryLimit(-1) > int64(len(held)) {
			break
		}
	}
	if limit := debug.SetMemoryLimit(-1); limit <= int64(len(held)) {
		t.Errorf("limit %d while %d bytes live", limit, len(held))
	}
	runtime.KeepAlive(held)
}
