package bounds

import "syscall"

// maxResident is in bytes here.
func maxResident(used *syscall.Rusage) int64 { return used.Maxrss }
