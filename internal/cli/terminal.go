package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/trainlint/trainlint/internal/printable"
	"github.com/trainlint/trainlint/internal/report"
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

// colorModes are what --color takes.
var colorModes = []string{"auto", "always", "never"}

// style is how the report looks, by the flags and where it goes.
func (env *Environment) style(flags *lintFlags) report.Style {
	style := report.Style{Full: flags.full, Quiet: flags.quiet, Color: flags.color == "always"}
	if flags.outputFile == "" {
		style.Width = env.width()
		style.Color = env.color(flags.color)
	}
	return style
}

// color reports whether the report has colours: as the flag says, or as the user asks in the environment
// (https://no-color.org, https://force-color.org), or where standard output is a terminal.
func (env *Environment) color(mode string) bool {
	forced := os.Getenv("FORCE_COLOR")
	switch {
	case mode != "auto":
		return mode == "always"
	case os.Getenv("NO_COLOR") != "":
		return false
	case forced != "" && forced != "0":
		return true
	}
	return os.Getenv("TERM") != "dumb" && isTerminal(env.Stdout)
}

// leastWidth is the narrowest terminal that text is wrapped for.
const leastWidth = 40

// width is how many columns a line of the report may take: COLUMNS where it is set, else those of the terminal; 0 where
// the report goes into a file or a pipe.
func (env *Environment) width() int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return max(columns, leastWidth)
	}
	if file, ok := env.Stdout.(*os.File); ok && isTerminal(file) {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 {
			return max(columns, leastWidth)
		}
	}
	return 0
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

func (env *Environment) startProgress(quietly bool) *progress {
	p := &progress{start: time.Now()}
	if !quietly && isTerminal(env.Stderr) && os.Getenv("TERM") != "dumb" {
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
