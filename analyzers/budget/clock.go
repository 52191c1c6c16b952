package budget

import "time"

var started = time.Now()

// Watch measures work. On a machine that is busy with other things, the time that has
// passed says little about it: what counts is what the program computed, as well.
type Watch struct {
	began  time.Time
	before time.Duration
	busy   func() time.Duration
}

// Start starts a watch.
func Start() Watch { return Watch{time.Now(), busy(), busy} }

// StartAlone starts a watch of what the thread of the caller computes, which is locked to it (runtime.LockOSThread):
// what others do at the same time does not count.
func StartAlone() Watch { return Watch{time.Now(), threadBusy(), threadBusy} }

// Over reports whether that much time has passed, and was worked for.
func (w Watch) Over(limit time.Duration) bool {
	return time.Since(w.began) >= limit && w.busy()-w.before >= limit
}
