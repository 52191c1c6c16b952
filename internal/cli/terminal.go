package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/trainlint/trainlint/internal/printable"
)

// say tells the user something on standard error, in one line.
func (env *Environment) say(format string, args ...any) {
	printable.Fprintf(env.Stderr, "trainlint: "+format+"\n", args...)
}

// complain says what failed, each of several errors in its own line.
func (env *Environment) complain(err error) {
	for i, one := range unjoin(err) {
		if i == 0 {
			env.say("%v", one)
			continue
		}
		printable.Fprintf(env.Stderr, "%v\n", one)
	}
}

func unjoin(err error) []error {
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) || joined.(error).Error() != err.Error() { // there are words around them
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, unjoin(one)...)
	}
	return all
}

// warner writes messages to standard error, one at a time.
func (env *Environment) warner() func(string) {
	var mu sync.Mutex
	return func(message string) {
		mu.Lock()
		defer mu.Unlock()
		env.say("%s", message)
	}
}

// color reports whether standard output is a terminal whose user did not ask
// for plain text (https://no-color.org).
func (env *Environment) color() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(env.Stdout)
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && file.Name() != os.DevNull
}

// progress is the line that says how far a long run is.
type progress struct {
	mu    sync.Mutex
	out   io.Writer // nil: nobody looks
	start time.Time
	last  time.Time
	shown bool
}

// Runs shorter than this show no progress.
const quiet = time.Second

func (env *Environment) startProgress() *progress {
	p := &progress{start: time.Now()}
	if isTerminal(env.Stderr) && os.Getenv("TERM") != "dumb" {
		p.out = env.Stderr
	}
	return p
}

func (p *progress) update(done, total int) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.start) < quiet || now.Sub(p.last) < quiet/10 {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.out, "\r\x1b[Ktrainlint: %d of %d files", done, total)
}

// stop wipes the line.
func (p *progress) stop() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
