//go:build !unix

package budget

import "time"

// busy stands in for how long the program has computed so far.
func busy() time.Duration { return time.Since(started) }
