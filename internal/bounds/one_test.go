package bounds

import (
	"context"
	"io"
	"os"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/trainlint/trainlint/internal/cli"
	"github.com/trainlint/trainlint/rules/all"
)

// TestOne runs one command in this process, for a profile: TRAINLINT_BOUNDS_ARGS in TRAINLINT_BOUNDS_DIR.
func TestOne(t *testing.T) {
	args := os.Getenv("TRAINLINT_BOUNDS_ARGS")
	if args == "" {
		t.Skip("TRAINLINT_BOUNDS_ARGS is not set")
	}
	time.AfterFunc(time.Minute, func() { pprof.StopCPUProfile(); os.Exit(0) })
	dir := os.Getenv("TRAINLINT_BOUNDS_DIR")
	cli.Execute(context.Background(), &cli.Environment{Dir: dir, Stdin: os.Stdin, Stdout: io.Discard, Stderr: os.Stderr, Rules: all.Rules()}, strings.Fields(args))
}
