package launch

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Calls recognises a command that starts a shell script, bash scripts/run.sh train --model a: the script, and what it
// is given.
func Calls(c *Command) (script Word, arguments []Word, ok bool) {
	words := c.Words
	if len(words) == 0 {
		return Word{}, nil, false
	}
	if slices.Contains(shells, path.Base(words[0].Text)) {
		words = words[1:]
		for len(words) > 0 && !IsShell(words[0].Text, nil) {
			if !isOption(words[0].Text) {
				return Word{}, nil, false
			}
			words = words[1:]
		}
	}
	if len(words) == 0 || !words[0].Known || !IsShell(words[0].Text, nil) {
		return Word{}, nil, false
	}
	return words[0], words[1:], true
}

// ReadCalled follows a shell script as a command starts it: with these arguments, and the variables that the command
// sets. What the script asks of them is decided, as it would be when it runs.
func ReadCalled(f *source.File, by *Command, arguments []Word, meter *budget.Meter, open Opener) *Script {
	s := &Script{File: f, Slurm: slurmDirectives(f), meter: meter, open: open}
	e := newEvaluator(s)
	e.called, e.inCall, e.arguments = true, true, []text{}
	for _, w := range arguments {
		e.arguments = append(e.arguments, w.foreign())
	}
	for name, w := range by.Env {
		e.vars[name] = variable{elements: []text{w.foreign()}, exported: true}
	}
	e.follow(wholeFile(f))
	for i := range s.Commands {
		s.Commands[i].Caller, s.Commands[i].OfPage, s.Commands[i].Heading = by, by.OfPage, by.Heading
	}
	return s
}

// UsesAny reports whether a shell script uses one of the variables that are set for it: $NAME, ${NAME:-default}.
func UsesAny(script *source.File, set map[string]Word) bool {
	for text := script.Text; ; {
		at := bytes.IndexByte(text, '$')
		if at < 0 {
			return false
		}
		text = bytes.TrimPrefix(text[at+1:], []byte("{"))
		end := bytes.IndexFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if end < 0 {
			end = len(text)
		}
		if _, ok := set[string(text[:end])]; ok && end > 0 {
			return true
		}
	}
}

// foreign is a word as text that stands in another file.
func (w Word) foreign() text {
	flags := quoted
	if !w.Known {
		flags |= unknown
	}
	return plain(w.Text, flags)
}

// Start is the command at the beginning of a chain of scripts that start each other.
func (c *Command) Start() *Command {
	for c.Caller != nil {
		c = c.Caller
	}
	return c
}

// maxLaps bounds a loop over arguments.
const maxLaps = 100

// repeat follows a loop lap by lap while it is certain that there is one more. It is false where only the run can tell.
func (e *evaluator) repeat(c *syntax.WhileClause) bool {
	outer := e.atLoop
	e.atLoop = e.undecided
	defer func() { e.atLoop = outer }()
	for lap := range maxLaps {
		taken, decided := e.condition(c.Cond)
		if !decided {
			return lap > 0
		}
		if taken == c.Until {
			return true
		}
		e.meter.Spend(10)
		e.statements(c.Do)
		switch e.way {
		case skips:
			e.way = goesOn
		case leaves:
			e.way = goesOn
			return true
		case isReturns, isOver:
			return true
		}
	}
	return true
}

// pick follows the arm of a case that is known to be taken. It is false where only the run can tell.
func (e *evaluator) pick(c *syntax.CaseClause) bool {
	word := e.parts(c.Word.Parts, true)
	if !word.known() {
		return false
	}
	for _, item := range c.Items {
		for _, w := range item.Patterns {
			wanted := e.parts(w.Parts, true)
			if !wanted.known() || strings.ContainsAny(wanted.String(), "[(") || item.Op != syntax.Break {
				return false
			}
			if matches(wanted.String(), word.String()) {
				e.statements(item.Stmts)
				return true
			}
		}
	}
	return true
}

// matches reports whether a pattern of the shell matches a whole word.
func matches(shell, word string) bool {
	text, err := pattern.Regexp(shell, pattern.EntireString)
	if err != nil {
		return false
	}
	ok, err := regexp.MatchString(text, word)
	return err == nil && ok
}
