package budget

import (
	"syscall"
	"time"
)

// threadBusy is how long the thread that asks has computed so far.
func threadBusy() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_THREAD, &used) != nil {
		return busy()
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
