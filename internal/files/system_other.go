//go:build !linux && !darwin

package files

import (
	"io/fs"
	"os"
)

// neverBlock is nothing where opening a pipe by its path does not wait.
const neverBlock = 0

// lock is nothing where an open file cannot be removed.
func lock(*os.File) error { return nil }

func names(fs.FileInfo) uint64 { return 1 }

func inheritOwner(*os.File, fs.FileInfo) error { return nil }

func inheritAttributes(_, _ *os.File) error { return nil }
