package budget

import "time"

var started = time.Now()

// Watch measures work. On a machine that is busy with other things, the time that has
// passed says little about it: what counts is what the program computed, as well.
type Watch struct {
	began  time.Time
	before time.Duration
}

// Start starts a watch.
func Start() Watch { return Watch{time.Now(), busy()} }

// Over reports whether that much time has passed, and was worked for.
func (w Watch) Over(limit time.Duration) bool {
	return time.Since(w.began) >= limit && busy()-w.before >= limit
}
