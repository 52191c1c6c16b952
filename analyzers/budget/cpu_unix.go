//go:build unix

package budget

import (
	"syscall"
	"time"
)

// busy is how long the program has computed so far, on all processors together.
func busy() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return time.Since(started)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
