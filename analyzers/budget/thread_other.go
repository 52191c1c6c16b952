//go:build !linux

package budget

import "time"

// threadBusy is how long the thread that asks has computed so far: where nobody says, all of them together.
func threadBusy() time.Duration { return busy() }
