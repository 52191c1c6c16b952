//go:build unix && !darwin

package bounds

import "syscall"

// maxResident is counted in kilobytes everywhere but on macOS.
func maxResident(used *syscall.Rusage) int64 { return int64(used.Maxrss) << 10 } //nolint:unconvert // an int32 where words are short
