package lint

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/rules"
)

// longest is how long one file may take. The budget of steps ends a file long before;
// this is for what no step is counted for.
var longest = 5 * time.Second

// inTime looks at a file, and gives it up when that takes too long. Nothing can stop a goroutine from outside: it is
// told to stop, which it sees where it counts its steps, and what it goes on to find is dropped.
func (p *pipeline) inTime(
	text *source.File, held policy, look func(stop *atomic.Bool) ([]rules.Diagnostic, *directed),
) ([]rules.Diagnostic, *directed) {
	type outcome struct {
		found      []rules.Diagnostic
		directives *directed
	}
	done, stop := make(chan outcome, 1), &atomic.Bool{}
	p.looking.Add(1)
	defer p.looking.Add(-1)
	go func() {
		var seen outcome
		defer func() { done <- seen }()
		defer p.Survive("while looking at " + text.Path)
		seen.found, seen.directives = look(stop)
	}()
	watch, timer := budget.Start(), time.NewTimer(longest)
	defer timer.Stop()
	for {
		select {
		case seen := <-done:
			return seen.found, seen.directives
		case <-timer.C:
			// what the program computed meanwhile was for all the files that it looks at
			if watch.Over(longest * time.Duration(max(1, p.looking.Load()))) {
				stop.Store(true)
				why := fmt.Sprintf("the file is not done after %d seconds", longest/time.Second)
				return p.tooComplex(text, held, &budget.Exceeded{Why: why}), nil
			}
			timer.Reset(longest / 10)
		}
	}
}
