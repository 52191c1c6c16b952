//go:build !unix

package main

import (
	"os"
	"time"
)

// processorTime is asked of Unix only; elsewhere the speed is not at hand.
func processorTime() (time.Duration, error) { return 0, os.ErrNotExist }
